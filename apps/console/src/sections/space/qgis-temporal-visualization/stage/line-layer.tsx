import { pickColour } from '@kianda/viz/map/colours.ts';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import { useMemo } from 'react';

const layers: readonly GeoLayerSpec[] = [
  { id: 'transeto-bordo', type: 'line', paint: { 'line-color': '#ffffff', 'line-width': 5 } },
  { id: 'transeto-linha', type: 'line', paint: { 'line-color': pickColour, 'line-width': 2.5 } },
  {
    id: 'transeto-pontos',
    type: 'circle',
    paint: {
      'circle-radius': 5,
      'circle-color': pickColour,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 2,
    },
  },
];

/** The line of a transect, and its first place while the second is still to come. */
export function LineLayer({ line }: { readonly line: readonly (readonly [number, number])[] }) {
  const data = useMemo<GeoJSON.Feature>(() => {
    const coordinates = line.map(([lon, lat]) => [lon, lat]);
    return {
      type: 'Feature',
      properties: {},
      geometry:
        coordinates.length === 1
          ? { type: 'Point', coordinates: coordinates[0] ?? [] }
          : { type: 'LineString', coordinates },
    };
  }, [line]);
  return <GeoLayer id="transeto" slot="lines" data={data} layers={layers} />;
}
