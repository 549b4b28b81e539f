import { useEffect, useRef } from 'react';
import type { MapBounds } from './create-map.ts';
import { useMap } from './map-context.ts';

/** What a map shows. */
export type MapSeen = { readonly bounds: MapBounds; readonly zoom: number };

/** Tells what the map shows: at once, and whenever it has come to rest elsewhere. */
export function ViewProbe({ onSeen }: { readonly onSeen: (seen: MapSeen) => void }) {
  const { map } = useMap();
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    const tell = () => {
      const bounds = map.getBounds();
      latest.current({
        bounds: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
        zoom: map.getZoom(),
      });
    };
    tell();
    map.on('moveend', tell);
    map.on('resize', tell);
    return () => {
      map.off('moveend', tell);
      map.off('resize', tell);
    };
  }, [map]);
  return null;
}
