import type { FilterDifference, FilterGrid } from '@kianda/contract/models/filters/filters.contract';
import { regionsOf } from '@kianda/science/planning/cell-regions';
import { featuresOf } from './compute/result.rules.ts';

export type GridDifference = Omit<FilterDifference, 'from' | 'to'>;

/** Grids over other cells can't be compared cell by cell. */
export const isSameLattice = (a: FilterGrid, b: FilterGrid): boolean =>
  (['west', 'south', 'cellDegrees', 'columns', 'rows'] as const).every((part) => Math.abs(a[part] - b[part]) < 1e-9);

/** Area that one result has and the other has not. `isSameUnit` false: their values are not compared. */
export function differenceOf(from: FilterGrid, to: FilterGrid, isSameUnit: boolean): GridDifference {
  const [before, after] = [chosenOf(from), chosenOf(to)];
  const gained = after.map((one, cell) => Number(one === 1 && before[cell] !== 1));
  const lost = before.map((one, cell) => Number(one === 1 && after[cell] !== 1));
  const kept = after.map((one, cell) => Number(one === 1 && before[cell] === 1));
  const [gainedKm2, lostKm2, keptKm2] = [gained, lost, kept].map((mask) =>
    regionsOf(to, mask).reduce((sum, { areaSquareMeters }) => sum + areaSquareMeters / 1e6, 0),
  ) as [number, number, number];
  const all = gainedKm2 + lostKm2 + keptKm2;
  return {
    ...{ gainedKm2, lostKm2, keptKm2, overlap: all === 0 ? null : keptKm2 / all },
    meanChange: isSameUnit ? meanChange(from, to) : null,
    gained: featuresOf(to, regionsOf(to, gained), valuesOf(to)),
    lost: featuresOf(from, regionsOf(from, lost), valuesOf(from)),
  };
}

function chosenOf({ columns, rows, cells }: FilterGrid): Uint8Array {
  const mask = new Uint8Array(columns * rows);
  for (const { cell, isChosen } of cells) mask[cell] = Number(isChosen);
  return mask;
}

function valuesOf({ columns, rows, cells }: FilterGrid): Float32Array {
  const values = new Float32Array(columns * rows).fill(Number.NaN);
  for (const { cell, value } of cells) values[cell] = value;
  return values;
}

function meanChange(from: FilterGrid, to: FilterGrid): number | null {
  const before = valuesOf(from);
  const changes = to.cells.map(({ cell, value }) => value - (before[cell] ?? Number.NaN)).filter(Number.isFinite);
  return changes.length === 0 ? null : changes.reduce((sum, one) => sum + one, 0) / changes.length;
}
