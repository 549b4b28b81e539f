import { dayMs, destination, initialBearingDegrees, type Position, wrapLongitude } from '@kianda/geo';

/** 385 orbits in 27 days, sun-synchronous at 98.65°, 10:00 local time at the descending node (ESA, Sentinel-3). */
const orbitsPerCycle = 385;
const cycleDays = 27;
const periodMs = (cycleDays * dayMs) / orbitsPerCycle;
const inclination = (98.65 * Math.PI) / 180;
const nodeLocalHours = 10;
const degrees = 180 / Math.PI;

export type Platform = 'S3A' | 'S3B';
/** S3B flies 140° ahead of S3A. */
const leads: Record<Platform, number> = { S3A: 0, S3B: 140 / 360 };
const epochMs = Date.UTC(2016, 2, 1);

export type Frame = {
  readonly platform: Platform;
  readonly cycle: number;
  readonly relativeOrbit: number;
  readonly frame: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly daytime: boolean;
  /** Sub-satellite points at its start and end. */
  readonly track: readonly [Position, Position];
};

const frameMs = 180_000;

/** Three-minute frames of one platform that begin in `[fromMs, toMs)` on the latitudes of the box. */
export function framesBetween(platform: Platform, fromMs: number, toMs: number): Frame[] {
  const frames: Frame[] = [];
  const first = Math.floor((fromMs - epochMs) / periodMs) - 1;
  for (let orbit = first; nodeMs(platform, orbit) < toMs; orbit += 1) {
    for (const { offset, daytime } of passages) {
      const startMs = Math.round(nodeMs(platform, orbit) + offset);
      if (startMs < fromMs || startMs >= toMs) continue;
      frames.push({
        platform,
        cycle: Math.floor(orbit / orbitsPerCycle) + 1,
        relativeOrbit: (((orbit % orbitsPerCycle) + orbitsPerCycle) % orbitsPerCycle) + 1,
        frame: Math.round(offset / 1000 / 60) * 60,
        startMs,
        endMs: startMs + frameMs,
        daytime,
        track: [pointAt(platform, orbit, offset), pointAt(platform, orbit, offset + frameMs)],
      });
    }
  }
  return frames;
}

/** Frames between 0° and 22° S: the first two after the descending node by day, the last two before the other by night. */
const passages = [
  { offset: 0, daytime: true },
  { offset: frameMs, daytime: true },
  { offset: periodMs / 2 - 2 * frameMs, daytime: false },
  { offset: periodMs / 2 - frameMs, daytime: false },
];

function nodeMs(platform: Platform, orbit: number): number {
  return epochMs + (orbit + leads[platform]) * periodMs;
}

/** Sub-satellite point so long after the descending node of an orbit: circular orbit over a turning sphere. */
function pointAt(platform: Platform, orbit: number, offsetMs: number): Position {
  const timeMs = nodeMs(platform, orbit);
  const utcHours = (timeMs % dayMs) / 3_600_000;
  const angle = (2 * Math.PI * offsetMs) / periodMs;
  const lat = -Math.asin(Math.sin(inclination) * Math.sin(angle)) * degrees;
  const drift = Math.atan2(Math.cos(inclination) * Math.sin(angle), Math.cos(angle)) * degrees;
  const lon = (nodeLocalHours - utcHours) * 15 + drift - (360 * offsetMs) / dayMs;
  return [wrapLongitude(lon), lat];
}

/** Ground covered by an instrument that looks so far to both sides of the track: a closed ring. */
export function swath(frame: Frame, leftMeters: number, rightMeters: number): Position[] {
  const [start, end] = frame.track;
  const heading = initialBearingDegrees(start, end);
  const corner = (point: Position, side: number, meters: number): Position => {
    const [lon, lat] = destination(point, heading + side, meters);
    return [Number(lon.toFixed(4)), Number(lat.toFixed(4))];
  };
  const first = corner(start, -90, leftMeters);
  return [first, corner(end, -90, leftMeters), corner(end, 90, rightMeters), corner(start, 90, rightMeters), first];
}
