import type { DataOf } from '@kianda/contract';
import type { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import type { DrawnTrack } from '@kianda/viz/map/layers/tracks/legs.ts';

/** A silence longer than this is drawn broken. */
export const silenceMinutes = 60;

export type Track = DataOf<typeof vesselTrack>;

/** A track as the map draws it: with the speed that was sent, else the one between two positions. */
export function drawnOf({ vessel, points }: Track): DrawnTrack {
  return {
    id: String(vessel.id),
    name: vessel.name ?? vessel.key,
    points: points.map(({ time, lon, lat, speedKnots, impliedSpeedKnots, gapBefore }) => ({
      timeMs: Date.parse(time),
      lon,
      lat,
      speedKnots: speedKnots ?? impliedSpeedKnots,
      isAfterSilence: gapBefore,
    })),
  };
}
