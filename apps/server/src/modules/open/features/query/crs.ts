import type { GeoGeometry } from '@kianda/connectors';
import proj4 from 'proj4';
import { AppError } from '../../../../platform/http/errors.ts';

export const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
const epsg = (code: number) => `http://www.opengis.net/def/crs/EPSG/0/${code}`;

type Projection = {
  /** Longitude and latitude to ordinates in the order of the CRS. */
  forward(lon: number, lat: number): readonly [number, number];
  inverse(first: number, second: number): readonly [number, number];
};

const same: Projection = { forward: (lon, lat) => [lon, lat], inverse: (lon, lat) => [lon, lat] };
const swapped: Projection = { forward: (lon, lat) => [lat, lon], inverse: (lat, lon) => [lon, lat] };

function projected(definition: string): Projection {
  const converter = proj4(definition);
  return {
    forward: (lon, lat) => converter.forward([lon, lat]) as [number, number],
    inverse: (x, y) => converter.inverse([x, y]) as [number, number],
  };
}

const utm = (zone: number) => `+proj=utm +zone=${zone} +south +datum=WGS84 +units=m +no_defs`;

/** By address; axes in the order each CRS has them: EPSG:4326 is latitude first. */
const projections: Readonly<Record<string, Projection>> = {
  [crs84]: same,
  [epsg(4326)]: swapped,
  [epsg(3857)]: projected('EPSG:3857'),
  [epsg(32733)]: projected(utm(33)),
  [epsg(32732)]: projected(utm(32)),
};

/** Addresses of the CRS in which features are given, the stored one first. */
export const crsList = Object.keys(projections);

/** Throws a 400 for a CRS that is not offered. */
export function projectionOf(uri: string, parameter: string): Projection {
  const found = Object.hasOwn(projections, uri) ? projections[uri] : undefined;
  if (found !== undefined) return found;
  const message = `Sistema de referência «${uri.slice(0, 200)}» não suportado.`;
  throw new AppError('validation_failed', { detail: message, issues: [{ path: parameter, message }] });
}

type Coordinates = readonly unknown[];

function mapped(coordinates: Coordinates, change: (a: number, b: number) => readonly [number, number]): Coordinates {
  const [a, b] = coordinates;
  if (typeof a === 'number' && typeof b === 'number') return change(a, b);
  return coordinates.map((part) => mapped(part as Coordinates, change));
}

/** A stored geometry in another CRS. */
export function inCrs(geometry: GeoGeometry, uri: string): GeoGeometry {
  if (uri === crs84) return geometry;
  const { forward } = projectionOf(uri, 'crs');
  return { type: geometry.type, coordinates: mapped(geometry.coordinates, forward) } as GeoGeometry;
}

type Shape = { readonly type: string; readonly coordinates?: unknown; readonly geometries?: readonly Shape[] };

/** A geometry of a client in longitude and latitude. */
export function fromCrs<T extends Shape>(geometry: T, uri: string, parameter: string): T {
  if (uri === crs84) return geometry;
  const { inverse } = projectionOf(uri, parameter);
  if (geometry.geometries !== undefined) {
    return { ...geometry, geometries: geometry.geometries.map((member) => fromCrs(member, uri, parameter)) };
  }
  return { ...geometry, coordinates: mapped(geometry.coordinates as Coordinates, inverse) };
}

const stepsPerEdge = 16;

/**
 * A box of a client as a geometry in longitude and latitude. The edges of a projected box are curves there: they are
 * followed in steps.
 */
export function boxIn(uri: string, [a, b, c, d]: readonly [number, number, number, number]): Shape {
  const corners = [
    [a, b],
    [c, b],
    [c, d],
    [a, d],
  ] as const;
  const { inverse } = projectionOf(uri, 'bbox-crs');
  const ring = corners.flatMap(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % 4] ?? [x, y];
    return Array.from({ length: stepsPerEdge }, (_, step) =>
      inverse(x + ((nextX - x) * step) / stepsPerEdge, y + ((nextY - y) * step) / stepsPerEdge),
    );
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}

/** Whether a box stays a box in longitude and latitude, and its corners there; null where it does not. */
export function plainBox(
  uri: string,
  [a, b, c, d]: readonly [number, number, number, number],
): readonly [number, number, number, number] | null {
  if (uri === crs84) return [a, b, c, d];
  if (uri === epsg(4326)) return [b, a, d, c];
  if (uri !== epsg(3857)) return null;
  const { inverse } = projectionOf(uri, 'bbox-crs');
  return [...inverse(a, b), ...inverse(c, d)] as unknown as readonly [number, number, number, number];
}
