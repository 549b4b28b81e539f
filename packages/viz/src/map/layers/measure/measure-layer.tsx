import { formatQuantity } from '@kianda/format';
import { metersToNauticalMiles, type Position } from '@kianda/geo';
import { useMemo } from 'react';
import { labelFont } from '../../base/style.ts';
import { pickColour } from '../../colours.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { mapTexts } from '../../texts.pt.ts';
import { geodesicPath, measureLegs } from './measure.ts';

/** A line being measured: its points, its geodesics, and the nautical miles of each leg. */
export function MeasureLayer({ points }: { readonly points: readonly Position[] }) {
  const { colours } = useMap();
  const data = useMemo<GeoJSON.FeatureCollection>(() => {
    const legs = measureLegs(points).map(
      (leg): GeoJSON.Feature => ({
        type: 'Feature',
        properties: {
          label: formatQuantity(metersToNauticalMiles(leg.meters), mapTexts.nauticalMiles, { maxDecimals: 1 }),
        },
        geometry: { type: 'LineString', coordinates: geodesicPath(leg) },
      }),
    );
    const marks = points.map(
      ([lon, lat]): GeoJSON.Feature => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [lon, lat] },
      }),
    );
    return { type: 'FeatureCollection', features: [...legs, ...marks] };
  }, [points]);
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      { id: 'medida-bordo', type: 'line', paint: { 'line-color': colours.halo, 'line-width': 5 } },
      { id: 'medida-linha', type: 'line', paint: { 'line-color': pickColour, 'line-width': 2 } },
      {
        id: 'medida-ponto',
        type: 'circle',
        filter: ['==', ['geometry-type'], 'Point'],
        paint: {
          'circle-radius': 4.5,
          'circle-color': pickColour,
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 1.5,
        },
      },
      {
        id: 'medida-quanto',
        type: 'symbol',
        filter: ['==', ['geometry-type'], 'LineString'],
        layout: {
          'symbol-placement': 'line-center',
          'text-field': ['get', 'label'],
          'text-font': labelFont,
          'text-size': 12.5,
          'text-offset': [0, -0.9],
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        },
        paint: { 'text-color': colours.label, 'text-halo-color': colours.halo, 'text-halo-width': 1.6 },
      },
    ],
    [colours],
  );
  return <GeoLayer id="medida" slot="top" data={data} layers={layers} />;
}
