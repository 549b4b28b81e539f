import { type Kysely, sql } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';
import type { RuleTally } from './quality.types.ts';

/** SQL of the quality rules' results, and of the row counts that rules about a whole run compare. */
export function qualityQueries(db: Kysely<ConnectorTables>) {
  return {
    async saveQuality(
      { connectorId, streamId, runId }: { connectorId: string; streamId: string; runId: string },
      tallies: readonly RuleTally[],
      at: Date,
    ): Promise<void> {
      if (tallies.length === 0) return;
      await db
        .insertInto('connectors.quality_results')
        .values(
          tallies.map((tally) => ({
            connector_id: connectorId,
            stream_id: streamId,
            rule: tally.rule,
            run_id: runId,
            evaluated: tally.evaluated,
            failing: tally.failing,
            samples: JSON.stringify(tally.samples),
            evaluated_at: at,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['connector_id', 'stream_id', 'rule', 'run_id']).doUpdateSet((eb) => ({
            evaluated: eb.ref('excluded.evaluated'),
            failing: eb.ref('excluded.failing'),
            samples: eb.ref('excluded.samples'),
            evaluated_at: eb.ref('excluded.evaluated_at'),
          })),
        )
        .execute();
    },

    /** Rows that a run read, when it is incremental, and those of the stream's incremental runs since then. */
    async rowsOfRuns(connectorId: string, streamId: string, runId: string, since: Date) {
      const runs = await db
        .selectFrom('connectors.runs')
        .select(['id', sql<number>`(records_written + records_duplicate)::int`.as('rows')])
        .where('connector_id', '=', connectorId)
        .where('stream_id', '=', streamId)
        .where('mode', '=', 'incremental')
        .where('created_at', '>=', since)
        .where((eb) => eb.or([eb('id', '=', runId), eb('state', 'in', ['succeeded', 'succeeded_with_rejects'])]))
        .execute();
      return {
        rows: runs.find(({ id }) => id === runId)?.rows ?? 0,
        earlier: runs.flatMap(({ id, rows }) => (id === runId ? [] : [rows])),
      };
    },

    /** Newest result of each rule and stream. */
    latestQuality: () =>
      db
        .selectFrom('connectors.quality_results')
        .distinctOn(['connector_id', 'stream_id', 'rule'])
        .selectAll()
        .orderBy('connector_id')
        .orderBy('stream_id')
        .orderBy('rule')
        .orderBy('evaluated_at', 'desc')
        .execute(),
  };
}
