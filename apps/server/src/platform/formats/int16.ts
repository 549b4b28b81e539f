const missing = -32_768;
const largest = 32_767;

export type PackedField = { readonly scale: number; readonly offset: number; readonly base64: string };

/** Packs a field as little-endian Int16 with scale and offset (error at most scale / 2); NaN becomes −32768. */
export function packInt16(values: Float32Array): PackedField {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min > max) return { scale: 1, offset: 0, base64: encode(new Int16Array(values.length).fill(missing)) };
  const offset = (min + max) / 2;
  // One code stays free at each end, so that no value can be taken for a missing one.
  const scale = max === min ? 1 : (max - min) / (2 * (largest - 1));
  const packed = Int16Array.from(values, (value) =>
    Number.isNaN(value) ? missing : Math.round((value - offset) / scale),
  );
  return { scale, offset, base64: encode(packed) };
}

function encode(packed: Int16Array): string {
  return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('base64');
}
