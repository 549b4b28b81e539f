import { type Budget, type CqlNode, type FilterGeometry, filterFault, type GeometryKind } from './ast.ts';

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const timestampPattern = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d{1,9})?([Zz]|[+-](\d\d):(\d\d))$/;

/** Midnight UTC of a calendar date; null for anything else. */
function dateMs(text: string): number | null {
  const match = datePattern.exec(text);
  if (match === null || match[1] === '0000') return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? ms : null;
}

/** An RFC 3339 instant in milliseconds; null for anything else. */
function timestampMs(text: string): number | null {
  const match = timestampPattern.exec(text);
  if (match === null) return null;
  const [, day = '', hour = '', minute = '', second = '', fraction = '', zone = '', zoneHour, zoneMinute] = match;
  if (dateMs(day) === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(zoneHour ?? 0) > 23 || Number(zoneMinute ?? 0) > 59) return null;
  const ms = Date.parse(`${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
  return Number.isNaN(ms) ? null : ms;
}

/** A date or a timestamp, whichever the text is; null for neither. */
export function instantOf(text: string): { granularity: 'date' | 'timestamp'; ms: number } | null {
  const day = dateMs(text);
  if (day !== null) return { granularity: 'date', ms: day };
  const ms = timestampMs(text);
  return ms === null ? null : { granularity: 'timestamp', ms };
}

/** Reads `DATE(…)` or `TIMESTAMP(…)`. */
export function instantNode(granularity: 'date' | 'timestamp', text: string, at: string): CqlNode {
  const instant = instantOf(text);
  if (instant?.granularity === granularity) return { kind: 'instant', at, ...instant };
  throw filterFault(
    granularity === 'date'
      ? `esperava uma data AAAA-MM-DD, recebeu «${text}».`
      : `esperava um instante RFC 3339 com fuso (2026-01-31T12:00:00Z), recebeu «${text}».`,
    at,
  );
}

/** An interval of two ends; null is open. Throws where it ends before it begins. */
export function intervalNode(start: CqlNode | null, end: CqlNode | null, at: string): CqlNode {
  if (start?.kind === 'instant' && end?.kind === 'instant' && start.ms > end.ms) {
    throw filterFault('o intervalo termina antes de começar.', at);
  }
  return { kind: 'interval', at, start, end };
}

/** `..` or an instant between quotes. */
export function intervalEnd(text: string, at: string): CqlNode | null {
  if (text === '..') return null;
  const instant = instantOf(text);
  if (instant === null) throw filterFault(`esperava uma data, um instante ou «..», recebeu «${text}».`, at);
  return { kind: 'instant', at, ...instant };
}

/** A box of 4 or 6 numbers as a geometry; west beyond east crosses the antimeridian. */
export function bboxNode(numbers: readonly number[], at: string): CqlNode {
  if (numbers.length !== 4 && numbers.length !== 6) {
    throw filterFault(`uma caixa tem 4 ou 6 números, recebeu ${numbers.length}.`, at);
  }
  const flat = numbers.length === 4 ? numbers : [numbers[0], numbers[1], numbers[3], numbers[4]];
  const [west = 0, south = 0, east = 0, north = 0] = flat as readonly number[];
  if (south > north) throw filterFault('o sul da caixa está acima do norte.', at);
  return { kind: 'geometry', at, geometry: boxGeometry(west, south, east, north) };
}

function boxGeometry(west: number, south: number, east: number, north: number): FilterGeometry {
  if (west > east) {
    const parts = [boxGeometry(west, south, 180, north), boxGeometry(-180, south, east, north)];
    const polygons = parts.flatMap((part) => (part.type === 'Polygon' ? [part.coordinates] : []));
    return polygons.length === 2
      ? { type: 'MultiPolygon', coordinates: polygons }
      : { type: 'GeometryCollection', geometries: parts };
  }
  if (west === east && south === north) return { type: 'Point', coordinates: [west, south] };
  if (west === east || south === north) {
    return {
      type: 'LineString',
      coordinates: [
        [west, south],
        [east, north],
      ],
    };
  }
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** How deep the positions of each kind lie. */
const nesting: Readonly<Record<Exclude<GeometryKind, 'GeometryCollection'>, number>> = {
  Point: 0,
  LineString: 1,
  MultiPoint: 1,
  Polygon: 2,
  MultiLineString: 2,
  MultiPolygon: 3,
};

/** Checks coordinates from outside; drops heights. Throws a 400 for what is no geometry. */
export function geometryOf(value: unknown, budget: Budget, at: string, depth = 0): FilterGeometry {
  budget.node(at, depth);
  const { type, coordinates, geometries } = (value ?? {}) as Record<string, unknown>;
  if (type === 'GeometryCollection') {
    if (!Array.isArray(geometries) || geometries.length === 0) throw filterFault('coleção de geometrias vazia.', at);
    return { type, geometries: geometries.map((member) => geometryOf(member, budget, at, depth + 1)) };
  }
  if (typeof type !== 'string' || !Object.hasOwn(nesting, type)) {
    throw filterFault(`tipo de geometria desconhecido: «${String(type).slice(0, 40)}».`, at);
  }
  const kind = type as keyof typeof nesting;
  return { type: kind, coordinates: coordinatesOf(coordinates, nesting[kind], { kind, budget, at }) };
}

type GeometryPlace = { readonly kind: string; readonly budget: Budget; readonly at: string };

function coordinatesOf(value: unknown, level: number, place: GeometryPlace): unknown {
  const { kind, budget, at } = place;
  if (!Array.isArray(value)) throw filterFault(`coordenadas de ${kind} inválidas.`, at);
  const list: readonly unknown[] = value;
  if (level === 0) {
    budget.position(at);
    const good = list.length >= 2 && list.length <= 4 && list.every((item) => Number.isFinite(item));
    if (!good) throw filterFault('uma posição tem 2 ou 3 números.', at);
    return [list[0], list[1]];
  }
  if (list.length === 0) throw filterFault(`${kind} sem posições.`, at);
  const inner = list.map((item) => coordinatesOf(item, level - 1, place));
  if (level !== 1 || kind === 'MultiPoint') return inner;
  const closed = String(inner[0]) === String(inner.at(-1));
  if (kind.endsWith('Polygon') && (inner.length < 4 || !closed)) {
    throw filterFault('um anel de polígono tem de ter 4 posições ou mais e fechar.', at);
  }
  if (kind.endsWith('LineString') && inner.length < 2) throw filterFault('uma linha tem 2 posições ou mais.', at);
  return inner;
}
