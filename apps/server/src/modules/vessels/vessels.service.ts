import type { Provenance, Sourced } from '@kianda/contract';
import type { Bbox } from '@kianda/geo';
import type { ProvenanceOf } from '../connectors/index.ts';
import type { VesselRepository } from './vessels.repository.ts';

const dayMs = 86_400_000;

export const attribution = 'Powered by Global Fishing Watch. https://globalfishingwatch.org';

const reason = 'Ainda sem presença de embarcações: aguarda a primeira execução do conector Global Fishing Watch.';
const notYet: Provenance = { state: 'fallback', reason };

export type PresenceWindow = { readonly from: string; readonly to: string };

export type ZoneGeometry = { readonly bbox: Bbox | null; contains(position: readonly [number, number]): boolean };

/** Presence of vessels in the ZEE, over the days the provider has published. */
export function createVesselService(repository: VesselRepository, provenanceOf: ProvenanceOf) {
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
      if (range === null) return { value: null, provenance: notYet, missingReason: reason };
      const flags = await repository.byFlag(range.value.from, range.value.to);
      return { value: { ...range.value, flags }, provenance: range.provenance };
    },

    async cells(days: number) {
      const range = await window(days);
      if (range === null) return { value: null, provenance: notYet, missingReason: reason };
      const cells = await repository.cells(range.value.from, range.value.to);
      return { value: { ...range.value, cells }, provenance: range.provenance };
    },

    /** Vessels and hours inside each zone over the last `days` days with data; null before the first. */
    async byZone(zones: readonly ZoneGeometry[], days: number) {
      const range = await window(days);
      if (range === null) return null;
      const rows = await repository.vesselCells(range.value.from, range.value.to);
      const counts = zones.map((zone) => {
        const inside = rows.filter((row) => zone.contains([row.lon, row.lat]));
        return {
          vessels: new Set(inside.map((row) => row.vessel_id)).size,
          hours: inside.reduce((sum, row) => sum + row.hours, 0),
        };
      });
      return { value: counts, provenance: range.provenance };
    },
  };
}

export type VesselService = ReturnType<typeof createVesselService>;
