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

export type Asker = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** Queries of one account at a time, and of everybody in this process. */
const atOnce = { account: 2, all: 4 };

function outcomeOf(error: unknown): SqlRun['outcome'] {
  if (!(error instanceof AppError)) return 'failed';
  if (error.code === 'sql_refused') return 'refused';
  if (error.code === 'sql_cancelled') return 'cancelled';
  return error.code === 'timeout' ? 'timeout' : 'failed';
}

/** Read-only SQL of the console: one query, by a restricted role, within limits, each run in the audit. */
export function createSqlService(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  masterKey: Uint8Array;
  timeLimitMs: number;
}) {
  const { platform, audit, masterKey, timeLimitMs } = options;
  const { clock, database, log } = platform;
  const runner = createSqlRunner({ database, log, timeLimitMs });
  const runs = createSqlRunHistory(database);
  const now = () => new Date(clock.nowMs());
  let opening: Promise<SqlAccess> | null = null;
  let running = 0;

  /** Prepared once a process, at the first use; what was refused is tried again, for somebody may have mended it. */
  function access(): Promise<SqlAccess> {
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
  }

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

  return {
    access,
    history: (accountId: string) => runs.latest(accountId, now()),

    async run(
      asked: { query: string; id?: string | undefined },
      asker: Asker,
      signal: AbortSignal,
    ): Promise<SqlResult> {
      const { principal, ipAddress, userAgent } = asker;
      const { accountId } = principal;
      const id = asked.id ?? randomUUID();
      if ((await runs.running(accountId, now())) >= atOnce.account) {
        throw new AppError('conflict', {
          detail: 'Já tem duas consultas em curso: espere que terminem, ou cancele uma.',
        });
      }
      if (!(await runs.begin(id, accountId, asked.query, now()))) {
        throw new AppError('conflict', { detail: 'Já existe uma consulta com esta identificação.' });
      }
      const startedMs = performance.now();
      /** Before the answer goes out: what could not be written down is not told. Never what was answered. */
      const note = async (outcome: SqlRun['outcome'], rows: number | null, code: string | null) => {
        const durationMs = Math.round(performance.now() - startedMs);
        await runs.end(id, accountId, { durationMs, rows, outcome });
        await audit.record({
          event: 'data.access',
          severity: outcome === 'refused' ? 'high' : 'medium',
          actorId: accountId,
          actorName: principal.email,
          resource: `database/sql/${id}`,
          ipAddress,
          userAgent,
          metadata: { consulta: asked.query, duracaoMs: durationMs, linhas: rows, resultado: outcome, codigo: code },
        });
        return durationMs;
      };
      try {
        const result = await answer(id, asked.query, signal);
        return { id, ...result, durationMs: await note('done', result.rows.length, null) };
      } catch (error) {
        await note(outcomeOf(error), null, error instanceof AppError ? error.code : 'internal');
        throw error;
      }
    },

    /** Whether the server was still at it. Throws `not_found` for what is not a run of this account under way. */
    async cancel(id: string, accountId: string): Promise<boolean> {
      if (!(await runs.isRunning(id, accountId))) throw new AppError('not_found');
      return runner.stop(await readyAccess(), id, 'person');
    },
  };
}

export type SqlService = ReturnType<typeof createSqlService>;
