import { type OceanRegion, oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { type ArealGeometry, type Grid, type Position, pointInPolygon } from '@kianda/geo';
import { type Field, fieldValueAt } from '@kianda/viz/field/decode.ts';

/** Classes of water by the depth of the sea floor, in metres: `from` included, `to` not. */
export const depthClasses = {
  todas: { from: 0, to: Number.POSITIVE_INFINITY },
  plataforma: { from: 0, to: 200 },
  talude: { from: 200, to: 1_000 },
  largo: { from: 1_000, to: Number.POSITIVE_INFINITY },
} as const;
export type DepthClass = keyof typeof depthClasses;

/** Part of the zone that figures are of. */
export type Area = { readonly region: OceanRegion; readonly depth: DepthClass };

/** Grounds on which a place lies in an area: the zone's outline, and the depth of the sea floor (m). */
export type Ground = { readonly zee: readonly ArealGeometry[]; readonly floor: Field };

/** Position of the middle of a cell: `west` and `south` of a grid are the middle of its first cell. */
const middleOf = (grid: Grid, column: number, row: number): Position => [
  grid.west + column * grid.lonStepDegrees,
  grid.south + row * grid.latStepDegrees,
];

/** True for each cell of a grid, row-major from the south-west, whose middle lies in the area. */
export function maskOf(grid: Grid, { region, depth }: Area, { zee, floor }: Ground): readonly boolean[] {
  const { south, north } = oceanRegions[region];
  const { from, to } = depthClasses[depth];
  return Array.from({ length: grid.columns * grid.rows }, (_, index) => {
    const position = middleOf(grid, index % grid.columns, Math.floor(index / grid.columns));
    if (position[1] < south || position[1] >= north) return false;
    if (depth !== 'todas') {
      const metres = fieldValueAt(floor, position);
      if (metres === null || metres < from || metres >= to) return false;
    }
    return zee.some((geometry) => pointInPolygon(position, geometry));
  });
}

/** The field within a mask; NaN outside. Throws where the mask is of another grid. */
export function maskedField(field: Field, mask: readonly boolean[]): Field {
  if (mask.length !== field.values.length) {
    throw new RangeError(`mask: expected ${field.values.length} cells, received ${mask.length}`);
  }
  return { grid: field.grid, values: field.values.map((value, index) => (mask[index] === true ? value : Number.NaN)) };
}

export type Figures = {
  /** Weighted by the area of the cells, which shrinks with the cosine of latitude. */
  readonly mean: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly cells: number;
};

/** Statistics over the known cells of a field; null where none is known. */
export function figuresOf({ grid, values }: Field): Figures | null {
  const known: number[] = [];
  let sum = 0;
  let weights = 0;
  for (let row = 0; row < grid.rows; row += 1) {
    const weight = Math.cos(((grid.south + row * grid.latStepDegrees) * Math.PI) / 180);
    for (let column = 0; column < grid.columns; column += 1) {
      const value = values[row * grid.columns + column];
      if (value === undefined || Number.isNaN(value)) continue;
      known.push(value);
      sum += value * weight;
      weights += weight;
    }
  }
  known.sort((a, b) => a - b);
  const [min, max] = [known[0], known.at(-1)];
  if (min === undefined || max === undefined) return null;
  const half = known.length / 2;
  const median = ((known[Math.ceil(half) - 1] ?? min) + (known[Math.floor(half)] ?? max)) / 2;
  return { mean: sum / weights, median, min, max, cells: known.length };
}

/** Known cells of a field as points of GeoJSON with their value. */
export function cellFeatures({ grid, values }: Field, unit: string): GeoJSON.FeatureCollection {
  const features: GeoJSON.Feature[] = [];
  values.forEach((value, index) => {
    if (Number.isNaN(value)) return;
    const [lon, lat] = middleOf(grid, index % grid.columns, Math.floor(index / grid.columns));
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [Number(lon.toFixed(5)), Number(lat.toFixed(5))] },
      properties: { value: Number(value.toPrecision(6)), unit },
    });
  });
  return { type: 'FeatureCollection', features };
}

/** At most `most` of a list, evenly spread, the first and the last among them. */
export function thinned<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const step = (list.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => list[Math.round(index * step)] as T);
}
