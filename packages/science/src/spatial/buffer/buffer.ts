import {
  type ArealGeometry,
  longitudeDifference,
  type MultiPolygonGeometry,
  type Position,
  wrapLongitude,
} from '@kianda/geo';
import { report, type Watch } from '../../models/shared/watch.ts';
import { geodesicInverse, geodesicRingArea, type LonLat } from '../shared/geodesic.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { densified, mapLines, project, unprojected } from './azimuthal.ts';
import type { BufferStyle, Geometry, PlanarEngine } from './planar-engine.ts';

export type BufferOptions = Partial<BufferStyle> & {
  /** Metres, growing; below 0 shrinks areas. Of several, each is a ring without the one before. */
  readonly distances: readonly number[];
  /** The features of one distance together, without borders between them. */
  readonly dissolve?: boolean;
  /** Area in which the result stays (the EEZ), and area that is taken off (land). */
  readonly clip?: ArealGeometry | null;
  readonly erase?: ArealGeometry | null;
};

export type BufferArea = {
  /** Place of the feature; null where they are dissolved. */
  readonly feature: number | null;
  readonly distance: number;
  readonly geometry: MultiPolygonGeometry;
  readonly areaSquareMeters: number;
};

export type Buffers = {
  readonly areas: readonly BufferArea[];
  /** Features that were not valid, and what was wrong with each. */
  readonly repairs: readonly { readonly feature: number; readonly fault: string }[];
};

/** Features that reach further from their middle, in metres, are buffered in pieces: the projection stretches there. */
const pieceMeters = 100_000;

/**
 * Geodesic buffer on WGS84: points by geodesics, lines and areas in an azimuthal equidistant projection about each, with
 * edges of at most 2 km. Sources: Karney (2013), J. Geod. 87:43–55; planar buffers by the engine that is given.
 */
export function geodesicBuffer(
  features: readonly Geometry[],
  options: BufferOptions,
  engine: PlanarEngine,
  watch: Watch = {},
): Outcome<
  Buffers,
  Omit<Required<BufferOptions>, 'clip' | 'erase'> & { readonly clip: boolean; readonly erase: boolean }
> {
  const { distances, dissolve = false, clip = null, erase = null } = options;
  const style = styleOf(options);
  requireDistances(distances);
  const repairs: Buffers['repairs'][number][] = [];
  const found = features.map((feature, place) => {
    if ((place & 0xf) === 0) report(watch, place / features.length);
    const repair = engine.repaired(feature);
    if (repair !== null) repairs.push({ feature: place, fault: repair.fault });
    return bufferOf(repair?.geometry ?? feature, { distances, style, engine });
  });
  const finish = (geometry: MultiPolygonGeometry): MultiPolygonGeometry => {
    const clipped = clip === null ? geometry : engine.intersection(geometry, clip);
    return erase === null ? clipped : engine.difference(clipped, erase);
  };
  const areas = distances.flatMap((distance, ring): readonly BufferArea[] => {
    const each = found.map((rings) => rings[ring] ?? nothing);
    if (!dissolve)
      return each.map((geometry, feature) =>
        areaOf({ feature, distance }, finish(ringOf(geometry, found[feature]?.[ring - 1], engine))),
      );
    const inner = ring === 0 ? undefined : engine.union(found.map((rings) => rings[ring - 1] ?? nothing));
    return [areaOf({ feature: null, distance }, finish(ringOf(engine.union(each), inner, engine)))];
  });
  return {
    value: { areas, repairs },
    method: 'Zona tampão geodésica, azimutal equidistante por elemento (Karney 2013)',
    parameters: { distances, dissolve, clip: clip !== null, erase: erase !== null, ...style },
    warnings: warningsOf({
      empty: features.length === 0 ? 1 : 0,
      repaired: repairs.length,
      vanished: areas.filter(({ geometry }) => geometry.coordinates.length === 0).length,
    }),
  };
}

const nothing: MultiPolygonGeometry = { type: 'MultiPolygon', coordinates: [] };

function styleOf({
  segments = 64,
  cap = 'round',
  join = 'round',
  mitreLimit = 5,
  side = 'both',
}: BufferOptions): BufferStyle {
  if (!(Number.isInteger(segments) && segments > 0))
    throw new RangeError(`segments: received ${segments}, expected 1, 2, …`);
  return { segments, cap, join, mitreLimit, side };
}

function requireDistances(distances: readonly number[]): void {
  const isGrowing = distances.every(
    (one, place) => Number.isFinite(one) && one > (distances[place - 1] ?? Number.NEGATIVE_INFINITY),
  );
  if (distances.length === 0 || !isGrowing || distances.includes(0)) {
    throw new RangeError(`distances: received ${distances.join(', ')}, expected metres that grow, and none of 0`);
  }
}

