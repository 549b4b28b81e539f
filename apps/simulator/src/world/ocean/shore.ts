import { coastLongitude, coastTable } from '@kianda/geo';

export const kmPerDegree = 111.195;

/**
 * The coast smoothed over about ±0.5° of latitude. Currents follow it: along the true coast, whose longitude jumps by
 * 0.2° within one table row off Benguela, they would shoot out to sea at several metres a second.
 */
const stepDegrees = 0.02;
const south = coastTable.south;
const rows = Math.round((coastTable.north - south) / stepDegrees) + 1;
const smoothed = Float64Array.from({ length: rows }, (_, row) => {
  const lat = south + row * stepDegrees;
  let sum = 0;
  let weights = 0;
  for (let offset = -1; offset <= 1; offset += 0.05) {
    const weight = Math.exp(-0.5 * (offset / 0.35) ** 2);
    sum += weight * coastLongitude(lat + offset);
    weights += weight;
  }
  return sum / weights;
});

/** Longitude of the smoothed coast, degrees. */
export function smoothCoastLongitude(lat: number): number {
  const row = Math.min(rows - 1.000_001, Math.max(0, (lat - south) / stepDegrees));
  const below = Math.floor(row);
  const a = smoothed[below] ?? 0;
  return a + ((smoothed[below + 1] ?? a) - a) * (row - below);
}

function kmWest(coastLon: number, lon: number, lat: number): number {
  return (coastLon - lon) * kmPerDegree * Math.cos((lat * Math.PI) / 180);
}

/** Kilometres off the smoothed coast along the parallel, never below 0. */
export function smoothOffshoreKm(lon: number, lat: number): number {
  return Math.max(0, kmWest(smoothCoastLongitude(lat), lon, lat));
}

/** Kilometres off the true coast along the parallel, negative on land. */
function offshoreKm(lon: number, lat: number): number {
  return kmWest(coastLongitude(lat), lon, lat);
}

/** Linear value between nodes of rising latitude; beyond them, the nearest. */
export function atLatitude(nodes: readonly (readonly [lat: number, value: number])[], lat: number): number {
  let previous = nodes[0];
  if (previous === undefined || lat <= previous[0]) return previous?.[1] ?? Number.NaN;
  for (const node of nodes) {
    if (lat <= node[0]) {
      const span = node[0] - previous[0];
      return span === 0 ? node[1] : previous[1] + ((node[1] - previous[1]) * (lat - previous[0])) / span;
    }
    previous = node;
  }
  return previous[1];
}

/** Width of the shelf (to 200 m) in kilometres: broad off the Congo and the Cunene, a few miles off Benguela. */
const shelfWidthKm = [
  [-18, 60],
  [-17, 45],
  [-16, 28],
  [-15, 12],
  [-14, 10],
  [-13, 9],
  [-12, 18],
  [-10.5, 42],
  [-9, 40],
  [-7.5, 65],
  [-6, 55],
  [-4.5, 60],
] as const;

/** Depth of the simulated seabed in metres: a shelf, a slope of 90 km and an abyssal plain. Null on land. */
export function seabedMeters(lon: number, lat: number): number | null {
  const km = offshoreKm(lon, lat);
  if (!(km > 0)) return null;
  const shelf = atLatitude(shelfWidthKm, lat);
  if (km <= shelf) return Math.max(2, 200 * (km / shelf) ** 1.2);
  const beyond = km - shelf;
  return Math.min(5_200, 200 + 3_700 * (1 - Math.exp(-beyond / 90)) + 2 * beyond);
}

/** Height of the simulated ground in metres, negative below the sea: a coastal plain that rises to the inland plateau. */
export function altitudeMeters(lon: number, lat: number): number {
  const seabed = seabedMeters(lon, lat);
  if (seabed !== null) return -seabed;
  const inlandKm = -offshoreKm(lon, lat);
  return 1_500 * (1 - Math.exp(-inlandKm / 140));
}
