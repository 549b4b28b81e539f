import { parse } from 'csv-parse/sync';
import type { RawBody } from './http.ts';
import { readNetcdf3Header } from './netcdf3-header.ts';

/** One field of a provider's answers: its types, and how many of the objects that could have it had it. */
export type FieldShape = {
  /** `results[].depth`; a column's or a variable's name in tables and NetCDF files. */
  readonly field: string;
  readonly types: readonly string[];
  readonly seen: number;
  readonly of: number;
};
export type Shape = readonly FieldShape[];

export type Drift = {
  readonly field: string;
  readonly change: 'added' | 'removed' | 'type';
  readonly before: readonly string[];
  readonly after: readonly string[];
};

const maxBytes = 16 * 1024 * 1024;
const maxFields = 500;
const maxDepth = 8;
/** Elements looked at of one array: a shape needs no more. */
const maxElements = 100;
/** An object with more keys than this is a table by key: its keys are data. */
const maxKeys = 40;
/** Objects needed before an absence is evidence: a page's envelope differs between first and last page. */
const evidence = 3;
/** Share of the objects from which a field counts as always there. */
const always = 0.99;
/** Share of the objects with an unknown field from which the field is new and not merely rare. */
const usual = 0.5;
/** Counters are halved beyond this, so that old answers do not outweigh new ones for ever. */
const mostCounted = 100_000;

type Counter = { types: Set<string>; seen: number; of: number };

/** Path of the resource that an address names, with parts that look like an id, a date or a number replaced by `*`. */
export function resourceOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? url;
  return path
    .split('/')
    .map((segment) => (isId(decodeURIComponentOrNot(segment)) ? '*' : segment))
    .join('/');
}

function decodeURIComponentOrNot(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function isId(text: string): boolean {
  return /^\d[\d.:TZ,_-]*$/.test(text) || /^[0-9a-f]{8,}(-[0-9a-f]{4,})*$/i.test(text) || text.length > 60;
}

/** The fields of a body: JSON, CSV or NetCDF-3; null for any other format, and for a body that can't be read. */
export function shapeOf(body: RawBody): Shape | null {
  const { bytes, contentType } = body;
  if (bytes.length === 0 || bytes.length > maxBytes) return null;
  if (bytes[0] === 0x43 && bytes[1] === 0x44 && bytes[2] === 0x46) return netcdfShape(bytes);
  if (/csv/i.test(contentType)) return csvShape(bytes);
  const first = bytes.find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b ? jsonShape(bytes) : null;
}

function jsonShape(bytes: Uint8Array): Shape | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    // The reader of the body reports what is wrong with it.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const census: Census = { fields: new Map(), objects: new Map() };
  walk(value, '', census, 0);
  return [...census.fields].map(([field, { types, seen }]) => ({
    field,
    types: [...types].toSorted(),
    seen,
    of: field.endsWith('[]') ? seen : (census.objects.get(parentOf(field)) ?? seen),
  }));
}

type Census = {
  readonly fields: Map<string, Counter>;
  /** Number of objects at each path. */
  readonly objects: Map<string, number>;
};

