import { distanceMeters, hourMs, metersPerNauticalMile, type Position } from '@kianda/geo';
import { eventKey, type VesselEvent } from './events.ts';
import type { JumpPreset } from './presets.ts';
import { impliedKnots, positionOf, type Track, type TrackPoint, trackOf } from './track.ts';

export type JumpDetails = {
  /** Reports at places where the vessel can not have been. */
  readonly reports: number;
  /** Speed that the vessel would have needed, from the report before it that holds. */
  readonly impliedKnots: number;
  readonly distanceMeters: number;
  /** Last report before that holds. */
  readonly fromPosition: Position;
  readonly fromMs: number;
};
export type Jump = VesselEvent<'jump', JumpDetails>;

export type SharedMmsiDetails = {
  readonly durationMs: number;
  /** Reports of each of the two. */
  readonly reports: number;
  readonly otherReports: number;
  readonly otherPosition: Position;
  readonly distanceMeters: number;
  readonly impliedKnots: number;
};
export type SharedMmsi = VesselEvent<'shared_mmsi', SharedMmsiDetails>;

/** Reports of one identity, by the vessels that can have sent them. */
export type SeparatedTrack = {
  /** Tracks that are evaluated on their own: of one vessel, or of two that share an identity. */
  readonly vessels: readonly Track[];
  /** All their reports together: an identity is silent only where none of them is heard. */
  readonly heard: Track;
  readonly events: readonly (Jump | SharedMmsi)[];
};

type Segment = { readonly points: TrackPoint[] };

/**
 * Separates the reports of one identity where no vessel can have sailed from one to the next. Each report continues the
 * segment whose last report is nearest among those within reach at `fastestKnots` (as in gpsdio-segment of Global Fishing
 * Watch); without one it begins a segment. The longest segment is the vessel. Another one that takes turns with it is a
 * second vessel of the same identity; one that nothing of the first follows is where the vessel reports from now on; the
 * reports of every other one are set aside as a jump.
 */
export function separateTrack(track: Track, preset: JumpPreset): SeparatedTrack {
  const segments = segmentsOf(track.points, preset);
  const [main = { points: [] }, ...others] = segments.toSorted(
    (a, b) => b.points.length - a.points.length || firstMs(a) - firstMs(b),
  );
  if (others.length === 0) return { vessels: [track], heard: track, events: [] };
  const vessels: Segment[] = [main];
  const aside: Segment[] = [];
  const shared: SharedMmsi[] = [];
  for (const other of others) {
    const turns = turnsBetween(main, other);
    if (isSubstantial(other, preset) && turns >= preset.minTurns) {
      vessels.push(other);
      shared.push(sharedMmsi(track.vesselId, { main, other }, preset));
      continue;
    }
    aside.push(other);
    if (isSubstantial(other, preset) && lastMs(other) > lastMs(main)) vessels.push(other);
  }
  const jumps = episodes(aside, preset).map((episode) => jumpOf(track.vesselId, { main, episode }, preset));
  const tracks = vessels.map(({ points }): Track => ({ vesselId: track.vesselId, points }));
  return {
    vessels: tracks,
    heard: trackOf(
      track.vesselId,
      vessels.flatMap(({ points }) => points),
    ),
    events: [...jumps, ...shared].toSorted((a, b) => a.startMs - b.startMs),
  };
}

const firstMs = ({ points }: Segment): number => points[0]?.timeMs ?? 0;
const lastMs = ({ points }: Segment): number => points.at(-1)?.timeMs ?? 0;
const isSubstantial = (segment: Segment, { minReports, minSpanMs }: JumpPreset): boolean =>
  segment.points.length >= minReports && lastMs(segment) - firstMs(segment) >= minSpanMs;

function segmentsOf(points: readonly TrackPoint[], preset: JumpPreset): Segment[] {
  const segments: Segment[] = [];
  for (const point of points) {
    let nearest: { readonly segment: Segment; readonly meters: number } | null = null;
    for (const segment of segments) {
      const last = segment.points.at(-1);
      if (last === undefined) continue;
      const meters = distanceMeters(positionOf(last), positionOf(point));
      const isReachable = meters <= preset.toleranceMeters || impliedKnots(last, point) <= preset.fastestKnots;
      if (isReachable && (nearest === null || meters < nearest.meters)) nearest = { segment, meters };
    }
    if (nearest === null) segments.push({ points: [point] });
    else nearest.segment.points.push(point);
  }
  return segments;
}

