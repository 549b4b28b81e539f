import type { GeoGeometry } from '@kianda/connectors';
import type { ToDegrees } from './projection.ts';

const depths = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 } as const;
type Kind = keyof typeof depths;
/** Positions that the innermost list has to have. */
const fewest: Readonly<Record<Kind, number>> = {
  ...{ Point: 1, MultiPoint: 1, LineString: 2, MultiLineString: 2, Polygon: 4, MultiPolygon: 4 },
};
/** Rounding of other programs may step over the edge of the world by this much. */
const slack = 1e-7;

/**
 * A geometry of a file as one that is stored: two ordinates, longitude and latitude of WGS 84; null for none and for an
 * empty one. Throws `RangeError`, in Portuguese, for one that is broken or lies outside the world.
 */
export function storedGeometry(value: unknown, convert: ToDegrees): GeoGeometry | null {
  if (value === null || value === undefined) return null;
  const { type, coordinates } = value as { readonly type?: unknown; readonly coordinates?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(depths, type)) {
    throw new RangeError(
      `uma geometria do tipo «${String(type).slice(0, 40)}» não se guarda: separe-a em partes simples`,
    );
  }
  const kind = type as Kind;
  if (isEmpty(coordinates)) return null;
  const position = (pair: unknown): readonly [number, number] => {
    const [x, y] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
      throw new RangeError('uma posição da geometria não tem dois números');
    }
    return inWorld(convert(x, y));
  };
  const walk = (part: unknown, depth: number): unknown => {
    if (depth === 0) return position(part);
    if (!Array.isArray(part)) throw new RangeError(`as coordenadas não são as de «${kind}»`);
    if (depth === 1 && part.length < fewest[kind]) {
      throw new RangeError(`uma parte da geometria tem ${part.length} posições, e precisa de ${fewest[kind]}`);
    }
    return part.map((inner: unknown) => walk(inner, depth - 1));
  };
  return { type: kind, coordinates: walk(coordinates, depths[kind]) } as GeoGeometry;
}

/** Whether any position has a height or a depth, which are not stored; 0 is what programs write for none. */
export function hasHeights(value: unknown): boolean {
  const inside = (part: unknown): boolean =>
    Array.isArray(part) &&
    (typeof part[0] === 'number'
      ? typeof part[2] === 'number' && Number.isFinite(part[2]) && part[2] !== 0
      : part.some(inside));
  return inside((value as { readonly coordinates?: unknown } | null | undefined)?.coordinates);
}

function isEmpty(coordinates: unknown): boolean {
  if (!Array.isArray(coordinates)) return false;
  return coordinates.length === 0 || coordinates.every((part: unknown) => Array.isArray(part) && isEmpty(part));
}

function inWorld([lon, lat]: readonly [number, number]): readonly [number, number] {
  if (!(Math.abs(lon) <= 180 + slack && Math.abs(lat) <= 90 + slack)) {
    throw new RangeError(
      `a posição ${lon}, ${lat} está fora do mundo: as coordenadas não são graus, ou estão noutro sistema`,
    );
  }
  return [Math.max(-180, Math.min(180, lon)), Math.max(-90, Math.min(90, lat))];
}
