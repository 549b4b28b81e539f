import { useMemo } from 'react';
import { labelFont } from '../../base/style.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';

type Props = { readonly data: GeoJSON.FeatureCollection; readonly opacity?: number };

/** Id of the layer whose features carry a port's `name`, `kind` and `source`. */
export const portsHitLayer = 'ports-mark';

/** Ports and landing places: a small square ashore, and the name once there is room. */
export function PortsLayer({ data, opacity = 1 }: Props) {
  const { colours } = useMap();
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: portsHitLayer,
        type: 'symbol',
        layout: {
          'text-field': ['step', ['zoom'], '■', 5.2, ['concat', '■ ', ['get', 'name']]],
          'text-font': labelFont,
          'text-size': ['interpolate', ['linear'], ['zoom'], 4, 8, 6, 11.5, 9, 13],
          'text-anchor': 'left',
          'text-offset': [-0.35, 0],
          'text-padding': 1,
        },
        paint: {
          'text-color': colours.port,
          'text-halo-color': colours.halo,
          'text-halo-width': 1.3,
          'text-opacity': opacity,
        },
      },
    ],
    [colours, opacity],
  );
  return <GeoLayer id="ports" slot="points" data={data} layers={layers} interactive={[portsHitLayer]} />;
}
