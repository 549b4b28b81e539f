/** `[lon, lat]` in WGS84 degrees. Zero is a coordinate: compare with `null`, never by truth. */
export type Position = readonly [lon: number, lat: number];

/** Closed ring: the first and the last position are the same. */
export type Ring = readonly Position[];

/** GeoJSON polygon: the outer ring, then its holes. */
export type PolygonGeometry = { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] };

/** GeoJSON multipolygon: a list of polygons, each an outer ring and its holes. */
export type MultiPolygonGeometry = {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly Ring[])[];
};

export type ArealGeometry = PolygonGeometry | MultiPolygonGeometry;

/** A published figure together with its unit and where it was published. */
export type SourcedFigure = { readonly value: number; readonly unit: string; readonly source: string };