/** How often reports of two segments, in order of time, change from one to the other. */
function turnsBetween(a: Segment, b: Segment): number {
  const order = [
    ...a.points.map(({ timeMs }) => ({ timeMs, isOther: false })),
    ...b.points.map(({ timeMs }) => ({ timeMs, isOther: true })),
  ].toSorted((first, second) => first.timeMs - second.timeMs);
  return order.filter(({ isOther }, index) => index > 0 && order[index - 1]?.isOther !== isOther).length;
}

/** Segments set aside that follow each other closely are one jump. */
function episodes(aside: readonly Segment[], { episodeMs }: JumpPreset): TrackPoint[][] {
  const points = aside.flatMap((segment) => segment.points).toSorted((a, b) => a.timeMs - b.timeMs);
  const found: TrackPoint[][] = [];
  for (const point of points) {
    const current = found.at(-1);
    const before = current?.at(-1);
    if (current !== undefined && before !== undefined && point.timeMs - before.timeMs <= episodeMs) current.push(point);
    else found.push([point]);
  }
  return found;
}

/** Report of the vessel that a report elsewhere is compared with: the last before it, else the first after it. */
function comparedWith(main: Segment, { timeMs }: TrackPoint): TrackPoint | undefined {
  return main.points.findLast((point) => point.timeMs <= timeMs) ?? main.points[0];
}

/** Knots between two reports, whichever came first; of the same second, as if one second apart. */
function knotsBetween(a: TrackPoint, b: TrackPoint): number {
  const elapsedMs = Math.max(1000, Math.abs(a.timeMs - b.timeMs));
  return (distanceMeters(positionOf(a), positionOf(b)) / metersPerNauticalMile / elapsedMs) * hourMs;
}

function jumpOf(
  vesselId: string,
  { main, episode }: { readonly main: Segment; readonly episode: readonly TrackPoint[] },
  preset: JumpPreset,
): Jump {
  const [first] = episode;
  const from = first === undefined ? undefined : comparedWith(main, first);
  if (first === undefined || from === undefined) throw new Error('jumpOf: a jump without reports');
  return {
    kind: 'jump',
    key: eventKey('jump', [vesselId], first.timeMs),
    vesselIds: [vesselId],
    startMs: first.timeMs,
    endMs: episode.at(-1)?.timeMs ?? first.timeMs,
    position: positionOf(first),
    preset: preset.id,
    details: {
      reports: episode.length,
      impliedKnots: knotsBetween(from, first),
      distanceMeters: distanceMeters(positionOf(from), positionOf(first)),
      fromPosition: positionOf(from),
      fromMs: from.timeMs,
    },
  };
}

function sharedMmsi(
  vesselId: string,
  { main, other }: { readonly main: Segment; readonly other: Segment },
  preset: JumpPreset,
): SharedMmsi {
  const [first] = other.points;
  const from = first === undefined ? undefined : comparedWith(main, first);
  if (first === undefined || from === undefined) throw new Error('sharedMmsi: a segment without reports');
  const startMs = Math.max(firstMs(main), firstMs(other));
  const endMs = Math.min(lastMs(main), lastMs(other));
  return {
    kind: 'shared_mmsi',
    key: eventKey('shared_mmsi', [vesselId], first.timeMs),
    vesselIds: [vesselId],
    startMs: first.timeMs,
    endMs: Math.max(endMs, first.timeMs),
    position: positionOf(from),
    preset: preset.id,
    details: {
      durationMs: Math.max(0, endMs - startMs),
      reports: main.points.length,
      otherReports: other.points.length,
      otherPosition: positionOf(first),
      distanceMeters: distanceMeters(positionOf(from), positionOf(first)),
      impliedKnots: knotsBetween(from, first),
    },
  };
}
