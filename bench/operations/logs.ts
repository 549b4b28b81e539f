/** Search of a million lines of the log, as the console asks for it. */
import { sql } from 'kysely';
import { diagnosticsMigrations } from '../../apps/server/src/modules/operations/diagnostics/diagnostics.migrations.ts';
import { createLogsRepository } from '../../apps/server/src/modules/operations/diagnostics/logs.repository.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { createLogger } from '../../apps/server/src/platform/log/log.ts';

const lines = 1_000_000;
const turns = 40;

export type LogFigures = {
  readonly lines: number;
  readonly searches: readonly { readonly name: string; readonly p50Ms: number; readonly p95Ms: number }[];
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** A month of lines, errors rare, in a new database; each search asked again and again with other words. */
export async function measureLogs(url: string): Promise<LogFigures> {
  const database = await openDatabase({ url, applicationName: 'medida' });
  try {
    const log = createLogger({ level: 'warn', pretty: true });
    await migrate(database, [{ name: 'diagnostics', migrations: diagnosticsMigrations }], log);
    await sql`
      insert into diagnostics.logs (at, level, module, message, request_id, instance, details, searched)
      select '2026-01-01'::timestamptz + n * interval '2 seconds',
        case when n % 500 = 0 then 50 when n % 40 = 0 then 40 else 30 end, 'modulo' || n % 20, m,
        'pedido-' || n, 'a', '{}', m
      from generate_series(1, ${sql.lit(lines)}) n,
        lateral (select 'pedido ' || n || ' respondido em ' || n % 900 || ' ms, palavra' || n % 5000) as t(m)`.execute(
      database.for<Record<never, never>>(),
    );
    await sql`vacuum analyze diagnostics.logs`.execute(database.for<Record<never, never>>());
    const repository = createLogsRepository(database, 'a');
    const searches: readonly [string, (turn: number) => Parameters<typeof repository.search>[0]][] = [
      ['as 100 mais recentes', () => ({})],
      ['uma palavra rara', (turn) => ({ q: `palavra${turn * 97}` })],
      ['uma palavra de todas as linhas', () => ({ q: 'respondido' })],
      ['só erros', () => ({ level: 'error' })],
      ['um módulo e uma palavra', (turn) => ({ module: `modulo${turn % 20}`, q: `palavra${turn * 20 + (turn % 20)}` })],
      ['um pedido', (turn) => ({ requestId: `pedido-${turn * 9_973}` })],
    ];
    const measured = [];
    for (const [name, filterOf] of searches) {
      const times: number[] = [];
      for (let turn = 1; turn <= turns; turn += 1) {
        const begunMs = performance.now();
        await repository.search(filterOf(turn), 101);
        times.push(performance.now() - begunMs);
      }
      const sorted = times.toSorted((a, b) => a - b);
      measured.push({ name, p50Ms: quantile(sorted, 0.5), p95Ms: quantile(sorted, 0.95) });
    }
    return { lines, searches: measured };
  } finally {
    await database.close();
  }
}
