import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError } from './errors.ts';
import type { BackupKey } from './key.ts';
import type { ManifestFile } from './manifest-file.ts';
import { seal, unseal } from './seal.ts';
import type { BackupTarget } from './target.ts';

/** Fast rather than small: the disk is cheaper than the processor that the platform also needs. */
const compressionLevel = 1;

/** Compresses (zstd), seals and stores a stream below a backup; answers the path, size and hash of the stored file. */
export async function writeSealed(
  target: BackupTarget,
  key: BackupKey,
  file: {
    readonly backup: string;
    readonly path: string;
    readonly plain: AsyncIterable<Uint8Array>;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ManifestFile> {
  const { backup, path, plain, signal } = file;
  const digest = createHash('sha256');
  let bytes = 0;
  async function* measured(compressed: AsyncIterable<Uint8Array>) {
    for await (const part of seal(key, `${backup}/${path}`, compressed)) {
      digest.update(part);
      bytes += part.byteLength;
      yield part;
    }
  }
  const compressor = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: compressionLevel } });
  await pipeline(
    plain,
    compressor,
    async (compressed: AsyncIterable<Uint8Array>) => {
      await target.put(`${backup}/${path}`, measured(compressed));
    },
    ...(signal === undefined ? [] : [{ signal }]),
  );
  return { path, bytes, sha256: digest.digest('hex') };
}

/** Reads a file that `writeSealed` stored. Throws `BackupError`: `missing`, `wrong_key`, `corrupt`. */
export async function* readSealed(
  target: BackupTarget,
  key: BackupKey,
  place: { readonly backup: string; readonly path: string },
): AsyncGenerator<Buffer, void, undefined> {
  const name = `${place.backup}/${place.path}`;
  const sealed = await openOf(target, name);
  const decompressor = createZstdDecompress();
  const feeding = pipeline(unseal(key, name, sealed), decompressor);
  // Its error destroys the decompressor, which passes it to the reader; unhandled here, it would end the process.
  feeding.catch(() => undefined);
  try {
    for await (const part of decompressor as AsyncIterable<Buffer>) yield part;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError('corrupt', `O ficheiro ${name} da cópia está danificado (compressão). Use outra cópia.`, {
      cause: error,
    });
  } finally {
    decompressor.destroy();
  }
  await feeding;
}

/** SHA-256 and size of a file as it is stored. Throws `missing`. */
export async function measureStored(
  target: BackupTarget,
  name: string,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const part of await openOf(target, name)) {
    digest.update(part);
    bytes += part.byteLength;
  }
  return { bytes, sha256: digest.digest('hex') };
}

async function openOf(target: BackupTarget, name: string): Promise<AsyncIterable<Uint8Array>> {
  const found = await target.open(name);
  if (found !== null) return found;
  throw new BackupError('missing', `Falta o ficheiro ${name} em ${target.place}. Use outra cópia.`);
}
