import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { type UpwellingBand, upwellingAreas } from './bands.ts';
import { upwellingScale } from './upwelling-scale.ts';

type Props = { readonly bands: readonly UpwellingBand[]; readonly opacity?: number };

/** Id of the layer whose features carry a band's `index`, `isActive`, `coast` and `offshore`, °C. */
export const upwellingHitLayer = 'upwelling-fill';

const stops = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4];

/** Upwelling index along the coast: the colour is the index, a heavy outline says that it is active. */
export function UpwellingLayer({ bands, opacity = 1 }: Props) {
  const { colours } = useMap();
  const data = useMemo(() => upwellingAreas(bands), [bands]);
  const layers = useMemo<GeoLayerSpec[]>(() => {
    const colour: ExpressionSpecification = [
      'interpolate',
      ['linear'],
      ['get', 'index'],
      ...stops.flatMap((stop) => [stop, upwellingScale.css(stop)]),
    ] as unknown as ExpressionSpecification;
    return [
      { id: upwellingHitLayer, type: 'fill', paint: { 'fill-color': colour, 'fill-opacity': 0.85 * opacity } },
      {
        id: 'upwelling-line',
        type: 'line',
        paint: {
          'line-color': colours.label,
          'line-width': ['case', ['get', 'isActive'], 2, 0.4],
          'line-opacity': opacity,
        },
      },
    ];
  }, [colours, opacity]);
  return <GeoLayer id="upwelling" slot="areas" data={data} layers={layers} interactive={[upwellingHitLayer]} />;
}
