import { sql } from 'kysely';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Condition } from '../items.types.ts';

/** west, south, east, north; west greater than east means across the antimeridian. */
export type SearchBox = readonly [number, number, number, number];

function refuse(message: string): never {
  throw new AppError('validation_failed', { issues: [{ path: 'bbox', message }] });
}

/** Four or six numbers; heights are left aside, as no item has one. Throws `validation_failed`. */
export function boxOf(numbers: readonly number[]): SearchBox {
  if (numbers.length !== 4 && numbers.length !== 6) refuse('A caixa tem quatro ou seis números.');
  const [west = NaN, south = NaN, east = NaN, north = NaN] =
    numbers.length === 4 ? numbers : [numbers[0], numbers[1], numbers[3], numbers[4]];
  if (numbers.some((value) => !Number.isFinite(value))) refuse('A caixa só tem números.');
  if (Math.abs(west) > 180 || Math.abs(east) > 180) refuse('As longitudes vão de -180 a 180.');
  if (Math.abs(south) > 90 || Math.abs(north) > 90) refuse('As latitudes vão de -90 a 90.');
  if (south > north) refuse('A latitude sul é maior do que a norte.');
  return [west, south, east, north];
}

/** `8,-18,14,-4` */
export function boxText(text: string): SearchBox {
  const parts = text.split(',');
  if (parts.some((part) => !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(part))) {
    refuse('A caixa escreve-se «oeste,sul,leste,norte», só com números.');
  }
  return boxOf(parts.map(Number));
}

/** Items whose footprint meets the box, edges included. Exact where the footprint is the geometry (`is_box`). */
export function meetsBox(box: SearchBox): Condition {
  const [west, south, east, north] = box;
  if (west > east)
    return sql<boolean>`(${meetsBox([west, south, 180, north])} or ${meetsBox([-180, south, east, north])})`;
  return sql<boolean>`((footprint[1])[0] <= ${east}::float8 and (footprint[0])[0] >= ${west}::float8
    and (footprint[1])[1] <= ${north}::float8 and (footprint[0])[1] >= ${south}::float8)`;
}

/** Lets through all that meet the box, by the index; a hundred-thousandth of a degree is nothing to it. */
export function nearBox([west, south, east, north]: SearchBox): Condition {
  if (west > east)
    return sql<boolean>`(${nearBox([west, south, 180, north])} or ${nearBox([-180, south, east, north])})`;
  return sql<boolean>`(footprint && ${`(${east},${north}),(${west},${south})`}::box)`;
}

type Geometry = { readonly type: string; readonly coordinates?: unknown; readonly geometries?: unknown };

/** Box around a GeoJSON geometry; null for one without positions. */
export function boxAround(geometry: Geometry): SearchBox | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    const [lon, lat] = value;
    if (typeof lon === 'number' && typeof lat === 'number') {
      [west, east] = [Math.min(west, lon), Math.max(east, lon)];
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    } else for (const part of value) visit(part);
  };
  if (Array.isArray(geometry.geometries)) {
    for (const part of geometry.geometries as Geometry[]) visit(part.coordinates);
  } else visit(geometry.coordinates);
  return west <= east && south <= north ? [west, south, east, north] : null;
}

/** Whether a geometry is its own box: a point, or a polygon of the box's four corners. */
export function isOwnBox(geometry: Geometry): boolean {
  if (geometry.type === 'Point') return true;
  if (geometry.type !== 'Polygon' || !Array.isArray(geometry.coordinates) || geometry.coordinates.length !== 1)
    return false;
  const box = boxAround(geometry);
  const ring: unknown = geometry.coordinates[0];
  if (box === null || !Array.isArray(ring) || ring.length !== 5) return false;
  const [west, south, east, north] = box;
  const corners = new Set((ring as number[][]).map(([lon, lat]) => `${lon} ${lat}`));
  const atCorner = (ring as number[][]).every(
    ([lon, lat]) => (lon === west || lon === east) && (lat === south || lat === north),
  );
  // Two steps along the diagonal would be four corners too, and not the rectangle.
  const straight = (ring as number[][]).every((point, index, all) => {
    const next = all[index + 1];
    return next === undefined || point[0] === next[0] || point[1] === next[1];
  });
  return atCorner && corners.size === 4 && straight;
}

/** Text of a box for its column; across the antimeridian it is the whole width, and the geometry decides. */
export function footprintText(box: SearchBox): string {
  const [west, south, east, north] = box;
  return west > east ? `(180,${north}),(-180,${south})` : `(${east},${north}),(${west},${south})`;
}
