import { createInflateRaw } from 'node:zlib';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { entriesOf, type ZipEntry } from './zip-layout.ts';

/**
 * Refuses an archive that would unpack to more than `limitBytes`, or in which entries hide. What it declares of itself is
 * checked first, then what it really holds: a declared size can lie. Throws `UnreadableFile`.
 */
export async function refuseZipBomb(archive: Buffer, limitBytes: number): Promise<void> {
  const tooLarge = () => new UnreadableFile('O ficheiro XLSX descomprime para um tamanho acima do permitido.');
  const entries = readableEntries(archive);
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > limitBytes) throw tooLarge();
  let left = limitBytes;
  for (const entry of entries) {
    const size = await unpackedSize(entry, left);
    left -= size;
    if (left < 0) throw tooLarge();
    if (size !== entry.size) throw damaged();
  }
}

function readableEntries(archive: Buffer): readonly ZipEntry[] {
  try {
    return entriesOf(archive);
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

function damaged(): UnreadableFile {
  return new UnreadableFile('O ficheiro XLSX está danificado.');
}

/** Bytes an entry really unpacks to; stops counting beyond `limit`. */
async function unpackedSize({ method, data }: ZipEntry, limit: number): Promise<number> {
  if (method !== 0 && method !== 8) throw new UnreadableFile('O ficheiro XLSX usa uma compressão desconhecida.');
  if (method === 0 || data.length === 0) return data.length;
  return inflatedSize(data, limit);
}

function inflatedSize(data: Buffer, limit: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const inflate = createInflateRaw();
    let size = 0;
    inflate.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return;
      inflate.destroy();
      resolve(size);
    });
    // Bytes after the end of the compressed ones are no part of the entry.
    inflate.once('end', () => (inflate.bytesWritten === data.length ? resolve(size) : reject(damaged())));
    inflate.once('error', () => reject(damaged()));
    inflate.end(data);
  });
}
