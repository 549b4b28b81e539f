import { useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';

type Props = { readonly data: GeoJSON.FeatureCollection; readonly opacity?: number };

/** Id of the layer whose features carry an observation's `scientificName`, `eventDate` and `source`. */
export const observationsHitLayer = 'observations-mark';

/** Observed species: a small mark each, so that many at one place show as a denser spot. */
export function ObservationsLayer({ data, opacity = 1 }: Props) {
  const { colours } = useMap();
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: observationsHitLayer,
        type: 'circle',
        paint: {
          'circle-color': colours.observation,
          'circle-opacity': 0.6 * opacity,
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 4, 2, 9, 4.5],
          'circle-stroke-color': colours.halo,
          'circle-stroke-width': 0.6,
          'circle-stroke-opacity': opacity,
        },
      },
    ],
    [colours, opacity],
  );
  return <GeoLayer id="observations" slot="points" data={data} layers={layers} interactive={[observationsHitLayer]} />;
}
