import type { Kysely } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';
import { jsonText } from './pages.repository.ts';

/** Lines of the log of a run, and its present state. */
export function runLogQueries(db: Kysely<ConnectorTables>) {
  return {
    /** Writes the present activity of a run while no page comes. */
    async note(runId: string, message: string): Promise<void> {
      // It is not waited for: a late one must not write over how the run ended.
      await db
        .updateTable('connectors.runs')
        .set({ message })
        .where('id', '=', runId)
        .where('state', '=', 'running')
        .execute();
    },

    async log(
      runId: string,
      seq: number,
      at: Date,
      entry: { level: string; message: string; fields: unknown },
    ): Promise<void> {
      await db
        .insertInto('connectors.run_logs')
        .values({
          run_id: runId,
          seq,
          at,
          level: entry.level,
          message: entry.message,
          fields: jsonText(entry.fields ?? {}),
        })
        .onConflict((conflict) => conflict.columns(['run_id', 'seq']).doNothing())
        .execute();
    },
  };
}
