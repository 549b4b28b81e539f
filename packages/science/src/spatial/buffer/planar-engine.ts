import type { ArealGeometry, MultiPolygonGeometry, Position } from '@kianda/geo';

/** GeoJSON geometry of one kind. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] };

export type BufferStyle = {
  /** Segments in a quarter of a circle. */
  readonly segments: number;
  readonly cap: 'round' | 'flat' | 'square';
  readonly join: 'round' | 'mitre' | 'bevel';
  readonly mitreLimit: number;
  /** Of lines, in their direction. */
  readonly side: 'both' | 'left' | 'right';
};

/** Geometry in the plane, by an engine that is given: GEOS in the server. Coordinates are those of the plane. */
export type PlanarEngine = {
  buffer(geometry: Geometry, distance: number, style: BufferStyle): MultiPolygonGeometry;
  union(areas: readonly ArealGeometry[]): MultiPolygonGeometry;
  intersection(one: ArealGeometry, other: ArealGeometry): MultiPolygonGeometry;
  difference(one: ArealGeometry, other: ArealGeometry): MultiPolygonGeometry;
  /** The geometry made valid, and the fault with its place; null where it was valid. */
  repaired(geometry: Geometry): { readonly geometry: Geometry; readonly fault: string } | null;
};
