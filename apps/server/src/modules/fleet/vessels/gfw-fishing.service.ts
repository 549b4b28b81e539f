import { type Provenance, worstProvenance } from '@kianda/contract';
import type { ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { GfwEventRow } from './gfw.tables.ts';
import type { GfwEventRepository } from './gfw-events.repository.ts';

const noEvents: Provenance = {
  state: 'fallback',
  reason: 'Nenhum evento da Global Fishing Watch guardado cumpre estes filtros.',
};

/** Events that are read at most, the newest. */
const mostEvents = 50_000;

/** Fishing that Global Fishing Watch found. */
export function providerFishing(events: GfwEventRepository, provenanceOf: ProvenanceOf) {
  return {
    /** Fishing that touches a period, the newest first. */
    async between(from: Date, to: Date) {
      const { rows, total } = await events.page({ type: 'fishing', vessel: null, from, to }, 0, mostEvents);
      return {
        isCut: total > rows.length,
        events: rows.map(({ id, start_at, end_at, lon, lat }) => ({ id, start: start_at, end: end_at, lon, lat })),
        /** Origin of the events with these ids. */
        provenanceOf: (ids: ReadonlySet<string>) =>
          provenanceOfEvents(
            rows.filter(({ id }) => ids.has(id)),
            provenanceOf,
          ),
      };
    },
  };
}

export type ProviderFishingReading = ReturnType<typeof providerFishing>;

/** Worst provenance among the streams that brought these events. */
export async function provenanceOfEvents(
  rows: readonly GfwEventRow[],
  provenanceOf: ProvenanceOf,
): Promise<Provenance> {
  const origins = new Map(rows.map((row) => [`${row.connector_id}/${row.stream_id}/${row.simulated_seed}`, row]));
  const inputs = await Promise.all(
    [...origins.values()].map((row) =>
      provenanceOf({
        connectorId: row.connector_id,
        streamId: row.stream_id,
        observedAtMs: (row.end_at ?? row.start_at).getTime(),
        retrievedAtMs: row.retrieved_at.getTime(),
        simulatedSeed: row.simulated_seed === null ? null : Number(row.simulated_seed),
      }),
    ),
  );
  return inputs.length === 0 ? noEvents : worstProvenance(inputs);
}
