import { heatSide } from '@kianda/geo';
import type { Block } from './block.ts';
import { addTo, fromMorton } from './entries.ts';
import { cellShift, partBits, type Tier } from './tiers.ts';
import type { Totals } from './totals.ts';

const cellsOfTile = heatSide * heatSide;
/** Row by row number of each cell of a tile by its Morton number. */
const rowMajor = Uint16Array.from({ length: cellsOfTile }, (_, morton) => {
  const { x, y } = fromMorton(morton);
  return y * heatSide + x;
});

/** A block, or its sums, with its frame and its part. */
export type InFrame<T> = { readonly frame: number; readonly part: number; readonly value: T };

/** A tile by its Morton number. */
export type TileOf = { readonly tier: Tier; readonly zoom: number; readonly tile: number };

export type CubeOptions<Placed> = TileOf & {
  /** 1 for each ship that counts in a block, by its number; null: all. Asked block by block, good until the next. */
  readonly shipsOf: (block: Placed) => Uint8Array | null;
  /** Whether reports by these lines (bits) count; null: all. */
  readonly lines: ((sources: number) => boolean) | null;
  readonly isCounting: boolean;
};

/**
 * Presence by cell and frame of a tile: hours, or where `isCounting` different vessels. Ships are told apart within a
 * cell by remembering at which cell and frame each was counted last.
 */
export function cubeOf<Placed extends InFrame<Block>>(blocks: readonly Placed[], options: CubeOptions<Placed>) {
  const { isCounting } = options;
  const { shift, from, width, baseOf } = stretchOf(options);
  const highest = blocks.reduce((most, { value }) => Math.max(most, value.highestShip), 0);
  const seen = isCounting ? new Uint32Array(highest + 1) : null;
  let turn = 0;
  const found = createValues(blocks);
  for (const placed of blocks) {
    const { frame, part, value: block } = placed;
    const counts = wanted(block, options);
    if (counts === 'none') continue;
    const ships = options.shipsOf(placed);
    const partBase = baseOf(part);
    const { cells, ends } = block;
    let cell = lowerBound(cells, from);
    while (cell < cells.length && (cells[cell] as number) < from + width) {
      const target = ((partBase + (cells[cell] as number)) >>> shift) & (cellsOfTile - 1);
      const begin = cell === 0 ? 0 : (ends[cell - 1] as number);
      // All cells of the finer grid in this one follow each other.
      do cell += 1;
      while (
        cell < cells.length &&
        (cells[cell] as number) < from + width &&
        (((partBase + (cells[cell] as number)) >>> shift) & (cellsOfTile - 1)) === target
      );
      turn += 1;
      const value =
        seen === null
          ? hoursOf(block, begin, ends[cell - 1] as number, ships, counts)
          : vesselsOf(block, begin, ends[cell - 1] as number, ships, counts, seen, turn);
      if (value >= 0) put(found, rowMajor[target] as number, frame, value);
    }
  }
  return inOrder(found);
}

/** The same for the whole fleet, from the sums of the blocks at the tile's own cells. */
export function cubeOfTotals(totals: readonly InFrame<Totals>[], of: TileOf & { readonly isCounting: boolean }) {
  const { shift, from, width, baseOf } = stretchOf(of);
  const found = createValues(totals);
  for (const { frame, part, value: sums } of totals) {
    const partBase = baseOf(part) >>> shift;
    const end = (from + width) >>> shift;
    for (let at = lowerBound(sums.cells, from >>> shift); at < sums.cells.length; at += 1) {
      const cell = sums.cells[at] as number;
      if (cell >= end) break;
      const value = of.isCounting ? (sums.vessels[at] as number) : (sums.seconds[at] as number) / 3600;
      put(found, rowMajor[(partBase + cell) & (cellsOfTile - 1)] as number, frame, value);
    }
  }
  return inOrder(found);
}

