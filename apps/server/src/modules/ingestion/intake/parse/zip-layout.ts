import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';

/** An entry as a reader that goes from local header to local header unpacks it. */
export type ZipEntry = {
  readonly name: string;
  readonly method: number;
  readonly size: number;
  readonly data: Buffer;
  /** All of it in the archive: its local header, its data and what follows them. */
  readonly bytes: Buffer;
};

/** A header of an entry: what both the directory and the entry itself say of it. */
type Header = {
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly name: Buffer;
  /** Offset of the byte after the header. */
  readonly end: number;
};
type Listed = Header & { readonly offset: number };

const signature = {
  local: 0x04034b50,
  listed: 0x02014b50,
  end: 0x06054b50,
  wideEnd: 0x06064b50,
  descriptor: Buffer.from('PK\u0007\u0008'),
} as const;
const descriptorBytes = 16;
/** Record and locator of a directory of the wide form. */
const wideEndBytes = 76;
const maxEntries = 2_000;
/** A size of this value is written in the extra field instead. */
const isWide = 0xffff_ffff;
const wideSizes = 1;

/**
 * The entries of an archive, in the order of their bytes. A reader of streams sees the local headers only, one of files the
 * directory: where the two do not say the same, with no byte left over, one of them is being lied to. Throws
 * `UnreadableFile`, and for a cut archive `RangeError`.
 */
export function entriesOf(archive: Buffer): ZipEntry[] {
  const { listed, start } = directoryOf(archive);
  const names = new Set(listed.map(({ name }) => name.toString('latin1')));
  if (names.size < listed.length) throw new UnreadableFile('O ficheiro XLSX tem duas partes com o mesmo nome.');
  const entries: ZipEntry[] = [];
  let at = 0;
  for (const each of listed.toSorted((a, b) => a.offset - b.offset)) {
    if (each.offset !== at) throw incoherent();
    const local = localAt(archive, at);
    if (!local.name.equals(each.name) || local.method !== each.method) throw incoherent();
    const { data, next } = bodyOf(archive, local, each);
    const name = local.name.toString('utf8');
    entries.push({ name, method: local.method, size: each.size, data, bytes: archive.subarray(at, next) });
    at = next;
  }
  if (at !== start) throw incoherent();
  return entries;
}

/** An entry that is not compressed, as its local header and its bytes. Its checksum is left out. */
export function storedEntry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(signature.local, 0);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name), content]);
}

/** The end record of an archive whose directory is left out: a reader of streams needs none. */
export function endRecord(): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(signature.end, 0);
  return record;
}

/** The entries that the directory lists, and where it starts. It reaches up to its end record, and that to the last byte. */
function directoryOf(archive: Buffer): { listed: readonly Listed[]; start: number } {
  let end = archive.length - 22;
  const lowest = Math.max(0, end - 65_535);
  while (end >= lowest && archive.readUInt32LE(end) !== signature.end) end -= 1;
  if (end < lowest) throw new RangeError('zip: no end record');
  if (end + 22 + archive.readUInt16LE(end + 20) !== archive.length) throw incoherent();
  const count = archive.readUInt16LE(end + 10);
  if (count > maxEntries) throw new UnreadableFile(`O ficheiro XLSX tem ${count} partes.`);
  const start = archive.readUInt32LE(end + 16);
  const listed: Listed[] = [];
  let at = start;
  while (listed.length < count) {
    const header = listedAt(archive, at);
    listed.push(header);
    at = header.end;
  }
  const isWideEnd = end - at === wideEndBytes && archive.readUInt32LE(at) === signature.wideEnd;
  if (at !== end && !isWideEnd) throw incoherent();
  return { listed, start };
}

function listedAt(archive: Buffer, at: number): Listed {
  if (archive.readUInt32LE(at) !== signature.listed) throw incoherent();
  const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
  const extraEnd = nameEnd + archive.readUInt16LE(at + 30);
  return {
    flags: archive.readUInt16LE(at + 8),
    method: archive.readUInt16LE(at + 10),
    ...sizesOf(archive, at + 20, { from: nameEnd, to: extraEnd }),
    name: archive.subarray(at + 46, nameEnd),
    end: extraEnd + archive.readUInt16LE(at + 32),
    offset: archive.readUInt32LE(at + 42),
  };
}

function localAt(archive: Buffer, at: number): Header {
  if (archive.readUInt32LE(at) !== signature.local) throw incoherent();
  const nameEnd = at + 30 + archive.readUInt16LE(at + 26);
  const extraEnd = nameEnd + archive.readUInt16LE(at + 28);
  return {
    flags: archive.readUInt16LE(at + 6),
    method: archive.readUInt16LE(at + 8),
    ...sizesOf(archive, at + 18, { from: nameEnd, to: extraEnd }),
    name: archive.subarray(at + 30, nameEnd),
    end: extraEnd,
  };
}

/** Packed and unpacked size at an offset, or in the extra field where they are wide. */
function sizesOf(archive: Buffer, at: number, extra: { readonly from: number; readonly to: number }) {
  const packed = archive.readUInt32LE(at);
  const size = archive.readUInt32LE(at + 4);
  if (packed !== isWide && size !== isWide) return { packed, size };
  // One wide and one short size are read in two ways by two readers.
  if (packed !== size) throw incoherent();
  let field = extra.from;
  while (field < extra.to && archive.readUInt16LE(field) !== wideSizes) field += 4 + archive.readUInt16LE(field + 2);
  if (field + 20 > extra.to) throw incoherent();
  return {
    size: Number(archive.readBigUInt64LE(field + 4)),
    packed: Number(archive.readBigUInt64LE(field + 12)),
  };
}

/** The packed bytes of an entry, and the offset of what comes after them. */
function bodyOf(archive: Buffer, local: Header, listed: Listed): { data: Buffer; next: number } {
  if ((local.flags & 1) !== 0) throw new UnreadableFile('O ficheiro XLSX está cifrado: grave-o sem palavra-passe.');
  const dataEnd = local.end + listed.packed;
  if (dataEnd > archive.length) throw incoherent();
  const data = archive.subarray(local.end, dataEnd);
  // An entry of unknown length says so with a flag and no size; its reader looks for the descriptor that ends it.
  const isOpen = (local.flags & 8) !== 0 && local.packed === 0;
  if (!isOpen) {
    if (local.packed !== listed.packed || local.size !== listed.size) throw incoherent();
    return { data, next: dataEnd };
  }
  if (archive.indexOf(signature.descriptor, local.end) !== dataEnd) throw incoherent();
  if (archive.readUInt32LE(dataEnd + 8) !== listed.packed || archive.readUInt32LE(dataEnd + 12) !== listed.size)
    throw incoherent();
  return { data, next: dataEnd + descriptorBytes };
}

function incoherent(): UnreadableFile {
  const remedy = 'abra-o numa folha de cálculo e grave-o de novo.';
  return new UnreadableFile(`O ficheiro XLSX está danificado, o índice e as partes não dizem o mesmo: ${remedy}`);
}
