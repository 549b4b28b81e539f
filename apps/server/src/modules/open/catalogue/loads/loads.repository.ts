import { type Insertable, type Kysely, sql } from 'kysely';
import { documentOf } from '../item-text.rules.ts';
import { holdsCollection } from '../item-writes.repository.ts';
import type { Issue, ItemTables, LoadRow, NewItem } from '../items.types.ts';

/** Refused rows read at once for a download. */
const refusalsAtOnce = 5_000;

export type Refusal = { readonly row: number; readonly item_id: string | null; readonly issues: readonly Issue[] };
/** Rows of a file that have been looked at, and what becomes of them. */
type LoadedBatch = {
  readonly load: LoadRow;
  /** Rows dealt with before this batch, and after it. */
  readonly from: number;
  readonly to: number;
  readonly progress: number;
  /** No identifier comes twice. */
  readonly items: readonly NewItem[];
  readonly refusals: readonly Refusal[];
  readonly isPublished: boolean;
};

/** Loads of items, their progress and their refusals. */
export const loadRows = (db: Kysely<ItemTables>) => ({ ...loadRecords(db), ...loadedRows(db) });

function loadRecords(db: Kysely<ItemTables>) {
  return {
    async createLoad(row: Insertable<ItemTables['catalogue.loads']>): Promise<void> {
      await db.insertInto('catalogue.loads').values(row).execute();
    },

    async forgetLoads(endedBefore: Date): Promise<void> {
      await db.deleteFrom('catalogue.loads').where('ended_at', '<', endedBefore).execute();
    },

    /** Loads that have not ended, and were asked for or stopped before an instant. */
    openLoads: (before: Date): Promise<readonly LoadRow[]> =>
      db
        .selectFrom('catalogue.loads')
        .selectAll()
        .where('ended_at', 'is', null)
        .where(({ fn }) => fn.coalesce('stopped_at', 'created_at'), '<', before)
        .execute(),

    setLoadRun: (id: string, runId: string) =>
      db.updateTable('catalogue.loads').set({ run_id: runId }).where('id', '=', id).execute(),

    removeLoad: (id: string) => db.deleteFrom('catalogue.loads').where('id', '=', id).execute(),

    findLoad: (id: string): Promise<LoadRow | undefined> =>
      db.selectFrom('catalogue.loads').selectAll().where('id', '=', id).executeTakeFirst(),

    loads: (collections: readonly string[], limit: number): Promise<readonly LoadRow[]> =>
      db
        .selectFrom('catalogue.loads')
        .selectAll()
        .where('collection', 'in', [...collections, ''])
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute(),

    setLoadFormat: (id: string, format: LoadRow['format']) =>
      db.updateTable('catalogue.loads').set({ format }).where('id', '=', id).execute(),

    /** Ends a load once, stopped or not; false where it had ended already. */
    async endLoad(id: string, at: Date, error: string): Promise<boolean> {
      return changedOne(openLoad(db, id).set({ ended_at: at, error }));
    },

    /** Ends a load whose rows have all been dealt with, or cannot be; false where it was stopped, or had ended already. */
    async completeLoad(id: string, at: Date, error: string | null): Promise<boolean> {
      const set = { ended_at: at, error, ...(error === null ? { progress: 1 } : {}) };
      return changedOne(openLoad(db, id).set(set).where('stopped_at', 'is', null));
    },

    /** False where it was stopped already, or had ended. */
    async stopLoad(id: string, at: Date): Promise<boolean> {
      return changedOne(openLoad(db, id).set({ stopped_at: at }).where('stopped_at', 'is', null));
    },

    /** False where it had ended. */
    async reopenLoad(id: string): Promise<boolean> {
      return changedOne(openLoad(db, id).set({ stopped_at: null }));
    },
  };
}

const openLoad = (db: Kysely<ItemTables>, id: string) =>
  db.updateTable('catalogue.loads').where('id', '=', id).where('ended_at', 'is', null);

async function changedOne(query: {
  executeTakeFirst(): Promise<{ readonly numUpdatedRows: bigint }>;
}): Promise<boolean> {
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

function loadedRows(db: Kysely<ItemTables>) {
  return {
    /**
     * Writes the items, the refusals and the progress of a batch together: an attempt that dies in between leaves none of
     * them, and the next one begins with these rows again. False where another attempt was faster, or the collection is gone.
     */
    storeBatch: (batch: LoadedBatch): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { load, items, refusals } = batch;
        const current = await trx
          .selectFrom('catalogue.loads')
          .select('id')
          .where('id', '=', load.id)
          .where('rows', '=', batch.from)
          .where('ended_at', 'is', null)
          .where('stopped_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (current === undefined) return false;
        if (batch.isPublished && !(await holdsCollection(trx, load.collection))) return false;
        const stored = items.length === 0 ? 0 : await upsert(trx, items);
        if (refusals.length > 0) {
          await trx
            .insertInto('catalogue.load_refusals')
            .values(refusals.map((one) => ({ ...one, load: load.id, issues: JSON.stringify(one.issues) })))
            .execute();
        }
        await trx
          .updateTable('catalogue.loads')
          .set({
            rows: batch.to,
            progress: batch.progress,
            stored: sql`stored + ${stored}`,
            unchanged: sql`unchanged + ${batch.to - batch.from - refusals.length - stored}`,
            refused: sql`refused + ${refusals.length}`,
          })
          .where('id', '=', load.id)
          .execute();
        return true;
      }),

    /** The first refused rows of a load, in order. */
    firstRefusals: (load: string, limit: number): Promise<readonly Refusal[]> =>
      db
        .selectFrom('catalogue.load_refusals')
        .select(['row', 'item_id', 'issues'])
        .where('load', '=', load)
        .orderBy('row')
        .limit(limit)
        .execute(),

    /** Refused rows of a load, in order. */
    async *refusals(load: string): AsyncGenerator<Refusal> {
      for (let after = 0; ; ) {
        const rows = await db
          .selectFrom('catalogue.load_refusals')
          .select(['row', 'item_id', 'issues'])
          .where('load', '=', load)
          .where('row', '>', after)
          .orderBy('row')
          .limit(refusalsAtOnce)
          .execute();
        yield* rows;
        const last = rows.at(-1);
        if (last === undefined || rows.length < refusalsAtOnce) return;
        after = last.row;
      }
    },
  };
}

/** Inserts items and replaces those of another content; one of the platform's own is never touched. Answers how many. */
async function upsert(trx: Kysely<ItemTables>, items: readonly NewItem[]): Promise<number> {
  const replaced = [
    'datetime',
    'start_at',
    'end_at',
    'footprint',
    'is_box',
    'item',
    'document',
    'content_hash',
  ] as const;
  const result = await trx
    .insertInto('catalogue.items')
    .values(items.map((row) => ({ ...row, item: JSON.stringify(row.item), document: documentOf(row) })))
    .onConflict((conflict) =>
      conflict
        .columns(['collection', 'id'])
        .doUpdateSet(
          Object.fromEntries(
            [...replaced, 'retrieved_at', 'updated_at'].map((name) => [name, sql.ref(`excluded.${name}`)]),
          ),
        )
        .whereRef('catalogue.items.content_hash', '<>', 'excluded.content_hash')
        .where('catalogue.items.own', '=', false),
    )
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}
