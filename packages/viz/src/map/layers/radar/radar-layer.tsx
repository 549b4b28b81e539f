import { useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';

/** Colour of vessels that radar saw without AIS, in a scheme. */
export const radarColours = { light: '#a3195b', dark: '#ff8fc0' } as const;

type Cell = { readonly lon: number; readonly lat: number; readonly detections: number };
type Props = {
  /** South-west corners. */
  readonly cells: readonly Cell[];
  readonly cellDegrees: number;
};

/** Vessels that radar saw without AIS: a ring in the middle of each cell, larger where there are several. */
export function RadarLayer({ cells, cellDegrees }: Props) {
  const { scheme } = useMap();
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: cells.map(({ lon, lat, detections }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon + cellDegrees / 2, lat + cellDegrees / 2] },
        properties: { detections },
      })),
    }),
    [cells, cellDegrees],
  );
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: 'radar-anel',
        type: 'circle',
        paint: {
          'circle-radius': ['interpolate', ['linear'], ['get', 'detections'], 1, 4.5, 10, 10],
          'circle-color': 'transparent',
          'circle-stroke-color': radarColours[scheme],
          'circle-stroke-width': 2,
        },
      },
    ],
    [scheme],
  );
  return <GeoLayer key={scheme} id="radar" slot="top" data={data} layers={layers} />;
}
