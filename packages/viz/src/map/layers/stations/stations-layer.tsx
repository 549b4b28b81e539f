import type { Station } from '@kianda/contract/sea/ocean/ocean.contract';
import { useMemo } from 'react';
import { labelFont } from '../../base/style.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';

type Props = {
  readonly stations: readonly Station[];
  readonly selectedId?: string | null;
  readonly opacity?: number;
};

/** Id of the layer whose features carry a station's `id` and `name`. */
export const stationsHitLayer = 'stations-circle';

/** Monitoring stations, the selected one larger; names once there is room for them. */
export function StationsLayer({ stations, selectedId = null, opacity = 1 }: Props) {
  const { colours } = useMap();
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: stations.map((station) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [station.lon, station.lat] },
        properties: { id: station.id, name: station.name, selected: station.id === selectedId },
      })),
    }),
    [stations, selectedId],
  );
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: stationsHitLayer,
        type: 'circle',
        paint: {
          'circle-radius': [
            'interpolate',
            ['linear'],
            ['zoom'],
            4,
            ['case', ['get', 'selected'], 6, 2.6],
            8,
            ['case', ['get', 'selected'], 9, 5.5],
          ],
          'circle-color': colours.station,
          'circle-stroke-color': colours.stationRing,
          'circle-stroke-width': ['case', ['get', 'selected'], 3, 1.4],
          'circle-opacity': opacity,
          'circle-stroke-opacity': opacity,
        },
      },
      {
        id: 'stations-name',
        type: 'symbol',
        minzoom: 7,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': labelFont,
          'text-size': 11.5,
          'text-anchor': 'right',
          'text-offset': [-0.8, 0],
          'text-optional': true,
        },
        paint: {
          'text-color': colours.label,
          'text-halo-color': colours.halo,
          'text-halo-width': 1.4,
          'text-opacity': opacity,
        },
      },
    ],
    [colours, opacity],
  );
  return <GeoLayer id="stations" slot="points" data={data} layers={layers} interactive={[stationsHitLayer]} />;
}
