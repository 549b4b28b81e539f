import { useEffect } from 'react';
import type { MapPadding } from '../../create-map.ts';
import { useMap } from '../../map-context.ts';

type Props = { readonly position: readonly [lon: number, lat: number]; readonly padding: MapPadding };

/** Margin around the place, in pixels. */
const margin = 24;

/** Moves the map when a place lies under a panel or off the screen; only then. */
export function KeepInView({ position, padding }: Props) {
  const { map } = useMap();
  const [lon, lat] = position;
  const { top, right, bottom, left } = padding;
  useEffect(() => {
    const { clientWidth, clientHeight } = map.getContainer();
    const { x, y } = map.project([lon, lat]);
    const isSeen =
      x >= left + margin &&
      x <= clientWidth - right - margin &&
      y >= top + margin &&
      y <= clientHeight - bottom - margin;
    if (isSeen) return;
    const offset: [number, number] = [(left - right) / 2, (top - bottom) / 2];
    map.easeTo({ center: [lon, lat], offset, duration: 300 });
  }, [map, lon, lat, top, right, bottom, left]);
  return null;
}
