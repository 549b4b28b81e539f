import { formatCount, formatPlainNumber } from '@kianda/format';
import type pg from 'pg';
import type { PendingMigration } from '../../../../platform/db/migrate.ts';
import { quoted } from '../engine/connection.ts';

/** Rows that are copied to find out how fast this server writes a table anew. */
const sampleRows = 20_000;
const touching =
  /\b(?:alter\s+table|update|delete\s+from|insert\s+into|create\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?\w+\s+on)\s+(?:if\s+exists\s+|only\s+)*(\w+\.\w+)/gi;
const creating = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+\.\w+)/gi;

/** Tables that were there before and that a migration changes, fills or indexes. */
function tablesTouched(sql: string): readonly string[] {
  const text = sql.replaceAll(/--.*$/gm, '').toLowerCase();
  const made = new Set([...text.matchAll(creating)].map(([, table]) => table));
  return [...new Set([...text.matchAll(touching)].flatMap(([, table]) => table ?? []))].filter(
    (table) => !made.has(table),
  );
}

type PlannedMigration = PendingMigration & {
  /** Rows of the tables it touches, as the server counts them. */
  readonly rows: number;
  readonly seconds: number | null;
  /** Why there is no time; null where there is one. */
  readonly reason: string | null;
};

async function rowsOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select coalesce((select greatest(c.reltuples, s.n_live_tup, 0)::float8 from pg_class c
       left join pg_stat_user_tables s on s.relid = c.oid where c.oid = to_regclass($1)), 0) as rows`,
    [table],
  );
  return rows[0]?.rows ?? 0;
}

/** Rows of a table that this server reads and writes in a second, measured on some of them; null where it has none. */
async function rateOf(client: pg.Client, table: string, nowMs: () => number): Promise<number | null> {
  const [schema = '', name = ''] = table.split('.');
  const startedMs = nowMs();
  const made = await client.query(
    `create temporary table rate as select * from ${quoted(schema, name)} limit ${sampleRows}`,
  );
  const seconds = Math.max(0.001, (nowMs() - startedMs) / 1000);
  await client.query('drop table rate');
  return made.rowCount === null || made.rowCount === 0 ? null : made.rowCount / seconds;
}

/** How long each migration may take: rows of the tables it touches, at the rate at which this server writes the largest. */
export async function planMigrations(
  client: pg.Client,
  pending: readonly PendingMigration[],
  nowMs: () => number = () => performance.now(),
): Promise<readonly PlannedMigration[]> {
  const planned: PlannedMigration[] = [];
  for (const one of pending) {
    const tables = tablesTouched(one.migration.sql);
    const counted = await Promise.all(tables.map(async (table) => ({ table, rows: await rowsOf(client, table) })));
    const rows = counted.reduce((sum, table) => sum + table.rows, 0);
    const largest = counted.toSorted((a, b) => b.rows - a.rows)[0];
    const rate = largest === undefined || largest.rows === 0 ? null : await rateOf(client, largest.table, nowMs);
    const reason = tables.length === 0 ? 'só faz tabelas novas' : 'as tabelas em que mexe estão vazias';
    planned.push({
      ...one,
      rows,
      ...(rate === null ? { seconds: null, reason } : { seconds: rows / rate, reason: null }),
    });
  }
  return planned;
}

/** One migration in a line: its rows and the time expected, told as the estimate that it is. */
export function plannedText({ module, migration, rows, seconds, reason }: PlannedMigration): string {
  const name = `${module}/${migration.id}`;
  if (seconds === null) return `  ${name}: — (${reason})`;
  const time = seconds < 1 ? 'menos de 1 s' : `${formatPlainNumber(Math.ceil(seconds))} s`;
  return `  ${name}: estimativa ${time}, ${formatCount(Math.round(rows), 'linha', 'linhas')}`;
}
