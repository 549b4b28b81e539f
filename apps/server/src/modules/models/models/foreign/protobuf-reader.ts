/** A field of a message in the wire format of Protocol Buffers. */
export type Field = {
  readonly number: number;
  /** Whole number of a varint, or the little-endian bits of a fixed field as they are; null of bytes. */
  readonly whole: bigint | null;
  /** Of a field with a length; empty of others. */
  readonly bytes: Uint8Array;
};

/** Bytes that are no message. */
export class NoMessage extends Error {}

const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;
/** Bytes of a varint at most. */
const mostVarint = 10;

/** The fields of a message, in their order. Throws NoMessage where the bytes are none. */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let place = 0; place < mostVarint; place += 1) {
      const byte = message[at];
      if (byte === undefined) throw new NoMessage('a varint beyond the end');
      at += 1;
      value |= BigInt(byte & 0x7f) << BigInt(7 * place);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new NoMessage('a varint without end');
  };
  const take = (length: number): Uint8Array => {
    if (length > message.length - at) throw new NoMessage('a field beyond the end');
    const bytes = message.subarray(at, at + length);
    at += length;
    return bytes;
  };
  const none = new Uint8Array(0);
  while (at < message.length) {
    const tag = Number(varint());
    const number = Math.floor(tag / 8);
    if (number === 0) throw new NoMessage('a field without number');
    const kind = tag % 8;
    if (kind === wire.varint) yield { number, whole: varint(), bytes: none };
    else if (kind === wire.bytes) yield { number, whole: null, bytes: take(Number(varint())) };
    else if (kind === wire.fixed64) yield { number, whole: 0n, bytes: take(8) };
    else if (kind === wire.fixed32) yield { number, whole: 0n, bytes: take(4) };
    else throw new NoMessage('a wire type that there is not');
  }
}

const decoder = new TextDecoder('utf-8', { fatal: false });
export const textOf = ({ bytes }: Field): string => decoder.decode(bytes);

/** A whole number with sign, as Protocol Buffers write int64. */
export const wholeOf = ({ whole }: Field): number => Number(BigInt.asIntN(64, whole ?? 0n));
