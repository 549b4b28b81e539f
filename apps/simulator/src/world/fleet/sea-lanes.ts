import { coastLongitude, destination, distanceMeters, type Position } from '@kianda/geo';

/** Vessels stay inside this box: the sea of Angola and its neighbours' nearest waters. */
export const fleetBox = { west: 8.25, south: -17.9, north: -4.5 } as const;

const stepDegrees = 0.05;
const rows = Math.round((-4 - -18.5) / stepDegrees) + 1;
/** Westernmost coast within ±0.25° of each parallel: a straight line between two points west of it stays at sea. */
const seaward = Float64Array.from({ length: rows }, (_, row) => {
  const lat = -18.5 + row * stepDegrees;
  let west = Infinity;
  for (let offset = -0.25; offset <= 0.2501; offset += 0.025) west = Math.min(west, coastLongitude(lat + offset));
  return west - 0.04;
});

/** Easternmost longitude on which a vessel may steam at a latitude, degrees. */
export function safeLongitude(lat: number): number {
  const row = Math.min(rows - 1.000_001, Math.max(0, (lat + 18.5) / stepDegrees));
  const below = Math.floor(row);
  const a = seaward[below] ?? 0;
  return a + ((seaward[below + 1] ?? a) - a) * (row - below);
}

/** The nearest position, on the same parallel, that is at sea and inside the fleet's box. */
export function toSea([lon, lat]: Position): Position {
  const clampedLat = Math.min(fleetBox.north, Math.max(fleetBox.south, lat));
  return [Math.max(fleetBox.west, Math.min(lon, safeLongitude(clampedLat))), clampedLat];
}

/** A line with the distance in metres run at each of its positions. */
export type Track = { readonly positions: readonly Position[]; readonly metersAt: readonly number[] };

/** The track through the positions. */
export function trackOf(positions: readonly Position[]): Track {
  const metersAt: number[] = [];
  let sum = 0;
  let previous: Position | null = null;
  for (const position of positions) {
    if (previous !== null) sum += distanceMeters(previous, position);
    metersAt.push(sum);
    previous = position;
  }
  return { positions, metersAt };
}

export function trackMeters(track: Track): number {
  return track.metersAt[track.metersAt.length - 1] ?? 0;
}

/** A way by sea between two places; either may be a port, which is left and entered straight from the west. */
export function seaRoute(from: Position, to: Position): Track {
  const start = toSea(from);
  const end = toSea(to);
  const pieces = Math.max(1, Math.ceil(distanceMeters(start, end) / 15_000));
  const positions: Position[] = [from];
  for (let piece = 0; piece <= pieces; piece++) {
    const fraction = piece / pieces;
    positions.push(toSea([start[0] + (end[0] - start[0]) * fraction, start[1] + (end[1] - start[1]) * fraction]));
  }
  positions.push(to);
  return trackOf(positions);
}

/**
 * A course of some metres with small turns, always at sea: where it would run ashore or out of the box it turns
 * back, else a vessel steering for the beach would lie still before it. `turns` are degrees added at each vertex.
 */
export function wanderingTrack(from: Position, courseDegrees: number, meters: number, turns: readonly number[]): Track {
  const positions: Position[] = [from];
  const stepMeters = meters / turns.length;
  let course = courseDegrees;
  let current = from;
  for (const turn of turns) {
    course += turn;
    const ahead = destination(current, course, stepMeters);
    if (distanceMeters(ahead, toSea(ahead)) > 0.2 * stepMeters) course += 180;
    current = toSea(destination(current, course, stepMeters));
    positions.push(current);
  }
  return trackOf(positions);
}
