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

/** Intervals of the schedules last asked for: the list of connectors asks for all of theirs each time it is read. */
const intervals = new Map<string, number>();
const mostIntervals = 256;

/** Between the first two instants of a schedule (ms). Throws on an invalid expression. */
function intervalOf(cron: string): number {
  const known = intervals.get(cron);
  if (known !== undefined) return known;
  const instants = parse(cron, 0);
  const first = instants.next().getTime();
  const intervalMs = instants.next().getTime() - first;
  if (intervals.size >= mostIntervals) intervals.clear();
  intervals.set(cron, intervalMs);
  return intervalMs;
}

/** FNV-1a as a share, 0–1. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash / 2 ** 32;
}

/** Next instant (ISO, UTC) a connector runs after `nowMs`, jitter included. */
export function nextRunOf(cron: string, connectorId: string, nowMs: number): string {
  const [next] = nextRunsOf(cron, connectorId, nowMs, 1);
  if (next === undefined) throw new RangeError(`cron "${cron}" never fires`);
  return next;
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
