import {
  dayMs,
  distanceMeters,
  hash32,
  hashUnit,
  hourMs,
  initialBearingDegrees,
  knotsToMetersPerSecond,
  type Position,
  ports,
  type Random,
  randomNormal,
  seededRandom,
} from '@kianda/geo';
import { kmPerDegree, seabedMeters } from '../ocean/shore.ts';
import type { VesselState } from '../types.ts';
import type { FleetClass } from './fleet-classes.ts';
import type { RegisteredVessel } from './registry.ts';
import {
  fleetBox,
  safeLongitude,
  seaRoute,
  type Track,
  toSea,
  trackMeters,
  trackOf,
  wanderingTrack,
} from './sea-lanes.ts';

export type TripLeg = {
  readonly state: VesselState;
  readonly startMs: number;
  readonly endMs: number;
  readonly track: Track;
  readonly portId: string | null;
  /** The vessel that a carrier meets on this leg. */
  readonly meets: RegisteredVessel | null;
  /** A stop at sea at which a carrier may come alongside. */
  readonly tranship: boolean;
};

/** One cycle of a vessel, from port to port. No legs: it spends this cycle outside the region. */
export type Trip = { readonly startMs: number; readonly endMs: number; readonly legs: readonly TripLeg[] };

const portPositions = new Map<string, Position>([
  ...ports.map(({ id, position }) => [id, position] as const),
  // The only foreign port in the box: where many of the distant-water vessels land.
  ['pointe-noire', [11.826, -4.785]],
]);

export function portPosition(portId: string): Position {
  const position = portPositions.get(portId);
  if (position === undefined) throw new RangeError(`unknown port ${JSON.stringify(portId)}`);
  return position;
}

export type Cycle = { readonly number: number; readonly startMs: number; readonly endMs: number };

/** Number of the cycle a time falls in, and its bounds. */
export function cycleAt(seed: number, { vessel, fleetClass }: RegisteredVessel, timeMs: number): Cycle {
  const periodMs = fleetClass.periodDays * dayMs * (0.9 + 0.2 * hashUnit(seed, 'period', vessel.vesselId));
  const phaseMs = periodMs * hashUnit(seed, 'phase', vessel.vesselId);
  const number = Math.floor((timeMs - phaseMs) / periodMs);
  const startMs = Math.round(phaseMs + number * periodMs);
  return { number, startMs, endMs: Math.round(phaseMs + (number + 1) * periodMs) };
}

const between = (random: Random, [low, high]: readonly [number, number]) => low + (high - low) * random();

export function travelMs(track: Track, knots: number): number {
  return (trackMeters(track) / knotsToMetersPerSecond(knots)) * 1000;
}

/** Collects legs so that each begins where and when the one before it ended. */
export function legBuilder(startMs: number, start: Position) {
  const legs: TripLeg[] = [];
  let now = startMs;
  let here = start;
  const add = (state: VesselState, durationMs: number, track: Track, extra?: Partial<TripLeg>) => {
    if (durationMs <= 0) return;
    legs.push({
      state,
      startMs: now,
      endMs: now + durationMs,
      track,
      portId: null,
      meets: null,
      tranship: false,
      ...extra,
    });
    now += durationMs;
    here = track.positions[track.positions.length - 1] ?? here;
  };
  return {
    legs,
    now: () => now,
    here: () => here,
    add,
    stayInPort: (durationMs: number, portId: string) => add('port', durationMs, trackOf([here]), { portId }),
    sail: (track: Track, knots: number) => add('transit', travelMs(track, knots), track),
  };
}

/** A place to fish: within reach of the port, over a seabed of the right depth where one is found. */
function chooseGround(random: Random, fleetClass: FleetClass, port: Position): Position {
  const south = Math.max(fleetClass.latitudes[0], fleetBox.south, port[1] - fleetClass.reachDegrees);
  const north = Math.min(fleetClass.latitudes[1], fleetBox.north, port[1] + fleetClass.reachDegrees);
  let best: Position = toSea([port[0] - 0.3, Math.min(north, Math.max(south, port[1]))]);
  const [shallow, deep] = fleetClass.depthMeters;
  for (let attempt = 0; attempt < 24; attempt++) {
    const lat = Math.min(fleetBox.north, south + Math.max(0, north - south) * random());
    const east = safeLongitude(lat);
    // Squared, so that most candidates lie near the shelf, where most depth ranges are.
    const km = 480 * (shallow > 1_000 ? 0.25 + 0.75 * random() : random() ** 2.4);
    const candidate = toSea([east - km / (kmPerDegree * Math.cos((lat * Math.PI) / 180)), lat]);
    const depth = seabedMeters(candidate[0], candidate[1]);
    if (depth !== null && depth >= shallow && depth <= deep) return candidate;
    best = candidate;
  }
  return best;
}

