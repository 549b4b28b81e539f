import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Absence, absenceOfStreams, type StreamPast } from './absence.rules.ts';
import { absenceReason } from './absence.texts.ts';
import type { ConnectorRepository } from './connectors.repository.ts';
import type { ConnectorRegistry } from './registry/connector-registry.ts';

export type DataSource = {
  readonly connectorId: string;
  /** Absent: all streams of the connector. */
  readonly streamId?: string;
};

export type MissingData = {
  /** Subject of the absence, as its reason begins: `Sem perfis de boias`. */
  readonly subject: string;
  /** Streams that would bring it. */
  readonly sources: readonly DataSource[];
};

type PastRow = Awaited<ReturnType<ConnectorRepository['pasts']>>[number];

/** The reason why data of connectors are missing, in Portuguese: by what their runs came to, not by what they should. */
export function createAbsence(
  repository: Pick<ConnectorRepository, 'pasts'>,
  registry: Pick<ConnectorRegistry, 'find'>,
  clock: Clock,
) {
  const pasts = createCache<readonly PastRow[]>({
    name: 'connectors/pasts',
    clock,
    ttlMs: 2_000,
    maxStaleMs: 0,
    maxEntries: 32,
  });

  async function absence(connectorId: string, streamIds: ReadonlySet<string> | null) {
    const configured = await registry.find(connectorId);
    if (configured === null) return { name: connectorId, absence: { state: 'unknown' } as const };
    const { connector, disabledReason } = configured;
    const rows = (await pasts.get(connectorId, () => repository.pasts(connectorId))).value;
    const streams = connector.streams
      .filter(({ id }) => streamIds === null || streamIds.has(id))
      .map(({ id }) => pastOf(rows.find((row) => row.stream_id === id)));
    const found: Absence = absenceOfStreams(disabledReason !== null, streams);
    return { name: connector.name, absence: found };
  }

  return async function absenceOf({ subject, sources }: MissingData): Promise<string> {
    const byConnector = [...Map.groupBy(sources, ({ connectorId }) => connectorId)];
    const found = await Promise.all(
      byConnector.map(([connectorId, group]) => {
        const ids = group.flatMap(({ streamId }) => (streamId === undefined ? [] : [streamId]));
        return absence(connectorId, ids.length < group.length ? null : new Set(ids));
      }),
    );
    return absenceReason(subject, found);
  };
}

export type AbsenceOf = ReturnType<typeof createAbsence>;

function pastOf(row: PastRow | undefined): StreamPast {
  const isFailing = (row?.consecutive_failures ?? 0) > 0;
  return {
    lastSuccessMs: row?.last_success_at?.getTime() ?? null,
    failure: isFailing ? (row?.last_failure ?? null) : null,
    // Runs are removed after a time, and the first of those that failed with them.
    failingSinceMs: isFailing ? ((row?.failing_since ?? row?.last_failure_at)?.getTime() ?? null) : null,
    runningSinceMs: row?.running_since?.getTime() ?? null,
    hasDelivered: row?.has_delivered ?? false,
    wasInterrupted: row?.was_interrupted ?? false,
  };
}
