import type { Block } from './block.ts';
import { addTo } from './entries.ts';
import { shiftsOf, type Tier } from './tiers.ts';

/** Presence of all vessels together in the cells of a block, for one zoom. */
type Totals = {
  readonly cells: Uint16Array;
  readonly seconds: Uint32Array;
  readonly vessels: Uint32Array;
};

/** Sums of one kind for one zoom. */
export type Sums = {
  /** Cells of that zoom relative to the part, ascending. */
  readonly cells: Uint16Array;
  /** Seconds, or vessels. */
  readonly values: Uint32Array;
};

/** Which sums of a block are meant: those of a zoom by its place among those that the grid serves, finest first. */
export type SumsOf = { readonly level: number; readonly levels: number; readonly what: 'seconds' | 'vessels' };

const wordBytes = 4;

/**
 * The block's sums for each zoom that its grid serves, so that the whole fleet's tile needs none of its entries: for each
 * zoom the number of cells, then for each zoom seconds and vessels (32 bits), then the cells (16 bits) of each.
 */
export function encodeTotals(block: Block, tier: Tier): Uint8Array {
  const levels = shiftsOf(tier).map((shift) => totalsOf(block, shift));
  const cells = levels.reduce((sum, level) => sum + level.cells.length, 0);
  const bytes = new Uint8Array(levels.length * wordBytes + cells * (2 * wordBytes + 2));
  let at = 0;
  const put = (part: Uint16Array | Uint32Array) => {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  };
  put(Uint32Array.from(levels, (level) => level.cells.length));
  for (const level of levels) {
    put(level.seconds);
    put(level.vessels);
  }
  for (const level of levels) put(level.cells);
  return bytes;
}

/** Place of a zoom's sums in the bytes of `encodeTotals`. */
export function sumsOf(tier: Tier, shift: number, what: SumsOf['what']): SumsOf {
  const shifts = shiftsOf(tier);
  const level = shifts.indexOf(shift);
  if (level === -1) throw new RangeError(`heat totals: no zoom of shift ${shift} in grid ${tier.id}`);
  return { level, levels: shifts.length, what };
}

/** Sums as they are read: values (32 bits), then their cells (16 bits). */
export function decodeSums(bytes: Uint8Array): Sums {
  const count = bytes.byteLength / (wordBytes + 2);
  if (!Number.isInteger(count)) throw new RangeError(`heat totals: ${bytes.byteLength} bytes of sums`);
  const { buffer, byteOffset } = bytes.byteOffset % wordBytes === 0 ? bytes : bytes.slice();
  return {
    values: new Uint32Array(buffer, byteOffset, count),
    cells: new Uint16Array(buffer, byteOffset + count * wordBytes, count),
  };
}

/** At which turn each ship was counted last. One for all blocks: there are thousands an hour, and ships by the 100,000. */
let seen = new Uint32Array(0);
let turn = 0;

/** A turn that no ship up to this one was counted at. */
function nextTurn(highestShip: number): number {
  if (highestShip >= seen.length || turn === 2 ** 32 - 1) {
    seen = new Uint32Array(Math.max(seen.length, 2 * (highestShip + 1)));
    turn = 0;
  }
  turn += 1;
  return turn;
}

function totalsOf(block: Block, shift: number): Totals {
  const cells = new Uint16Array(block.cells.length);
  const seconds = new Uint32Array(block.cells.length);
  const vessels = new Uint32Array(block.cells.length);
  let count = 0;
  let entry = 0;
  let own = 0;
  for (let cell = 0; cell < block.cells.length; cell += 1) {
    const target = (block.cells[cell] as number) >>> shift;
    if (count === 0 || cells[count - 1] !== target) {
      cells[count] = target;
      count += 1;
      own = nextTurn(block.highestShip);
    }
    for (; entry < (block.ends[cell] as number); entry += 1) {
      const ship = block.ships[entry] as number;
      addTo(seconds, count - 1, (block.units[entry] as number) * block.secondsPerUnit);
      if (seen[ship] !== own) addTo(vessels, count - 1, 1);
      seen[ship] = own;
    }
  }
  return { cells: cells.subarray(0, count), seconds: seconds.subarray(0, count), vessels: vessels.subarray(0, count) };
}
