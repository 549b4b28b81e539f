import type { Provenance } from '@kianda/contract';
import type { ListedVessel } from '@kianda/contract/fleet/vessels/list.contract';
import type { NafReport } from '@kianda/science/naf/naf';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { TableColumn } from '../../../../platform/documents/index.ts';
import type { Fleet, TrackReader, VesselHistory } from '../../vessels/index.ts';
import type { EventRepository } from '../alerts/events.repository.ts';
import type { FindingProvenance } from '../alerts/finding-provenance.ts';
import type { Exported } from './geo-file-parts.ts';

/** A part of an export, read at once. */
export type Batch = {
  readonly things: readonly Exported[];
  readonly naf: readonly NafReport[];
  /** Vessels of the list, as it gives them; empty in other exports. */
  readonly listed: readonly ListedVessel[];
  readonly provenance: Provenance;
  /** Rows of the whole export; null where they are known only once all are read. */
  readonly total: number | null;
  /** Share of the export that is read with this batch, 0–1. */
  readonly done: number;
};

/** Something that can be exported, read batch by batch. */
export type Source = {
  /** Name of the file without date and ending. */
  readonly stem: string;
  readonly title: string;
  readonly attribution: string;
  /** Resource named in the audit trail. */
  readonly resource: string;
  readonly columns: readonly TableColumn[];
  /** Whether positions are of one vessel, and belong on a line. */
  readonly isTrack: boolean;
  batches(): AsyncGenerator<Batch>;
};

/** Dependencies of the sources. */
export type SourceContext = {
  readonly vesselEvents: EventRepository;
  readonly tracks: TrackReader;
  readonly history: VesselHistory;
  readonly fleet: Fleet;
  /** Vessels of a group that an account sees. */
  members(groupId: string, accountId: string): Promise<readonly string[]>;
  readonly provenanceOf: FindingProvenance;
  readonly clock: Clock;
};

/** Attribution of positions. */
export const gfwAttribution =
  'Powered by Global Fishing Watch. https://globalfishingwatch.org (CC BY-NC 4.0). Posições AIS e VMS recebidas pela plataforma.';
export const column = (label: string, share: number, align: TableColumn['align'] = 'left'): TableColumn => ({
  label,
  share,
  align,
});