function walk(value: unknown, path: string, census: Census, depth: number): void {
  const { fields, objects } = census;
  if (depth > maxDepth) return;
  if (Array.isArray(value)) {
    const step = Math.max(1, Math.floor(value.length / maxElements));
    for (let index = 0; index < value.length; index += step) {
      count(fields, `${path}[]`, value[index]);
      walk(value[index], `${path}[]`, census, depth + 1);
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  objects.set(path, (objects.get(path) ?? 0) + 1);
  const entries = Object.entries(value);
  const isTable = entries.length > maxKeys && new Set(entries.map(([, each]) => typeOf(each))).size === 1;
  const counted = new Set<string>();
  for (const [key, each] of entries) {
    const name = isTable || isId(key) ? '*' : key;
    const field = path === '' ? name : `${path}.${name}`;
    count(fields, field, each, counted.has(field) ? 0 : 1);
    counted.add(field);
    // Rings and lines nest to different depths in one collection.
    if (key !== 'coordinates') walk(each, field, census, depth + 1);
  }
}

function count(fields: Map<string, Counter>, field: string, value: unknown, times = 1): void {
  const counter = fields.get(field);
  if (counter !== undefined) {
    counter.types.add(typeOf(value));
    counter.seen += times;
  } else if (fields.size < maxFields) {
    fields.set(field, { types: new Set([typeOf(value)]), seen: times, of: 0 });
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function csvShape(bytes: Uint8Array): Shape | null {
  const text = new TextDecoder().decode(bytes.subarray(0, 256 * 1024));
  const lines = text.split('\n').slice(0, maxElements + 1);
  const delimiter = (lines[0]?.split(';').length ?? 0) > (lines[0]?.split(',').length ?? 0) ? ';' : ',';
  const rows: string[][] = parse(lines.join('\n'), {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  });
  const [header, ...cells] = rows;
  if (header === undefined || header.length < 2) return null;
  return header.slice(0, maxFields).map((field, column) => ({
    field,
    types: [...new Set(cells.map((row) => cellType(row[column])))].toSorted(),
    seen: mostCounted / 100,
    of: mostCounted / 100,
  }));
}

function cellType(cell: string | undefined): string {
  const text = cell?.trim() ?? '';
  if (text === '' || text === 'NaN') return 'null';
  return Number.isFinite(Number(text)) ? 'number' : 'string';
}

function netcdfShape(bytes: Uint8Array): Shape | null {
  try {
    const { variables } = readNetcdf3Header(bytes);
    return variables.slice(0, maxFields).map(({ name, type }) => ({
      field: name,
      types: [type],
      seen: mostCounted / 100,
      of: mostCounted / 100,
    }));
  } catch (error) {
    // A file cut short, or no such file: the reader of the values reports it.
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

function parentOf(field: string): string {
  const dot = field.lastIndexOf('.');
  return dot === -1 ? '' : field.slice(0, dot);
}

/** Objects met below each path, from the fields they had. */
function objectsOf(shape: Shape): ReadonlyMap<string, number> {
  const objects = new Map<string, number>();
  for (const { field, of } of shape) {
    if (field.endsWith('[]')) continue;
    const parent = parentOf(field);
    objects.set(parent, Math.max(objects.get(parent) ?? 0, of));
  }
  return objects;
}

/** Both shapes as one. */
export function mergeShapes(a: Shape, b: Shape): Shape {
  const [objectsA, objectsB] = [objectsOf(a), objectsOf(b)];
  const names = new Set([...a, ...b].map(({ field }) => field));
  const [byA, byB] = [byField(a), byField(b)];
  return [...names].slice(0, maxFields).map((field) => {
    const [one, other] = [byA.get(field), byB.get(field)];
    const parent = parentOf(field);
    const seen = (one?.seen ?? 0) + (other?.seen ?? 0);
    const of = field.endsWith('[]')
      ? seen
      : Math.max(seen, (one?.of ?? objectsA.get(parent) ?? 0) + (other?.of ?? objectsB.get(parent) ?? 0));
    const scale = of > mostCounted ? 0.5 : 1;
    return {
      field,
      types: [...new Set([...(one?.types ?? []), ...(other?.types ?? [])])].toSorted(),
      seen: Math.ceil(seen * scale),
      of: Math.ceil(of * scale),
    };
  });
}

/**
 * How a shape differs from the one known: fields that most objects have and none had, fields that all objects had and
 * none has, and types a field never had. Null is no type, and fields below one that came or went are not reported.
 */
export function driftBetween(known: Shape, now: Shape): readonly Drift[] {
  const [before, after] = [byField(known), byField(now)];
  const [objectsBefore, objectsNow] = [objectsOf(known), objectsOf(now)];
  const drifts: Drift[] = [];
  const reported = new Set<string>();
  const isBelowReported = (field: string) =>
    [...reported].some((each) => field.startsWith(`${each}.`) || field.startsWith(`${each}[`));
  for (const { field, types, seen, of } of now) {
    const was = before.get(field);
    if (was !== undefined) {
      const had = was.types.filter((type) => type !== 'null');
      const strange = types.filter((type) => type !== 'null' && !was.types.includes(type));
      if (had.length === 0 || strange.length === 0 || isBelowReported(field)) continue;
      reported.add(field);
      drifts.push({ field, change: 'type', before: was.types, after: types });
    } else if (!field.endsWith('[]') && of >= evidence && seen >= of * usual) {
      const couldTell = (objectsBefore.get(parentOf(field)) ?? 0) >= evidence;
      if (!couldTell || isBelowReported(field)) continue;
      reported.add(field);
      drifts.push({ field, change: 'added', before: [], after: types });
    }
  }
  for (const { field, types, seen, of } of known) {
    if (after.has(field) || field.endsWith('[]') || field.endsWith('*')) continue;
    if (of < evidence || seen < of * always || (objectsNow.get(parentOf(field)) ?? 0) < evidence) continue;
    if (isBelowReported(field)) continue;
    reported.add(field);
    drifts.push({ field, change: 'removed', before: types, after: [] });
  }
  return drifts;
}

/** The known shape once drifts were accepted: with the new fields, without those that are gone. */
export function acceptShape(known: Shape, now: Shape): Shape {
  const gone = driftBetween(known, now).flatMap(({ field, change }) => (change === 'removed' ? [field] : []));
  const isGone = (field: string) =>
    gone.some((each) => field === each || field.startsWith(`${each}.`) || field.startsWith(`${each}[`));
  return mergeShapes(
    known.filter(({ field }) => !isGone(field)),
    now,
  );
}

function byField(shape: Shape): ReadonlyMap<string, FieldShape> {
  return new Map(shape.map((each) => [each.field, each]));
}
