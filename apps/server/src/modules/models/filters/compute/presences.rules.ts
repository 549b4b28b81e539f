import type { CellLattice } from '@kianda/science/planning/cell-regions';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import { cellAt, countOf } from './cells.rules.ts';

/** Cells asked for in which each species was recorded, by its place in `names`. */
export function recordedCells(
  { species, longitudes, latitudes }: LearningOccurrences,
  lattice: CellLattice,
  asked: Uint8Array,
): ReadonlyMap<number, Uint8Array> {
  const cells = new Map<number, Uint8Array>();
  species.forEach((one, row) => {
    const cell = cellAt(lattice, longitudes[row] ?? Number.NaN, latitudes[row] ?? Number.NaN);
    if (cell < 0 || asked[cell] !== 1) return;
    const mask = cells.get(one) ?? new Uint8Array(asked.length);
    mask[cell] = 1;
    cells.set(one, mask);
  });
  return cells;
}

/** The species recorded in most cells, which is the one that the habitat model learns. */
export function mostRecorded(cells: ReadonlyMap<number, Uint8Array>): number | null {
  const [most] = [...cells]
    .map(([species, mask]) => ({ species, count: countOf(mask) }))
    .sort((a, b) => b.count - a.count);
  return most?.species ?? null;
}

/** Distinct species recorded in the block of cells about each cell, `reach` cells to every side. */
export function speciesAbout(
  cells: ReadonlyMap<number, Uint8Array>,
  { columns, rows }: CellLattice,
  reach: number,
): Uint16Array {
  const counts = new Uint16Array(columns * rows);
  for (const mask of cells.values()) {
    const near = new Uint8Array(mask.length);
    mask.forEach((one, cell) => {
      if (one === 1) markBlock(near, { columns, rows }, cell, reach);
    });
    near.forEach((one, cell) => {
      counts[cell] = (counts[cell] ?? 0) + one;
    });
  }
  return counts;
}

function markBlock(
  near: Uint8Array,
  { columns, rows }: Pick<CellLattice, 'columns' | 'rows'>,
  cell: number,
  reach: number,
) {
  const column = cell % columns;
  const row = Math.floor(cell / columns);
  for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y += 1) {
    near.fill(1, y * columns + Math.max(0, column - reach), y * columns + Math.min(columns - 1, column + reach) + 1);
  }
}
