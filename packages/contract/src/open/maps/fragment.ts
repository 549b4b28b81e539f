import { mapOverlays } from './layers.ts';
import type { MapDefinition } from './maps.contract.ts';

const percent = (share: number) => String(Math.round(share * 100));
const place = (value: number) => String(Number(value.toFixed(4)));

/** A map as the fragment that the map's page opens with: `v=chlorophyll&o=100&s=fixed&l=zee:100&…`. */
export function mapFragment({ base, baseOpacity, fitted, overlays, moment, camera }: MapDefinition): string {
  const layers = mapOverlays.flatMap((id) => {
    const opacity = overlays[id];
    return opacity === undefined ? [] : [`${id}:${percent(opacity)}`];
  });
  return [
    `v=${base}`,
    `o=${percent(baseOpacity)}`,
    `s=${fitted ? 'fit' : 'fixed'}`,
    `l=${layers.join(',')}`,
    ...(moment === null ? [] : [`t=${new Date(moment).toISOString().replace('.000', '')}`]),
    ...(camera === null ? [] : [`c=${place(camera.lon)},${place(camera.lat)},${camera.zoom.toFixed(2)}`]),
  ].join('&');
}
