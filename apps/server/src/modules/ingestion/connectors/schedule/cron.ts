import { CronExpressionParser } from 'cron-parser';

const mostJitterMs = 5 * 60_000;
/** Share of the interval between two runs that jitter may take. */
const jitterShare = 0.05;

function parse(cron: string, nowMs: number) {
  return CronExpressionParser.parse(cron, { currentDate: new Date(nowMs), tz: 'UTC' });
}

/** Next instant (ISO, UTC) a cron expression fires after `nowMs`. Throws on an invalid expression. */
export function nextCronRun(cron: string, nowMs: number): string {
  return parse(cron, nowMs).next().toDate().toISOString();
}

/**
 * How long after its cron instant a connector runs (ms, whole seconds): always the same for one connector, so that the
 * preview is exact, and different between connectors, so that they do not all begin at the same instant.
 */
export function jitterOf(cron: string, connectorId: string): number {
  const mostMs = Math.min(mostJitterMs, intervalOf(cron) * jitterShare);
  return Math.floor((hashOf(connectorId) * mostMs) / 1000) * 1000;
}

/** Connectors have a few dozen schedules; those that nobody has any more are forgotten with all others. */
const mostSchedules = 256;

function keep<Value>(kept: Map<string, Value>, cron: string, value: Value): Value {
  if (kept.size >= mostSchedules) kept.clear();
  kept.set(cron, value);
  return value;
}

const intervals = new Map<string, number>();

/** Between the first two instants of a schedule (ms). Throws on an invalid expression. */
function intervalOf(cron: string): number {
  const known = intervals.get(cron);
  if (known !== undefined) return known;
  const instants = parse(cron, 0);
  const first = instants.next().getTime();
  return keep(intervals, cron, instants.next().getTime() - first);
}

/** An instant at which a schedule fires, and one after which it is the next. */
type Upcoming = { readonly afterMs: number; readonly atMs: number };
const upcoming = new Map<string, Upcoming>();

/** Next instant (ms) of a schedule: the list of connectors asks for all of them each time it is read, and few have passed. */
function nextInstant(cron: string, afterMs: number): number {
  const known = upcoming.get(cron);
  if (known !== undefined && known.afterMs <= afterMs && afterMs < known.atMs) return known.atMs;
  return keep(upcoming, cron, { afterMs, atMs: parse(cron, afterMs).next().getTime() }).atMs;
}

/** FNV-1a as a share, 0–1. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash / 2 ** 32;
}

/** Next instant (ISO, UTC) a connector runs after `nowMs`, jitter included. */
export function nextRunOf(cron: string, connectorId: string, nowMs: number): string {
  const jitterMs = jitterOf(cron, connectorId);
  return new Date(nextInstant(cron, nowMs - jitterMs) + jitterMs).toISOString();
}

/** The next `count` instants (ISO, UTC) a connector runs after `nowMs`, jitter included. */
export function nextRunsOf(cron: string, connectorId: string, nowMs: number, count: number): string[] {
  const jitterMs = jitterOf(cron, connectorId);
  const interval = parse(cron, nowMs - jitterMs);
  return Array.from({ length: count }, () => new Date(interval.next().getTime() + jitterMs).toISOString());
}

/** True for a five-field cron expression: seconds would ask providers too often. */
export function isCron(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false;
  try {
    CronExpressionParser.parse(text, { tz: 'UTC' });
    return true;
  } catch {
    // The parser has no other way to say that the text is not a schedule.
    return false;
  }
}
