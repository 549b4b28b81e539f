import type { MultiPolygonGeometry, Position } from '@kianda/geo';
import { Delaunay } from 'd3-delaunay';
import { densified, mapLines, project, unprojected } from '../buffer/azimuthal.ts';
import type { PlanarEngine } from '../buffer/planar-engine.ts';
import { geodesicDirect, geodesicInverse, type LonLat } from '../shared/geodesic.ts';
import type { NearestOnLine } from './line-index.ts';

type Lines = readonly (readonly Position[])[];
type Nearest = (position: Position) => NearestOnLine;

export type EquidistanceInput = {
  readonly own: Lines;
  readonly others: Lines;
  readonly nearestOwn: Nearest;
  readonly nearestOther: Nearest;
  /** Middle of the part of the sea, and how far the answer reaches from it, metres. */
  readonly center: LonLat;
  readonly reach: number;
  /** Metres from the own coast beyond which the first estimate is good enough. */
  readonly limit: number;
};

/** Difference of the two distances, in metres, within which a place is on the median line. */
export const medianTolerance = 1;
/** Places of the first estimate that lie within this of the median line are moved onto it. */
const estimateTolerance = 6000;

/**
 * Places that are nearer to the own coast than to any other: bounded by the median line, each of whose corners is moved
 * along geodesics until both distances are equal to a metre. First estimate: Voronoi cells of positions along both coasts
 * in an azimuthal projection, which alone halves what is equally near to both. Source: equidistance as in the United
 * Nations Convention on the Law of the Sea, article 15.
 */
export function nearerArea(input: EquidistanceInput, engine: PlanarEngine): MultiPolygonGeometry {
  const { center, reach } = input;
  // Off a headland where two coasts meet, their common end is the nearest place of both: without it each has half.
  const [all, theirs] = [placesOf(input.own, center), placesOf(input.others, center)];
  const [ownKeys, otherKeys] = [new Set(all.map(keyOf)), new Set(theirs.map(keyOf))];
  const own = all.filter((place) => !otherKeys.has(keyOf(place)));
  const others = theirs.filter((place) => !ownKeys.has(keyOf(place)));
  const cells = Delaunay.from([...own, ...others].map(([x, y]): [number, number] => [x, y])).voronoi([
    ...([-reach, -reach] as const),
    ...([reach, reach] as const),
  ]);
  const polygons = own.flatMap((_, place) => {
    const ring: readonly Position[] | null = cells.cellPolygon(place);
    return ring === null ? [] : [{ type: 'Polygon' as const, coordinates: [ring] }];
  });
  const estimate = unprojected(center, engine.union(polygons), engine);
  const moved = mapLines(estimate, (ring) => densified(ring).map((position) => onMedian(position, input)));
  const area = moved.type === 'MultiPolygon' ? moved : estimate;
  const repaired = engine.repaired(area)?.geometry;
  return repaired?.type === 'MultiPolygon' ? repaired : area;
}

const keyOf = ([x, y]: Position): string => `${Math.round(x)} ${Math.round(y)}`;

function placesOf(lines: Lines, center: LonLat): readonly Position[] {
  return lines.flatMap((line) => densified(line).map((position) => project(center, position)));
}

/** The position moved to equal distances by Newton's steps; one far from the median line stays. */
function onMedian(position: Position, { nearestOwn, nearestOther, limit }: EquidistanceInput): Position {
  let at = position;
  for (let step = 0; step < 12; step += 1) {
    const own = nearestOwn(at);
    if (own.meters > limit) return at;
    const other = nearestOther(at);
    const difference = own.meters - other.meters;
    if (step === 0 && Math.abs(difference) > estimateTolerance) return position;
    if (Math.abs(difference) < medianTolerance) return at;
    // Unit steps away from each coast: their difference is the gradient of that of the distances.
    const [awayOwn, awayOther] = [awayFrom(at, own.at), awayFrom(at, other.at)];
    const gradient: Position = [awayOwn[0] - awayOther[0], awayOwn[1] - awayOther[1]];
    const size2 = gradient[0] ** 2 + gradient[1] ** 2;
    if (size2 < 1e-9) return at;
    const length = -difference / Math.sqrt(size2);
    const azimuth = (Math.atan2(gradient[0], gradient[1]) * 180) / Math.PI;
    const { lon, lat } = geodesicDirect({ lon: at[0], lat: at[1] }, azimuth, length);
    at = [lon, lat];
  }
  return at;
}

function awayFrom(at: Position, coast: Position): Position {
  const { azimuth } = geodesicInverse({ lon: at[0], lat: at[1] }, { lon: coast[0], lat: coast[1] });
  const radians = (azimuth * Math.PI) / 180;
  return [-Math.sin(radians), -Math.cos(radians)];
}
