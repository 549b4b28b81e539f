import { heatSide } from '@kianda/geo';
import type { Block } from './block.ts';
import { addTo, fromMorton } from './entries.ts';
import { cellShift, partBits, type Tier } from './tiers.ts';
import type { Sums } from './totals.ts';

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
 * Presence by cell and frame of a tile: hours, or where `isCounting` different vessels. Ships are distinguished within
 * a cell by remembering at which cell and frame each was counted last.
 */
export function cubeOf<Placed extends InFrame<Block>>(blocks: readonly Placed[], options: CubeOptions<Placed>) {
  const { shift, from, width, baseOf } = stretchOf(options);
  const found = roomFor(blocks, from, from + width, shift);
  for (const placed of blocks) {
    const { frame, part, value: block } = placed;
    const lines = wanted(block, options);
    if (lines === 'none') continue;
    const ships = reaching(options.shipsOf(placed), block.highestShip);
    const sumUp = options.isCounting ? vesselsOf(block, ships, lines, shift === 0) : hoursOf(block, ships, lines);
    const partBase = baseOf(part);
    const { cells, ends } = block;
    const last = lowerBound(cells, from + width);
    for (let cell = lowerBound(cells, from); cell < last; ) {
      const target = (partBase + (cells[cell] as number)) >>> shift;
      const begin = cell === 0 ? 0 : (ends[cell - 1] as number);
      // All cells of the finer grid in this one follow each other.
      do cell += 1;
      while (cell < last && (partBase + (cells[cell] as number)) >>> shift === target);
      const value = sumUp(begin, ends[cell - 1] as number);
      if (value >= 0) put(found, rowMajor[target & (cellsOfTile - 1)] as number, frame, value);
    }
  }
  return inOrder(found);
}

/** The same for the whole fleet, from sums of the blocks at the tile's own cells: of seconds, or of vessels. */
export function cubeOfSums(sums: readonly InFrame<Sums>[], of: TileOf & { readonly isCounting: boolean }) {
  const { shift, from, width, baseOf } = stretchOf(of);
  const [first, end] = [from >>> shift, (from + width) >>> shift];
  const found = roomFor(sums, first, end);
  const perUnit = of.isCounting ? 1 : 3600;
  for (const { frame, part, value } of sums) {
    const partBase = baseOf(part) >>> shift;
    for (let at = lowerBound(value.cells, first); at < value.cells.length; at += 1) {
      const cell = value.cells[at] as number;
      if (cell >= end) break;
      put(
        found,
        rowMajor[(partBase + cell) & (cellsOfTile - 1)] as number,
        frame,
        (value.values[at] as number) / perUnit,
      );
    }
  }
  return inOrder(found);
}

/** Values in columns as they are found. */
type Values = { cells: Uint16Array; frames: Uint32Array; values: Float64Array; count: number };

/** One for all tiles, each of which is done before the next begins: megabytes a tile would keep the collector busy. */
const room: Values = {
  cells: new Uint16Array(0),
  frames: new Uint32Array(0),
  values: new Float64Array(0),
  count: 0,
};

/** Empty columns with room for one value a cell of the tile and frame, between two cells of the blocks' own grid. */
function roomFor(
  placed: readonly InFrame<{ readonly cells: Uint16Array }>[],
  from: number,
  end: number,
  shift = 0,
): Values {
  const mostOf = (cells: Uint16Array) =>
    Math.min(lowerBound(cells, end) - lowerBound(cells, from), (end - from) >>> shift);
  const most = placed.reduce((sum, { value }) => sum + mostOf(value.cells), 0);
  if (most > room.cells.length) {
    room.cells = new Uint16Array(most);
    room.frames = new Uint32Array(most);
    room.values = new Float64Array(most);
  }
  room.count = 0;
  return room;
}

function put(values: Values, cell: number, frame: number, value: number): void {
  values.cells[values.count] = cell;
  values.frames[values.count] = frame;
  values.values[values.count] = value;
  values.count += 1;
}

/** Cells of a tile in each part: a tile within a part is one stretch of it, a tile of several parts takes all of each. */
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

