import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';

/** An object read in parts, as readers of large formats do. */
export type ObjectFile = {
  readonly byteLength: number;
  /** Bytes from `start` up to, but not with, `end`; fewer where the object ends before. */
  slice(start: number, end?: number): Promise<ArrayBuffer>;
};

/** More than this is never asked for at once by a reader that reads in parts. */
const mostBytesAtOnce = 64 * 1_048_576;

/** The object as a file of parts; null where there is none. */
export async function openFile(storage: Pick<ObjectStorage, 'open'>, key: string): Promise<ObjectFile | null> {
  const byteLength = await sizeOf(storage, key);
  if (byteLength === null) return null;
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const from = start < 0 ? Math.max(0, byteLength + start) : start;
      const last = Math.min(end, byteLength) - 1;
      if (from > last) return new ArrayBuffer(0);
      if (last - from >= mostBytesAtOnce) {
        throw new RangeError(`object: a part of ${last - from + 1} bytes, expected up to ${mostBytesAtOnce}`);
      }
      const part = await storage.open(key, () => ({ first: from, last }));
      if (part === null) throw new RangeError('object: gone while it was read');
      const chunks: Buffer[] = [];
      for await (const chunk of part.bytes) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    },
  };
}

async function sizeOf(storage: Pick<ObjectStorage, 'open'>, key: string): Promise<number | null> {
  try {
    const opened = await storage.open(key, () => ({ first: 0, last: 0 }));
    opened?.bytes.destroy();
    return opened?.sizeBytes ?? null;
  } catch (error) {
    // An empty object has no first byte.
    if (error instanceof RangeError) return 0;
    throw error;
  }
}
