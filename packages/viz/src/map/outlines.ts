type Collection = GeoJSON.FeatureCollection;

/**
 * The outlines of polygons as lines, with the polygons' properties: drawn instead of the polygons' own edges, which
 * where a polygon is cut into tiles also show the cuts.
 */
export function outlinesOf({ features }: Collection): Collection {
  return {
    type: 'FeatureCollection',
    features: features.flatMap(({ geometry, properties }) => {
      const rings =
        geometry.type === 'Polygon'
          ? geometry.coordinates
          : geometry.type === 'MultiPolygon'
            ? geometry.coordinates.flat()
            : [];
      return rings.length === 0
        ? []
        : [
            {
              type: 'Feature' as const,
              properties,
              geometry: { type: 'MultiLineString' as const, coordinates: rings },
            },
          ];
    }),
  };
}