/** 1 for each line whose entries count; null where all do. */
function wanted(block: Block, { lines }: Pick<CubeOptions<never>, 'lines'>): Uint8Array | null | 'none' {
  if (lines === null) return null;
  const counts = Uint8Array.from(block.lines, (sources) => (lines(sources) ? 1 : 0));
  if (counts.every((counted) => counted === 1)) return null;
  return counts.some((counted) => counted === 1) ? counts : 'none';
}

/** The same ships, with room for all of a block: one that came after they were read passes no filter. */
function reaching(ships: Uint8Array | null, highestShip: number): Uint8Array | null {
  if (ships === null || highestShip < ships.length) return ships;
  const all = new Uint8Array(highestShip + 1);
  all.set(ships);
  return all;
}

/** Value of the entries `[begin, end)` of a block; −1 where none of them counts. */
type ValueOf = (begin: number, end: number) => number;

/*
 * The loops below go over millions of entries a tile. Whether one counts is nearly as often true as not, which a branch
 * cannot foresee: they multiply by 0 or 1 instead, and have a loop of their own for what need not be asked.
 */

/** Hours of the entries that count. */
function hoursOf(block: Block, ships: Uint8Array | null, lines: Uint8Array | null): ValueOf {
  const { units, ships: shipOf, lineOf, secondsPerUnit } = block;
  if (ships === null && lines === null)
    return (begin, end) => {
      let sum = 0;
      for (let entry = begin; entry < end; entry += 1) sum += units[entry] as number;
      return (sum * secondsPerUnit) / 3600;
    };
  return (begin, end) => {
    let sum = 0;
    let counted = 0;
    for (let entry = begin; entry < end; entry += 1) {
      const passes =
        (ships === null ? 1 : (ships[shipOf[entry] as number] as number)) &
        (lines === null ? 1 : (lines[lineOf[entry] as number] as number));
      sum += (units[entry] as number) * passes;
      counted += passes;
    }
    return counted === 0 ? -1 : (sum * secondsPerUnit) / 3600;
  };
}

/** Turn at which each ship was counted last, by its number. One array and one counter serve all tiles. */
let seen = new Uint32Array(0);
let turn = 0;

/** Ships of one cell that count; room for those of the largest block. */
let passing = new Uint32Array(0);

/** A turn that no ship up to this one was counted at. */
function nextTurn(highestShip: number): number {
  if (highestShip >= seen.length || turn === 2 ** 32 - 1) {
    seen = new Uint32Array(Math.max(seen.length, 2 * (highestShip + 1)));
    turn = 0;
  }
  turn += 1;
  return turn;
}

/** Different vessels of the entries that count. Those of a single cell come by ship: `isOneCell`. */
function vesselsOf(block: Block, ships: Uint8Array | null, lines: Uint8Array | null, isOneCell: boolean): ValueOf {
  const { ships: shipOf, lineOf, highestShip } = block;
  if (lines === null && isOneCell)
    return (begin, end) => {
      let vessels = 0;
      let before = -1;
      for (let entry = begin; entry < end; entry += 1) {
        const ship = shipOf[entry] as number;
        vessels += Number(ship !== before) & (ships === null ? 1 : (ships[ship] as number));
        before = ship;
      }
      return vessels === 0 ? -1 : vessels;
    };
  if (shipOf.length > passing.length) passing = new Uint32Array(shipOf.length);
  return (begin, end) => {
    // First those that count, one after the other: only they are looked up in the large table.
    const own = passing;
    let count = 0;
    for (let entry = begin; entry < end; entry += 1) {
      const ship = shipOf[entry] as number;
      own[count] = ship;
      count +=
        (ships === null ? 1 : (ships[ship] as number)) &
        (lines === null ? 1 : (lines[lineOf[entry] as number] as number));
    }
    const now = nextTurn(highestShip);
    const last = seen;
    let vessels = 0;
    for (let at = 0; at < count; at += 1) {
      const ship = own[at] as number;
      vessels += Number(last[ship] !== now);
      last[ship] = now;
    }
    return vessels === 0 ? -1 : vessels;
  };
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
