import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Prefix of the contents in the object storage. */
export const contentFolder = 'retention/contents/';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Large contents as they lie in the object storage: typed arrays and dates stay what they are. */
export function createContents(storage: ObjectStorage) {
  return {
    async put(key: string, value: unknown): Promise<{ readonly bytes: number; readonly sha256: string }> {
      const packed = await compress(serialize(value));
      await storage.put(key, packed, 'application/zstd');
      return { bytes: packed.byteLength, sha256: sha256(packed) };
    },

    /** Undefined where the content is not there, or is not what was put. */
    async get(key: string, digest: string): Promise<unknown> {
      const packed = await storage.get(key);
      if (packed === null || sha256(packed) !== digest) return undefined;
      return deserialize(await decompress(packed));
    },
  };
}
