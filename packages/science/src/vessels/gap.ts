import { hourMs, metersPerNauticalMile, type Position } from '@kianda/geo';
import { eventKey, type Surroundings, type VesselEvent } from './events.ts';
import type { GapPreset } from './presets.ts';
import { geodesicMeters, positionOf, type Track, type TrackPoint } from './track.ts';

export type GapDetails = {
  readonly durationMs: number;
  /** Position at which it was heard again; null while it is silent. */
  readonly onPosition: Position | null;
  readonly distanceMeters: number | null;
  readonly impliedKnots: number | null;
  readonly shoreDistanceMeters: number;
  readonly positionsBefore: number;
  readonly satellitePositionsBefore: number;
  /** Null where the antennas before it, or the reception by satellite at that place, are not known. */
  readonly isLikelyIntentional: boolean | null;
};
export type Gap = VesselEvent<'gap', GapDetails>;

/** At anchor and moored, of ITU-R M.1371. */
const restStatuses: ReadonlySet<number | null> = new Set([1, 5]);

export type GapSurroundings = Pick<Surroundings, 'shoreDistanceMeters' | 'portDistanceMeters'> & {
  /** Positions by satellite that a transmitting vessel would give there in a day; null where not known. */
  readonly satellitePositionsPerDay: (position: Position) => number | null;
};

/**
 * Silences of a vessel: pipe-gaps of Global Fishing Watch. The last report before `nowMs` begins an open gap once it is
 * old enough; it closes under the same key when the vessel is heard again. Reports that come late undo it. A vessel moored
 * in port is not silent, unless it is next heard outside the port: then it left unseen.
 */
export function detectGaps(
  { vesselId, points }: Track,
  preset: GapPreset,
  surroundings: GapSurroundings,
  nowMs: number,
): Gap[] {
  const gaps: Gap[] = [];
  for (const [index, off] of points.entries()) {
    const on = points[index + 1] ?? null;
    const durationMs = (on?.timeMs ?? nowMs) - off.timeMs;
    if (durationMs <= preset.minGapMs) continue;
    if (isMoored(off, preset, surroundings) && (on === null || isInPort(on, preset, surroundings))) continue;
    const position = positionOf(off);
    const before = pointsBefore(points, index, preset.beforeMs);
    const satellite = before.filter(({ receiver }) => receiver === 'satellite').length;
    const shoreDistanceMeters = surroundings.shoreDistanceMeters(position);
    const distanceMeters = on === null ? null : geodesicMeters(position, positionOf(on));
    gaps.push({
      kind: 'gap',
      key: eventKey('gap', [vesselId], off.timeMs),
      vesselIds: [vesselId],
      startMs: off.timeMs,
      endMs: on?.timeMs ?? null,
      position,
      preset: preset.id,
      details: {
        durationMs,
        onPosition: on === null ? null : positionOf(on),
        distanceMeters,
        impliedKnots: distanceMeters === null ? null : (distanceMeters / metersPerNauticalMile / durationMs) * hourMs,
        shoreDistanceMeters,
        positionsBefore: before.length,
        satellitePositionsBefore: satellite,
        isLikelyIntentional: likelyIntentional(
          {
            durationMs,
            shoreDistanceMeters,
            satellite,
            unknown: before.filter(({ receiver }) => receiver === null).length,
            perDay: surroundings.satellitePositionsPerDay(position),
          },
          preset,
        ),
      },
    });
  }
  return gaps;
}

type Ports = Pick<GapSurroundings, 'portDistanceMeters'>;

const isInPort = (point: TrackPoint, { portMeters }: GapPreset, { portDistanceMeters }: Ports): boolean =>
  portDistanceMeters(positionOf(point)) <= portMeters;

/** True when a vessel is stationary in port; without a speed, its navigation status decides. */
function isMoored(point: TrackPoint, preset: GapPreset, ports: Ports): boolean {
  const { sogKnots, navigationStatus } = point;
  const isAtRest = sogKnots === null ? restStatuses.has(navigationStatus) : sogKnots <= preset.mooredKnots;
  return isAtRest && isInPort(point, preset, ports);
}

function likelyIntentional(
  gap: { durationMs: number; shoreDistanceMeters: number; satellite: number; unknown: number; perDay: number | null },
  preset: GapPreset,
): boolean | null {
  if (gap.durationMs < preset.intentionalMinMs) return false;
  if (gap.shoreDistanceMeters < preset.intentionalMinShoreMeters) return false;
  // Those of an unknown antenna may have come by satellite.
  if (gap.satellite + gap.unknown < preset.intentionalMinSatellitePositionsBefore) return false;
  if (gap.satellite < preset.intentionalMinSatellitePositionsBefore) return null;
  return gap.perDay === null ? null : gap.perDay > preset.intentionalMinDailySatellitePositions;
}

function pointsBefore(points: readonly TrackPoint[], index: number, spanMs: number): readonly TrackPoint[] {
  const off = points[index];
  if (off === undefined) return [];
  let first = index;
  while (first > 0 && off.timeMs - (points[first - 1]?.timeMs ?? Number.NEGATIVE_INFINITY) <= spanMs) first -= 1;
  return points.slice(first, index + 1);
}
