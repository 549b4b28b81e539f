import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { ComputedVector } from './compute/compute.types.ts';
import { unpackedFeatures } from './compute/packed-features.ts';
import type { AnalysisRow, LogLine, ResultRow, SpatialFileRow, SpatialTables } from './spatial.tables.ts';

const rowsPerInsert = 500;

export type NewAnalysis = Insertable<SpatialTables['spatial.analyses']>;
export type NewResult = Insertable<SpatialTables['spatial.results']>;
export type StoredFeature = {
  readonly fid: number;
  readonly geometry: Buffer;
  readonly properties: Record<string, unknown>;
};

/** Analyses, their results and features, and the files sent for them. */
export function createSpatialRepository(database: Database) {
  const db = database.for<SpatialTables>();
  return { ...analysisStatements(db), ...analysisQueries(db), ...resultStatements(db), ...fileStatements(db) };
}

export type SpatialRepository = ReturnType<typeof createSpatialRepository>;

function analysisStatements(db: Kysely<SpatialTables>) {
  return {
    async add(row: NewAnalysis): Promise<void> {
      await db.insertInto('spatial.analyses').values(row).execute();
    },

    analysis: (id: string): Promise<AnalysisRow | undefined> =>
      db.selectFrom('spatial.analyses').selectAll().where('id', '=', id).executeTakeFirst(),

    open: (): Promise<AnalysisRow[]> =>
      db.selectFrom('spatial.analyses').selectAll().where('state', '=', 'open').limit(1_000).execute(),

    async change(id: string, change: Updateable<SpatialTables['spatial.analyses']>): Promise<void> {
      await db.updateTable('spatial.analyses').set(change).where('id', '=', id).execute();
    },

    /** Ends an open analysis; false where it has ended already. */
    async end(id: string, change: Updateable<SpatialTables['spatial.analyses']>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('spatial.analyses')
        .set(change)
        .where('id', '=', id)
        .where('state', '=', 'open')
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async note(id: string, lines: readonly LogLine[]): Promise<void> {
      await db
        .updateTable('spatial.analyses')
        .set({ log: sql`log || ${JSON.stringify(lines)}::jsonb` as never })
        .where('id', '=', id)
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('spatial.analyses').where('id', '=', id).execute();
    },

    /** Private analyses of a deleted account go with it. */
    async release(accountId: string): Promise<void> {
      await db
        .deleteFrom('spatial.analyses')
        .where('owner_id', '=', accountId)
        .where('readers', '=', 'private')
        .execute();
    },
  };
}

/** Analyses by what they show, who may read them and how old they are. */
function analysisQueries(db: Kysely<SpatialTables>) {
  return {
    /** Completed analyses that show a result, the oldest first. */
    showing: (resultId: string): Promise<AnalysisRow[]> =>
      db
        .selectFrom('spatial.analyses')
        .selectAll()
        .where('result_id', '=', resultId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    /** Completed analyses that others may read, or `ownerId`'s own; the newest first. */
    completed: (ownerId: string | null): Promise<AnalysisRow[]> =>
      db
        .selectFrom('spatial.analyses')
        .selectAll()
        .where('state', '=', 'completed')
        .where((eb) =>
          ownerId === null
            ? eb('readers', '!=', 'private')
            : eb.or([eb('readers', '!=', 'private'), eb('owner_id', '=', ownerId)]),
        )
        .orderBy('completed_at', 'desc')
        .limit(10_000)
        .execute(),

    /** Completed analyses, those of one account alone among them: for collections, whose reader is checked each time. */
    allCompleted: (): Promise<AnalysisRow[]> =>
      db
        .selectFrom('spatial.analyses')
        .selectAll()
        .where('state', '=', 'completed')
        .orderBy('completed_at', 'desc')
        .limit(10_000)
        .execute(),

    privateBefore: (before: Date): Promise<AnalysisRow[]> =>
      db
        .selectFrom('spatial.analyses')
        .selectAll()
        .where('readers', '=', 'private')
        .where('state', '!=', 'open')
        .where('created_at', '<', before)
        .limit(1_000)
        .execute(),

    async countOf(accountId: string, kind: 'private' | 'shared'): Promise<number> {
      const { n } = await db
        .selectFrom('spatial.analyses')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where('owner_id', '=', accountId)
        .where('readers', kind === 'private' ? '=' : '!=', 'private')
        .executeTakeFirstOrThrow();
      return Number(n);
    },
  };
}

function resultStatements(db: Kysely<SpatialTables>) {
  return {
    result: (id: string): Promise<ResultRow | undefined> =>
      db.selectFrom('spatial.results').selectAll().where('id', '=', id).executeTakeFirst(),

    results: (ids: readonly string[]): Promise<ResultRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('spatial.results').selectAll().where('id', 'in', ids).execute(),

    resultOf: (sha256: string): Promise<ResultRow | undefined> =>
      db.selectFrom('spatial.results').selectAll().where('sha256', '=', sha256).executeTakeFirst(),

    async hasResults(type: AnalysisType): Promise<boolean> {
      const found = await db.selectFrom('spatial.results').select('id').where('type', '=', type).limit(1).execute();
      return found.length > 0;
    },

    /** Seconds that the newest results of a kind took. */
    async usualSeconds(type: AnalysisType): Promise<number[]> {
      const rows = await db
        .selectFrom('spatial.results')
        .select('seconds')
        .where('type', '=', type)
        .orderBy('made_at', 'desc')
        .limit(20)
        .execute();
      return rows.map(({ seconds }) => seconds);
    },

    publish: (analysisId: string, published: Published): Promise<string | null> =>
      db.transaction().execute((transaction) => publish(transaction, analysisId, published)),

    features: (
      of: { readonly resultId: string; readonly layer: string },
      page: { readonly after: number; readonly limit: number },
    ): Promise<StoredFeature[]> =>
      db
        .selectFrom('spatial.features')
        .select(['fid', 'geometry', 'properties'])
        .where('result_id', '=', of.resultId)
        .where('layer', '=', of.layer)
        .where('fid', '>', page.after)
        .orderBy('fid')
        .limit(page.limit)
        .execute(),

    /** Results that no analysis shows; they are removed, and given back for their files. */
    removeUnused: (): Promise<ResultRow[]> =>
      db
        .deleteFrom('spatial.results as r')
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('spatial.analyses as a').select('a.id').whereRef('a.result_id', '=', 'r.id'))),
        )
        .returningAll()
        .execute(),
  };
}

