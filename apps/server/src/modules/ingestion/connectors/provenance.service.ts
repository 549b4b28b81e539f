import { freshnessLimitOf } from '@kianda/connectors';
import type { Provenance } from '@kianda/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ConnectorRepository } from './connectors.repository.ts';
import type { ConfiguredConnector } from './connectors.types.ts';

const rereadMs = 2_000;

export type DataOrigin = {
  readonly connectorId: string;
  readonly streamId: string;
  readonly observedAtMs: number;
  readonly retrievedAtMs: number;
  /** Seed stored with the row: what was simulated once stays so, whatever the settings say today. */
  readonly simulatedSeed: number | null;
};

/**
 * Origin of stored data, as the badge tells it: simulated if its row is; live while the provider's last run
 * succeeded and the data are within the connector's freshness limit; cached otherwise.
 */
export function createProvenance(
  repository: ConnectorRepository,
  connectors: ReadonlyMap<string, ConfiguredConnector>,
  clock: Clock,
) {
  let known: { readMs: number; failing: ReadonlySet<string> } | null = null;

  async function failingStreams(): Promise<ReadonlySet<string>> {
    if (known !== null && clock.nowMs() - known.readMs < rereadMs) return known.failing;
    const rows = await repository.streams();
    const failing = rows
      .filter((row) => row.consecutive_failures > 0)
      .map((row) => `${row.connector_id}/${row.stream_id}`);
    known = { readMs: clock.nowMs(), failing: new Set(failing) };
    return known.failing;
  }

  return async function provenanceOf(origin: DataOrigin): Promise<Provenance> {
    const configured = connectors.get(origin.connectorId);
    const limitHours = configured === undefined ? 24 : freshnessLimitOf(configured.connector, origin.streamId);
    const staleAfterMs = origin.observedAtMs + limitHours * 3_600_000;
    const stale =
      clock.nowMs() > staleAfterMs || (await failingStreams()).has(`${origin.connectorId}/${origin.streamId}`);
    const measured = {
      source: configured?.connector.provider ?? origin.connectorId,
      observedAt: new Date(origin.observedAtMs).toISOString(),
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
