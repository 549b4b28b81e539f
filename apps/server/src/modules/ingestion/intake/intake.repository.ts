import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { type FilePage, filePage } from './file-list.repository.ts';
import type { FileDialect, FileRow, FileState, IntakeTables } from './intake.tables.ts';

export type NewFile = Pick<
  FileRow,
  | 'id'
  | 'connector_id'
  | 'stream_id'
  | 'name'
  | 'way'
  | 'size_bytes'
  | 'sha256'
  | 'storage_key'
  | 'format'
  | 'received_at'
  | 'received_from'
  | 'remote_key'
> & { readonly dialect: FileDialect };

/** Findings of a check of a file. */
export type Checked = {
  readonly stream: string;
  readonly headerLine: number;
  readonly columns: readonly (string | null)[];
  readonly decimal: 'comma' | 'point';
  readonly dialect: FileDialect;
  readonly total: number;
  readonly rejected: number;
};

/** Result of a check. `isFirst`: it counts only where no other check has ended. */
type CheckOutcome = { readonly state: FileState; readonly reason: string | null; readonly isFirst: boolean };

const refusedStates: readonly FileState[] = ['rejected', 'discarded'];
const undecidedStates: readonly FileState[] = ['awaiting_mapping', 'awaiting_confirmation'];

/** The only SQL that touches the `intake` schema. */
export function createIntakeRepository(database: Database) {
  const db = database.for<IntakeTables>();
  return {
    ...arrivalQueries(db),
    ...listQueries(db),
    ...decisionQueries(db),
    ...streamQueries(db),
    ...mappingQueries(db),
    ...pushQueries(db),
  };
}

export type IntakeRepository = ReturnType<typeof createIntakeRepository>;

