import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { outlinesOf } from '../../outlines.ts';

type Props = { readonly data: GeoJSON.FeatureCollection; readonly opacity?: number };

/** Id of the layer whose features carry a zone's `name`, `segment`, `note`, `vessels` and `presenceHours`. */
export const fishingZonesHitLayer = 'fishing-zones-fill';

/** Fishing zones coloured by fleet segment. */
export function FishingZonesLayer({ data, opacity = 1 }: Props) {
  const { colours } = useMap();
  const outlines = useMemo(() => outlinesOf(data), [data]);
  const [fills, lines] = useMemo<readonly [GeoLayerSpec[], GeoLayerSpec[]]>(() => {
    const { artesanal, industrial } = colours.fishing;
    const colour: ExpressionSpecification = [
      'match',
      ['get', 'segment'],
      'artesanal',
      artesanal,
      'semi-industrial',
      colours.fishing['semi-industrial'],
      industrial,
    ];
    const width: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 4, 1, 8, 1.8];
    return [
      [{ id: fishingZonesHitLayer, type: 'fill', paint: { 'fill-color': colour, 'fill-opacity': 0.14 * opacity } }],
      [
        {
          id: 'fishing-zones-line',
          type: 'line',
          paint: { 'line-color': colour, 'line-width': width, 'line-opacity': opacity },
        },
      ],
    ];
  }, [colours, opacity]);
  return (
    <>
      <GeoLayer id="fishing-zones" slot="areas" data={data} layers={fills} interactive={[fishingZonesHitLayer]} />
      <GeoLayer id="fishing-zones-outline" slot="areas" data={outlines} layers={lines} />
    </>
  );
}
