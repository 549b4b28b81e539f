import type { FilterRule } from '@kianda/contract/models/filters/filter-types';
import { formatNumber, formatQuantity } from '@kianda/format';
import { type ArealGeometry, bboxOfGeometry, isInZee, pointInPolygon } from '@kianda/geo';
import { type CellLattice, cellCentre } from '@kianda/science/planning/cell-regions';
import type { ScoredGrid } from '../../models/index.ts';

/** The cells of a scored grid, whose `west` and `south` are the centre of its first cell. */
export function latticeOf({ west, south, cellDegrees, columns, rows }: ScoredGrid): CellLattice {
  return { west: west - cellDegrees / 2, south: south - cellDegrees / 2, cellDegrees, columns, rows };
}

/** Cells whose centre lies in the ZEE and in the area asked for. */
export function askedCells(lattice: CellLattice, bbox: FilterRule['bbox']): Uint8Array {
  const [west, south, east, north] = bbox ?? [-180, -90, 180, 90];
  return Uint8Array.from({ length: lattice.columns * lattice.rows }, (_, cell) => {
    const [lon, lat] = cellCentre(lattice, cell);
    return Number(lon >= west && lon <= east && lat >= south && lat <= north && isInZee([lon, lat]));
  });
}

/** The values of the cells asked for; NaN elsewhere. */
export const valuesWithin = (values: Float32Array, asked: Uint8Array): Float32Array =>
  values.map((value, cell) => (asked[cell] === 1 ? value : Number.NaN));

export const knownValues = (values: Float32Array): Float64Array => Float64Array.from(values).filter(Number.isFinite);

/** 1 where the centre of a cell lies in one of the areas. */
export function cellsInAreas(lattice: CellLattice, areas: readonly ArealGeometry[]): Uint8Array {
  const inside = new Uint8Array(lattice.columns * lattice.rows);
  for (const area of areas) {
    const box = bboxOfGeometry(area);
    if (box === null) continue;
    for (const cell of cellsInBox(lattice, box)) {
      if (inside[cell] !== 1 && pointInPolygon(cellCentre(lattice, cell), area)) inside[cell] = 1;
    }
  }
  return inside;
}

function* cellsInBox(lattice: CellLattice, [west, south, east, north]: readonly [number, number, number, number]) {
  const { columns, rows, cellDegrees } = lattice;
  const within = (value: number, most: number) => Math.min(most - 1, Math.max(0, Math.floor(value / cellDegrees)));
  if (east < lattice.west || north < lattice.south) return;
  if (west > lattice.west + columns * cellDegrees || south > lattice.south + rows * cellDegrees) return;
  for (let row = within(south - lattice.south, rows); row <= within(north - lattice.south, rows); row += 1) {
    for (
      let column = within(west - lattice.west, columns);
      column <= within(east - lattice.west, columns);
      column += 1
    ) {
      yield row * columns + column;
    }
  }
}

/** The cell that a position lies in; −1 outside. */
export function cellAt({ west, south, cellDegrees, columns, rows }: CellLattice, lon: number, lat: number): number {
  const column = Math.floor((lon - west) / cellDegrees);
  const row = Math.floor((lat - south) / cellDegrees);
  const isInside = column >= 0 && row >= 0 && column < columns && row < rows;
  return isInside ? row * columns + column : -1;
}

export const countOf = (mask: Uint8Array): number => mask.reduce((sum, one) => sum + one, 0);
export const whole = (value: number): string => formatNumber(value, { maxDecimals: 0 });
export const decimal = (value: number, decimals = 2): string => formatNumber(value, { decimals });
export const percentText = (share: number): string => formatQuantity(share * 100, '%', { maxDecimals: 0 });
