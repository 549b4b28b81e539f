/**
 * Presence by cell, ship and the lines its reports came by: columns, one entry each, in order of cell, ship and lines.
 * Cells are in Morton order (bits of column and row by turns), so that every tile is one stretch of them, and the cell of
 * a coarser grid is the same number without its last bits.
 */
export type Entries = {
  readonly cells: Uint32Array;
  readonly ships: Uint32Array;
  /** Bits of feeds as `positions.sources` has them. */
  readonly sources: Float64Array;
  readonly seconds: Float64Array;
};

/** Bits of a 16-bit number with a zero before each. */
function spread(value: number): number {
  let bits = value & 0xffff;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

function gathered(value: number): number {
  let bits = value & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0xffff;
}

/** Number of a cell or tile (coordinates below 65,536) in Morton order. */
export function mortonOf(x: number, y: number): number {
  return (spread(x) | (spread(y) << 1)) >>> 0;
}

/** Column and row of a Morton number. */
export function fromMorton(morton: number): { x: number; y: number } {
  return { x: gathered(morton), y: gathered(morton >>> 1) };
}

export function createEntries(count: number): Entries {
  return {
    cells: new Uint32Array(count),
    ships: new Uint32Array(count),
    sources: new Float64Array(count),
    seconds: new Float64Array(count),
  };
}

export function addTo(column: Uint32Array | Float64Array, at: number, value: number): void {
  column[at] = (column[at] as number) + value;
}

const digitBits = 11;
const digits = 2 ** digitBits;

/** Stable sort of `order` by one column of whole numbers, digit by digit; digits that all share are passed over. */
function sortBy(order: Uint32Array<ArrayBuffer>, column: Uint32Array): Uint32Array<ArrayBuffer> {
  let most = 0;
  for (const value of column) if (value > most) most = value;
  let from = order;
  let to = new Uint32Array(order.length);
  const counts = new Uint32Array(digits + 1);
  for (let shift = 0; most / 2 ** shift >= 1; shift += digitBits) {
    counts.fill(0);
    for (const value of column) addTo(counts, ((value >>> shift) & (digits - 1)) + 1, 1);
    for (let digit = 0; digit < digits; digit += 1) addTo(counts, digit + 1, counts[digit] as number);
    for (const entry of from) {
      const digit = ((column[entry] as number) >>> shift) & (digits - 1);
      to[counts[digit] as number] = entry;
      addTo(counts, digit, 1);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Numbers 0, 1, … for the different values of a column of lines. */
function ranksOf(sources: Float64Array): Uint32Array {
  const ranks = new Map<number, number>();
  return Uint32Array.from(sources, (mask) => {
    const rank = ranks.get(mask) ?? ranks.size;
    ranks.set(mask, rank);
    return rank;
  });
}

/** Entries in order, those of the same cell, ship and lines as one. `shift` bits of each cell are dropped. */
export function mergeEntries(given: Entries, shift: number): Entries {
  const cells = shift === 0 ? given.cells : given.cells.map((cell) => cell >>> shift);
  let order = Uint32Array.from(cells, (_, index) => index);
  for (const column of [ranksOf(given.sources), given.ships, cells]) order = sortBy(order, column);
  const merged = createEntries(order.length);
  let count = 0;
  for (const entry of order) {
    const isSame =
      count > 0 &&
      merged.cells[count - 1] === cells[entry] &&
      merged.ships[count - 1] === given.ships[entry] &&
      merged.sources[count - 1] === given.sources[entry];
    if (!isSame) {
      merged.cells[count] = cells[entry] as number;
      merged.ships[count] = given.ships[entry] as number;
      merged.sources[count] = given.sources[entry] as number;
      count += 1;
    }
    addTo(merged.seconds, count - 1, given.seconds[entry] as number);
  }
  return sliceEntries(merged, 0, count);
}

export function sliceEntries(entries: Entries, from: number, to: number): Entries {
  return {
    cells: entries.cells.subarray(from, to),
    ships: entries.ships.subarray(from, to),
    sources: entries.sources.subarray(from, to),
    seconds: entries.seconds.subarray(from, to),
  };
}

/** Entries of the ships that are 1 by their number, in the order they are in. */
export function passingEntries(entries: Entries, ships: Uint8Array): Entries {
  const passing = createEntries(entries.cells.length);
  let count = 0;
  for (let at = 0; at < entries.cells.length; at += 1) {
    if (ships[entries.ships[at] as number] !== 1) continue;
    passing.cells[count] = entries.cells[at] as number;
    passing.ships[count] = entries.ships[at] as number;
    passing.sources[count] = entries.sources[at] as number;
    passing.seconds[count] = entries.seconds[at] as number;
    count += 1;
  }
  return sliceEntries(passing, 0, count);
}

/** One after the other. */
export function concatEntries(given: readonly Entries[]): Entries {
  const all = createEntries(given.reduce((sum, { cells }) => sum + cells.length, 0));
  let at = 0;
  for (const entries of given) {
    all.cells.set(entries.cells, at);
    all.ships.set(entries.ships, at);
    all.sources.set(entries.sources, at);
    all.seconds.set(entries.seconds, at);
    at += entries.cells.length;
  }
  return all;
}