type Published = { readonly result: NewResult; readonly vectors: readonly ComputedVector[]; readonly at: Date };

/**
 * Publishes a result with all its features and ends the analysis, or does neither: an analysis that was cancelled
 * meanwhile leaves nothing. A result of the same inputs that another run stored meanwhile is taken instead.
 */
async function publish(
  transaction: Transaction<SpatialTables>,
  analysisId: string,
  { result, vectors, at }: Published,
): Promise<string | null> {
  const open = await transaction
    .selectFrom('spatial.analyses')
    .select('id')
    .where('id', '=', analysisId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  if (open === undefined) return null;
  const added = await transaction
    .insertInto('spatial.results')
    .values(result)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .executeTakeFirst();
  const isNew = Number(added.numInsertedOrUpdatedRows ?? 0) === 1;
  const resultId = isNew
    ? result.id
    : (
        await transaction
          .selectFrom('spatial.results')
          .select('id')
          .where('sha256', '=', result.sha256)
          .executeTakeFirstOrThrow()
      ).id;
  if (isNew) for (const vector of vectors) await addFeatures(transaction, resultId, vector);
  await transaction
    .updateTable('spatial.analyses')
    .set({ state: 'completed', completed_at: at, result_id: resultId, error: null })
    .where('id', '=', analysisId)
    .execute();
  return resultId;
}

async function addFeatures(db: Kysely<SpatialTables>, resultId: string, vector: ComputedVector): Promise<void> {
  const { features, id: layer } = vector;
  for (let start = 0; start < features.count; start += rowsPerInsert) {
    const rows = [...unpackedFeatures(features, [start, start + rowsPerInsert])];
    await sql`
      INSERT INTO spatial.features (result_id, layer, fid, geometry, bounds, properties)
      SELECT ${resultId}::uuid, ${layer}, fid, geometry, bounds::box, properties
      FROM unnest(
        ${rows.map((_, row) => start + row + 1)}::int[],
        ${rows.map(({ wkb }) => Buffer.from(wkb))}::bytea[],
        ${rows.map(({ bounds: [w, s, e, n] }) => `(${e},${n}),(${w},${s})`)}::text[],
        ${rows.map(({ text }) => text)}::jsonb[]
      ) AS u (fid, geometry, bounds, properties)`.execute(db);
  }
}

function fileStatements(db: Kysely<SpatialTables>) {
  return {
    async addFile(row: Insertable<SpatialTables['spatial.files']>): Promise<void> {
      await db.insertInto('spatial.files').values(row).execute();
    },

    file: (id: string): Promise<SpatialFileRow | undefined> =>
      db.selectFrom('spatial.files').selectAll().where('id', '=', id).executeTakeFirst(),

    filesBefore: (before: Date): Promise<SpatialFileRow[]> =>
      db.selectFrom('spatial.files').selectAll().where('received_at', '<', before).limit(1_000).execute(),

    async removeFile(id: string): Promise<void> {
      await db.deleteFrom('spatial.files').where('id', '=', id).execute();
    },
  };
}
