import { type Kysely, sql } from 'kysely';

type Tables = Record<never, never>;

type DayOfComponent = {
  day: string;
  checks: number;
  offline: number;
  warning: number;
  maintenance: number;
  p95Ms: number | null;
};
/** A time during which what fails in a component was announced: its checks then count neither way. */
export type PlannedWindow = { readonly id: string; readonly from: string; readonly to: string };
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
  maintenance: number;
  p95: number | null;
};
type UptimeRow = { component_id: string; day: number | null; week: number | null; quarter: number | null };

/**
 * What the recorded checks of each component say of its availability, whole and day by day (UTC). Uptime is the share of
 * the checks outside planned windows that were not offline; null without any.
 */
export async function readAvailability(
  db: Kysely<Tables>,
  nowMs: number,
  days: number,
  planned: readonly PlannedWindow[],
): Promise<ComponentAvailability[]> {
  const since = (count: number) => new Date(nowMs - count * 86_400_000);
  // Millions of rows are compared with the windows of the quarter: with none, that is left out.
  const isPlanned =
    planned.length === 0
      ? sql`false`
      : sql`exists (
          select 1 from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as w(id text, "from" timestamptz, "to" timestamptz)
          where w.id = component_id and at >= w."from" and at < w."to")`;
  const judged = (count: number) => sql`(
    select component_id, at, state, latency_ms, ${isPlanned} as planned from health.checks where at >= ${since(count)}) as judged`;
  const share = (count: number) => sql`
    100.0 * count(*) filter (where not planned and state <> 'offline' and at >= ${since(count)})
      / nullif(count(*) filter (where not planned and at >= ${since(count)}), 0)`;
  const uptimes = await sql<UptimeRow>`
    select component_id, (${share(1)})::float8 as day, (${share(7)})::float8 as week, (${share(90)})::float8 as quarter
    from ${judged(90)} group by component_id`.execute(db);
  const rows = await sql<DayRow>`
    select component_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as checks,
      (100.0 * count(*) filter (where not planned and state = 'offline') / count(*))::float8 as offline,
      (100.0 * count(*) filter (where not planned and state = 'warning') / count(*))::float8 as warning,
      (100.0 * count(*) filter (where planned) / count(*))::float8 as maintenance,
      percentile_cont(0.95) within group (order by latency_ms) filter (where not planned)::float8 as p95
    from ${judged(days)} group by 1, 2 order by 2`.execute(db);
  const byComponent = Map.groupBy(rows.rows, (row) => row.component_id);
  return uptimes.rows.map(({ component_id, day, week, quarter }) => ({
    id: component_id,
    uptime: { day, week, quarter },
    days: (byComponent.get(component_id) ?? []).map((row) => ({
      day: row.day,
      checks: row.checks,
      offline: row.offline,
      warning: row.warning,
      maintenance: row.maintenance,
      p95Ms: row.p95,
    })),
  }));
}
