import { arealGeometrySchema } from '@kianda/contract/fleet/surveillance/registry.contract';
import type { z } from 'zod';
import { parseTexts as texts } from './texts.pt.ts';

export type AreaGeometry = z.infer<typeof arealGeometrySchema>;
type Lonlat = [number, number];
type Ring = Lonlat[];
export type Parsed =
  | { readonly ok: true; readonly geometry: AreaGeometry /** Change made to the contour. */; readonly note?: string }
  | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): Parsed => ({ ok: false, reason });
export const mostBytes = 5_000_000;

/** The ring with its first position at its end too. */
function closed(ring: readonly Lonlat[]): Ring {
  const first = ring[0];
  const last = ring.at(-1);
  if (first === undefined || (last !== undefined && ring.length > 1 && first[0] === last[0] && first[1] === last[1]))
    return [...ring];
  return [...ring, [first[0], first[1]]];
}

/** Polygons, by their rings, as one geometry the server takes. */
function geometryOf(polygons: readonly (readonly Ring[])[]): Parsed {
  const shut = polygons.map((rings) => rings.map(closed));
  const [only, ...others] = shut;
  if (only === undefined) return refuse(texts.noPolygon);
  if (shut.flat().some((ring) => ring.length < 4)) return refuse(texts.fewPoints);
  const parsed = arealGeometrySchema.safeParse(
    others.length === 0 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: shut },
  );
  return parsed.success
    ? { ok: true, geometry: parsed.data }
    : refuse(texts.bad(parsed.error.issues[0]?.message ?? texts.noPolygon));
}

/** A contour drawn by hand: its vertices in order. */
export const areaOfVertices = (vertices: readonly Lonlat[]): Parsed => geometryOf([[[...vertices]]]);

/** A contour of GeoJSON geometries of any kind; only polygons count. */
export const parseGeometries = (geometries: readonly unknown[]): Parsed => geometryOf(geometries.flatMap(polygonsIn));

/** A contour from a file's text, by its name's ending. */
export function parseArea(fileName: string, text: string): Parsed {
  if (text.length > mostBytes) return refuse(texts.tooBig);
  const name = fileName.toLowerCase();
  if (name.endsWith('.geojson') || name.endsWith('.json')) return parseGeoJson(text);
  if (name.endsWith('.kml')) return parseKml(text);
  if (name.endsWith('.csv') || name.endsWith('.txt')) return parseCsv(text);
  return refuse(texts.kind);
}

function parseGeoJson(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(texts.notJson);
  }
  return geometryOf(polygonsIn(value));
}

type Loose = { readonly type?: unknown; readonly [name: string]: unknown };

/** Polygons of any GeoJSON object; coordinates as they are, for the schema to judge. */
function polygonsIn(value: unknown): Ring[][] {
  if (typeof value !== 'object' || value === null) return [];
  const object = value as Loose;
  const each = (list: unknown) => (Array.isArray(list) ? list.flatMap(polygonsIn) : []);
  switch (object.type) {
    case 'FeatureCollection':
      return each(object.features);
    case 'GeometryCollection':
      return each(object.geometries);
    case 'Feature':
      return polygonsIn(object.geometry);
    case 'Polygon':
      return [flat(object.coordinates)];
    case 'MultiPolygon':
      return Array.isArray(object.coordinates) ? object.coordinates.map(flat) : [];
    default:
      return [];
  }
}

/** Rings with heights left out. */
function flat(rings: unknown): Ring[] {
  if (!Array.isArray(rings)) return [];
  return rings.map((ring: unknown) =>
    Array.isArray(ring)
      ? ring.map((position: unknown): Lonlat => {
          const [lon, lat] = Array.isArray(position) ? (position as unknown[]) : [];
          return [Number(lon), Number(lat)];
        })
      : [],
  );
}

function parseKml(text: string): Parsed {
  const page = new DOMParser().parseFromString(text, 'application/xml');
  if (page.getElementsByTagName('parsererror').length > 0) return refuse(texts.notKml);
  const polygons = [...page.getElementsByTagName('Polygon')].map((polygon) =>
    ['outerBoundaryIs', 'innerBoundaryIs']
      .flatMap((boundary) => [...polygon.getElementsByTagName(boundary)])
      .flatMap((boundary) => [...boundary.getElementsByTagName('coordinates')])
      .map(({ textContent }) =>
        (textContent ?? '')
          .trim()
          .split(/\s+/)
          .map((tuple): Lonlat => {
            const [lon, lat] = tuple.split(',');
            return [numberOf(lon), numberOf(lat)];
          }),
      ),
  );
  return geometryOf(polygons);
}

const numberOf = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text.trim());

/** `lon,lat`, or `lon;lat` with decimal commas, as `[lon, lat]`; null for anything else. */
export function vertexOf(line: string): Lonlat | null {
  const isSemicolon = line.includes(';');
  const [lon, lat] = line
    .split(isSemicolon ? ';' : ',')
    .map((part) => numberOf(isSemicolon ? part.replace(',', '.') : part));
  if (lon === undefined || lat === undefined) return null;
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}

function parseCsv(text: string): Parsed {
  const ring: Ring = [];
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const vertex = vertexOf(line);
    // Words in the first line are its heading.
    if (vertex === null && ring.length === 0 && /[a-z]/i.test(line) && index === 0) continue;
    if (vertex === null) return refuse(texts.badRow(index + 1));
    ring.push(vertex);
  }
  return geometryOf([[ring]]);
}
