import { useEffect } from 'react';
import type { MapBounds, MapPadding } from './create-map.ts';
import { useMap } from './map-context.ts';

/** A place to show: a box (west, south, east, north), at most as near as `maxZoom`. */
export type MapTarget = { readonly bounds: MapBounds; readonly maxZoom: number };

/** Takes the map to a place each time another one is given. */
export function FlyTo({ target, padding }: { readonly target: MapTarget; readonly padding: MapPadding }) {
  const { map } = useMap();
  const { top, right, bottom, left } = padding;
  useEffect(() => {
    const [west, south, east, north] = target.bounds;
    map.fitBounds(
      [
        [west, south],
        [east, north],
      ],
      { padding: { top, right, bottom, left }, maxZoom: target.maxZoom, duration: 500 },
    );
  }, [map, target, top, right, bottom, left]);
  return null;
}
