import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Logger } from '../../../platform/log/log.ts';

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
  /** Shares (0–100) of the checks outside planned windows that were not offline; null without any. */
  readonly uptime: { readonly day: number | null; readonly week: number | null; readonly quarter: number | null };
  /** UTC. */
  readonly days: readonly DayOfComponent[];
};
export type Availability = { readonly countedAtMs: number; readonly components: readonly ComponentAvailability[] };

type SpanRow = {
  id: string;
  day: number;
  week: number;
  quarter: number;
  dayUp: number;
  weekUp: number;
  quarterUp: number;
};
type DayRow = { id: string; day: string; checks: number; offline: number; warning: number; p95: number | null };
type Counts = { readonly atMs: number; readonly spans: readonly SpanRow[]; readonly days: readonly DayRow[] };

const countedDays = 90;
/** Three months are millions of rows, some seconds of counting. */
const ttlMs = 300_000;

/**
 * Availability of each component from its recorded checks. The counts are renewed in the background, and only the first
 * request waits for them; planned windows are few rows, read each time and taken from the counts.
 */
export function createAvailability(db: Kysely<Tables>, clock: Clock, log: Logger) {
  let known: Counts | null = null;
  let counting: Promise<Counts> | null = null;

  function renew(): Promise<Counts> {
    counting ??= countChecks(db, clock.nowMs(), null)
      .then((counts) => {
        known = counts;
        return counts;
      })
      .finally(() => {
        counting = null;
      });
    return counting;
  }

  async function counts(): Promise<Counts> {
    if (known === null) return renew();
    if (clock.nowMs() - known.atMs > ttlMs) {
      renew().catch((error: unknown) => log.warn({ err: error }, 'disponibilidade por contar'));
    }
    return known;
  }

  return async (days: number, planned: readonly PlannedWindow[]): Promise<Availability> => {
    const all = await counts();
    const left = planned.length === 0 ? null : await countChecks(db, all.atMs, planned);
    const since = new Date(all.atMs - days * 86_400_000).toISOString().slice(0, 10);
    return { countedAtMs: all.atMs, components: lessPlanned(all, left, since) };
  };
}

/** Counts by span and by day up to `nowMs`: of all checks, or of those in windows alone, each once. */
async function countChecks(
  db: Kysely<Tables>,
  nowMs: number,
  windows: readonly PlannedWindow[] | null,
): Promise<Counts> {
  const since = (count: number) => new Date(nowMs - count * 86_400_000);
  const source =
    windows === null
      ? sql`health.checks`
      : sql`(select distinct c.* from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb)
          as w(id text, "from" timestamptz, "to" timestamptz)
          join health.checks c on c.component_id = w.id and c.at >= w."from" and c.at < w."to") as planned`;
  const within = sql`at >= ${since(countedDays)} and at <= ${new Date(nowMs)}`;
  const count = (days: number) => sql`(count(*) filter (where at >= ${since(days)}))::int`;
  const up = (days: number) => sql`(count(*) filter (where state <> 'offline' and at >= ${since(days)}))::int`;
  const spans = await sql<SpanRow>`
    select component_id as id, ${count(1)} as day, ${count(7)} as week, ${count(countedDays)} as quarter,
      ${up(1)} as "dayUp", ${up(7)} as "weekUp", ${up(countedDays)} as "quarterUp"
    from ${source} where ${within} group by 1`.execute(db);
  const days = await sql<DayRow>`
    select component_id as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as checks,
      (count(*) filter (where state = 'offline'))::int as offline,
      (count(*) filter (where state = 'warning'))::int as warning,
      percentile_cont(0.95) within group (order by latency_ms)::float8 as p95
    from ${source} where ${within} group by 1, 2 order by 2`.execute(db);
  return { atMs: nowMs, spans: spans.rows, days: days.rows };
}

function lessPlanned(all: Counts, planned: Counts | null, sinceDay: string): ComponentAvailability[] {
  const spansLeft = new Map(planned?.spans.map((row) => [row.id, row]));
  const daysLeft = new Map(planned?.days.map((row) => [`${row.id} ${row.day}`, row]));
  const byComponent = Map.groupBy(all.days, (row) => row.id);
  const share = (part: number, total: number) => (total <= 0 ? null : (100 * part) / total);
  return all.spans.map((row) => {
    const left = spansLeft.get(row.id);
    return {
      id: row.id,
      uptime: {
        day: share(row.dayUp - (left?.dayUp ?? 0), row.day - (left?.day ?? 0)),
        week: share(row.weekUp - (left?.weekUp ?? 0), row.week - (left?.week ?? 0)),
        quarter: share(row.quarterUp - (left?.quarterUp ?? 0), row.quarter - (left?.quarter ?? 0)),
      },
      days: (byComponent.get(row.id) ?? [])
        .filter(({ day }) => day >= sinceDay)
        .map(({ day, checks, offline, warning, p95 }) => {
          const out = daysLeft.get(`${row.id} ${day}`);
          return {
            day,
            checks,
            offline: (100 * (offline - (out?.offline ?? 0))) / checks,
            warning: (100 * (warning - (out?.warning ?? 0))) / checks,
            maintenance: (100 * (out?.checks ?? 0)) / checks,
            p95Ms: p95,
          };
        }),
    };
  });
}
