import type { VesselPresence } from '@kianda/connectors';
import type { Provenance, Sourced } from '@kianda/contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { AbsenceOf, MissingData, ProvenanceOf, Sink } from '../../ingestion/connectors/index.ts';
import type { VesselRepository } from './vessels.repository.ts';

const dayMs = 86_400_000;

export const attribution = 'Powered by Global Fishing Watch. https://globalfishingwatch.org';

const missing: MissingData = {
  subject: 'Sem presença de embarcações',
  sources: [{ connectorId: 'gfw', streamId: 'presence' }],
};

export type PresenceWindow = { readonly from: string; readonly to: string };

export type Zone = { readonly id: string; contains(position: readonly [number, number]): boolean };

/** Vessels and their hours inside one zone. */
export type ZonePresence = { readonly vessels: number; readonly hours: number };

/** Counting by zone reads a week of presence: at most this often, unless new presence was stored. */
const zonesKeptMs = 30_000;

/** Presence of vessels in the ZEE, over the days the provider has published. */
export function createVesselService(
  repository: VesselRepository,
  provenanceOf: ProvenanceOf,
  absenceOf: AbsenceOf,
  clock: Clock,
) {
  const zoneCounts = createCache<readonly ZonePresence[]>({
    name: 'vessels/zones',
    clock,
    ttlMs: zonesKeptMs,
    maxStaleMs: 10 * zonesKeptMs,
    maxEntries: 8,
  });

  const absent = (reason: string): Provenance => ({ state: 'fallback', reason });

  /** The last `days` days that have data, and where they come from; null before the first. */
  async function window(days: number): Promise<Sourced<PresenceWindow> | null> {
    const newest = await repository.newestDay();
    if (newest === undefined) return null;
    const endMs = Date.parse(`${newest.day}T00:00:00Z`);
    const from = new Date(endMs - (days - 1) * dayMs).toISOString().slice(0, 10);
    const provenance = await provenanceOf({
      connectorId: newest.connector_id,
      streamId: newest.stream_id,
      observedAtMs: endMs + dayMs,
      retrievedAtMs: newest.retrieved_at.getTime(),
      simulatedSeed: newest.simulated_seed,
    });
    return { value: { from, to: newest.day }, provenance };
  }

  return {
    window,

    async presence(hours: number) {
      const range = await window(Math.ceil(hours / 24));
      if (range === null) {
        const reason = await absenceOf(missing);
        return { value: null, provenance: absent(reason), missingReason: reason };
      }
      const flags = await repository.byFlag(range.value.from, range.value.to);
      return { value: { ...range.value, flags }, provenance: range.provenance };
    },

    /** Vessels present in the last `days` days with data, and in as many before; null before the first of them. */
    async compared(days: number): Promise<Sourced<ComparedPresence | null>> {
      const range = await window(2 * days);
      if (range !== null) return { ...range, value: await comparedIn(repository, range.value, days) };
      const reason = await absenceOf(missing);
      return { value: null, provenance: absent(reason), missingReason: reason };
    },

    async cells(days: number) {
      const range = await window(days);
      if (range === null) {
        const reason = await absenceOf(missing);
        return { value: null, provenance: absent(reason), missingReason: reason };
      }
      const cells = await repository.cells(range.value.from, range.value.to);
      return { value: { ...range.value, cells }, provenance: range.provenance };
    },

    /** Vessels and hours inside each zone over the last `days` days with data; null before the first. */
    async byZone(zones: readonly Zone[], days: number): Promise<Sourced<readonly ZonePresence[]> | null> {
      const range = await window(days);
      if (range === null) return null;
      const { from, to } = range.value;
      const key = [from, to, ...zones.map((zone) => zone.id)].join(' ');
      const counts = await zoneCounts.get(key, async () => {
        const rows = await repository.vesselCells(from, to);
        return zones.map((zone) => presenceIn(zone, rows));
      });
      return { value: counts.value, provenance: range.provenance };
    },

    /** New presence was stored: what was counted before no longer holds. */
    forgetCounts: () => zoneCounts.clear(),
  };
}

type ComparedPresence = { readonly current: number; readonly previous: number | null; readonly until: string };

/** Vessels in the last `days` days of a range and before them; null where the range has no data before them. */
async function comparedIn(
  repository: Pick<VesselRepository, 'countedAround'>,
  { from, to }: PresenceWindow,
  days: number,
): Promise<ComparedPresence> {
  const middle = new Date(Date.parse(`${to}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
  const { current, previous, previousDays } = await repository.countedAround(from, middle, to);
  return { current, previous: previousDays === 0 ? null : previous, until: to };
}

export type VesselService = ReturnType<typeof createVesselService>;

/** Stores presence records as a connector delivers them. The newest instant is the end of the newest day (UTC). */
export function presenceSink(repository: Pick<VesselRepository, 'upsertPresence'>): Sink<VesselPresence> {
  return async (records, origin) => {
    const written = await repository.upsertPresence(records, origin);
    const newest = records.reduce<number | null>((latest, record) => {
      const endMs = Date.parse(`${record.date.slice(0, 10)}T00:00:00Z`) + dayMs;
      return latest === null ? endMs : Math.max(latest, endMs);
    }, null);
    return { written, duplicates: records.length - written, newestObservedMs: newest };
  };
}

function presenceIn(
  zone: Zone,
  rows: readonly { vessel_id: string; lon: number; lat: number; hours: number }[],
): ZonePresence {
  const inside = rows.filter((row) => zone.contains([row.lon, row.lat]));
  return {
    vessels: new Set(inside.map((row) => row.vessel_id)).size,
    hours: inside.reduce((sum, row) => sum + row.hours, 0),
  };
}
