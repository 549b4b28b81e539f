import { distanceMeters, hourMs, metersPerNauticalMile } from '@kianda/geo';
import { eventKey, type Surroundings, type VesselEvent } from './events.ts';
import type { LoiteringPreset } from './presets.ts';
import { meanPosition, positionOf, type Track, type TrackPoint } from './track.ts';

export type LoiteringDetails = {
  readonly durationMs: number;
  readonly distanceMeters: number;
  readonly meanKnots: number;
  /** Mean over the hours, metres. */
  readonly meanShoreDistanceMeters: number;
};
export type Loitering = VesselEvent<'loitering', LoiteringDetails>;

/** Movement of a vessel in one hour of the clock. */
type Hour = {
  readonly hour: number;
  readonly points: readonly TrackPoint[];
  readonly meters: number;
  readonly ms: number;
};

const anchored: ReadonlySet<number> = new Set([1, 5]);

/**
 * Slow drifting far from the coast: pipe-loitering of Global Fishing Watch. Reports are grouped by hours of the clock,
 * each with the last report of the hour before; slow hours in a row are one event. Hours in which the vessel reports
 * throughout that it is anchored or moored do not count. Reports less often than hourly give no such event.
 */
export function detectLoitering(
  { vesselId, points }: Track,
  preset: LoiteringPreset,
  { shoreDistanceMeters }: Pick<Surroundings, 'shoreDistanceMeters'>,
  nowMs: number,
): Loitering[] {
  const events: Loitering[] = [];
  for (const run of slowRuns(hoursOf(points), preset.maxKnots)) {
    const reports = run.flatMap((hour) => hour.points);
    const [first] = reports;
    const last = reports.at(-1);
    const position = meanPosition(reports.map(positionOf));
    if (first === undefined || last === undefined || position === null) continue;
    const durationMs = last.timeMs - first.timeMs;
    const meters = run.reduce((sum, hour) => sum + hour.meters, 0);
    const meanKnots = (meters / metersPerNauticalMile / durationMs) * hourMs;
    if (durationMs < preset.minDurationMs || !(meanKnots < preset.maxKnots)) continue;
    const meanShoreDistanceMeters = meanShore(run, shoreDistanceMeters);
    if (meanShoreDistanceMeters < preset.minShoreDistanceMeters) continue;
    events.push({
      kind: 'loitering',
      key: eventKey('loitering', [vesselId], first.timeMs),
      vesselIds: [vesselId],
      startMs: first.timeMs,
      // The next report could still continue it.
      endMs: last === points.at(-1) && nowMs - last.timeMs <= 2 * hourMs ? null : last.timeMs,
      position,
      preset: preset.id,
      details: { durationMs, distanceMeters: meters, meanKnots, meanShoreDistanceMeters },
    });
  }
  return events;
}

function hoursOf(points: readonly TrackPoint[]): Hour[] {
  const hours: Hour[] = [];
  const byHour = Map.groupBy(points, ({ timeMs }) => Math.floor(timeMs / hourMs));
  for (const [hour, own] of byHour) {
    const before = byHour.get(hour - 1)?.at(-1);
    const reports = before === undefined ? own : [before, ...own];
    const [first] = reports;
    const last = reports.at(-1);
    if (first === undefined || last === undefined || reports.length < 2) continue;
    if (own.every(({ navigationStatus }) => navigationStatus !== null && anchored.has(navigationStatus))) continue;
    let meters = 0;
    for (const [index, report] of reports.entries()) {
      const previous = reports[index - 1];
      if (previous !== undefined) meters += distanceMeters(positionOf(previous), positionOf(report));
    }
    hours.push({ hour, points: reports, meters, ms: last.timeMs - first.timeMs });
  }
  return hours;
}

function slowRuns(hours: readonly Hour[], maxKnots: number): Hour[][] {
  const runs: Hour[][] = [];
  for (const hour of hours) {
    const knots = (hour.meters / metersPerNauticalMile / hour.ms) * hourMs;
    if (!(knots < maxKnots)) continue;
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1)?.hour === hour.hour - 1) run.push(hour);
    else runs.push([hour]);
  }
  return runs;
}

function meanShore(run: readonly Hour[], shoreDistanceMeters: Surroundings['shoreDistanceMeters']): number {
  let weighted = 0;
  let total = 0;
  for (const { points, ms } of run) {
    const position = meanPosition(points.map(positionOf));
    if (position === null) continue;
    weighted += shoreDistanceMeters(position) * ms;
    total += ms;
  }
  return total === 0 ? 0 : weighted / total;
}
