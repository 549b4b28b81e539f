const varintWire = 0;
const bytesWire = 2;
const seven = 0x7f;
const more = 0x80;
const continued = 128;

/** Parts of a message in the wire format of Protocol Buffers, each ready to be joined. */
export type Part = Uint8Array;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  while (left > seven) {
    bytes.push((left % continued) + more);
    left = Math.floor(left / continued);
  }
  bytes.push(left);
  return bytes;
}

const tag = (field: number, wire: number) => varint(field * 8 + wire);

/** A whole number ≥ 0. */
export const whole = (field: number, value: number): Part =>
  Uint8Array.from([...tag(field, varintWire), ...varint(value)]);

export const bytes = (field: number, value: Uint8Array): Part =>
  Buffer.concat([Uint8Array.from([...tag(field, bytesWire), ...varint(value.length)]), value]);

export const text = (field: number, value: string): Part => bytes(field, Buffer.from(value));

export const message = (field: number, parts: readonly Part[]): Part => bytes(field, Buffer.concat(parts));

/** Whole numbers ≥ 0, packed. */
export const wholes = (field: number, values: readonly number[]): Part =>
  bytes(field, Uint8Array.from(values.flatMap(varint)));

/** Little-endian numbers of 64 bits. */
export function doubles(values: readonly number[]): Uint8Array {
  const written = Buffer.alloc(8 * values.length);
  values.forEach((value, place) => {
    written.writeDoubleLE(value, 8 * place);
  });
  return written;
}
