import { type AnnotationGeometry, annotationLimits } from '@kianda/contract/people/collaboration/annotations';

/** A geometry under way. `of`: the annotation that is drawn again; null for a new one. */
export type Drawing = {
  readonly type: AnnotationGeometry['type'];
  readonly points: readonly (readonly [number, number])[];
  readonly of: string | null;
};

/** Decimals of a degree: about a metre. */
const rounded = ([lon, lat]: readonly [number, number]): [number, number] => [
  Number(lon.toFixed(5)),
  Number(lat.toFixed(5)),
];

/** The geometry that the points make; null while there are too few, or too many. */
export function geometryOf({ type, points }: Drawing): AnnotationGeometry | null {
  const [first, ...rest] = points.slice(0, annotationLimits.vertices).map(rounded);
  if (first === undefined) return null;
  if (type === 'Point') return { type, coordinates: first };
  if (type === 'LineString') return rest.length === 0 ? null : { type, coordinates: [first, ...rest] };
  return rest.length < 2 ? null : { type, coordinates: [[first, ...rest, first]] };
}

/** Whether the person has to say that it is whole. */
export const needsFinish = ({ type }: Drawing): boolean => type !== 'Point';

/** A place to point at: of a line and an area the middle of its box. */
export function anchorOf(geometry: AnnotationGeometry): readonly [number, number] {
  if (geometry.type === 'Point') return geometry.coordinates;
  const points = geometry.type === 'LineString' ? geometry.coordinates : geometry.coordinates[0];
  const lons = points.map(([lon]) => lon);
  const lats = points.map(([, lat]) => lat);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return [middle(lons), middle(lats)];
}
