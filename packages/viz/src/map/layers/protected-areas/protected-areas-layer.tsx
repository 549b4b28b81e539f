import { useMemo } from 'react';
import { labelFont } from '../../base/style.ts';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { outlinesOf } from '../../outlines.ts';

type Props = { readonly data: GeoJSON.FeatureCollection; readonly opacity?: number };

/** Id of the layer whose features carry an area's `name`, `designation`, `status` and `source`. */
export const protectedAreasHitLayer = 'protected-areas-fill';

/** Protected and sensitive areas; those only planned have a broken outline. */
export function ProtectedAreasLayer({ data, opacity = 1 }: Props) {
  const { colours } = useMap();
  const outlines = useMemo(() => outlinesOf(data), [data]);
  const lines = useMemo<GeoLayerSpec[]>(() => {
    const isPlanned = ['==', ['get', 'status'], 'planeada'] as ['==', ['get', string], string];
    const line = { 'line-color': colours.protectedArea, 'line-width': 1.6, 'line-opacity': opacity };
    return [
      { id: 'protected-areas-line', type: 'line', filter: ['!', isPlanned], paint: line },
      {
        id: 'protected-areas-planned',
        type: 'line',
        filter: isPlanned,
        paint: { ...line, 'line-dasharray': [2, 1.6] },
      },
    ];
  }, [colours, opacity]);
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: protectedAreasHitLayer,
        type: 'fill',
        paint: { 'fill-color': colours.protectedArea, 'fill-opacity': 0.16 * opacity },
      },
      {
        id: 'protected-areas-name',
        type: 'symbol',
        minzoom: 6.2,
        layout: { 'text-field': ['get', 'name'], 'text-font': labelFont, 'text-size': 11, 'text-max-width': 9 },
        paint: {
          'text-color': colours.protectedArea,
          'text-halo-color': colours.halo,
          'text-halo-width': 1.3,
          'text-opacity': opacity,
        },
      },
    ],
    [colours, opacity],
  );
  return (
    <>
      <GeoLayer id="protected-areas" slot="areas" data={data} layers={layers} interactive={[protectedAreasHitLayer]} />
      <GeoLayer id="protected-areas-outline" slot="areas" data={outlines} layers={lines} />
    </>
  );
}
