import { useMemo } from 'react';
import { pickColour } from '../../colours.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';

const layers: readonly GeoLayerSpec[] = [
  {
    id: 'pick-ring',
    type: 'circle',
    paint: {
      'circle-radius': 9,
      'circle-color': 'transparent',
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 4.5,
    },
  },
  {
    id: 'pick-mark',
    type: 'circle',
    paint: {
      'circle-radius': 9,
      'circle-color': 'transparent',
      'circle-stroke-color': pickColour,
      'circle-stroke-width': 2.5,
    },
  },
];

/** A ring around the place that the side panel is about. */
export function PickLayer({ position }: { readonly position: readonly [lon: number, lat: number] }) {
  const [lon, lat] = position;
  const data = useMemo<GeoJSON.Feature>(
    () => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lon, lat] } }),
    [lon, lat],
  );
  return <GeoLayer id="pick" slot="top" data={data} layers={layers} />;
}
