import { createContext, use } from 'react';
import type { FleetMapState } from './use-fleet-map.ts';

/** The state of the fleet map, for the parts of the pane that show the same in words. */
export const FleetMapContext = createContext<FleetMapState | null>(null);

/** Throws outside the workspace of the map. */
export function useFleetMapState(): FleetMapState {
  const map = use(FleetMapContext);
  if (map === null) throw new Error('the fleet map has no workspace');
  return map;
}
