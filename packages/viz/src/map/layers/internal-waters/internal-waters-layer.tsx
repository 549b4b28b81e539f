import { useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { outlinesOf } from '../../outlines.ts';

type Props = { readonly data: GeoJSON.FeatureCollection; readonly opacity?: number };

/** Id of the layer whose features carry the waters' `name`. */
export const internalWatersHitLayer = 'internal-waters-fill';

/** Waters on the landward side of the baseline: filled, with a dotted outline. */
export function InternalWatersLayer({ data, opacity = 1 }: Props) {
  const { colours } = useMap();
  const outlines = useMemo(() => outlinesOf(data), [data]);
  const [fills, lines] = useMemo<readonly [GeoLayerSpec[], GeoLayerSpec[]]>(
    () => [
      [
        {
          id: internalWatersHitLayer,
          type: 'fill',
          paint: { 'fill-color': colours.internalWaters, 'fill-opacity': 0.35 * opacity },
        },
      ],
      [
        {
          id: 'internal-waters-line',
          type: 'line',
          paint: {
            'line-color': colours.internalWaters,
            'line-width': 1.4,
            'line-dasharray': [1, 1.5],
            'line-opacity': opacity,
          },
        },
      ],
    ],
    [colours, opacity],
  );
  return (
    <>
      <GeoLayer id="internal-waters" slot="areas" data={data} layers={fills} interactive={[internalWatersHitLayer]} />
      <GeoLayer id="internal-waters-outline" slot="areas" data={outlines} layers={lines} />
    </>
  );
}
