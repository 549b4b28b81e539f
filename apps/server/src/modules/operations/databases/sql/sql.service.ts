import { randomUUID } from 'node:crypto';
import type { SqlResult, SqlRun } from '@kianda/contract/operations/databases/databases.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Platform } from '../../../../platform/module.ts';
import { guardSql } from './guard.ts';
import { openSqlAccess, type SqlAccess } from './role.ts';
import { createSqlRunHistory } from './run-history.repository.ts';
import { createSqlRunner } from './runner.ts';

export type Caller = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** Queries at once: of one account, and of all accounts in this process. */
const atOnce = { account: 2, all: 4 };

function outcomeOf(error: unknown): SqlRun['outcome'] {
  if (!(error instanceof AppError)) return 'failed';
  if (error.code === 'sql_refused') return 'refused';
  if (error.code === 'sql_cancelled') return 'cancelled';
  return error.code === 'timeout' ? 'timeout' : 'failed';
}

type SqlDependencies = {
  readonly platform: Platform;
  readonly audit: { record(entry: AuditEntry): Promise<void> };
  readonly masterKey: Uint8Array;
  readonly timeLimitMs: number;
};
type RunOutcome = { readonly outcome: SqlRun['outcome']; readonly rows: number | null; readonly code: string | null };

/** Opens the restricted access at its first use and keeps it. A refusal is tried again: its cause may have been removed. */
function createAccess(database: Platform['database'], masterKey: Uint8Array): () => Promise<SqlAccess> {
  let opening: Promise<SqlAccess> | null = null;
  return () => {
    opening ??= openSqlAccess(database, masterKey).then(
      (found) => {
        if (found.state === 'refused') opening = null;
        return found;
      },
      (error: unknown) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  };
}

function auditEntry(caller: Caller, id: string, query: string, ended: RunOutcome & { durationMs: number }): AuditEntry {
  const { principal, ipAddress, userAgent } = caller;
  const { outcome, rows, code, durationMs } = ended;
  return {
    event: 'data.access',
    severity: outcome === 'refused' ? 'high' : 'medium',
    actorId: principal.accountId,
    actorName: principal.email,
    resource: `database/sql/${id}`,
    ipAddress,
    userAgent,
    metadata: { consulta: query, duracaoMs: durationMs, linhas: rows, resultado: outcome, codigo: code },
  };
}

/** Read-only SQL of the console: one query, by a restricted role, within limits, each run in the audit. */
export function createSqlService({ platform, audit, masterKey, timeLimitMs }: SqlDependencies) {
  const { clock, database, log } = platform;
  const runner = createSqlRunner({ database, log, timeLimitMs });
  const runs = createSqlRunHistory(database);
  const now = () => new Date(clock.nowMs());
  const access = createAccess(database, masterKey);
  let running = 0;

  async function readyAccess() {
    const found = await access();
    if (found.state === 'refused') throw new AppError('sql_refused', { detail: found.reason });
    return found;
  }

  async function answer(id: string, query: string, signal: AbortSignal) {
    const guarded = await guardSql(query);
    const ready = await readyAccess();
    if (running >= atOnce.all) {
      throw new AppError('unavailable', {
        detail: 'Há demasiadas consultas em curso. Tente de novo dentro de momentos.',
      });
    }
    running += 1;
    try {
      return await runner.run(ready, id, guarded, signal);
    } finally {
      running -= 1;
    }
  }

  async function begin(id: string, accountId: string, query: string): Promise<void> {
    if ((await runs.running(accountId, now())) >= atOnce.account) {
      throw new AppError('conflict', {
        detail: 'Já tem duas consultas em curso: espere que terminem, ou cancele uma.',
      });
    }
    if (!(await runs.begin(id, accountId, query, now()))) {
      throw new AppError('conflict', { detail: 'Já existe uma consulta com esta identificação.' });
    }
  }

  return {
    access,
    history: (accountId: string) => runs.latest(accountId, now()),

    async run(
      { query, id = randomUUID() }: { query: string; id?: string | undefined },
      caller: Caller,
      signal: AbortSignal,
    ): Promise<SqlResult> {
      const { accountId } = caller.principal;
      await begin(id, accountId, query);
      const startedMs = performance.now();
      // Recorded before the answer goes out: a run that cannot be recorded gives none. The rows themselves are never recorded.
      const end = async (ended: RunOutcome) => {
        const durationMs = Math.round(performance.now() - startedMs);
        await runs.end(id, accountId, { durationMs, rows: ended.rows, outcome: ended.outcome });
        await audit.record(auditEntry(caller, id, query, { ...ended, durationMs }));
        return durationMs;
      };
      try {
        const result = await answer(id, query, signal);
        return { id, ...result, durationMs: await end({ outcome: 'done', rows: result.rows.length, code: null }) };
      } catch (error) {
        const code = error instanceof AppError ? error.code : 'internal';
        await end({ outcome: outcomeOf(error), rows: null, code });
        throw error;
      }
    },

    /** Whether the server still ran the query. Throws `not_found` where this account has no such run under way. */
    async cancel(id: string, accountId: string): Promise<boolean> {
      if (!(await runs.isRunning(id, accountId))) throw new AppError('not_found');
      return runner.stop(await readyAccess(), id, 'person');
    },
  };
}

export type SqlService = ReturnType<typeof createSqlService>;
