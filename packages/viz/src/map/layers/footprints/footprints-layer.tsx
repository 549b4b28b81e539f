import { useMemo } from 'react';
import { GeoLayer, type GeoLayerSpec } from '../../geo-layer.tsx';
import { useMap } from '../../map-context.ts';
import { outlinesOf } from '../../outlines.ts';

type Props = { readonly data: GeoJSON.FeatureCollection };

/** Outlines of the areas of single satellite products. */
export function FootprintsLayer({ data }: Props) {
  const { colours } = useMap();
  const outlines = useMemo(() => outlinesOf(data), [data]);
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: 'footprints-casing',
        type: 'line',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colours.halo, 'line-width': 2.6, 'line-opacity': 0.7 },
      },
      {
        id: 'footprints-line',
        type: 'line',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colours.station, 'line-width': 1.1 },
      },
    ],
    [colours],
  );
  return <GeoLayer id="footprints" slot="lines" data={outlines} layers={layers} />;
}
