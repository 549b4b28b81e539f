import { eventKey, type VesselEvent } from './events.ts';
import type { LandPreset } from './presets.ts';
import { positionOf, type Track, type TrackPoint } from './track.ts';

export type OnLandDetails = {
  /** Reports on land, and how far inland the farthest of them is. */
  readonly reports: number;
  readonly inlandMeters: number;
  readonly durationMs: number;
};
export type OnLand = VesselEvent<'on_land', OnLandDetails>;

/** Metres from a position on land to the nearest shore, port or river with ships, at most `limitMeters`; 0 at sea and in port. */
export type Inland = (position: readonly [number, number], limitMeters: number) => number;

export type TrackAtSea = {
  /** Without the reports on land. */
  readonly track: Track;
  readonly events: readonly OnLand[];
  /** Reports on land that are too few for an event. */
  readonly untold: readonly TrackPoint[];
};

/**
 * Sets aside the reports of a vessel that lie on land beyond the tolerance: its receiver was wrong, or what it sent was
 * made up. They are judged by no detector. Several of them that follow each other are an event; a single one may be a
 * fault of a moment.
 */
export function separateLand(track: Track, preset: LandPreset, inland: Inland): TrackAtSea {
  const onLand: TrackPoint[] = [];
  const atSea: TrackPoint[] = [];
  for (const point of track.points) {
    const isOnLand = inland(positionOf(point), preset.toleranceMeters + 1) > preset.toleranceMeters;
    (isOnLand ? onLand : atSea).push(point);
  }
  if (onLand.length === 0) return { track, events: [], untold: [] };
  const found = episodes(onLand, preset);
  const isTold = ({ length }: readonly TrackPoint[]): boolean => length >= preset.minReports;
  return {
    track: { vesselId: track.vesselId, points: atSea },
    events: found.filter(isTold).map((points) => eventOf(track.vesselId, points, preset, inland)),
    untold: found.filter((points) => !isTold(points)).flat(),
  };
}

function episodes(points: readonly TrackPoint[], { episodeMs }: LandPreset): TrackPoint[][] {
  const found: TrackPoint[][] = [];
  for (const point of points) {
    const before = found.at(-1)?.at(-1);
    if (before !== undefined && point.timeMs - before.timeMs <= episodeMs) found.at(-1)?.push(point);
    else found.push([point]);
  }
  return found;
}

function eventOf(vesselId: string, points: readonly TrackPoint[], preset: LandPreset, inland: Inland): OnLand {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) throw new Error('separateLand: an episode without reports');
  return {
    kind: 'on_land',
    key: eventKey('on_land', [vesselId], first.timeMs),
    vesselIds: [vesselId],
    startMs: first.timeMs,
    endMs: last.timeMs,
    position: positionOf(first),
    preset: preset.id,
    details: {
      reports: points.length,
      inlandMeters: Math.max(...points.map((point) => inland(positionOf(point), preset.farthestMeters))),
      durationMs: last.timeMs - first.timeMs,
    },
  };
}
