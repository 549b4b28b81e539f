import type { HomeTile } from '@kianda/contract/operations/home/home-tiles';
import type { ComponentType } from 'react';
import { BackupsTile } from './backups-tile.tsx';
import { BriefingTile } from './briefing-tile.tsx';
import { ChangesTile } from './changes-tile.tsx';
import { ConditionTile } from './condition-tile.tsx';
import { ConnectorsTile } from './connectors-tile.tsx';
import { DatasetsTile } from './datasets-tile.tsx';
import { DiskTile } from './disk-tile.tsx';
import { InboxTile } from './inbox-tile.tsx';
import { MapTile } from './map-tile.tsx';
import { NewestTile } from './newest-tile.tsx';
import { QueueTile } from './queue-tile.tsx';
import { SpeciesTile } from './species-tile.tsx';
import { VesselAlertsTile } from './vessel-alerts-tile.tsx';
import { VesselEventsTile } from './vessel-events-tile.tsx';
import { WatchedTile } from './watched-tile.tsx';
import { WorkTile } from './work-tile.tsx';

type Kind = {
  readonly Tile: ComponentType;
  /** Room on a wide screen, in thirds of the page. */
  readonly thirds: 1 | 2 | 3;
};

/** All of them come with the page: each by itself is smaller than the request for it, and their reads go in one. */
export const tileKinds: Readonly<Record<HomeTile, Kind>> = {
  condition: { Tile: ConditionTile, thirds: 3 },
  map: { Tile: MapTile, thirds: 2 },
  changes: { Tile: ChangesTile, thirds: 1 },
  briefing: { Tile: BriefingTile, thirds: 3 },
  'failing-connectors': { Tile: ConnectorsTile, thirds: 1 },
  queue: { Tile: QueueTile, thirds: 1 },
  backups: { Tile: BackupsTile, thirds: 1 },
  disk: { Tile: DiskTile, thirds: 1 },
  'vessel-alerts': { Tile: VesselAlertsTile, thirds: 1 },
  'vessel-events': { Tile: VesselEventsTile, thirds: 1 },
  'watched-vessels': { Tile: WatchedTile, thirds: 1 },
  'newest-data': { Tile: NewestTile, thirds: 1 },
  datasets: { Tile: DatasetsTile, thirds: 1 },
  species: { Tile: SpeciesTile, thirds: 1 },
  inbox: { Tile: InboxTile, thirds: 1 },
  'work-biologo': { Tile: () => WorkTile({ workspace: 'biologo' }), thirds: 3 },
  'work-fiscal': { Tile: () => WorkTile({ workspace: 'fiscal' }), thirds: 3 },
  'work-gestor': { Tile: () => WorkTile({ workspace: 'gestor' }), thirds: 3 },
  'work-pescador': { Tile: () => WorkTile({ workspace: 'pescador' }), thirds: 3 },
};
