import type { Drawing } from '@kianda/contract/space/spatial/analysis-inputs';
import type { DrawnRing } from '@kianda/viz/map/layers/draw/draw-area.tsx';

type Point = readonly [lon: number, lat: number];
/** A person's drawing: outer rings of areas, and points. */
export type Sketch = { readonly rings: readonly DrawnRing[]; readonly points: readonly Point[] };

export const emptySketch: Sketch = { rings: [], points: [] };
/** Decimals of a degree: about a metre. */
const decimals = 5;
const rounded = ([lon, lat]: Point): [number, number] => [Number(lon.toFixed(decimals)), Number(lat.toFixed(decimals))];

/** A sketch as GeoJSON, each thing by its order; null for an empty one. */
export function drawingOf({ rings, points }: Sketch): Drawing | null {
  const features = [
    ...rings.map((ring) => ({ type: 'Polygon' as const, coordinates: [ring.map(rounded)] })),
    ...points.map((point) => ({ type: 'Point' as const, coordinates: rounded(point) })),
  ].map((geometry, place) => ({
    type: 'Feature' as const,
    geometry,
    properties: { name: String(place + 1) },
  }));
  return features.length === 0 ? null : { type: 'FeatureCollection', features: features as Drawing['features'] };
}

/** The sketch that a drawing came from; what is neither an area nor a point stays out. */
export function sketchOf({ features }: Drawing): Sketch {
  const of = (type: string) =>
    features.filter(({ geometry }) => geometry.type === type).map(({ geometry }) => geometry.coordinates);
  return {
    rings: of('Polygon').map((coordinates) => (coordinates as unknown as readonly DrawnRing[])[0] ?? []),
    points: of('Point') as unknown as readonly Point[],
  };
}
