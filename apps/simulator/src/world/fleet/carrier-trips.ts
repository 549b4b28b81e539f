import { hash32, hourMs, knotsToMetersPerSecond, type Position, seededRandom } from '@kianda/geo';
import type { RegisteredVessel } from './registry.ts';
import { seaRoute, type Track, toSea, trackOf } from './sea-lanes.ts';
import { type Cycle, legBuilder, portPosition, type Trip, type TripLeg, travelMs, wander } from './trips.ts';

/** A stop of a fishing vessel at sea that a carrier can come to. */
export type Stop = { readonly target: RegisteredVessel; readonly leg: TripLeg };

/** About 150 m from the other vessel: near enough for an encounter, never on top of it. */
function alongside(track: Track): Track {
  return trackOf(track.positions.map(([lon, lat]): Position => toSea([lon - 0.0014, lat])));
}

/**
 * The cycle of a carrier: it goes from stop to stop of the fishing vessels given, in the order of their times, leaving
 * out those it cannot reach, drifts until each begins, and comes home. Without stops it drifts on its own.
 */
export function carrierTrip(seed: number, registered: RegisteredVessel, cycle: Cycle, stops: readonly Stop[]): Trip {
  const { vessel, fleetClass } = registered;
  const { startMs, endMs } = cycle;
  const random = seededRandom(hash32(seed, 'carrier', vessel.vesselId, cycle.number));
  if (random() < fleetClass.absentShare) return { startMs, endMs, legs: [] };
  const port = portPosition(vessel.homePortId);
  const trip = legBuilder(startMs, port);
  const homeMs = (from: Position) => travelMs(seaRoute(from, port), fleetClass.cruiseKnots) + 3 * hourMs;
  const cruise = fleetClass.cruiseKnots;
  trip.stayInPort(fleetClass.portDays * 24 * hourMs * (0.8 + 0.4 * random()), vessel.homePortId);

  for (const { target, leg } of stops) {
    const way = alongside(leg.track);
    const place = way.positions[0];
    if (place === undefined) continue;
    const route = seaRoute(trip.here(), place);
    const meetMs = leg.startMs + 20 * 60_000;
    const untilMs = leg.endMs - 15 * 60_000;
    if (trip.now() + travelMs(route, cruise) > meetMs || untilMs + homeMs(place) > endMs) continue;
    // Waits where it is, then sails so as to arrive in time: a carrier burns nothing for being early.
    driftUntil(meetMs - travelMs(route, cruise) - 60_000);
    const approach = seaRoute(trip.here(), place);
    if (trip.now() + travelMs(approach, cruise * 1.15) > meetMs) continue;
    trip.add('transit', meetMs - trip.now(), approach);
    trip.add('anchored', untilMs - meetMs, way, { meets: target });
  }

  const open = toSea([port[0] - 1.2 - 1.5 * random(), port[1] - 0.5 + random()]);
  if (trip.legs.length === 1 && trip.now() + 2 * travelMs(seaRoute(port, open), cruise) + 30 * hourMs < endMs) {
    trip.sail(seaRoute(trip.here(), open), cruise);
    driftUntil(trip.now() + (8 + 14 * random()) * hourMs);
  }
  trip.sail(seaRoute(trip.here(), port), cruise);
  trip.stayInPort(endMs - trip.now(), vessel.homePortId);
  return { startMs, endMs, legs: trip.legs };

  function driftUntil(timeMs: number): void {
    const last = trip.legs[trip.legs.length - 1];
    if (timeMs <= trip.now()) return;
    if (last?.state === 'port') {
      trip.stayInPort(timeMs - trip.now(), vessel.homePortId);
      return;
    }
    const durationMs = timeMs - trip.now();
    // A drift of days would carry it across the sea: it stays within about a mile.
    const knots = Math.min(0.6, 1_800 / knotsToMetersPerSecond(1) / (durationMs / 1000));
    trip.add('anchored', durationMs, wander(random, trip.here(), { course: 360 * random(), knots, durationMs }));
  }
}
