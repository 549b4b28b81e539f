import type { Entries } from './entries.ts';

/**
 * Entries of one frame and one part of the sea as they are stored: columns one after the other, little-endian, so that a
 * block is read by laying views over its bytes.
 *
 * Head of six 32-bit numbers: form (1), cells, entries, lines, seconds a unit, highest ship. Then the lines (64-bit floats), ships
 * of the entries and end of each cell's entries (32 bits), cells and units of presence of the entries (16 bits), and
 * where there are several lines the number of each entry's (8 bits).
 */
export type Block = {
  /** Different cells, relative to the part, ascending; the entries of the i-th end before `ends[i]`. */
  readonly cells: Uint16Array;
  readonly ends: Uint32Array;
  readonly ships: Uint32Array;
  readonly units: Uint16Array;
  readonly secondsPerUnit: number;
  readonly lines: Float64Array;
  /** Index into `lines` by entry; empty where there is only one. */
  readonly lineOf: Uint8Array;
  readonly highestShip: number;
  readonly byteLength: number;
};

const headBytes = 24;
const form = 1;
/** Sets of lines that a block distinguishes; further ones count as the last. */
const mostLines = 256;

/** Writes entries (in order, cells relative to their part and below 65,536) with presence in units of some seconds. */
export function encodeBlock(entries: Entries, secondsPerUnit: number): Uint8Array {
  const count = entries.cells.length;
  const lines = [...new Set(entries.sources)].sort((a, b) => a - b).slice(0, mostLines);
  const lineNumbers = new Map(lines.map((line, index) => [line, index]));
  let cells = 0;
  for (let at = 0; at < count; at += 1) if (at === 0 || entries.cells[at] !== entries.cells[at - 1]) cells += 1;
  const size = { cells, entries: count, lines: lines.length };
  const views = layOut(new ArrayBuffer(bytesOf(size)), 0, size);
  views.head.set([
    form,
    cells,
    count,
    lines.length,
    secondsPerUnit,
    entries.ships.reduce((most, ship) => Math.max(most, ship), 0),
  ]);
  views.lines.set(lines);
  views.ships.set(entries.ships);
  let cell = -1;
  for (let at = 0; at < count; at += 1) {
    if (at === 0 || entries.cells[at] !== entries.cells[at - 1]) cell += 1;
    views.cells[cell] = entries.cells[at] as number;
    views.ends[cell] = at + 1;
    views.units[at] = Math.min(65_535, Math.round((entries.seconds[at] as number) / secondsPerUnit));
    if (lines.length > 1) views.lineOf[at] = lineNumbers.get(entries.sources[at] as number) ?? mostLines - 1;
  }
  return new Uint8Array(views.head.buffer);
}

/** Reads what `encodeBlock` wrote. Throws `RangeError` for anything else. */
export function decodeBlock(bytes: Uint8Array): Block {
  // Typed arrays start at multiples of their element size, and a small Buffer may lie anywhere in a larger one.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const [given, cells = 0, count = 0, lines = 0, secondsPerUnit = 0, highestShip = 0] = new Uint32Array(
    buffer,
    byteOffset,
    6,
  );
  if (given !== form || bytes.byteLength !== bytesOf({ cells, entries: count, lines }))
    throw new RangeError(`heat block: form ${given}, ${bytes.byteLength} bytes for ${count} entries`);
  const { head: _, ...views } = layOut(buffer, byteOffset, { cells, entries: count, lines });
  return { ...views, secondsPerUnit, highestShip, byteLength: bytes.byteLength };
}

type BlockSize = { readonly cells: number; readonly entries: number; readonly lines: number };

function bytesOf({ cells, entries, lines }: BlockSize): number {
  return headBytes + lines * 8 + (entries + cells) * 4 + (cells + entries) * 2 + (lines > 1 ? entries : 0);
}

/** Views over the bytes of a block. */
function layOut(buffer: ArrayBufferLike, offset: number, { cells, entries, lines }: BlockSize) {
  let at = offset;
  const take = (bytes: number): number => {
    at += bytes;
    return at - bytes;
  };
  return {
    head: new Uint32Array(buffer, take(headBytes), 6),
    lines: new Float64Array(buffer, take(lines * 8), lines),
    ships: new Uint32Array(buffer, take(entries * 4), entries),
    ends: new Uint32Array(buffer, take(cells * 4), cells),
    cells: new Uint16Array(buffer, take(cells * 2), cells),
    units: new Uint16Array(buffer, take(entries * 2), entries),
    lineOf: new Uint8Array(buffer, take(lines > 1 ? entries : 0), lines > 1 ? entries : 0),
  };
}

/** The entries of several blocks of one part, one after the other. */
export function entriesOf(blocks: readonly Block[]): Entries {
  const count = blocks.reduce((sum, block) => sum + block.ships.length, 0);
  const cells = new Uint32Array(count);
  const ships = new Uint32Array(count);
  const sources = new Float64Array(count);
  const seconds = new Float64Array(count);
  let at = 0;
  for (const block of blocks) {
    ships.set(block.ships, at);
    let begin = 0;
    for (let cell = 0; cell < block.cells.length; cell += 1) {
      const end = block.ends[cell] as number;
      cells.fill(block.cells[cell] as number, at + begin, at + end);
      begin = end;
    }
    const isOneLine = block.lines.length === 1;
    for (let entry = 0; entry < block.units.length; entry += 1) {
      sources[at + entry] = block.lines[isOneLine ? 0 : (block.lineOf[entry] as number)] as number;
      seconds[at + entry] = (block.units[entry] as number) * block.secondsPerUnit;
    }
    at += block.ships.length;
  }
  return { cells, ships, sources, seconds };
}
