import type { DataOf, Provenance } from '@kianda/contract';
import type { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import type { GearClaimRow } from '../../vessels/index.ts';
import { namelessShip, shipLabel } from '../ship-label.rules.ts';
import type { AlertRow, AreaRow, EventRow, LicenceRow, StepRow } from '../surveillance.tables.ts';

/** Last record of the audit trail. */
export type AuditHead = { readonly seq: number; readonly hash: string };

export type TrackAnswer = { readonly data: DataOf<typeof vesselTrack>; readonly provenance: Provenance };

/** Everything a dossier is written from. */
export type Evidence = {
  readonly alert: AlertRow;
  readonly event: EventRow | null;
  readonly steps: readonly StepRow[];
  readonly tracks: readonly TrackAnswer[];
  /** Events of the same vessels in the window, that of the alert included. */
  readonly events: readonly EventRow[];
  readonly areas: readonly AreaRow[];
  /** Licences of the national registry by the vessel's number. */
  readonly licences: ReadonlyMap<number, readonly LicenceRow[]>;
  readonly registryIsEmpty: boolean;
  /** Gears that sources other than the vessel itself give it, by the vessel's number. */
  readonly gears: ReadonlyMap<number, readonly GearClaimRow[]>;
  /** Seed of the simulation that positions of the alert and of the events come from; null: all were heard. */
  readonly simulatedSeed: number | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly head: AuditHead | null;
  readonly author: string;
  readonly nowMs: number;
};

/** Name of a vessel, else a mark of it. */
export const vesselNameOf = (vessel: TrackAnswer['data']['vessel']): string => shipLabel(vessel) ?? namelessShip;
