import { useEffect, useRef } from 'react';
import type { MapBounds } from './create-map.ts';
import { useMap } from './map-context.ts';

/** View of a map. */
export type MapSeen = { readonly bounds: MapBounds; readonly zoom: number };

/** Reports the view of the map: at once, and whenever it stops after a move. */
export function ViewProbe({ onSeen }: { readonly onSeen: (seen: MapSeen) => void }) {
  const { map } = useMap();
  const latest = useRef(onSeen);
  latest.current = onSeen;
  useEffect(() => {
    const report = () => {
      const bounds = map.getBounds();
      latest.current({
        bounds: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
        zoom: map.getZoom(),
      });
    };
    report();
    map.on('moveend', report);
    map.on('resize', report);
    return () => {
      map.off('moveend', report);
      map.off('resize', report);
    };
  }, [map]);
  return null;
}
