import type { HomeTile } from '@kianda/contract/operations/home/home-tiles';
import type { Workspace } from '@kianda/contract/operations/home/workspaces';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type Kind = {
  readonly Tile: LazyExoticComponent<ComponentType>;
  /** Room on a wide screen, in thirds of the page. */
  readonly thirds: 1 | 2 | 3;
};

/** The tile of a workspace's sections. */
function workTile(workspace: Workspace): Kind['Tile'] {
  return lazy(async () => {
    const { WorkTile } = await import('./work-tile.tsx');
    return { default: () => WorkTile({ workspace }) };
  });
}

/** Each tile in a file of its own, which loads with the first home that holds it. */
export const tileKinds: Readonly<Record<HomeTile, Kind>> = {
  condition: { Tile: lazy(() => import('./condition-tile.tsx')), thirds: 3 },
  map: { Tile: lazy(() => import('./map-tile.tsx')), thirds: 2 },
  changes: { Tile: lazy(() => import('./changes-tile.tsx')), thirds: 1 },
  briefing: { Tile: lazy(() => import('./briefing-tile.tsx')), thirds: 3 },
  'failing-connectors': { Tile: lazy(() => import('./connectors-tile.tsx')), thirds: 1 },
  queue: { Tile: lazy(() => import('./queue-tile.tsx')), thirds: 1 },
  backups: { Tile: lazy(() => import('./backups-tile.tsx')), thirds: 1 },
  disk: { Tile: lazy(() => import('./disk-tile.tsx')), thirds: 1 },
  'vessel-alerts': { Tile: lazy(() => import('./vessel-alerts-tile.tsx')), thirds: 1 },
  'vessel-events': { Tile: lazy(() => import('./vessel-events-tile.tsx')), thirds: 1 },
  'watched-vessels': { Tile: lazy(() => import('./watched-tile.tsx')), thirds: 1 },
  'newest-data': { Tile: lazy(() => import('./newest-tile.tsx')), thirds: 1 },
  datasets: { Tile: lazy(() => import('./datasets-tile.tsx')), thirds: 1 },
  species: { Tile: lazy(() => import('./species-tile.tsx')), thirds: 1 },
  inbox: { Tile: lazy(() => import('./inbox-tile.tsx')), thirds: 1 },
  'work-biologo': { Tile: workTile('biologo'), thirds: 3 },
  'work-fiscal': { Tile: workTile('fiscal'), thirds: 3 },
  'work-gestor': { Tile: workTile('gestor'), thirds: 3 },
  'work-pescador': { Tile: workTile('pescador'), thirds: 3 },
};
