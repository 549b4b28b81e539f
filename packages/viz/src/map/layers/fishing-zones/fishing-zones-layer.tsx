import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';

type Props = { readonly data: GeoJSON.FeatureCollection; readonly opacity?: number };

/** Id of the layer whose features carry a zone's `name`, `segment`, `note`, `vessels` and `presenceHours`. */
export const fishingZonesHitLayer = 'fishing-zones-fill';

/** Fishing zones coloured by fleet segment. */
export function FishingZonesLayer({ data, opacity = 1 }: Props) {
  const { colours } = useMap();
  const layers = useMemo<GeoLayerSpec[]>(() => {
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
    return [
      { id: fishingZonesHitLayer, type: 'fill', paint: { 'fill-color': colour, 'fill-opacity': 0.1 * opacity } },
      {
        id: 'fishing-zones-line',
        type: 'line',
        paint: { 'line-color': colour, 'line-width': 1.3, 'line-opacity': opacity },
      },
    ];
  }, [colours, opacity]);
  return <GeoLayer id="fishing-zones" slot="areas" data={data} layers={layers} interactive={[fishingZonesHitLayer]} />;
}
