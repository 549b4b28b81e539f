import { dayMs, parseIsoDate } from '@kianda/geo';
import { parseWkt } from '../obis/geometry.ts';
import { type Entry, lastInterpretedMs } from './entries.ts';
import { eventDateOf, hasGeospatialIssue } from './rows.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** A refusal as the search words it: plain text under a 400. */
export type Refusal = { readonly refusal: string };

type Test = (entry: Entry) => boolean;

/** Selection of a query, or its refusal. Unknown parameters are ignored. */
export function parseFilter(query: Query, nowMs: number): Test | Refusal {
  const tests: Test[] = [];
  const wanted = flag(query.hasCoordinate);
  if (wanted !== null) tests.push(({ lon }) => (lon !== null) === wanted);
  const faulty = flag(query.hasGeospatialIssue);
  if (faulty !== null) tests.push((entry) => hasGeospatialIssue(entry) === faulty);
  const datasets = values(query.datasetKey);
  if (datasets.length > 0) tests.push(({ datasetKey }) => datasets.includes(datasetKey));

  for (const wkt of values(query.geometry)) {
    const within = parseWkt(wkt);
    if (within === null) return { refusal: `Invalid geometry: ${wkt.slice(0, 60)}` };
    // A clockwise ring selects the world outside of it.
    const inside = isClockwise(wkt) ? (at: readonly [number, number]) => !within(at) : within;
    tests.push(({ lon, lat }) => lon !== null && lat !== null && inside([lon, lat]));
  }
  for (const [name, timeOf] of [
    ['lastInterpreted', (entry: Entry) => lastInterpretedMs(entry, nowMs)],
    ['eventDate', (entry: Entry) => (eventDateOf(entry) === null ? null : entry.timeMs)],
  ] as const) {
    for (const text of values(query[name])) {
      const range = rangeOf(text);
      if (range === null) return { refusal: `Invalid date range: ${text}` };
      tests.push((entry) => {
        const timeMs = timeOf(entry);
        return timeMs !== null && timeMs >= range.fromMs && timeMs < range.toMs;
      });
    }
  }
  return (entry) => tests.every((test) => test(entry));
}

function values(value: string | string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function flag(value: string | string[] | undefined): boolean | null {
  const [text] = values(value);
  return text === undefined ? null : text.toLowerCase() === 'true';
}

/** `2026-01-01,2026-01-31`, both days included; `*` is no bound. */
function rangeOf(text: string): { readonly fromMs: number; readonly toMs: number } | null {
  const [from = '', to = from] = text.split(',');
  try {
    const fromMs = from === '*' ? Number.NEGATIVE_INFINITY : parseIsoDate(from);
    const toMs = to === '*' ? Number.POSITIVE_INFINITY : parseIsoDate(to) + dayMs;
    return fromMs < toMs ? { fromMs, toMs } : null;
  } catch {
    return null; // an impossible date is the refusal its caller answers with
  }
}

/** Sense of the first ring, by the sign of its area. */
function isClockwise(wkt: string): boolean {
  const ring = /\(\(([^()]*)\)/.exec(wkt)?.[1] ?? '';
  const positions = ring.split(',').map((pair) => pair.trim().split(/\s+/).map(Number));
  let twice = 0;
  for (const [index, [lon = 0, lat = 0]] of positions.entries()) {
    const [nextLon = 0, nextLat = 0] = positions[(index + 1) % positions.length] ?? [];
    twice += lon * nextLat - nextLon * lat;
  }
  return twice < 0;
}
