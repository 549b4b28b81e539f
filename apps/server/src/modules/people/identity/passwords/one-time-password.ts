/** Crockford's base 32: no i, l, o or u, which are misread. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 5;
const groupLength = 4;

/** Password to be typed once, of 100 bits: `7k2m-…` in five groups of four. `bytes`: at least 20 uniform ones. */
export function oneTimePassword(bytes: Uint8Array): string {
  const length = groups * groupLength;
  if (bytes.byteLength < length)
    throw new RangeError(`received ${bytes.byteLength} bytes, expected at least ${length}`);
  const symbols = Array.from(bytes.subarray(0, length), (byte) => alphabet[byte & 31] ?? '');
  return Array.from({ length: groups }, (_, group) =>
    symbols.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-');
}