/** Values in columns, with room for one a cell of each block: a tile has hundreds of thousands. */
type Values = {
  readonly cells: Uint16Array;
  readonly frames: Uint32Array;
  readonly values: Float64Array;
  count: number;
};

function createValues(placed: readonly InFrame<{ readonly cells: Uint16Array }>[]): Values {
  const most = placed.reduce((sum, { value }) => sum + value.cells.length, 0);
  return { cells: new Uint16Array(most), frames: new Uint32Array(most), values: new Float64Array(most), count: 0 };
}

function put(values: Values, cell: number, frame: number, value: number): void {
  values.cells[values.count] = cell;
  values.frames[values.count] = frame;
  values.values[values.count] = value;
  values.count += 1;
}

/** Where the cells of a tile are in each part: a tile within a part is one stretch, one of several parts takes all of each. */
function stretchOf({ tier, zoom, tile }: TileOf) {
  const deeper = 2 * (zoom - tier.partZoom);
  const width = 2 ** (partBits - Math.max(0, deeper));
  return {
    shift: cellShift(tier, zoom),
    width,
    from: deeper > 0 ? (tile & (2 ** deeper - 1)) * width : 0,
    baseOf: (part: number): number => (deeper < 0 ? (part & (2 ** -deeper - 1)) * 2 ** partBits : 0),
  };
}

/** By line whether its entries count; null where all do. */
function wanted(block: Block, { lines }: Pick<CubeOptions<never>, 'lines'>): Uint8Array | null | 'none' {
  if (lines === null) return null;
  const counts = Uint8Array.from(block.lines, (sources) => (lines(sources) ? 1 : 0));
  if (counts.every((counted) => counted === 1)) return null;
  return counts.some((counted) => counted === 1) ? counts : 'none';
}

/** Hours of the entries that count; −1 where none does. */
function hoursOf(block: Block, begin: number, end: number, ships: Uint8Array | null, lines: Uint8Array | null): number {
  let units = 0;
  let isAny = false;
  for (let entry = begin; entry < end; entry += 1) {
    if (ships !== null && ships[block.ships[entry] as number] !== 1) continue;
    if (lines !== null && lines[block.lineOf[entry] as number] !== 1) continue;
    units += block.units[entry] as number;
    isAny = true;
  }
  return isAny ? (units * block.secondsPerUnit) / 3600 : -1;
}

/** Different vessels of the entries that count; −1 where none does. */
function vesselsOf(
  block: Block,
  begin: number,
  end: number,
  ships: Uint8Array | null,
  lines: Uint8Array | null,
  seen: Uint32Array,
  turn: number,
): number {
  let vessels = 0;
  for (let entry = begin; entry < end; entry += 1) {
    const ship = block.ships[entry] as number;
    if (seen[ship] === turn) continue;
    if (ships !== null && ships[ship] !== 1) continue;
    if (lines !== null && lines[block.lineOf[entry] as number] !== 1) continue;
    seen[ship] = turn;
    vessels += 1;
  }
  return vessels === 0 ? -1 : vessels;
}

function lowerBound(cells: Uint16Array, value: number): number {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Columns by cell and then by frame. Blocks come by frame: a stable distribution over the cells keeps that. */
function inOrder(found: Values) {
  const next = new Uint32Array(cellsOfTile + 1);
  for (let from = 0; from < found.count; from += 1) addTo(next, (found.cells[from] as number) + 1, 1);
  for (let cell = 0; cell < cellsOfTile; cell += 1) addTo(next, cell + 1, next[cell] as number);
  const cells = new Uint16Array(found.count);
  const frames = new Uint32Array(found.count);
  const values = new Float64Array(found.count);
  for (let from = 0; from < found.count; from += 1) {
    const cell = found.cells[from] as number;
    const at = next[cell] as number;
    next[cell] = at + 1;
    cells[at] = cell;
    frames[at] = found.frames[from] as number;
    values[at] = found.values[from] as number;
  }
  return { cells, frames, values };
}
