import type { GeoGeometry } from '@kianda/connectors';
import type { LayerAttribute } from '@kianda/contract/space/spatial/analysis-results';
import { strToU8, zipSync } from 'fflate';
import { boundsOf } from '../../../../platform/geometry/wkb.ts';
import type { FileAbout, FileLayer, FileValue } from './file.types.ts';

type Position = readonly number[];
type Line = readonly Position[];
const shapeTypes = { point: 1, line: 3, polygon: 5 } as const;
const [headBytes, recordHeadBytes] = [100, 8];
const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const [textWidth, numberWidth, decimals] = [254, 24, 10];

/** Shapefile in a zip: `.shp`, `.shx`, `.dbf`, `.prj` and `.cpg`. Source: ESRI Shapefile Technical Description (1998). */
export function shapefileZip({ layer, features }: FileLayer, about: FileAbout): Uint8Array {
  const type = shapeTypes[layer.geometryType ?? 'point'];
  const records = features.map(({ geometry }) => recordOf(geometry, type));
  const length = headBytes + records.reduce((sum, record) => sum + recordHeadBytes + record.length, 0);
  const [shp, shx] = [new Uint8Array(length), new Uint8Array(headBytes + recordHeadBytes * records.length)];
  writeHead(shp, type, layer.bbox);
  writeHead(shx, type, layer.bbox);
  const [main, index] = [new DataView(shp.buffer), new DataView(shx.buffer)];
  let at = headBytes;
  records.forEach((record, place) => {
    main.setInt32(at, place + 1);
    main.setInt32(at + 4, record.length / 2);
    shp.set(record, at + recordHeadBytes);
    index.setInt32(headBytes + recordHeadBytes * place, at / 2);
    index.setInt32(headBytes + recordHeadBytes * place + 4, record.length / 2);
    at += recordHeadBytes + record.length;
  });
  const stem = layer.id;
  return zipSync({
    ...{ [`${stem}.shp`]: shp, [`${stem}.shx`]: shx, [`${stem}.dbf`]: dbfOf(layer.attributes, features) },
    ...{ [`${stem}.prj`]: strToU8(wgs84), [`${stem}.cpg`]: strToU8('UTF-8') },
    'leia-me.txt': strToU8(`${about.title}\n${about.methods.join('\n')}\n${about.citation}\n`),
  });
}

function writeHead(file: Uint8Array, type: number, bbox: readonly number[] | null): void {
  const view = new DataView(file.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, file.length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, type, true);
  (bbox ?? [0, 0, 0, 0]).forEach((side, place) => {
    view.setFloat64(36 + 8 * place, side, true);
  });
}

/** One shape; a polygon has its outer rings clockwise and its holes the other way. */
function recordOf(geometry: GeoGeometry, type: number): Uint8Array {
  if (type === shapeTypes.point) {
    const [lon = 0, lat = 0] = geometry.type === 'Point' ? geometry.coordinates : [];
    const record = new Uint8Array(20);
    const view = new DataView(record.buffer);
    view.setInt32(0, type, true);
    view.setFloat64(4, lon, true);
    view.setFloat64(12, lat, true);
    return record;
  }
  const parts = partsOf(geometry);
  const points = parts.flat();
  const record = new Uint8Array(44 + 4 * parts.length + 16 * points.length);
  const view = new DataView(record.buffer);
  view.setInt32(0, type, true);
  boundsOf(geometry).forEach((side, place) => {
    view.setFloat64(4 + 8 * place, side, true);
  });
  view.setInt32(36, parts.length, true);
  view.setInt32(40, points.length, true);
  let first = 0;
  parts.forEach((part, place) => {
    view.setInt32(44 + 4 * place, first, true);
    first += part.length;
  });
  points.forEach(([lon = 0, lat = 0], place) => {
    view.setFloat64(44 + 4 * parts.length + 16 * place, lon, true);
    view.setFloat64(52 + 4 * parts.length + 16 * place, lat, true);
  });
  return record;
}

function partsOf({ type, coordinates }: GeoGeometry): readonly Line[] {
  if (type === 'LineString') return [coordinates as Line];
  if (type === 'MultiLineString') return coordinates as readonly Line[];
  if (type !== 'Polygon' && type !== 'MultiPolygon') return [];
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly Line[])[];
  return polygons.flatMap((rings) => rings.map((ring, place) => turned(ring, place === 0)));
}

function turned(ring: Line, isClockwise: boolean): Line {
  let twice = 0;
  ring.forEach(([x = 0, y = 0], place) => {
    const [nextX = 0, nextY = 0] = ring[place + 1] ?? ring[0] ?? [];
    twice += x * nextY - nextX * y;
  });
  return twice < 0 === isClockwise ? ring : ring.toReversed();
}

/** Attributes in the format of dBASE III, texts in UTF-8; names have ten letters at most, none twice. */
function dbfOf(attributes: readonly LayerAttribute[], features: FileLayer['features']): Uint8Array {
  const used = new Set<string>();
  const fields = attributes.map(({ name, type }) => {
    let short = name.slice(0, 10);
    for (let more = 1; used.has(short); more += 1) short = `${name.slice(0, 10 - String(more).length - 1)}_${more}`;
    used.add(short);
    const isText = type === 'string';
    const width = isText ? textWidth : type === 'boolean' ? 1 : numberWidth;
    return {
      name,
      short,
      kind: isText ? 'C' : type === 'boolean' ? 'L' : 'N',
      width,
      places: type === 'number' ? decimals : 0,
    };
  });
  const width = 1 + fields.reduce((sum, field) => sum + field.width, 0);
  const start = 32 + 32 * fields.length + 1;
  const file = new Uint8Array(start + width * features.length + 1).fill(0x20, start);
  const view = new DataView(file.buffer);
  file[0] = 3;
  file.set([126, 1, 1], 1);
  view.setUint32(4, features.length, true);
  view.setUint16(8, start, true);
  view.setUint16(10, width, true);
  fields.forEach(({ short, kind, width: own, places }, place) => {
    const at = 32 + 32 * place;
    file.set(strToU8(short).subarray(0, 10), at);
    file[at + 11] = kind.charCodeAt(0);
    file[at + 16] = own;
    file[at + 17] = places;
  });
  file[start - 1] = 0x0d;
  features.forEach(({ properties }, row) => {
    let at = start + width * row + 1;
    for (const { name, kind, width: own, places } of fields) {
      file.set(cellOf(properties[name], { kind, own, places }), at);
      at += own;
    }
  });
  file[file.length - 1] = 0x1a;
  return file;
}

function cellOf(
  value: FileValue | undefined,
  { kind, own, places }: { readonly kind: string; readonly own: number; readonly places: number },
): Uint8Array {
  if (value === null || value === undefined) return new Uint8Array(own).fill(0x20);
  if (kind === 'L') return strToU8(value === true ? 'T' : 'F');
  if (kind === 'N' && typeof value === 'number') {
    const fixed = value.toFixed(places);
    return strToU8((fixed.length <= own ? fixed : value.toExponential(own - 8)).padStart(own));
  }
  return cut(strToU8(String(value)), own);
}

/** Bytes of a text that fit, without half a sign at their end. */
function cut(bytes: Uint8Array, most: number): Uint8Array {
  let end = Math.min(bytes.length, most);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
