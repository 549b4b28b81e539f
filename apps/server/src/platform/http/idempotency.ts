import { createHash } from 'node:crypto';
import type { Generated } from 'kysely';
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
    created_at: Generated<Date>;
  };
};

export type StoredAnswer = { readonly status: number; readonly body: unknown };

/** Remembers the answer of a write by its Idempotency-Key, so that a replayed request never acts twice. */
export function createIdempotency(database: Database) {
  const db = database.for<Tables>();
  return {
    /** Runs `act` once per key; a repeat gets the first answer. Throws `idempotency_mismatch`, `conflict` (still running). */
    async once(
      request: { accountId: string; key: string; fingerprint: string },
      act: () => Promise<StoredAnswer>,
    ): Promise<StoredAnswer> {
      const hash = createHash('sha256').update(request.fingerprint).digest('hex');
      const inserted = await db
        .insertInto('http.idempotency_keys')
        .values({ account_id: request.accountId, key: request.key, request_hash: hash, status: null, body: null })
        .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows === 0n) return replay(request, hash);
      try {
        const answer = await act();
        await db
          .updateTable('http.idempotency_keys')
          .set({ status: answer.status, body: JSON.stringify(answer.body) })
          .where('account_id', '=', request.accountId)
          .where('key', '=', request.key)
          .execute();
        return answer;
      } catch (error) {
        // A refused request changed nothing: the same key may try again.
        await db
          .deleteFrom('http.idempotency_keys')
          .where('account_id', '=', request.accountId)
          .where('key', '=', request.key)
          .execute();
        throw error;
      }
    },
  };

  async function replay(request: { accountId: string; key: string }, hash: string): Promise<StoredAnswer> {
    const row = await db
      .selectFrom('http.idempotency_keys')
      .select(['request_hash', 'status', 'body'])
      .where('account_id', '=', request.accountId)
      .where('key', '=', request.key)
      .executeTakeFirst();
    if (row !== undefined && row.request_hash !== hash) throw new AppError('idempotency_mismatch');
    if (row === undefined || row.status === null) {
      throw new AppError('conflict', { detail: 'O mesmo pedido ainda está a ser tratado.', retryAfterSeconds: 1 });
    }
    return { status: row.status, body: row.body };
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>;