/** SQL of files as they arrive. */
function arrivalQueries(db: Kysely<IntakeTables>) {
  return {
    /** The file with these bytes that was neither rejected nor discarded. */
    sameBytes: (connectorId: string, sha256: string): Promise<FileRow | undefined> =>
      db
        .selectFrom('intake.files')
        .selectAll()
        .where('connector_id', '=', connectorId)
        .where('sha256', '=', sha256)
        .where('state', 'not in', [...refusedStates])
        .executeTakeFirst(),

    /** Which keys of files on a connector's server were fetched already. */
    async remoteKnown(connectorId: string, remoteKeys: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('intake.files')
        .select('remote_key')
        .where('connector_id', '=', connectorId)
        .where(sql<boolean>`remote_key = any(${remoteKeys}::text[])`)
        .execute();
      return new Set(rows.flatMap(({ remote_key }) => (remote_key === null ? [] : [remote_key])));
    },

    /** Notes that the check of a file is begun once more; false where another process began it since the file was read. */
    async begin({ id, attempts }: Pick<FileRow, 'id' | 'attempts'>): Promise<boolean> {
      const row = await db
        .updateTable('intake.files')
        .set({ attempts: attempts + 1 })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Takes back the beginning of a check whose process lives. */
    async takeBack(id: string): Promise<void> {
      await db
        .updateTable('intake.files')
        .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
        .where('id', '=', id)
        .execute();
    },

    /** Its check begins with it. Resolves with null when another delivery of the same bytes came first. */
    async insert(file: NewFile, state: FileState, reason: string | null): Promise<FileRow | null> {
      const row = await db
        .insertInto('intake.files')
        .values({ ...file, dialect: JSON.stringify(file.dialect), columns: '[]', state, reason, attempts: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },
  };
}

/** SQL of the lists of files. */
function listQueries(db: Kysely<IntakeTables>) {
  return {
    file: (id: string): Promise<FileRow | undefined> =>
      db.selectFrom('intake.files').selectAll().where('id', '=', id).executeTakeFirst(),

    page: (connectorId: string, page: FilePage) => filePage(db, connectorId, page),

    waiting: (connectorId: string): Promise<FileRow[]> =>
      db
        .selectFrom('intake.files')
        .selectAll()
        .where('connector_id', '=', connectorId)
        .where('state', 'in', ['awaiting_mapping', 'awaiting_confirmation', 'accepted'])
        .orderBy('received_at', 'desc')
        .limit(100)
        .execute(),
  };
}

/** SQL of checks and decisions about a file. */
function decisionQueries(db: Kysely<IntakeTables>) {
  return {
    /** Records what a check found; undefined where the file was decided meanwhile, or another check was first. */
    async saveCheck(id: string, checked: Checked, { state, reason, isFirst }: CheckOutcome) {
      const waiting = db
        .updateTable('intake.files')
        .set({
          stream_id: checked.stream,
          header_line: checked.headerLine,
          columns: JSON.stringify(checked.columns),
          decimal_separator: checked.decimal,
          dialect: JSON.stringify(checked.dialect),
          rows_total: checked.total,
          rows_rejected: checked.rejected,
          state,
          reason,
        })
        .where('id', '=', id)
        .where('state', 'in', [...undecidedStates]);
      const unchecked = waiting.where('state', '=', 'awaiting_mapping').where('reason', 'is', null);
      return (isFirst ? unchecked : waiting).returningAll().executeTakeFirst();
    },

    async setState(id: string, from: readonly FileState[], to: FileState, reason: string | null) {
      return db
        .updateTable('intake.files')
        .set({ state: to, reason })
        .where('id', '=', id)
        .where('state', 'in', [...from])
        .returningAll()
        .executeTakeFirst();
    },

    /** Gives a waiting file the next place in its stream. Resolves with undefined when the file no longer waits. */
    accept: (id: string, by: string, at: Date): Promise<FileRow | undefined> =>
      db.transaction().execute(async (trx) => {
        const file = await trx.selectFrom('intake.files').selectAll().where('id', '=', id).executeTakeFirst();
        if (file === undefined || file.stream_id === null) return undefined;
        // One acceptance at a time: a place given later but seen earlier would be passed over by the cursor.
        const lockName = `intake/${file.connector_id}/${file.stream_id}`;
        await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(trx);
        const newest = await trx
          .selectFrom('intake.files')
          .select((eb) => eb.fn.max('seq').as('seq'))
          .where('connector_id', '=', file.connector_id)
          .where('stream_id', '=', file.stream_id)
          .executeTakeFirst();
        return trx
          .updateTable('intake.files')
          .set({ state: 'accepted', reason: null, accepted_at: at, accepted_by: by, seq: Number(newest?.seq ?? 0) + 1 })
          .where('id', '=', id)
          .where('state', 'in', [...undecidedStates])
          .returningAll()
          .executeTakeFirst();
      }),
  };
}

/** SQL of accepted files, as the runs of a stream read them. */
function streamQueries(db: Kysely<IntakeTables>) {
  return {
    /** The next accepted file of a stream. */
    next(
      connectorId: string,
      streamId: string,
      afterSeq: number,
      window: { readonly fromMs: number; readonly toMs: number } | null,
    ): Promise<FileRow | undefined> {
      let query = db
        .selectFrom('intake.files')
        .selectAll()
        .where('connector_id', '=', connectorId)
        .where('stream_id', '=', streamId)
        .where('state', 'in', ['accepted', 'stored'])
        .where('seq', '>', afterSeq);
      if (window !== null) {
        query = query
          .where('received_at', '>=', new Date(window.fromMs))
          .where('received_at', '<=', new Date(window.toMs));
      }
      return query.orderBy('seq').limit(1).executeTakeFirst();
    },

    async settle(id: string, runId: string, at: Date): Promise<void> {
      await db
        .updateTable('intake.files')
        .set({ state: 'stored', run_id: runId, settled_at: at })
        .where('id', '=', id)
        .execute();
    },

    /** Files that arrived before and are still to be checked, or to be accepted where nobody needs to. */
    halfDone: (before: Date): Promise<FileRow[]> =>
      db
        .selectFrom('intake.files')
        .selectAll()
        .where('received_at', '<', before)
        .where((eb) =>
          eb.or([
            eb.and([eb('state', '=', 'awaiting_mapping'), eb('reason', 'is', null)]),
            eb.and([eb('state', '=', 'awaiting_confirmation'), eb('way', '!=', 'upload')]),
          ]),
        )
        .orderBy('received_at')
        .limit(100)
        .execute(),

    /** Streams with accepted files that no run has stored yet. */
    unread: () =>
      db
        .selectFrom('intake.files')
        .select(['connector_id', 'stream_id'])
        .distinct()
        .where('state', '=', 'accepted')
        .where('stream_id', 'is not', null)
        .$narrowType<{ stream_id: string }>()
        .execute(),
  };
}

/** SQL of remembered column mappings. */
function mappingQueries(db: Kysely<IntakeTables>) {
  return {
    async mapping(connectorId: string, streamId: string, signature: string): Promise<(string | null)[] | null> {
      const row = await db
        .selectFrom('intake.mappings')
        .select('columns')
        .where('connector_id', '=', connectorId)
        .where('stream_id', '=', streamId)
        .where('signature', '=', signature)
        .executeTakeFirst();
      return row?.columns ?? null;
    },

    async remember(
      key: { connectorId: string; streamId: string; signature: string },
      columns: readonly (string | null)[],
      by: string,
      at: Date,
    ): Promise<void> {
      const row = { columns: JSON.stringify(columns), updated_at: at, updated_by: by };
      await db
        .insertInto('intake.mappings')
        .values({ connector_id: key.connectorId, stream_id: key.streamId, signature: key.signature, ...row })
        .onConflict((conflict) => conflict.columns(['connector_id', 'stream_id', 'signature']).doUpdateSet(row))
        .execute();
    },
  };
}

/** SQL of the secrets and nonces of signed deliveries. */
function pushQueries(db: Kysely<IntakeTables>) {
  return {
    pushKey: (connectorId: string) =>
      db.selectFrom('intake.push_keys').selectAll().where('connector_id', '=', connectorId).executeTakeFirst(),

    async savePushKey(
      connectorId: string,
      { keyId, sealed }: { readonly keyId: string; readonly sealed: Buffer },
      { by, at }: { readonly by: string; readonly at: Date },
    ): Promise<void> {
      const row = { key_id: keyId, sealed, created_at: at, created_by: by };
      await db
        .insertInto('intake.push_keys')
        .values({ connector_id: connectorId, ...row })
        .onConflict((conflict) => conflict.column('connector_id').doUpdateSet(row))
        .execute();
    },

    /** Resolves with false when the nonce was used before. Nonces used before `before` are deleted. */
    async useNonce(connectorId: string, nonce: string, at: Date, before: Date): Promise<boolean> {
      await db.deleteFrom('intake.push_nonces').where('used_at', '<', before).execute();
      const result = await db
        .insertInto('intake.push_nonces')
        .values({ connector_id: connectorId, nonce, used_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
    },
  };
}
