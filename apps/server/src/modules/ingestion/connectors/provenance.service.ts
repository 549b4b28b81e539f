import { freshnessLimitOf } from '@kianda/connectors';
import type { Provenance } from '@kianda/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ConnectorRepository } from './connectors.repository.ts';
import type { ConfiguredConnector } from './connectors.types.ts';

const rereadMs = 2_000;

export type DataOrigin = {
  readonly connectorId: string;
  readonly streamId: string;
  /** Time of the data themselves; null where they have none. */
  readonly observedAtMs: number | null;
  readonly retrievedAtMs: number;
  /** Seed stored with the row: simulated data stay simulated, whatever the settings are today. */
  readonly simulatedSeed: number | null;
};

type StreamState = { readonly consecutive_failures: number; readonly last_success_at: Date | null };

/**
 * Origin of stored data, as the badge shows it: simulated if its row is; live while the provider's last run
 * succeeded and the data are within the connector's freshness limit; cached otherwise.
 */
export function createProvenance(
  repository: ConnectorRepository,
  connectors: ReadonlyMap<string, ConfiguredConnector>,
  clock: Clock,
) {
  let known: { readMs: number; streams: ReadonlyMap<string, StreamState> } | null = null;

  async function streamOf({ connectorId, streamId }: DataOrigin): Promise<StreamState | undefined> {
    if (known === null || clock.nowMs() - known.readMs >= rereadMs) {
      const rows = await repository.streams();
      const streams = new Map(rows.map((row) => [`${row.connector_id}/${row.stream_id}`, row]));
      known = { readMs: clock.nowMs(), streams };
    }
    return known.streams.get(`${connectorId}/${streamId}`);
  }

  return async function provenanceOf(origin: DataOrigin): Promise<Provenance> {
    const configured = connectors.get(origin.connectorId);
    const limitHours = configured === undefined ? 24 : freshnessLimitOf(configured.connector, origin.streamId);
    const stream = await streamOf(origin);
    const byRetrieval = configured?.connector.freshnessBy === 'retrieval' || origin.observedAtMs === null;
    const lastSuccessMs = stream?.last_success_at?.getTime() ?? origin.retrievedAtMs;
    const currentAtMs = byRetrieval ? Math.max(lastSuccessMs, origin.retrievedAtMs) : (origin.observedAtMs ?? 0);
    const staleAfterMs = currentAtMs + limitHours * 3_600_000;
    const stale = clock.nowMs() > staleAfterMs || (stream?.consecutive_failures ?? 0) > 0;
    const measured = {
      source: configured?.connector.provider ?? origin.connectorId,
      observedAt: origin.observedAtMs === null ? null : new Date(origin.observedAtMs).toISOString(),
      retrievedAt: new Date(origin.retrievedAtMs).toISOString(),
    };
    const staleAfter = new Date(staleAfterMs).toISOString();
    if (origin.simulatedSeed !== null) {
      return { state: 'simulated', ...measured, seed: origin.simulatedSeed, ...(stale ? { staleAfter } : {}) };
    }
    return stale ? { state: 'cached', ...measured, staleAfter } : { state: 'live', ...measured };
  };
}

export type ProvenanceOf = ReturnType<typeof createProvenance>;
