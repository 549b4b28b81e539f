import { useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { outlinesOf } from '../../outlines.ts';

type Props = {
  readonly data: GeoJSON.FeatureCollection;
  readonly opacity?: number;
  /** Tints the zone itself, where no field fills it. */
  readonly hasFill?: boolean;
};

/** Limit of the exclusive economic zone: a line with a casing, to read over any field. */
export function ZeeLayer({ data, opacity = 1, hasFill = false }: Props) {
  const { colours } = useMap();
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: 'zee-casing',
        type: 'line',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colours.zeeCasing, 'line-width': 4, 'line-opacity': opacity },
      },
      {
        id: 'zee-line',
        type: 'line',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colours.zee, 'line-width': 1.6, 'line-dasharray': [5, 2.5], 'line-opacity': opacity },
      },
    ],
    [colours, opacity],
  );
  const lines = useMemo(() => outlinesOf(data), [data]);
  const fill = useMemo<GeoLayerSpec[]>(
    () => [{ id: 'zee-fill', type: 'fill', paint: { 'fill-color': colours.zee, 'fill-opacity': 0.12 * opacity } }],
    [colours, opacity],
  );
  return (
    <>
      {hasFill ? <GeoLayer id="zee-area" slot="cells" data={data} layers={fill} /> : null}
      <GeoLayer id="zee" slot="lines" data={lines} layers={layers} />
    </>
  );
}
