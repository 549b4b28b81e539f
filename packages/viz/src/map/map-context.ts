import type { MapLibreMap } from 'maplibre-gl';
import { createContext, useContext } from 'react';
import { type MapColours, type MapScheme, mapColours } from './colours.ts';

/** The map that layers are drawn on. */
export type MapHandle = {
  readonly map: MapLibreMap;
  readonly scheme: MapScheme;
  readonly colours: MapColours;
  /** False once the map is gone: a layer that leaves afterwards has nothing to take away. */
  readonly isAlive: () => boolean;
  /** Layers whose features answer to the pointer, by the style layer's id. */
  readonly interactive: Set<string>;
};

export const MapContext = createContext<MapHandle | null>(null);

/** The map above this layer. Throws outside a MapView: a layer without a map would silently show nothing. */
export function useMap(): MapHandle {
  const handle = useContext(MapContext);
  if (handle === null) throw new Error('useMap: no MapView above this layer');
  return handle;
}

export const coloursOf = (scheme: MapScheme): MapColours => mapColours[scheme];
