import { dayMs } from '@kianda/geo';
import { type Kysely, sql } from 'kysely';

export type PartitionUnit = 'day' | 'month';

/** Start of the day or month (UTC) that holds an instant. */
function startOf(unit: PartitionUnit, timeMs: number): number {
  if (unit === 'day') return Math.floor(timeMs / dayMs) * dayMs;
  const at = new Date(timeMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

function endOf(unit: PartitionUnit, startMs: number): number {
  if (unit === 'day') return startMs + dayMs;
  const at = new Date(startMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/** `positions` and 1 September 2026 → `positions_2026_09_01`; by month → `positions_2026_09`. */
function suffixOf(unit: PartitionUnit, startMs: number): string {
  return new Date(startMs)
    .toISOString()
    .slice(0, unit === 'day' ? 10 : 7)
    .replaceAll('-', '_');
}

/**
 * Partitions by time of one table (schema-qualified), made when they are first needed and dropped whole when they are
 * past. Several processes may do both at once.
 */
export function createPartitions<Tables>(db: Kysely<Tables>, table: string, unit: PartitionUnit) {
  const known = new Set<number>();

  async function make(startMs: number): Promise<void> {
    const from = new Date(startMs).toISOString();
    const to = new Date(endOf(unit, startMs)).toISOString();
    await db.transaction().execute(async (trx) => {
      // IF NOT EXISTS alone lets two that begin at once collide.
      await sql`SELECT pg_advisory_xact_lock(hashtext(${table}))`.execute(trx);
      await sql`CREATE TABLE IF NOT EXISTS ${sql.table(`${table}_${suffixOf(unit, startMs)}`)}
        PARTITION OF ${sql.table(table)} FOR VALUES FROM (${sql.lit(from)}) TO (${sql.lit(to)})`.execute(trx);
    });
    known.add(startMs);
  }

  return {
    /** Makes the partitions that hold these instants. */
    async ensure(timesMs: Iterable<number>): Promise<void> {
      const starts = new Set<number>();
      for (const timeMs of timesMs) starts.add(startOf(unit, timeMs));
      for (const startMs of starts) if (!known.has(startMs)) await make(startMs);
    },
    /** Looks again at what there is: partitions may have been dropped elsewhere. */
    forget(): void {
      known.clear();
    },
    /** Drops the partitions that end before an instant; their names. */
    async dropBefore(beforeMs: number): Promise<readonly string[]> {
      const [schema = '', name = ''] = table.split('.');
      const { rows } = await sql<{ name: string }>`
        SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = ${table}::regclass ORDER BY 1`.execute(db);
      const limit = `${name}_${suffixOf(unit, startOf(unit, beforeMs))}`;
      // Names sort as their times do.
      const past = rows.map((row) => row.name).filter((partition) => partition < limit);
      for (const partition of past) await sql`DROP TABLE IF EXISTS ${sql.table(`${schema}.${partition}`)}`.execute(db);
      known.clear();
      return past;
    },
  };
}

export type Partitions = ReturnType<typeof createPartitions>;
