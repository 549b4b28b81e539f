/** Types of the values of a tag, by their numbers in TIFF 6.0. */
export const tagTypes = { ascii: 2, short: 3, long: 4, double: 12 } as const;

export type Tag = {
  readonly id: number;
  readonly type: number;
  /** Text where the type is `ascii`. */
  readonly values: readonly number[] | string;
};

/** An image of a file: its tags, but for those that say where its tiles are, and its tiles. */
export type Directory = { readonly tags: readonly Tag[]; readonly tiles: readonly Uint8Array[] };

const headerBytes = 8;
const entryBytes = 12;
const [tileOffsets, tileByteCounts] = [324, 325];
const widths: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 12: 8 };

/** Images as a TIFF: all directories first, one after the other, then the tiles, those of the last image first. */
export function writeDirectories(directories: readonly Directory[]): Uint8Array {
  const lengths = directories.map((directory) => directoryBytes(withPlaces(directory, [])));
  let at = even(headerBytes + lengths.reduce((sum, length) => sum + length, 0));
  const places = new Map<Directory, number[]>();
  for (const directory of directories.toReversed()) {
    places.set(
      directory,
      directory.tiles.map(({ byteLength }) => {
        const here = at;
        at += even(byteLength);
        return here;
      }),
    );
  }
  const file = new Uint8Array(at);
  const view = new DataView(file.buffer);
  file.set([0x49, 0x49]);
  view.setUint16(2, 42, true);
  view.setUint32(4, headerBytes, true);
  let start = headerBytes;
  directories.forEach((directory, place) => {
    const offsets = places.get(directory) ?? [];
    const next = start + (lengths[place] ?? 0);
    writeDirectory(view, withPlaces(directory, offsets), start, place === directories.length - 1 ? 0 : next);
    directory.tiles.forEach((tile, index) => {
      file.set(tile, offsets[index] ?? 0);
    });
    start = next;
  });
  return file;
}

const even = (bytes: number) => bytes + (bytes % 2);
const bytesOf = ({ type, values }: Tag): number =>
  typeof values === 'string' ? Buffer.byteLength(values) + 1 : values.length * (widths[type] ?? 1);
const countOf = (tag: Tag): number => (typeof tag.values === 'string' ? bytesOf(tag) : tag.values.length);

/** The tags by number, with where each tile is and how long; as long with offsets as without. */
function withPlaces({ tags, tiles }: Directory, offsets: readonly number[]): readonly Tag[] {
  return [
    ...tags,
    { id: tileOffsets, type: tagTypes.long, values: tiles.map((_, index) => offsets[index] ?? 0) },
    { id: tileByteCounts, type: tagTypes.long, values: tiles.map(({ byteLength }) => byteLength) },
  ].toSorted((a, b) => a.id - b.id);
}

/** Bytes of a directory with the values that don't fit in its entries. */
function directoryBytes(tags: readonly Tag[]): number {
  const beside = tags.reduce((sum, tag) => sum + (bytesOf(tag) > 4 ? even(bytesOf(tag)) : 0), 0);
  return 2 + tags.length * entryBytes + 4 + beside;
}

function writeDirectory(view: DataView, tags: readonly Tag[], start: number, next: number): void {
  view.setUint16(start, tags.length, true);
  let beside = start + 2 + tags.length * entryBytes + 4;
  tags.forEach((tag, place) => {
    const entry = start + 2 + place * entryBytes;
    view.setUint16(entry, tag.id, true);
    view.setUint16(entry + 2, tag.type, true);
    view.setUint32(entry + 4, countOf(tag), true);
    const isWithin = bytesOf(tag) <= 4;
    if (!isWithin) view.setUint32(entry + 8, beside, true);
    writeValues(view, tag, isWithin ? entry + 8 : beside);
    if (!isWithin) beside += even(bytesOf(tag));
  });
  view.setUint32(start + 2 + tags.length * entryBytes, next, true);
}

function writeValues(view: DataView, { type, values }: Tag, at: number): void {
  if (typeof values === 'string') {
    for (const [place, byte] of Buffer.from(values).entries()) view.setUint8(at + place, byte);
    return;
  }
  values.forEach((value, place) => {
    if (type === tagTypes.short) view.setUint16(at + 2 * place, value, true);
    else if (type === tagTypes.long) view.setUint32(at + 4 * place, value, true);
    else view.setFloat64(at + 8 * place, value, true);
  });
}
