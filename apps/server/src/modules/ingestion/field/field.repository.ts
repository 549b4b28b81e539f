import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { FieldRow, fieldResource } from '@kianda/contract/ingestion/field/field.resource';
import { fieldStates } from '@kianda/contract/ingestion/field/field.schemas';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { type Conditions, conditionOf, containing, type ListPage, listPage } from '../../../platform/db/list-query.ts';
import type { FieldHistoryRow, FieldPhotoRow, FieldRecordRow, FieldTables } from './field.tables.ts';

type Filters = FilterValues<typeof fieldResource>;
type Sort = SortOf<typeof fieldResource>;
export type FieldPage = ListPage<Filters, Sort>;
export type FieldRepository = ReturnType<typeof createFieldRepository>;
export type FieldStore = Kysely<FieldTables>;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  kind: sql`kind`,
  summary: sql`summary`,
  state: sql`array_position(ARRAY[${sql.join(Object.keys(fieldStates))}]::text[], state)`,
  captured: sql`captured_at`,
  received: sql`received_at`,
  sender: sql`account_name`,
  errors: sql`jsonb_array_length(jsonb_path_query_array(findings, '$[*] ? (@.severity == "error")'))`,
};

const conditions: Conditions<Filters> = {
  search: (text) =>
    text === ''
      ? null
      : sql`concat_ws(' ', summary, account_name, payload ->> 'scientificName') ILIKE ${containing(text)}`,
  kind: (kind) => sql`kind = ${kind}`,
  state: (state) => sql`state = ${state}`,
  from: (from) => sql`received_at >= ${new Date(from)}`,
  to: (to) => sql`received_at <= ${new Date(to)}`,
};

/** The day of a landing, or that of Angola on which its record was made. */
const landedOn = sql<string>`coalesce(
  coalesce(corrected, payload) ->> 'landedOn', to_char(captured_at AT TIME ZONE 'Africa/Luanda', 'YYYY-MM-DD'))`;

/** Records that a phone asks about at once. */
const mostOwn = 500;
/** Rejected records removed in one statement. */
const removedAtOnce = 500;

/** The driver would write a list as an array of the database instead of JSON. */
const asInserted = <T extends { readonly findings?: unknown }>(row: T): T =>
  row.findings === undefined ? row : { ...row, findings: JSON.stringify(row.findings) as never };

/** SQL of the field's records, their history and the rows of their photos. */
export function createFieldRepository(database: Database) {
  const db = database.for<FieldTables>();
  return { ...recordWrites(db), ...recordReads(db), ...photoRows(db), ...removal(db) };
}

/** Writes of reception and review; each in the transaction of `inTurn`. */
function recordWrites(db: FieldStore) {
  return {
    /** Runs `act` alone among those that write for the same phone. */
    inTurn: <T>(deviceIds: readonly string[], act: (store: FieldStore) => Promise<T>): Promise<T> =>
      db.transaction().execute(async (store) => {
        for (const id of deviceIds.toSorted())
          await sql`SELECT pg_advisory_xact_lock(hashtext(${`field ${id}`}))`.execute(store);
        return act(store);
      }),

    /** Those of the ids, and those that already have one of the phones' numbers. */
    async known(store: FieldStore, sent: readonly { id: string; deviceId: string; sequence: number }[]) {
      const { rows } = await sql<FieldRecordRow>`
        SELECT * FROM field.records WHERE id = ANY(${sent.map(({ id }) => id)}::uuid[]) OR (device_id, sequence) IN (
          SELECT * FROM unnest(${sent.map(({ deviceId }) => deviceId)}::uuid[], ${sent.map(({ sequence }) => sequence)}::int[]))
        FOR UPDATE`.execute(store);
      return rows;
    },

    async insert(store: FieldStore, rows: readonly FieldRecordRow[]): Promise<void> {
      if (rows.length > 0) await store.insertInto('field.records').values(rows.map(asInserted)).execute();
    },

    update: (store: FieldStore, id: string, change: Partial<FieldRecordRow>) =>
      store
        .updateTable('field.records')
        .set({ ...asInserted(change), version: sql<number>`version + 1` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    async note(store: FieldStore, rows: readonly FieldHistoryRow[]): Promise<void> {
      if (rows.length > 0)
        await store
          .insertInto('field.history')
          .values([...rows])
          .execute();
    },

    locked: (store: FieldStore, id: string): Promise<FieldRecordRow | undefined> =>
      store.selectFrom('field.records').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  };
}

function recordReads(db: FieldStore) {
  return {
    find: (id: string, store: FieldStore = db): Promise<FieldRecordRow | undefined> =>
      store.selectFrom('field.records').selectAll().where('id', '=', id).executeTakeFirst(),

    historyOf: (id: string) =>
      db.selectFrom('field.history').selectAll().where('record_id', '=', id).orderBy('id').execute(),

    own: (accountId: string, since: Date | null) =>
      db
        .selectFrom('field.records')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(since !== null, (query) => query.where('changed_at', '>', since as Date))
        .orderBy('changed_at', 'desc')
        .limit(mostOwn)
        .execute(),

    /** Accepted landings of some days of Angola, but one of them. */
    acceptedLandings: (store: FieldStore, days: readonly string[], but: string) =>
      store
        .selectFrom('field.records')
        .selectAll()
        .where('kind', '=', 'landing')
        .where('state', '=', 'accepted')
        .where('id', '<>', but)
        .where(sql<boolean>`${landedOn} = any(${[...days]}::text[])`)
        .execute(),

    /** One page in order, and how many there are. */
    page: (page: FieldPage) =>
      listPage<FieldRecordRow & { readonly photos: number }>(db, {
        from: sql`(SELECT r.*, (SELECT count(*)::int FROM field.photos AS p WHERE p.record_id = r.id) AS photos
          FROM field.records AS r) AS records`,
        where: conditionOf(conditions, page.filters),
        by: sorts[page.sort],
        tie: sql`arrival`,
        page,
      }),

    countOf: async (accountId: string): Promise<number> => {
      const row = await db
        .selectFrom('field.records')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}

function photoRows(db: FieldStore) {
  return {
    photosOf: (recordId: string, store: FieldStore = db) =>
      store.selectFrom('field.photos').selectAll().where('record_id', '=', recordId).orderBy('received_at').execute(),
    photo: (id: string) => db.selectFrom('field.photos').selectAll().where('id', '=', id).executeTakeFirst(),
    /** False where another request stored it meanwhile. */
    async insertPhoto(row: FieldPhotoRow): Promise<boolean> {
      const done = await db
        .insertInto('field.photos')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
  };
}

function removal(db: FieldStore) {
  return {
    /** Ids of some rejected records that nobody changed since then. */
    async rejectedBefore(before: Date): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('field.records')
        .select('id')
        .where('state', '=', 'rejected')
        .where('changed_at', '<', before)
        .limit(removedAtOnce)
        .execute();
      return rows.map(({ id }) => id);
    },
    async remove(ids: readonly string[]): Promise<void> {
      await db
        .deleteFrom('field.records')
        .where('id', 'in', [...ids])
        .execute();
    },
  };
}

/** A row of the list. */
export function rowView(row: FieldRecordRow & { readonly photos: number }): FieldRow {
  const errors = row.findings.filter(({ severity }) => severity === 'error').length;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    summary: row.summary,
    sender: row.account_name,
    capturedAt: row.captured_at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    lon: row.lon,
    lat: row.lat,
    accuracyMeters: row.accuracy_meters,
    errors,
    warnings: row.findings.length - errors,
    photos: row.photos,
    version: row.version,
    reviewer: row.reviewer_name,
  };
}
