import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { type ListPage, listPage } from '../../../platform/db/list-query.ts';
import type { BiomassTables, ResultRow, RunRow } from './biomass.tables.ts';

type NewRun = Pick<Insertable<BiomassTables['biomass.runs']>, 'id' | 'days' | 'requested_by' | 'requested_at'>;
type RunEnd = Omit<Insertable<BiomassTables['biomass.runs']>, keyof NewRun | 'number'>;
type RunSort = 'number' | 'requested';

const columns = [
  ...(['id', 'number', 'days', 'requested_by', 'requested_at', 'ended_at', 'error'] as const),
  ...([
    'phytoplankton_tonnes',
    'fish_tonnes',
    'confidence',
    'is_simulated',
    'is_cancelled',
    'inputs_mark',
    'file_key',
  ] as const),
] as const;
const sorts = { number: sql`number`, requested: sql`requested_at` } as const satisfies Record<RunSort, unknown>;

export type BiomassRepository = ReturnType<typeof createBiomassRepository>;

/** SQL of the calculations of biomass. */
export function createBiomassRepository(database: Database) {
  const db = database.for<BiomassTables>();
  return {
    /** Notes a run; one that is noted already stays as it is. */
    async noteRun({ id, days, requested_by, requested_at }: NewRun): Promise<void> {
      // A sequence would skip a number each time that a run is noted again.
      await sql`
        INSERT INTO biomass.runs (id, number, days, requested_by, requested_at)
        SELECT ${id}, (SELECT coalesce(max(number), 0) + 1 FROM biomass.runs), ${days}, ${requested_by}, ${requested_at}
        ON CONFLICT DO NOTHING`.execute(db);
    },

    /** Ends a run that has not ended; false for one that had. */
    async endRun(id: string, end: RunEnd): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('biomass.runs')
        .set(end)
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    run: (id: string): Promise<RunRow | undefined> =>
      db.selectFrom('biomass.runs').select(columns).where('id', '=', id).executeTakeFirst(),

    /** The newest run of all, whatever became of it. */
    newest: (): Promise<RunRow | undefined> =>
      db.selectFrom('biomass.runs').select(columns).orderBy('number', 'desc').limit(1).executeTakeFirst(),

    /** A run that brought a result, by its number; the newest one where none is named. */
    async result(number?: number): Promise<ResultRow | undefined> {
      const all = db.selectFrom('biomass.runs').selectAll().where('result', 'is not', null).orderBy('number', 'desc');
      const row = await (number === undefined ? all : all.where('number', '=', number)).limit(1).executeTakeFirst();
      return row as ResultRow | undefined;
    },

    runs: ({ sort, order, offset, limit }: Omit<ListPage<unknown, RunSort>, 'filters'>) =>
      listPage<RunRow>(db, {
        from: sql`(SELECT ${sql.join(columns.map((column) => sql.ref(column)))} FROM biomass.runs) AS runs`,
        ...{ where: sql`true`, by: sorts[sort], tie: sql`number`, page: { order, offset, limit } },
      }),

    /** Forgets runs asked for before an instant, but the newest with a result; resolves to their files. */
    async forget(before: Date): Promise<readonly (string | null)[]> {
      const { rows } = await sql<{ file_key: string | null }>`
        DELETE FROM biomass.runs WHERE requested_at < ${before} AND number NOT IN (
          SELECT number FROM biomass.runs WHERE result IS NOT NULL ORDER BY number DESC LIMIT 1)
        RETURNING file_key`.execute(db);
      return rows.map(({ file_key }) => file_key);
    },
  };
}
