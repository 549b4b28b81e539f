import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock/clock.ts';
import type { Database, Migration } from '../db/database.ts';
import { AppError } from './errors.ts';

export const idempotencyMigrations: readonly Migration[] = [
  {
    id: '0001-idempotency-keys',
    sql: `
      CREATE TABLE http.idempotency_keys (
        account_id text NOT NULL,
        key text NOT NULL,
        request_hash text NOT NULL,
        status integer,
        body jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, key)
      );
      CREATE INDEX idempotency_keys_created_at ON http.idempotency_keys (created_at);
    `,
  },
];

type Tables = {
  'http.idempotency_keys': {
    account_id: string;
    key: string;
    request_hash: string;
    status: number | null;
    body: unknown;
    created_at: Date;
  };
};

export type StoredAnswer = { readonly status: number; readonly body: unknown };

/** An answer is kept this long for its replay: a client that was offline for a night still finds it. */
const retentionMs = 24 * 3_600_000;
/** A request still without an answer after this long died with its process: its key may act again. */
const abandonedMs = 120_000;
const pruneEveryMs = 3_600_000;

type KeyedRequest = { readonly accountId: string; readonly key: string };
type HashedRequest = KeyedRequest & { readonly hash: string };

/** Remembers the answer of a write by its Idempotency-Key, so that a replayed request never acts twice. */
export function createIdempotency(database: Database, clock: Clock) {
  const db = database.for<Tables>();
  let prunedMs = Number.NEGATIVE_INFINITY;

  async function prune(): Promise<void> {
    const nowMs = clock.nowMs();
    if (nowMs - prunedMs < pruneEveryMs) return;
    prunedMs = nowMs;
    await db
      .deleteFrom('http.idempotency_keys')
      .where('created_at', '<', new Date(nowMs - retentionMs))
      .execute();
  }

  return {
    /** Runs `act` once per key; a repeat gets the first answer. Throws `idempotency_mismatch`, `conflict` (still running). */
    async once(
      { accountId, key, fingerprint }: KeyedRequest & { readonly fingerprint: string },
      act: () => Promise<StoredAnswer>,
    ): Promise<StoredAnswer> {
      await prune();
      const hash = createHash('sha256').update(fingerprint).digest('hex');
      const request = { accountId, key, hash };
      if (!(await claim(db, request, clock.nowMs()))) return replay(db, request);
      let answer: StoredAnswer;
      try {
        answer = await act();
      } catch (error) {
        // A refused request changed nothing: the same key may try again.
        await release(db, request);
        throw error;
      }
      await storeAnswer(db, request, answer);
      return answer;
    },
  };
}

/** True when this request is the one to act: the key is new, or the process of its first request died. */
async function claim(db: Kysely<Tables>, { accountId, key, hash }: HashedRequest, nowMs: number): Promise<boolean> {
  const now = new Date(nowMs);
  const claimed = await db
    .insertInto('http.idempotency_keys')
    .values({ account_id: accountId, key, request_hash: hash, status: null, body: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet({ created_at: now })
        .where('http.idempotency_keys.status', 'is', null)
        .where('http.idempotency_keys.request_hash', '=', hash)
        .where('http.idempotency_keys.created_at', '<', new Date(nowMs - abandonedMs)),
    )
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

async function release(db: Kysely<Tables>, { accountId, key }: KeyedRequest): Promise<void> {
  await db.deleteFrom('http.idempotency_keys').where('account_id', '=', accountId).where('key', '=', key).execute();
}

async function storeAnswer(
  db: Kysely<Tables>,
  { accountId, key }: KeyedRequest,
  { status, body }: StoredAnswer,
): Promise<void> {
  await db
    .updateTable('http.idempotency_keys')
    .set({ status, body: JSON.stringify(body) })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute();
}

async function replay(db: Kysely<Tables>, { accountId, key, hash }: HashedRequest): Promise<StoredAnswer> {
  const row = await db
    .selectFrom('http.idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row !== undefined && row.request_hash !== hash) throw new AppError('idempotency_mismatch');
  if (row === undefined || row.status === null) {
    throw new AppError('conflict', { detail: 'O mesmo pedido ainda está a ser tratado.', retryAfterSeconds: 1 });
  }
  return { status: row.status, body: row.body };
}

export type Idempotency = ReturnType<typeof createIdempotency>;
