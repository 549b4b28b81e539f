import { createHash } from 'node:crypto';

/** The same bytes, with their MD5 computed as they pass; `digest` is valid after the last one. */
export function summed(bytes: AsyncIterable<Uint8Array>): { bytes: AsyncIterable<Uint8Array>; digest: () => string } {
  const md5 = createHash('md5');
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      md5.update(chunk);
      yield chunk;
    }
  }
  return { bytes: passing(), digest: () => md5.digest('hex') };
}
