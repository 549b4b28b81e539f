import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock/clock.ts';
import type { Database, Migration } from '../db/database.ts';
import { asOneTransaction } from '../db/request-scope.ts';
import { AppError } from './errors.ts';
import { statusOfThrown } from './problem.ts';

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
const pruneEveryMs = 3_600_000;

type KeyedRequest = { readonly accountId: string; readonly key: string };
type KeyedWrite = KeyedRequest & { readonly fingerprint: string; readonly lockLimitMs: number };

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
    /**
     * Runs `act` once per key; a repeat gets the first answer. The effect and the answer are one transaction: whenever the
     * process dies, both are there or neither is. Throws `idempotency_mismatch`, and `conflict` with a time to come back
     * while the first is under way.
     */
    async once({ accountId, key, fingerprint, lockLimitMs }: KeyedWrite, act: () => Promise<StoredAnswer>) {
      await prune();
      const hash = createHash('sha256').update(fingerprint).digest('hex');
      return asOneTransaction(database, {
        lockLimitMs,
        // A refused request may try again with its key; what it counted and recorded stays. A fault leaves nothing.
        keepsAfter: (error) => statusOfThrown(error) < 500,
        async act() {
          await hold(db, { accountId, key });
          const earlier = await storedAnswer(db, { accountId, key }, hash);
          if (earlier !== null) return earlier;
          const answer = await act();
          await store(db, { accountId, key, hash, answer, at: new Date(clock.nowMs()) });
          return answer;
        },
      });
    },
  };
}

/** Held to the end of the transaction, and so never longer than its process lives. */
async function hold(db: Kysely<Tables>, { accountId, key }: KeyedRequest): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`http.idempotency/${accountId}/${key}`}, 0)) as held`.execute(
    db,
  );
  if (rows[0]?.held === true) return;
  throw new AppError('conflict', { detail: 'O mesmo pedido ainda está a ser tratado.', retryAfterSeconds: 1 });
}

async function storedAnswer(
  db: Kysely<Tables>,
  { accountId, key }: KeyedRequest,
  hash: string,
): Promise<StoredAnswer | null> {
  const row = await db
    .selectFrom('http.idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.request_hash !== hash) throw new AppError('idempotency_mismatch');
  // A row without an answer was left by an earlier release, whose process died.
  return row.status === null ? null : { status: row.status, body: row.body };
}

type Answered = KeyedRequest & { readonly hash: string; readonly answer: StoredAnswer; readonly at: Date };

async function store(db: Kysely<Tables>, { accountId, key, hash, answer, at }: Answered): Promise<void> {
  const kept = { request_hash: hash, status: answer.status, body: JSON.stringify(answer.body), created_at: at };
  await db
    .insertInto('http.idempotency_keys')
    .values({ account_id: accountId, key, ...kept })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(kept))
    .execute();
}

export type Idempotency = ReturnType<typeof createIdempotency>;
