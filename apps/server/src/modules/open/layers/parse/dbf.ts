import type { LayerColumn } from '@kianda/contract/open/layers/layers.contract';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';

type Field = {
  readonly name: string;
  readonly kind: string;
  readonly offset: number;
  readonly length: number;
  readonly decimals: number;
};

/** Attributes of a shapefile, in the format of dBASE III. */
export type DbfTable = {
  readonly columns: readonly LayerColumn[];
  readonly count: number;
  isDeleted(index: number): boolean;
  row(index: number): readonly unknown[];
};

const headerBytes = 32;
const endOfFields = 0x0d;
const deletedMark = 0x2a;
/** Decimal digits that a double keeps. */
const wholeDigits = 15;

/** Reads a `.dbf`; `encoding` is what the `.cpg` beside it says. Throws `UnreadableFile` for a file shorter than it says. */
export function dbfTable(bytes: Uint8Array, encoding: string | null): DbfTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes) throw new UnreadableFile('O ficheiro .dbf está cortado.');
  const count = view.getUint32(4, true);
  const start = view.getUint16(8, true);
  const width = view.getUint16(10, true);
  if (width === 0 || start + count * width > bytes.length + 1)
    throw new UnreadableFile('O ficheiro .dbf está cortado.');
  const decoder = decoderOf(encoding);
  const text = (from: number, length: number) => decoder.decode(bytes.subarray(from, from + length));
  const fields: Field[] = [];
  let offset = 1;
  for (let at = headerBytes; at + headerBytes <= start && bytes[at] !== endOfFields; at += headerBytes) {
    const name = text(at, 11).split('\0')[0] ?? '';
    const length = bytes[at + 16] ?? 0;
    fields.push({
      name,
      kind: String.fromCharCode(bytes[at + 11] ?? 0),
      offset,
      length,
      decimals: bytes[at + 17] ?? 0,
    });
    offset += length;
  }
  return {
    columns: fields.map((field) => ({ name: field.name, type: typeOf(field) })),
    count,
    isDeleted: (index) => bytes[start + index * width] === deletedMark,
    row: (index) =>
      fields.map((field) => {
        if (index >= count) return null;
        const raw = text(start + index * width + field.offset, field.length);
        return cellValue(field, raw);
      }),
  };
}

function typeOf({ kind, length, decimals }: Field): LayerColumn['type'] {
  if (kind === 'L') return 'boolean';
  if (kind === 'D') return 'date';
  if (kind === 'F') return 'number';
  if (kind !== 'N') return 'string';
  return decimals === 0 && length <= wholeDigits ? 'integer' : 'number';
}

/** A value of fixed width; blanks, stars and noughts of a date stand for none. */
function cellValue({ kind }: Field, raw: string): unknown {
  const text = raw.replaceAll('\0', '').trimEnd();
  if (kind === 'C') return text === '' ? null : text;
  const plain = text.trim();
  if (plain === '' || plain.startsWith('*') || plain === '?' || plain === '00000000') return null;
  if (kind === 'L') return /^[TtYy]$/.test(plain);
  return plain;
}

function decoderOf(encoding: string | null): TextDecoder {
  const named = (encoding ?? 'windows-1252').trim();
  const label = /^\d+$/.test(named)
    ? `windows-${named}`
    : /^8859\d+$/.test(named)
      ? `iso-8859-${named.slice(4)}`
      : named;
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
