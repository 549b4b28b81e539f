import { dayMs } from '@kianda/geo';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { coversWindow, type ObservationGap, partsOf, timeShare } from './availability.rules.ts';

type Tables = { 'health.observation_gaps': { from_at: Date; to_at: Date; kind: ObservationGap['kind'] } };

type DayOfComponent = {
  day: string;
  checks: number;
  offline: number;
  warning: number;
  maintenance: number;
  /** Time without checks, the platform being neither known to be off nor on. */
  unknown: number;
  p95Ms: number | null;
};
/** A time during which what fails in a component was announced: its checks then count neither way. */
export type PlannedWindow = { readonly id: string; readonly from: string; readonly to: string };
export type ComponentAvailability = {
  readonly id: string;
  /** Oldest check that counts. */
  readonly since: string;
  /**
   * Shares (0–100) of the known time outside planned windows in which it was not offline; null for a window longer than
   * there are checks.
   */
  readonly uptime: { readonly day: number | null; readonly week: number | null; readonly quarter: number | null };
  /** UTC. */
  readonly days: readonly DayOfComponent[];
};
export type Availability = { readonly countedAtMs: number; readonly components: readonly ComponentAvailability[] };

type SpanRow = {
  id: string;
  first: Date;
  day: number;
  week: number;
  quarter: number;
  dayUp: number;
  weekUp: number;
  quarterUp: number;
};
type DayRow = { id: string; day: string; checks: number; offline: number; warning: number; p95: number | null };
type Counts = { readonly atMs: number; readonly spans: readonly SpanRow[]; readonly days: readonly DayRow[] };
type Known = Counts & { readonly gaps: readonly ObservationGap[] };

const countedDays = 90;
/** Three months are millions of rows, some seconds of counting. */
const ttlMs = 300_000;

/**
 * Availability of each component from its recorded checks. The counts are renewed in the background, and only the first
 * request waits for them; planned windows are few rows, read each time and taken from the counts.
 */
export function createAvailability(db: Kysely<Tables>, clock: Clock, log: Logger) {
  let known: Known | null = null;
  let counting: Promise<Known> | null = null;

  async function count(): Promise<Known> {
    const nowMs = clock.nowMs();
    const [counts, gaps] = await Promise.all([countChecks(db, nowMs, null), readGaps(db, nowMs)]);
    return { ...counts, gaps };
  }

  function renew(): Promise<Known> {
    counting ??= count()
      .then((counts) => {
        known = counts;
        return counts;
      })
      .finally(() => {
        counting = null;
      });
    return counting;
  }

  async function counts(): Promise<Known> {
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

/** Times without checks of the counted days. */
async function readGaps(db: Kysely<Tables>, nowMs: number): Promise<readonly ObservationGap[]> {
  const rows = await db
    .selectFrom('health.observation_gaps')
    .selectAll()
    .where('to_at', '>', new Date(nowMs - countedDays * dayMs))
    .execute();
  return rows.map(({ kind, from_at, to_at }) => ({ kind, fromMs: from_at.getTime(), toMs: to_at.getTime() }));
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
    select component_id as id, min(at) as first, ${count(1)} as day, ${count(7)} as week, ${count(countedDays)} as quarter,
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

function lessPlanned(all: Known, planned: Counts | null, sinceDay: string): ComponentAvailability[] {
  const spansLeft = new Map(planned?.spans.map((row) => [row.id, row]));
  const daysLeft = new Map(planned?.days.map((row) => [`${row.id} ${row.day}`, row]));
  const byComponent = Map.groupBy(all.days, (row) => row.id);
  return all.spans.map((row) => {
    const left = spansLeft.get(row.id);
    const firstMs = row.first.getTime();
    const over = (days: number, up: number, checks: number): number | null => {
      if (!coversWindow(firstMs, all.atMs, days * dayMs)) return null;
      const span = { fromMs: Math.max(firstMs, all.atMs - days * dayMs), toMs: all.atMs };
      return timeShare(checks <= 0 ? null : (100 * up) / checks, all.gaps, span);
    };
    return {
      id: row.id,
      since: row.first.toISOString(),
      uptime: {
        day: over(1, row.dayUp - (left?.dayUp ?? 0), row.day - (left?.day ?? 0)),
        week: over(7, row.weekUp - (left?.weekUp ?? 0), row.week - (left?.week ?? 0)),
        quarter: over(countedDays, row.quarterUp - (left?.quarterUp ?? 0), row.quarter - (left?.quarter ?? 0)),
      },
      days: daysOf(all, row, byComponent.get(row.id) ?? [])
        .filter(({ day }) => day >= sinceDay)
        .map((day) => dayView(day, daysLeft.get(`${row.id} ${day.day}`), all, firstMs)),
    };
  });
}

/** The days with checks, and those that a gap fills from end to end. */
function daysOf({ gaps, atMs }: Known, { id, first }: SpanRow, counted: readonly DayRow[]): readonly DayRow[] {
  const known = new Set(counted.map(({ day }) => day));
  const empty: DayRow[] = [];
  for (let ms = first.getTime(); ms < atMs && gaps.length > 0; ms += dayMs) {
    const day = new Date(ms).toISOString().slice(0, 10);
    if (!known.has(day)) empty.push({ id, day, checks: 0, offline: 0, warning: 0, p95: null });
  }
  return [...counted, ...empty].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** Shares (0–100) of a day: what its checks found, of the part of it that was observed. */
function dayView(row: DayRow, planned: DayRow | undefined, { gaps, atMs }: Known, firstMs: number): DayOfComponent {
  const startMs = Date.parse(`${row.day}T00:00:00Z`);
  const { outage, unknown, observed } = partsOf(gaps, Math.max(startMs, firstMs), Math.min(startMs + dayMs, atMs));
  const share = (count: number) => (row.checks === 0 ? 0 : (100 * count * observed) / row.checks);
  return {
    day: row.day,
    checks: row.checks,
    offline: share(row.offline - (planned?.offline ?? 0)) + 100 * outage,
    warning: share(row.warning - (planned?.warning ?? 0)),
    maintenance: share(planned?.checks ?? 0),
    unknown: 100 * unknown,
    p95Ms: row.p95,
  };
}
