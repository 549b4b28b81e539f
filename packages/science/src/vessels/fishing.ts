import { distanceMeters, hourMs, metersPerNauticalMile } from '@kianda/geo';
import { eventKey, type VesselEvent } from './events.ts';
import type { FishingPreset } from './presets.ts';
import { impliedKnots, meanPosition, positionOf, type Track, type TrackPoint } from './track.ts';

export type FishingDetails = {
  readonly durationMs: number;
  readonly distanceMeters: number;
  readonly meanKnots: number;
  readonly reports: number;
  /** Time since the report before, summed over the reports that count as fishing: effort, not duration. */
  readonly effortHours: number;
};
export type Fishing = VesselEvent<'fishing', FishingDetails>;

/** True when a report, with the one before it, looks like fishing. */
export type FishingScore = (point: TrackPoint, previous: TrackPoint | null) => boolean;

/** The vessel reports it itself: navigation status 7, "engaged in fishing". */
export const reportsFishing: FishingScore = ({ navigationStatus }) => navigationStatus === 7;

/**
 * Speed within a window of the gear, knots. A simple score for use without a trained model: it ignores turns, depth and
 * time of day, and counts a vessel that passes at that speed.
 */
export function withinSpeed(minKnots: number, maxKnots: number): FishingScore {
  return (point, previous) => {
    const knots = point.sogKnots ?? (previous === null ? null : impliedKnots(previous, point));
    return knots !== null && knots >= minKnots && knots <= maxKnots;
  };
}

type Scored = { readonly point: TrackPoint; readonly effortMs: number };

/**
 * Fishing events from scored reports: fishing events of Global Fishing Watch. Scored reports in a row are an event,
 * broken where two are far apart in time or space; events close in both are joined; short, still and fast ones dropped.
 */
export function detectFishing(
  { vesselId, points }: Track,
  score: FishingScore,
  preset: FishingPreset,
  nowMs: number,
): Fishing[] {
  const events: Fishing[] = [];
  for (const run of joined(runsOf(points, score, preset), preset)) {
    const reports = run.map(({ point }) => point);
    const [first] = reports;
    const last = reports.at(-1);
    const position = meanPosition(reports.map(positionOf));
    if (first === undefined || last === undefined || position === null) continue;
    const durationMs = last.timeMs - first.timeMs;
    const meters = lengthOf(reports);
    const meanKnots = durationMs === 0 ? 0 : (meters / metersPerNauticalMile / durationMs) * hourMs;
    if (durationMs < preset.minDurationMs || reports.length < preset.minPoints) continue;
    if (meters < preset.minLengthMeters || meanKnots >= preset.maxMeanKnots) continue;
    events.push({
      kind: 'fishing',
      key: eventKey('fishing', [vesselId], first.timeMs),
      vesselIds: [vesselId],
      startMs: first.timeMs,
      endMs: last === points.at(-1) && nowMs - last.timeMs <= preset.joinMs ? null : last.timeMs,
      position,
      preset: preset.id,
      details: {
        durationMs,
        distanceMeters: meters,
        meanKnots,
        reports: reports.length,
        effortHours: run.reduce((sum, { effortMs }) => sum + effortMs, 0) / hourMs,
      },
    });
  }
  return events;
}

function runsOf(points: readonly TrackPoint[], score: FishingScore, preset: FishingPreset): Scored[][] {
  const runs: Scored[][] = [];
  let run: Scored[] = [];
  let previous: TrackPoint | null = null;
  for (const point of points) {
    const last = run.at(-1)?.point;
    const isFishing = score(point, previous);
    if (run.length > 0 && (!isFishing || (last !== undefined && isFar(last, point, preset)))) {
      runs.push(run);
      run = [];
    }
    if (isFishing) run.push({ point, effortMs: previous === null ? 0 : point.timeMs - previous.timeMs });
    previous = point;
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

const isFar = (from: TrackPoint, to: TrackPoint, { splitMs, splitMeters }: FishingPreset): boolean =>
  to.timeMs - from.timeMs > splitMs || distanceMeters(positionOf(from), positionOf(to)) > splitMeters;

function joined(runs: readonly Scored[][], { joinMs, joinMeters }: FishingPreset): Scored[][] {
  const result: Scored[][] = [];
  for (const run of runs) {
    const before = result.at(-1);
    const last = before?.at(-1)?.point;
    const first = run[0]?.point;
    const isNear =
      last !== undefined &&
      first !== undefined &&
      first.timeMs - last.timeMs <= joinMs &&
      distanceMeters(positionOf(last), positionOf(first)) <= joinMeters;
    if (before !== undefined && isNear) before.push(...run);
    else result.push([...run]);
  }
  return result;
}

function lengthOf(points: readonly TrackPoint[]): number {
  let meters = 0;
  for (const [index, point] of points.entries()) {
    const previous = points[index - 1];
    if (previous !== undefined) meters += distanceMeters(positionOf(previous), positionOf(point));
  }
  return meters;
}
