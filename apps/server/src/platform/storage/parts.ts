import { AppError } from '../http/errors.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Bytes of a file that comes in parts, and of each part but the last. */
type Sizes = { readonly sizeBytes: number; readonly partBytes: number };

/** Files that come in parts, each an object of its own below a folder until the last has come: a cut line costs one part. */
export function createParts(storage: ObjectStorage, root: string) {
  const folderOf = (id: string) => `${root}/${id}/`;
  const keyOf = (id: string, part: number) => folderOf(id) + String(part).padStart(5, '0');

  /** Numbers, from 1, of the parts that have come whole. */
  async function arrived(id: string): Promise<number[]> {
    const parts = [];
    for await (const { key } of storage.list(folderOf(id))) parts.push(Number(key.slice(key.lastIndexOf('/') + 1)));
    return parts;
  }

  async function* joined(id: string, count: number): AsyncGenerator<Uint8Array> {
    for (let part = 1; part <= count; part += 1) {
      const opened = await storage.open(keyOf(id, part));
      if (opened === null) throw new Error(`part ${part} of upload ${id} is gone`);
      yield* opened.bytes as AsyncIterable<Uint8Array>;
    }
  }

  return {
    arrived,

    /** Stores a part; resolves to its bytes. Throws `validation_failed` for any other number of bytes than it has to have. */
    async put(id: string, part: number, { sizeBytes, partBytes }: Sizes, bytes: AsyncIterable<Uint8Array>) {
      const expected = Math.min(partBytes, sizeBytes - (part - 1) * partBytes);
      if (expected <= 0) throw wrongLength(0, expected);
      return storage.putStream(keyOf(id, part), exactly(bytes, expected));
    },

    /** The whole file. Throws `conflict` while parts are missing. */
    async whole(id: string, { sizeBytes, partBytes }: Sizes): Promise<AsyncIterable<Uint8Array>> {
      const count = Math.ceil(sizeBytes / partBytes);
      const here = new Set(await arrived(id));
      const missing = Array.from({ length: count }, (_, index) => index + 1).filter((part) => !here.has(part));
      if (missing.length > 0) {
        throw new AppError('conflict', { detail: `Faltam ${missing.length} de ${count} partes.` });
      }
      return joined(id, count);
    },

    async discard(id: string): Promise<void> {
      for await (const { key } of storage.list(folderOf(id))) await storage.delete(key);
    },
  };
}

/** The same bytes. Throws `validation_failed` as soon as they are more than expected, or at the end if fewer. */
async function* exactly(bytes: AsyncIterable<Uint8Array>, expected: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of bytes) {
    received += chunk.byteLength;
    if (received > expected) throw wrongLength(received, expected);
    yield chunk;
  }
  if (received !== expected) throw wrongLength(received, expected);
}

function wrongLength(received: number, expected: number): AppError {
  return new AppError('validation_failed', {
    issues: [{ path: 'body', message: `Recebidos ${received} bytes, esperados ${Math.max(0, expected)}.` }],
  });
}
