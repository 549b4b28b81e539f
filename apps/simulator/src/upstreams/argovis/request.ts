import type { Position } from '@kianda/geo';
import { z } from 'zod';

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export type ProfileRequest = {
  readonly id: string | null;
  readonly platform: string | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** Closed ring; null for everywhere. */
  readonly ring: readonly Position[] | null;
  readonly squareDegrees: number;
  /** Null: no columns, only what describes the profile. */
  readonly columns: readonly string[] | null;
  readonly mostRecent: number | null;
};

/** Thrown while a request is read. */
export class RequestError extends Error {}

const ringSchema = z.array(z.tuple([z.number(), z.number()])).min(4);
const boxSchema = z.tuple([z.tuple([z.number(), z.number()]), z.tuple([z.number(), z.number()])]);

/** Reads a request for profiles; throws `RequestError`. */
export function parseRequest(query: Query): ProfileRequest {
  const ring = ringOf(query);
  const data = text(query, 'data');
  return {
    id: text(query, 'id'),
    platform: text(query, 'platform'),
    startMs: instant(query, 'startDate'),
    endMs: instant(query, 'endDate'),
    ring,
    squareDegrees: ring === null ? 360 * 180 : areaOf(ring),
    columns: data === null || data === 'except-data-values' ? null : data.split(',').map((name) => name.trim()),
    mostRecent: numberOf(query, 'mostrecent'),
  };
}

function ringOf(query: Query): Position[] | null {
  const polygon = text(query, 'polygon');
  if (polygon !== null) {
    const ring = parsed(polygon, ringSchema, 'polygon');
    const [first, last] = [ring[0], ring.at(-1)];
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
      throw new RequestError("Polygon region wasn't closed: first and last points must be identical.");
    return ring;
  }
  const box = text(query, 'box');
  if (box === null) return null;
  const [[west, south], [east, north]] = parsed(box, boxSchema, 'box');
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

function parsed<Schema extends z.ZodType>(value: string, schema: Schema, name: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(value));
  } catch {
    throw new RequestError(`${name} region wasn't proper JSON; format should be [[lon,lat],[lon,lat],...]`);
  }
}

/** Area in square degrees (shoelace formula), the unit of the provider's cost. */
function areaOf(ring: readonly Position[]): number {
  let twice = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [x1, y1] = ring[index - 1] ?? [0, 0];
    const [x2, y2] = ring[index] ?? [0, 0];
    twice += x1 * y2 - x2 * y1;
  }
  return Math.abs(twice) / 2;
}

function instant(query: Query, name: string): number | null {
  const given = text(query, name);
  if (given === null) return null;
  const timeMs = Date.parse(given);
  if (Number.isNaN(timeMs)) throw new RequestError(`request/query/${name} must match format "date-time"`);
  return timeMs;
}

function numberOf(query: Query, name: string): number | null {
  const given = text(query, name);
  return given === null ? null : Number(given);
}

function text(query: Query, name: string): string | null {
  const value = query[name];
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : null;
}
