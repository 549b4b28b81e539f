import { createInflateRaw } from 'node:zlib';
import { UnreadableFile } from './raw-row.ts';

const maxEntries = 2_000;
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;

/**
 * Refuses an archive that would unpack to more than `limitBytes`. What it declares of itself is checked first, then what
 * it really holds: a declared size can lie. Throws `UnreadableFile`.
 */
export async function refuseZipBomb(archive: Buffer, limitBytes: number): Promise<void> {
  const tooLarge = () => new UnreadableFile('O ficheiro XLSX descomprime para um tamanho acima do permitido.');
  const entries = entriesOf(archive);
  if (entries.length > maxEntries) throw new UnreadableFile(`O ficheiro XLSX tem ${entries.length} partes.`);
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > limitBytes) throw tooLarge();
  let left = limitBytes;
  for (const entry of entries) {
    if (entry.method === 0) left -= entry.data.length;
    else if (entry.method === 8) left -= await inflatedSize(entry.data, left);
    else throw new UnreadableFile('O ficheiro XLSX usa uma compressão desconhecida.');
    if (left < 0) throw tooLarge();
  }
}

type Entry = { readonly method: number; readonly size: number; readonly data: Buffer };

function entriesOf(archive: Buffer): Entry[] {
  const damaged = () => new UnreadableFile('O ficheiro XLSX está danificado.');
  try {
    let end = archive.length - 22;
    const lowest = Math.max(0, end - 65_535);
    while (end >= lowest && archive.readUInt32LE(end) !== endSignature) end -= 1;
    if (end < lowest) throw damaged();
    const count = archive.readUInt16LE(end + 10);
    let at = archive.readUInt32LE(end + 16);
    return Array.from({ length: count }, () => {
      if (archive.readUInt32LE(at) !== entrySignature) throw damaged();
      const method = archive.readUInt16LE(at + 10);
      const packed = archive.readUInt32LE(at + 20);
      const size = archive.readUInt32LE(at + 24);
      const local = archive.readUInt32LE(at + 42);
      if (archive.readUInt32LE(local) !== localSignature) throw damaged();
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
      return { method, size, data: archive.subarray(start, start + packed) };
    });
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

/** Bytes an entry really unpacks to; stops counting beyond `limit`. */
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
    inflate.once('end', () => resolve(size));
    inflate.once('error', () => reject(new UnreadableFile('O ficheiro XLSX está danificado.')));
    inflate.end(data);
  });
}