function ringOf(
  geometry: MultiPolygonGeometry,
  inner: MultiPolygonGeometry | undefined,
  engine: PlanarEngine,
): MultiPolygonGeometry {
  return inner === undefined || inner.coordinates.length === 0 ? geometry : engine.difference(geometry, inner);
}

function areaOf(of: Pick<BufferArea, 'feature' | 'distance'>, geometry: MultiPolygonGeometry): BufferArea {
  return { ...of, geometry, areaSquareMeters: geodesicArea(geometry) };
}

/** Area in m² on WGS84, holes taken off. */
export function geodesicArea({ coordinates }: MultiPolygonGeometry): number {
  let sum = 0;
  for (const rings of coordinates) {
    for (const [place, ring] of rings.entries()) sum += (place === 0 ? 1 : -1) * geodesicRingArea(ring);
  }
  return sum;
}

type Task = { readonly distances: readonly number[]; readonly style: BufferStyle; readonly engine: PlanarEngine };

/** One area for each distance. */
function bufferOf(feature: Geometry, { distances, style, engine }: Task): readonly MultiPolygonGeometry[] {
  if (feature.type === 'Point' || feature.type === 'MultiPoint') {
    const points = feature.type === 'Point' ? [feature.coordinates] : feature.coordinates;
    return distances.map((distance) => {
      if (distance < 0) return nothing;
      const circles = points.map((point) =>
        unprojected(centerOf([point]), circle(distance, 8 * style.segments), engine),
      );
      return circles.length === 1 ? (circles[0] ?? nothing) : engine.union(circles);
    });
  }
  const lines = linesOf(feature);
  const center = centerOf(lines.flat());
  const reach = lines
    .flat()
    .reduce((most, [lon, lat]) => Math.max(most, geodesicInverse(center, { lon, lat }).meters), 0);
  const dense = mapLines(feature, densified);
  const isPlain = style.side === 'both' && style.cap === 'round' && style.join === 'round';
  if (reach > pieceMeters && isPlain) return distances.map((distance) => inPieces(dense, distance, { style, engine }));
  const flat = mapLines(dense, (line) => line.map((at) => project(center, at)));
  return distances.map((distance) => unprojected(center, engine.buffer(flat, distance, style), engine));
}

function circle(radius: number, corners: number): MultiPolygonGeometry {
  const ring = Array.from({ length: corners + 1 }, (_, corner): Position => {
    const angle = (-2 * Math.PI * (corner % corners)) / corners;
    return [radius * Math.sin(angle), radius * Math.cos(angle)];
  });
  return { type: 'MultiPolygon', coordinates: [[ring]] };
}

/** Buffer of a wide feature: of pieces of its lines, joined to its area, or taken off it. */
function inPieces(dense: Geometry, distance: number, { style, engine }: Omit<Task, 'distances'>): MultiPolygonGeometry {
  const isAreal = dense.type === 'Polygon' || dense.type === 'MultiPolygon';
  if (distance < 0 && !isAreal) return nothing;
  const margin = engine.union(
    linesOf(dense)
      .flatMap(piecesOf)
      .map((piece) => {
        const center = centerOf(piece);
        const flat: Geometry = { type: 'LineString', coordinates: piece.map((at) => project(center, at)) };
        return unprojected(center, engine.buffer(flat, Math.abs(distance), style), engine);
      }),
  );
  if (!isAreal) return margin;
  return distance > 0
    ? engine.union([dense as ArealGeometry, margin])
    : engine.difference(dense as ArealGeometry, margin);
}

function piecesOf(line: readonly Position[]): readonly (readonly Position[])[] {
  const length = 40;
  return Array.from({ length: Math.max(1, Math.ceil((line.length - 1) / length)) }, (_, piece) =>
    line.slice(piece * length, (piece + 1) * length + 1),
  );
}

function linesOf(geometry: Geometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
  }
}

/** Middle of the box of positions that follow each other, the longitudes from the first on. */
function centerOf(positions: readonly Position[]): LonLat {
  const [first = [0, 0]] = positions;
  let [west, east, south, north] = [0, 0, 90, -90];
  for (const [lon, lat] of positions) {
    const offset = longitudeDifference(first[0], lon);
    west = Math.min(west, offset);
    east = Math.max(east, offset);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { lon: wrapLongitude(first[0] + (west + east) / 2), lat: (south + north) / 2 };
}
