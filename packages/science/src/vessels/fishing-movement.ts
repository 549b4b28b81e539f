import { distanceMeters } from '@kianda/geo';
import { isNight } from '../ocean/sunlight.ts';
import type { Surroundings } from './events.ts';
import type { GearFamily } from './gear.ts';
import {
  fishingByJigger,
  fishingByLongline,
  fishingBySeine,
  fishingByTrawl,
  type MovementPreset,
  portVisitGfw,
  type SpeedWindow,
} from './presets.ts';
import { impliedKnots, meanPosition, positionOf, type Track, type TrackPoint } from './track.ts';

/** How far movements alone are evidence of fishing. */
export type MovementConfidence = 'high' | 'medium' | 'low';

/** Stretch of a track that looks like fishing with one gear; both instants are reports of the track. */
export type FishingStretch = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly family: GearFamily;
  readonly preset: string;
  readonly confidence: MovementConfidence;
};

/** Navigation statuses of a vessel that does not fish: at anchor, aground, moored. */
const atRest = new Set([1, 5, 6]);

/** One run of reports within a window of speed, none too far in time from the next. */
type Run = readonly TrackPoint[];

const startOf = (run: Run): number => run[0]?.timeMs ?? 0;
const endOf = (run: Run): number => run.at(-1)?.timeMs ?? 0;
const durationOf = (run: Run): number => endOf(run) - startOf(run);

/**
 * Stretches of a track that look like fishing with any of these gears, in order of time. Reports must be in order (`trackOf`).
 * Gears without a published behaviour of their own (nets that are left, traps, dredges, lines) give none.
 */
export function fishingStretches(
  { points }: Track,
  families: readonly GearFamily[],
  surroundings: Surroundings,
): FishingStretch[] {
  const found = families.flatMap((family): FishingStretch[] => {
    switch (family) {
      case 'trawl':
        return trawlStretches(points);
      case 'seine':
        return seineStretches(points);
      case 'longline':
        return longlineStretches(points);
      case 'jigger':
        return jiggerStretches(points, surroundings);
      default:
        return [];
    }
  });
  return found.filter((stretch) => !isInPort(points, stretch, surroundings)).toSorted((a, b) => a.fromMs - b.fromMs);
}

/** Vessels manoeuvre in ports at the speeds of gear. */
function isInPort(
  points: readonly TrackPoint[],
  stretch: FishingStretch,
  { portDistanceMeters }: Surroundings,
): boolean {
  const place = meanPosition(points.filter(({ timeMs }) => isWithinStretch([stretch], timeMs)).map(positionOf));
  return place !== null && portDistanceMeters(place) < portVisitGfw.exitMeters;
}

