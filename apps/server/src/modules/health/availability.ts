import { type Kysely, sql } from 'kysely';

type Tables = Record<never, never>;

type DayOfComponent = { day: string; checks: number; offline: number; warning: number; p95Ms: number | null };
export type ComponentAvailability = {
  readonly id: string;
  readonly uptime: { readonly day: number | null; readonly week: number | null; readonly quarter: number | null };
  readonly days: readonly DayOfComponent[];
};

type DayRow = {
  component_id: string;
  day: string;
  checks: number;
  offline: number;
  warning: number;
  p95: number | null;
};
type UptimeRow = { component_id: string; day: number | null; week: number | null; quarter: number | null };

/** What the recorded checks of each component say of its availability, whole and day by day (UTC). */
export async function readAvailability(
  db: Kysely<Tables>,
  nowMs: number,
  days: number,
): Promise<ComponentAvailability[]> {
  const since = (count: number) => new Date(nowMs - count * 86_400_000);
  const share = (count: number) => sql`
    100.0 * count(*) filter (where state <> 'offline' and at >= ${since(count)})
      / nullif(count(*) filter (where at >= ${since(count)}), 0)`;
  const uptimes = await sql<UptimeRow>`
    select component_id, (${share(1)})::float8 as day, (${share(7)})::float8 as week, (${share(90)})::float8 as quarter
    from health.checks where at >= ${since(90)} group by component_id`.execute(db);
  const rows = await sql<DayRow>`
    select component_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as checks,
      (100.0 * count(*) filter (where state = 'offline') / count(*))::float8 as offline,
      (100.0 * count(*) filter (where state = 'warning') / count(*))::float8 as warning,
      percentile_cont(0.95) within group (order by latency_ms)::float8 as p95
    from health.checks where at >= ${since(days)} group by 1, 2 order by 2`.execute(db);
  const byComponent = Map.groupBy(rows.rows, (row) => row.component_id);
  return uptimes.rows.map(({ component_id, day, week, quarter }) => ({
    id: component_id,
    uptime: { day, week, quarter },
    days: (byComponent.get(component_id) ?? []).map((row) => ({
      day: row.day,
      checks: row.checks,
      offline: row.offline,
      warning: row.warning,
      p95Ms: row.p95,
    })),
  }));
}
