import type { StacItem } from '@kianda/contract/open/catalogue/stac-schemas';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import { useMap } from '@kianda/viz/map/map-context.ts';
import { useEffect, useMemo } from 'react';

type Props = { readonly items: readonly StacItem[]; readonly selected: string | null };

export const footprintLayer = 'stac-footprints-fill';

/** Footprints of the items found; the chosen one stands out. A click on one chooses it. */
export function Footprints({ items, selected }: Props) {
  const { colours } = useMap();
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: items.flatMap(({ id, collection, geometry }) =>
        geometry === null
          ? []
          : [
              {
                type: 'Feature' as const,
                geometry: geometry as GeoJSON.Geometry,
                properties: { id, collection, chosen: id === selected },
              },
            ],
      ),
    }),
    [items, selected],
  );
  const layers = useMemo<GeoLayerSpec[]>(
    () => [
      {
        id: footprintLayer,
        type: 'fill',
        // All but unseen: ten of them over one another must not tint the field below.
        paint: { 'fill-color': colours.station, 'fill-opacity': 0.004 },
      },
      {
        id: 'stac-footprints-line',
        type: 'line',
        layout: { 'line-join': 'round' },
        paint: { 'line-color': colours.station, 'line-width': ['case', ['get', 'chosen'], 2.6, 0.9] },
      },
      {
        id: 'stac-footprints-point',
        type: 'circle',
        filter: ['==', ['geometry-type'], 'Point'],
        paint: {
          'circle-color': colours.station,
          'circle-radius': ['case', ['get', 'chosen'], 8, 4.5],
          'circle-stroke-color': colours.halo,
          'circle-stroke-width': 1.5,
        },
      },
    ],
    [colours],
  );
  return (
    <GeoLayer
      id="stac-footprints"
      slot="lines"
      data={data}
      layers={layers}
      interactive={[footprintLayer, 'stac-footprints-point']}
    />
  );
}

/** west, south, east, north of the visible area. */
export type SeenBox = readonly [number, number, number, number];

/** Reports the visible box each time the map stops moving. */
export function SeenArea({ onSeen }: { readonly onSeen: (box: SeenBox) => void }) {
  const { map } = useMap();
  useEffect(() => {
    const tell = () => {
      const bounds = map.getBounds();
      const within = (value: number, limit: number) => Number(Math.min(limit, Math.max(-limit, value)).toFixed(4));
      onSeen([
        within(bounds.getWest(), 180),
        within(bounds.getSouth(), 90),
        within(bounds.getEast(), 180),
        within(bounds.getNorth(), 90),
      ]);
    };
    map.on('moveend', tell);
    tell();
    return () => {
      map.off('moveend', tell);
    };
  }, [map, onSeen]);
  return null;
}