/** Runs of reports whose speed, as sent or between two reports, lies in a window; one report outside ends a run. */
function runsWithin(
  points: readonly TrackPoint[],
  { minKnots, maxKnots }: SpeedWindow,
  { maxReportGapMs }: MovementPreset,
): Run[] {
  const runs: TrackPoint[][] = [];
  let run: TrackPoint[] = [];
  let previous: TrackPoint | null = null;
  for (const point of points) {
    const knots = point.sogKnots ?? (previous === null ? null : impliedKnots(previous, point));
    const isWithin =
      knots !== null && knots >= minKnots && knots <= maxKnots && !atRest.has(point.navigationStatus ?? -1);
    const isBroken = previous !== null && point.timeMs - previous.timeMs > maxReportGapMs;
    if (run.length > 0 && (!isWithin || isBroken)) {
      runs.push(run);
      run = [];
    }
    if (isWithin) run.push(point);
    previous = point;
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

const longEnough =
  (minDurationMs: number) =>
  (run: Run): boolean =>
    run.length > 1 && durationOf(run) >= minDurationMs;

function stretchOf(run: Run, { id, family }: MovementPreset, confidence: MovementConfidence): FishingStretch {
  return { fromMs: startOf(run), toMs: endOf(run), family, preset: id, confidence };
}

/** A tow: steady at trawling speed. Two tows back and forth, a turn between them, are no passage. */
function trawlStretches(points: readonly TrackPoint[]): FishingStretch[] {
  const { speeds, minDurationMs } = fishingByTrawl;
  return runsWithin(points, speeds, fishingByTrawl)
    .filter(longEnough(minDurationMs))
    .map((run) => stretchOf(run, fishingByTrawl, turnedDegrees(run) >= fishingByTrawl.turnDegrees ? 'high' : 'medium'));
}

/** A set: slow in one place for the time that hauling takes, after a search at speed; with the circle of the net seen, surer. */
function seineStretches(points: readonly TrackPoint[]): FishingStretch[] {
  const { speeds, minDurationMs, maxRadiusMeters, searchKnots, searchMs, turnDegrees } = fishingBySeine;
  return runsWithin(points, speeds, fishingBySeine)
    .filter(longEnough(minDurationMs))
    .filter((run) => radiusMeters(run) <= maxRadiusMeters)
    .flatMap((run) => {
      const before = points.filter(({ timeMs }) => timeMs < startOf(run) && timeMs >= startOf(run) - searchMs);
      const isSearch = before.some((_, index) => (speedAt(before, index) ?? 0) >= searchKnots);
      if (!isSearch) return [];
      return [stretchOf(run, fishingBySeine, turnedDegrees(before) >= turnDegrees ? 'medium' : 'low')];
    });
}

/** A set and its haul: fast along a line, then slowly back along it. A haul alone is seen too, and is less sure. */
function longlineStretches(points: readonly TrackPoint[]): FishingStretch[] {
  const { setting, speeds, minSettingMs, minDurationMs, soakMs, lineMeters } = fishingByLongline;
  const settings = runsWithin(points, setting, fishingByLongline).filter(longEnough(minSettingMs));
  const hauls = runsWithin(points, speeds, fishingByLongline).filter(longEnough(minDurationMs));
  return hauls.flatMap((haul) => {
    const set = settings.findLast(
      (run) =>
        endOf(run) <= startOf(haul) && startOf(haul) - endOf(run) <= soakMs && followsLine(haul, run, lineMeters),
    );
    const found = stretchOf(haul, fishingByLongline, set === undefined ? 'low' : 'high');
    return set === undefined ? [found] : [stretchOf(set, fishingByLongline, 'high'), found];
  });
}

/** A night's drift of a squid jigger, far enough from shore. */
function jiggerStretches(
  points: readonly TrackPoint[],
  { shoreDistanceMeters }: Pick<Surroundings, 'shoreDistanceMeters'>,
): FishingStretch[] {
  const { speeds, minDurationMs, minShoreMeters } = fishingByJigger;
  const nights = splitBy(points, (point) => isNight(point.timeMs, positionOf(point)));
  return nights
    .flatMap((night) => runsWithin(night, speeds, fishingByJigger))
    .filter(longEnough(minDurationMs))
    .filter((run) => {
      const place = meanPosition(run.map(positionOf));
      return place !== null && shoreDistanceMeters(place) > minShoreMeters;
    })
    .map((run) => stretchOf(run, fishingByJigger, 'high'));
}

function splitBy(points: readonly TrackPoint[], isIn: (point: TrackPoint) => boolean): TrackPoint[][] {
  const parts: TrackPoint[][] = [[]];
  for (const point of points) {
    if (isIn(point)) parts.at(-1)?.push(point);
    else if ((parts.at(-1)?.length ?? 0) > 0) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

function speedAt(points: readonly TrackPoint[], index: number): number | null {
  const [point, previous] = [points[index], points[index - 1]];
  if (point === undefined) return null;
  return point.sogKnots ?? (previous === undefined ? null : impliedKnots(previous, point));
}

/** Changes of course from report to report, summed without sign, degrees. */
function turnedDegrees(points: readonly TrackPoint[]): number {
  let sum = 0;
  let before: number | null = null;
  for (const { courseDegrees } of points) {
    if (courseDegrees === null) continue;
    if (before !== null) {
      const turn = Math.abs(courseDegrees - before) % 360;
      sum += Math.min(turn, 360 - turn);
    }
    before = courseDegrees;
  }
  return sum;
}

/** Greatest distance of a report from the mean of all, metres. */
function radiusMeters(points: readonly TrackPoint[]): number {
  const centre = meanPosition(points.map(positionOf));
  if (centre === null) return Number.POSITIVE_INFINITY;
  return Math.max(...points.map((point) => distanceMeters(centre, positionOf(point))));
}

/** True when most reports of a haul lie near a report of the line as it was set. */
function followsLine(haul: Run, set: Run, meters: number): boolean {
  const near = haul.filter((point) => set.some((at) => distanceMeters(positionOf(at), positionOf(point)) <= meters));
  return near.length >= haul.length * fishingByLongline.minShareOnLine;
}

/** Preset of each gear that has a behaviour. */
export const movementPresets: readonly MovementPreset[] = [
  fishingByTrawl,
  fishingBySeine,
  fishingByLongline,
  fishingByJigger,
];

/** True while an instant lies in one of the stretches. */
export const isWithinStretch = (stretches: readonly FishingStretch[], timeMs: number): boolean =>
  stretches.some(({ fromMs, toMs }) => timeMs >= fromMs && timeMs <= toMs);
