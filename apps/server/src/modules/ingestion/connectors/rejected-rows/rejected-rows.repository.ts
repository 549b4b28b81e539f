import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { ConnectorTables } from '../connectors.tables.ts';

export type RejectedRowState = 'open' | 'replayed' | 'discarded';

/** SQL of the rows that could not be stored. */
export function createRejectedRowsRepository(database: Database) {
  const db = database.for<ConnectorTables>();
  const rows = () =>
    db
      .selectFrom('connectors.rejected_rows as r')
      .innerJoin('connectors.runs as n', 'n.id', 'r.run_id')
      .selectAll('r')
      .select(['n.connector_id', 'n.stream_id', 'n.simulated_seed']);

  return {
    find: (id: number) => rows().where('r.id', '=', id).executeTakeFirst(),

    list: (connectorId: string, state: RejectedRowState, page: number, pageSize: number) =>
      rows()
        .where('n.connector_id', '=', connectorId)
        .where('r.state', '=', state)
        .orderBy('r.id', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),

    reasons: (connectorId: string, state: RejectedRowState) =>
      db
        .selectFrom('connectors.rejected_rows as r')
        .innerJoin('connectors.runs as n', 'n.id', 'r.run_id')
        .where('n.connector_id', '=', connectorId)
        .where('r.state', '=', state)
        .select((eb) => ['r.reason', eb.fn.countAll<number>().as('count')])
        .groupBy('r.reason')
        .orderBy('count', 'desc')
        .limit(100)
        .execute(),

    async count(connectorId: string, state: RejectedRowState): Promise<number> {
      const { count } = await db
        .selectFrom('connectors.rejected_rows as r')
        .innerJoin('connectors.runs as n', 'n.id', 'r.run_id')
        .where('n.connector_id', '=', connectorId)
        .where('r.state', '=', state)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Open rows of a connector, oldest first: those named, those of one reason, or all. */
    open: (
      connectorId: string,
      choice: { letterIds?: readonly number[] | undefined; reason?: string | undefined },
      limit: number,
    ) => {
      let query = rows().where('n.connector_id', '=', connectorId).where('r.state', '=', 'open');
      const { letterIds, reason } = choice;
      if (letterIds !== undefined) query = query.where('r.id', 'in', letterIds.length === 0 ? [-1] : [...letterIds]);
      if (reason !== undefined) query = query.where('r.reason', '=', reason);
      return query.orderBy('r.id').limit(limit).execute();
    },

    ...decisionQueries(db),
  };
}

export type RejectedRowsRepository = ReturnType<typeof createRejectedRowsRepository>;
export type RejectedRow = NonNullable<Awaited<ReturnType<RejectedRowsRepository['find']>>>;

/** SQL of the decisions about single rows. */
function decisionQueries(db: Kysely<ConnectorTables>) {
  return {
    /** Resolves with null when there is no such row, and with false when it is no longer open. */
    async discard(id: number, reason: string, by: string, at: Date): Promise<boolean | null> {
      const result = await db
        .updateTable('connectors.rejected_rows')
        .set({ state: 'discarded', resolved_at: at, resolved_by: by, resolution: reason })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirst();
      if (result.numUpdatedRows > 0n) return true;
      const row = await db.selectFrom('connectors.rejected_rows').select('id').where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : false;
    },

    /** Closes a row that was stored after all. Resolves with false when another request closed it first. */
    async markReplayed(
      id: number,
      edited: { readonly row: unknown } | null,
      { resolution, by, at }: { resolution: string; by: string; at: Date },
    ): Promise<boolean> {
      const result = await db
        .updateTable('connectors.rejected_rows')
        .set((eb) => ({
          state: 'replayed',
          resolved_at: at,
          resolved_by: by,
          resolution,
          attempts: eb('attempts', '+', 1),
          ...(edited === null ? {} : { edited: JSON.stringify(edited) }),
        }))
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Leaves a row open that was refused again, with the row tried and the new reason. */
    async markRefused(id: number, edited: { readonly row: unknown } | null, reason: string): Promise<void> {
      await db
        .updateTable('connectors.rejected_rows')
        .set((eb) => ({
          reason,
          attempts: eb('attempts', '+', 1),
          ...(edited === null ? {} : { edited: JSON.stringify(edited) }),
        }))
        .where('id', '=', id)
        .where('state', '=', 'open')
        .execute();
    },
  };
}
