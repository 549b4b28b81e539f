import type { BackupDrill } from '@kianda/contract/operations/backups/backups.contract';
import { connectFor, quoted } from '../engine/connection.ts';

/** Rows of every table that the platform's migrations made, each read to its end: damaged pages fail here. */
async function countRows(url: string, signal: AbortSignal): Promise<Map<string, number>> {
  const client = await connectFor(url, 'kianda-ensaio');
  const cut = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', cut, { once: true });
  try {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(`
      select n.nspname::text as schema, c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and c.relpersistence <> 't'
        and n.nspname in (select module from platform.migrations union select 'platform')
      order by 1, 2`);
    const counts = new Map<string, number>();
    for (const { schema, name } of tables) {
      signal.throwIfAborted();
      const { rows } = await client.query<{ rows: number }>(
        `select count(*)::int8 as rows from only ${quoted(schema, name)}`,
      );
      counts.set(`${schema}.${name}`, rows[0]?.rows ?? 0);
    }
    return counts;
  } finally {
    signal.removeEventListener('abort', cut);
    await client.end().catch(() => undefined);
  }
}

/** Table by table, the rows there are now and those of the recovered instant; a table that one has not counts none. */
export async function compareCounts(
  now: string,
  recovered: string,
  signal: AbortSignal,
): Promise<BackupDrill['evidence']> {
  const then = await countRows(recovered, signal);
  const current = await countRows(now, signal);
  return [...new Set([...then.keys(), ...current.keys()])].toSorted().map((table) => {
    const rows = current.get(table) ?? 0;
    const foundRows = then.get(table) ?? 0;
    return { table, rows, foundRows, isSame: rows === foundRows };
  });
}
