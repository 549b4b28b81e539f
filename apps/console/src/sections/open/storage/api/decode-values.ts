/** Little-endian float32 values out of base64. */
export function decodeValues(text: string): Float32Array {
  const letters = atob(text);
  const bytes = new DataView(new ArrayBuffer(letters.length));
  for (let index = 0; index < letters.length; index += 1) bytes.setUint8(index, letters.charCodeAt(index));
  return Float32Array.from({ length: letters.length >> 2 }, (_, index) => bytes.getFloat32(index * 4, true));
}
