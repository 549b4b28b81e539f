import type { GeoGeometry } from '@kianda/connectors';
import type { ArealGeometry, MultiPolygonGeometry, Position } from '@kianda/geo';
import { geodesicRingArea } from '@kianda/science/spatial/shared/geodesic';
import type { Points } from '@kianda/science/spatial/shared/points';
import { fromWkb } from '../../../../platform/geometry/wkb.ts';
import type { ComputeTask, CurrentsInput, FeatureSet, RasterInput } from './compute.types.ts';

/** Features of a role; throws RangeError where the role was given something else. */
export function featuresOf({ inputs }: ComputeTask, role: string): FeatureSet {
  const given = inputs[role];
  if (given?.kind === 'features') return given;
  throw new RangeError(`A entrada «${role}» não tem elementos.`);
}

/** Features of a role that may be left out. */
export function optionalFeatures({ inputs }: ComputeTask, role: string): FeatureSet | null {
  const given = inputs[role];
  return given?.kind === 'features' ? given : null;
}

export function rasterOf({ inputs }: ComputeTask, role: string): RasterInput {
  const given = inputs[role];
  if (given?.kind === 'raster') return given;
  throw new RangeError(`A entrada «${role}» não é um campo.`);
}

function optionalRaster({ inputs }: ComputeTask, role: string): RasterInput | null {
  const given = inputs[role];
  return given?.kind === 'raster' ? given : null;
}

/** A field of a role that may be left out, taken out of the task: its memory is free again as soon as it was read. */
export function takenRaster(task: ComputeTask, role: string): RasterInput | null {
  const given = optionalRaster(task, role);
  if (given !== null) Reflect.deleteProperty(task.inputs, role);
  return given;
}

export function currentsOf({ inputs }: ComputeTask, role: string): CurrentsInput {
  const given = inputs[role];
  if (given?.kind === 'currents') return given;
  throw new RangeError('Não há correntes guardadas para a data pedida.');
}

export const countOf = (set: FeatureSet): number => set.offsets.length - 1;

export function geometryAt({ wkb, offsets }: FeatureSet, feature: number): GeoGeometry {
  return fromWkb(wkb.subarray(offsets[feature] ?? 0, offsets[feature + 1] ?? 0));
}

export const geometriesOf = (set: FeatureSet): readonly GeoGeometry[] =>
  Array.from({ length: countOf(set) }, (_, feature) => geometryAt(set, feature));

export const nameAt = (set: FeatureSet, feature: number): string => set.names[feature] || `${set.title} ${feature + 1}`;

/** The geometry as an area; null of points and lines. */
export const areaIn = (geometry: GeoGeometry): ArealGeometry | null =>
  geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? (geometry as ArealGeometry) : null;

/** Polygons of a set; the other features are left out. */
export const arealOf = (set: FeatureSet): readonly ArealGeometry[] =>
  geometriesOf(set).flatMap((geometry) => areaIn(geometry) ?? []);

/** All polygons of a set as one. */
export const joinedArea = (areas: readonly ArealGeometry[]): MultiPolygonGeometry => ({
  type: 'MultiPolygon',
  coordinates: areas.flatMap((area) => (area.type === 'Polygon' ? [area.coordinates] : area.coordinates)),
});

/** Every position of a geometry. */
export function positionsOf(geometry: GeoGeometry): readonly Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates as Position];
  if (geometry.type === 'MultiPoint' || geometry.type === 'LineString') return geometry.coordinates as Position[];
  if (geometry.type === 'MultiPolygon') return (geometry.coordinates as Position[][][]).flat(2);
  return (geometry.coordinates as Position[][]).flat();
}

/** One place of a feature: a point itself, of others the mean of their positions, in the box of an area its middle by area. */
export function middleOf(geometry: GeoGeometry): Position {
  if (geometry.type === 'Point') return geometry.coordinates as Position;
  const area = areaIn(geometry);
  if (area === null) return meanOf(positionsOf(geometry));
  const rings = joinedArea([area]).coordinates.map((polygon) => polygon[0] ?? []);
  let [sum, x, y] = [0, 0, 0];
  for (const ring of rings) {
    const [at = [0, 0]] = ring;
    for (let corner = 0; corner + 1 < ring.length; corner += 1) {
      const [ax, ay] = ring[corner] ?? [0, 0];
      const [bx, by] = ring[corner + 1] ?? [0, 0];
      const part = ((ax - at[0]) * (by - at[1]) - (bx - at[0]) * (ay - at[1])) / 2;
      sum += part;
      x += (part * (at[0] + ax + bx)) / 3;
      y += (part * (at[1] + ay + by)) / 3;
    }
  }
  return Math.abs(sum) < 1e-12 ? meanOf(rings.flat()) : [x / sum, y / sum];
}

function meanOf(positions: readonly Position[]): Position {
  const [x, y] = positions.reduce(([a, b], [lon, lat]) => [a + lon, b + lat] as const, [0, 0] as const);
  return [x / positions.length, y / positions.length];
}

/** Geodesic area, m²; 0 of what is no area. */
export function areaSquareMeters(geometry: GeoGeometry): number {
  const whole = areaIn(geometry);
  if (whole === null) return 0;
  return joinedArea([whole]).coordinates.reduce((sum, [outer = [], ...holes]) => {
    const inner = holes.reduce((all, hole) => all + geodesicRingArea(hole), 0);
    return sum + Math.max(0, geodesicRingArea(outer) - inner);
  }, 0);
}

export const pointsOf = (positions: readonly Position[]): Points => ({
  system: 'geographic',
  x: Float64Array.from(positions, ([lon]) => lon),
  y: Float64Array.from(positions, ([, lat]) => lat),
});

/** The middle of every feature. */
export const middlesOf = (set: FeatureSet): readonly Position[] => geometriesOf(set).map(middleOf);

/** Values of an attribute, and the features that have one. Throws RangeError where the input has no such numbers. */
export function valuesOf(set: FeatureSet, attribute: string): { values: Float64Array; features: readonly number[] } {
  const numbers = set.numbers[attribute];
  if (numbers === undefined) throw new RangeError(`A entrada não tem o atributo numérico «${attribute}».`);
  const features = Array.from(numbers.keys()).filter((feature) => Number.isFinite(numbers[feature]));
  return { values: Float64Array.from(features, (feature) => numbers[feature] ?? 0), features };
}
