import type { Position } from '../position.ts';

/**
 * Where the sea ends: the longitude of the westernmost crossing of each parallel with the mainland, every 0.05° from
 * 18.5° S to 4° S. Computed from Natural Earth 1:10m land (public domain, naturalearthdata.com). Sand bars such as
 * Mussulo count as coast; Ilha dos Tigres (11.67–11.74° E, 16.71–16.50° S) is left out.
 */
export const coastTable = {
  south: -18.5,
  north: -4,
  stepDegrees: 0.05,
  source: 'Natural Earth 1:10m land (domínio público)',
} as const;

// biome-ignore format: one value a line would be 291 lines
const coastLongitudes: readonly number[] = [
  12.032, 12.015, 12.000, 11.991, 11.964, 11.943, 11.906, 11.856, 11.836, 11.829, 11.813, 11.795,
  11.789, 11.781, 11.764, 11.754, 11.747, 11.738, 11.727, 11.717, 11.718, 11.723, 11.732, 11.741,
  11.750, 11.767, 11.753, 11.760, 11.760, 11.760, 11.764, 11.770, 11.777, 11.777, 11.767, 11.819,
  11.818, 11.821, 11.815, 11.816, 11.819, 11.817, 11.812, 11.806, 11.800, 11.795, 11.789, 11.783,
  11.778, 11.792, 11.797, 11.770, 11.738, 11.736, 11.752, 11.893, 11.907, 11.933, 12.002, 12.012,
  12.027, 12.035, 12.035, 12.048, 12.051, 12.054, 12.075, 12.148, 12.115, 12.129, 12.152, 12.162,
  12.197, 12.206, 12.248, 12.274, 12.267, 12.280, 12.290, 12.296, 12.302, 12.327, 12.337, 12.344,
  12.346, 12.336, 12.321, 12.354, 12.332, 12.349, 12.377, 12.401, 12.405, 12.502, 12.510, 12.513,
  12.515, 12.513, 12.518, 12.523, 12.526, 12.514, 12.532, 12.621, 12.638, 12.668, 12.750, 12.795,
  12.841, 12.885, 12.929, 12.958, 12.950, 12.928, 12.958, 13.016, 13.067, 13.125, 13.194, 13.413,
  13.465, 13.476, 13.488, 13.529, 13.598, 13.638, 13.654, 13.673, 13.696, 13.708, 13.718, 13.755,
  13.768, 13.778, 13.790, 13.792, 13.788, 13.784, 13.780, 13.780, 13.782, 13.790, 13.794, 13.794,
  13.816, 13.823, 13.832, 13.841, 13.848, 13.848, 13.848, 13.844, 13.820, 13.786, 13.751, 13.732,
  13.764, 13.757, 13.703, 13.666, 13.624, 13.571, 13.526, 13.522, 13.517, 13.489, 13.454, 13.436,
  13.405, 13.364, 13.333, 13.327, 13.329, 13.308, 13.277, 13.235, 13.196, 13.217, 13.220, 13.200,
  13.183, 13.168, 13.170, 13.148, 13.112, 13.082, 13.052, 13.028, 13.002, 12.992, 13.010, 13.038,
  13.082, 13.192, 13.201, 13.381, 13.396, 13.411, 13.379, 13.361, 13.351, 13.381, 13.383, 13.380,
  13.353, 13.321, 13.289, 13.258, 13.238, 13.210, 13.194, 13.174, 13.147, 13.120, 13.098, 13.076,
  13.054, 13.031, 13.009, 12.987, 12.966, 12.946, 12.930, 12.916, 12.878, 12.852, 12.850, 12.845,
  12.841, 12.836, 12.831, 12.818, 12.768, 12.732, 12.690, 12.636, 12.597, 12.563, 12.534, 12.506,
  12.478, 12.452, 12.430, 12.408, 12.377, 12.343, 12.307, 12.279, 12.286, 12.436, 12.394, 12.362,
  12.317, 12.267, 12.232, 12.202, 12.173, 12.156, 12.154, 12.174, 12.231, 12.221, 12.197, 12.178,
  12.173, 12.144, 12.127, 12.094, 12.057, 12.025, 11.988, 11.956, 11.915, 11.880, 11.835, 11.847,
  11.803, 11.810, 11.817, 11.780, 11.730, 11.678, 11.620, 11.562, 11.504, 11.434, 11.388, 11.364,
  11.345, 11.280, 11.206,
];

/** Longitude of the coast in degrees at a latitude, linear between table rows; beyond the table, its last row. */
export function coastLongitude(latDegrees: number): number {
  const last = coastLongitudes.length - 1;
  const row = Math.min(last, Math.max(0, (latDegrees - coastTable.south) / coastTable.stepDegrees));
  const below = Math.min(Math.floor(row), last - 1);
  const a = coastLongitudes[below] ?? Number.NaN;
  const b = coastLongitudes[below + 1] ?? Number.NaN;
  return a + (b - a) * (row - below);
}

/** True when a position off south-west Africa lies west of the coast. */
export function isAtSea([lon, lat]: Position): boolean {
  return lon < coastLongitude(lat);
}

/** Distance in metres to the coast along the parallel, negative on land. An upper bound of the shortest distance. */
export function offshoreMeters([lon, lat]: Position): number {
  return (coastLongitude(lat) - lon) * 111_195 * Math.cos((lat * Math.PI) / 180);
}

/**
 * The point of that coast line nearest to a position at sea; null on land. It follows the coast as finely as the table
 * (Natural Earth 1:10m, every 5.6 km).
 */
export function nearestCoastPoint(position: Position): Position | null {
  const [lon, lat] = position;
  const along = offshoreMeters(position);
  if (along <= 0) return null;
  // No nearer point lies farther off in latitude than the distance along the parallel.
  const reach = along / 111_195;
  const line = coastLine(Math.max(coastTable.south, lat - reach), Math.min(coastTable.north, lat + reach));
  let nearest: Position = [coastLongitude(lat), lat];
  let leastMeters = along;
  for (let index = 1; index < line.length; index += 1) {
    const [a, b] = [line[index - 1], line[index]];
    if (a === undefined || b === undefined) continue;
    // A plane for each segment, true in the middle between its latitude and that of the position.
    const kx = 111_195 * Math.cos((((lat + a[1]) / 2) * Math.PI) / 180);
    const [ax, ay] = [(a[0] - lon) * kx, (a[1] - lat) * 111_195];
    const [dx, dy] = [(b[0] - a[0]) * kx, (b[1] - a[1]) * 111_195];
    const length2 = dx * dx + dy * dy;
    const fraction = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length2));
    const meters = Math.hypot(ax + fraction * dx, ay + fraction * dy);
    if (meters >= leastMeters) continue;
    leastMeters = meters;
    nearest = [a[0] + fraction * (b[0] - a[0]), a[1] + fraction * (b[1] - a[1])];
  }
  return nearest;
}

const coastCorners = coastLongitudes.map((lon, row): Position => {
  return [lon, Number((coastTable.south + row * coastTable.stepDegrees).toFixed(2))];
});

/** The coast as a line from south to north between two latitudes, one position every 0.05°. */
export function coastLine(southDegrees: number, northDegrees: number): readonly Position[] {
  const line: Position[] = [[coastLongitude(southDegrees), southDegrees]];
  for (const corner of coastCorners) if (corner[1] > southDegrees && corner[1] < northDegrees) line.push(corner);
  line.push([coastLongitude(northDegrees), northDegrees]);
  return line;
}