/** The cycle of a fishing vessel: a pure function of the seed, the vessel and the number of the cycle. */
export function fishingTrip(seed: number, registered: RegisteredVessel, cycle: Cycle): Trip {
  const { vessel, fleetClass } = registered;
  const { startMs, endMs } = cycle;
  const random = seededRandom(hash32(seed, 'trip', vessel.vesselId, cycle.number));
  if (random() < fleetClass.absentShare) return { startMs, endMs, legs: [] };
  const port = portPosition(vessel.homePortId);
  const trip = legBuilder(startMs, port);
  const month = new Date((startMs + endMs) / 2).getUTCMonth();
  const keepsClosedSeason = random() < 0.75;
  const ground = chooseGround(random, fleetClass, port);
  const outward = seaRoute(port, ground);
  const wayMs = travelMs(outward, fleetClass.cruiseKnots);
  const portMs = fleetClass.portDays * dayMs * between(random, [0.7, 1.2]);
  const closed = fleetClass.closedMonths.includes(month) && keepsClosedSeason;
  if (closed || portMs + 2 * wayMs + 6 * hourMs > endMs - startMs) {
    trip.stayInPort(endMs - startMs, vessel.homePortId);
    return { startMs, endMs, legs: trip.legs };
  }

  trip.stayInPort(portMs, vessel.homePortId);
  trip.sail(outward, fleetClass.cruiseKnots);
  const transhipAtMs =
    random() < fleetClass.transhipShare ? startMs + (0.45 + 0.25 * random()) * (endMs - startMs) : null;
  const transhipReserveMs = transhipAtMs === null ? 0 : 8 * hourMs;
  let transhipped = false;
  for (;;) {
    const homeMs = travelMs(seaRoute(trip.here(), port), fleetClass.cruiseKnots) * 1.15 + 0.5 * hourMs;
    const setMs = between(random, fleetClass.setHours) * hourMs;
    const moveMs = between(random, fleetClass.moveHours) * hourMs;
    if (trip.now() + setMs + moveMs + transhipReserveMs + homeMs > endMs) break;
    if (transhipAtMs !== null && !transhipped && trip.now() > transhipAtMs) {
      const drift = (5 + 3 * random()) * hourMs;
      trip.add(
        'anchored',
        drift,
        wander(random, trip.here(), { course: 360 * random(), knots: 0.5, durationMs: drift }),
        { tranship: true },
      );
      transhipped = true;
    }
    const away = distanceMeters(trip.here(), ground) / 1000;
    const course =
      away > fleetClass.groundRadiusKm
        ? initialBearingDegrees(trip.here(), ground) + 25 * randomNormal(random)
        : 360 * random();
    trip.add('fishing', setMs, wander(random, trip.here(), { course, knots: fleetClass.setKnots, durationMs: setMs }));
    trip.add(
      'transit',
      moveMs,
      wander(random, trip.here(), {
        course: course + 180 + 60 * randomNormal(random),
        knots: fleetClass.cruiseKnots * 0.75,
        durationMs: moveMs,
      }),
    );
  }
  trip.sail(seaRoute(trip.here(), port), fleetClass.cruiseKnots);
  trip.stayInPort(endMs - trip.now(), vessel.homePortId);
  return { startMs, endMs, legs: trip.legs };
}

/** A wandering track whose length fits the speed and the time. */
export function wander(
  random: Random,
  from: Position,
  { course, knots, durationMs }: { readonly course: number; readonly knots: number; readonly durationMs: number },
): Track {
  const vertices = Math.max(2, Math.min(8, Math.round(durationMs / hourMs)));
  const turns = Array.from({ length: vertices }, () => 14 * randomNormal(random));
  return wanderingTrack(from, course, (knotsToMetersPerSecond(knots) * durationMs) / 1000, turns);
}
