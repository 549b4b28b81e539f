import { hash32, initialBearingDegrees, metersPerSecondToKnots, type Position, valueNoise1 } from '@kianda/geo';
import type { Encounter, FleetWorld, Vessel, VesselLeg, VesselPosition } from '../types.ts';
import { carrierTrip, type Stop } from './carrier-trips.ts';
import { presenceOfDay } from './presence.ts';
import { type RegisteredVessel, registerFleet } from './registry.ts';
import { type Track, trackMeters } from './sea-lanes.ts';
import { cycleAt, fishingTrip, type Trip, type TripLeg } from './trips.ts';

/** Trips in memory, about a year of the whole fleet; the oldest go first. */
const rememberedTrips = 4_000;

/** The simulated fleet of a seed. */
export function createFleet(seed: number): FleetWorld {
  const fleet = registerFleet(seed);
  const vessels = fleet.map(({ vessel }) => vessel);
  const registeredById = new Map(fleet.map((entry) => [entry.vessel.vesselId, entry]));
  const schedule = createSchedule(seed, fleet);

  function registeredOf(vessel: Vessel): RegisteredVessel {
    const registered = registeredById.get(vessel.vesselId);
    if (registered === undefined) throw new RangeError(`vessel ${vessel.vesselId} is not of this fleet`);
    return registered;
  }

  function positionAt(vessel: Vessel, timeMs: number): VesselPosition | null {
    const leg = schedule
      .tripAt(registeredOf(vessel), timeMs)
      .legs.find(({ startMs, endMs }) => timeMs >= startMs && timeMs < endMs);
    return leg === undefined ? null : positionOnLeg(seed, leg, timeMs);
  }

  return {
    vessels,
    vesselById: (vesselId) => registeredById.get(vesselId)?.vessel ?? null,
    positionAt,
    presenceByDay: (date) => presenceOfDay(vessels, positionAt, date),
    legsBetween: (vessel, fromMs, toMs) => [...schedule.legs(registeredOf(vessel), fromMs, toMs)].map(publicLeg),
    encountersBetween: (fromMs, toMs) =>
      fleet
        .filter(isCarrier)
        .flatMap((carrier) =>
          [...schedule.legs(carrier, fromMs, toMs)].flatMap((leg) => encounterOf(seed, carrier, leg)),
        )
        .sort((a, b) => a.startMs - b.startMs),
  };
}

/** Trips of every vessel, made when first asked for; the stops of fishing vessels decide the trips of carriers. */
function createSchedule(seed: number, fleet: readonly RegisteredVessel[]) {
  const carriers = fleet.filter(isCarrier);
  const customers = fleet.filter(({ fleetClass }) => fleetClass.transhipShare > 0);
  const trips = new Map<string, Trip>();

  function tripAt(registered: RegisteredVessel, timeMs: number): Trip {
    const cycle = cycleAt(seed, registered, timeMs);
    const key = `${registered.vessel.vesselId}/${cycle.number}`;
    const known = trips.get(key);
    if (known !== undefined) return known;
    const trip = isCarrier(registered)
      ? carrierTrip(seed, registered, cycle, stopsFor(registered, cycle.startMs, cycle.endMs))
      : fishingTrip(seed, registered, cycle);
    if (trips.size >= rememberedTrips) {
      for (const oldest of trips.keys()) {
        trips.delete(oldest);
        if (trips.size < rememberedTrips * 0.75) break;
      }
    }
    trips.set(key, trip);
    return trip;
  }

  function* tripsBetween(registered: RegisteredVessel, fromMs: number, toMs: number): Generator<Trip> {
    for (let time = fromMs; ; ) {
      const trip = tripAt(registered, time);
      yield trip;
      if (trip.endMs >= toMs) return;
      time = trip.endMs + 1;
    }
  }

  function* legs(registered: RegisteredVessel, fromMs: number, toMs: number): Generator<TripLeg> {
    for (const trip of tripsBetween(registered, fromMs, toMs)) {
      for (const leg of trip.legs) if (leg.endMs > fromMs && leg.startMs < toMs) yield leg;
    }
  }

  /** The stops that fall to this carrier: each stop belongs to one carrier, so that two never meet at one vessel. */
  function stopsFor(carrier: RegisteredVessel, fromMs: number, toMs: number): readonly Stop[] {
    const stops: Stop[] = [];
    for (const target of customers) {
      for (const leg of legs(target, fromMs, toMs)) {
        if (!leg.tranship || leg.startMs < fromMs || leg.endMs > toMs) continue;
        const carrierIndex =
          hash32(seed, 'stop', target.vessel.vesselId, Math.round(leg.startMs / 60_000)) % carriers.length;
        if (carriers[carrierIndex] === carrier) stops.push({ target, leg });
      }
    }
    return stops.sort((a, b) => a.leg.startMs - b.leg.startMs);
  }

  return { tripAt, legs };
}

function isCarrier({ vessel }: RegisteredVessel): boolean {
  return vessel.shiptype === 'CARRIER' || vessel.shiptype === 'BUNKER';
}

function encounterOf(seed: number, carrier: RegisteredVessel, leg: TripLeg): Encounter[] {
  const { meets, startMs, endMs } = leg;
  if (meets === null) return [];
  const { lon, lat } = positionOnLeg(seed, leg, (startMs + endMs) / 2);
  return [{ carrier: carrier.vessel, vessel: meets.vessel, startMs, endMs, position: [lon, lat] }];
}

function publicLeg({ state, startMs, endMs, track, portId }: TripLeg): VesselLeg {
  const start: Position = track.positions[0] ?? [Number.NaN, Number.NaN];
  const end = track.positions[track.positions.length - 1] ?? start;
  return { state, startMs, endMs, start, end, distanceMeters: trackMeters(track), portId };
}

/** Position of a track after some metres, and the course there. */
function along(track: Track, meters: number): { position: Position; courseDegrees: number } {
  let i = 1;
  while (i < track.metersAt.length - 1 && (track.metersAt[i] ?? 0) < meters) i++;
  const from = track.positions[i - 1];
  const to = track.positions[i];
  if (from === undefined) throw new RangeError('a leg has no position');
  if (to === undefined) return { position: from, courseDegrees: 0 };
  const before = track.metersAt[i - 1] ?? 0;
  const length = (track.metersAt[i] ?? 0) - before;
  const fraction = length > 0 ? Math.min(1, (meters - before) / length) : 1;
  return {
    position: [from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction],
    courseDegrees: initialBearingDegrees(from, to),
  };
}

function positionOnLeg(seed: number, leg: TripLeg, timeMs: number): VesselPosition {
  const durationMs = leg.endMs - leg.startMs;
  const total = trackMeters(leg.track);
  const { position, courseDegrees } = along(leg.track, total * ((timeMs - leg.startMs) / durationMs));
  const [lon, lat] = position;
  const knots = metersPerSecondToKnots(total / (durationMs / 1000));
  const flutter = 1 + 0.05 * valueNoise1(seed, timeMs / 900_000);
  return { lon, lat, speedKnots: knots * flutter, courseDegrees, state: leg.state };
}
