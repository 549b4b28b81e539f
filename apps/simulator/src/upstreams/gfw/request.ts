import { reportBodyWire } from '@kianda/connectors/gfw/wire';
import { type ArealGeometry, dayMs, parseIsoDate } from '@kianda/geo';
import { z } from 'zod';
import { ParameterError } from './errors.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

const resolutions = ['HOURLY', 'DAILY', 'MONTHLY', 'YEARLY', 'ENTIRE'] as const;
const groupings = ['VESSEL_ID', 'FLAG', 'GEARTYPE', 'FLAGANDGEARTYPE', 'MMSI'] as const;

/** Versions by their aliases. */
type Dataset = {
  readonly resolved: string;
  readonly fishing: boolean;
  /** Detections by radar, with or without AIS, in place of hours. */
  readonly radar?: boolean;
};
export const datasets: Readonly<Record<string, Dataset>> = {
  'public-global-presence:latest': { resolved: 'public-global-presence:v4.0', fishing: false },
  'public-global-presence:v4.0': { resolved: 'public-global-presence:v4.0', fishing: false },
  'public-global-fishing-effort:latest': { resolved: 'public-global-fishing-effort:v4.0', fishing: true },
  'public-global-fishing-effort:v4.0': { resolved: 'public-global-fishing-effort:v4.0', fishing: true },
  'public-global-sar-presence:latest': { resolved: 'public-global-sar-presence:v4.0', fishing: false, radar: true },
  'public-global-sar-presence:v4.0': { resolved: 'public-global-sar-presence:v4.0', fishing: false, radar: true },
};

const filterFields: readonly string[] = ['flag', 'geartype', 'vessel_type', 'vessel_id', 'matched'];

export type ReportRequest = {
  readonly dataset: Dataset;
  readonly resolution: (typeof resolutions)[number];
  readonly grouping: (typeof groupings)[number];
  /** One row for the whole area, not one a cell. */
  readonly isWhole: boolean;
  /** Days `[startMs, endMs)`. */
  readonly startMs: number;
  readonly endMs: number;
  readonly dateRange: string;
  readonly region: { readonly dataset: string; readonly id: string } | null;
  readonly geometry: ArealGeometry | null;
  readonly filters: readonly Filter[];
};

/** `field in ('A','B')` or `field = 'A'`, compared without case. */
export type Filter = { readonly field: string; readonly values: readonly string[] };

/** Reads a report request; throws `ParameterError`. Region and geometry come in the query of a GET and in the body of a POST. */
export function parseReport(query: Query, body: unknown): ReportRequest {
  const names = indexed(query, 'datasets');
  const [name] = names;
  if (name === undefined) throw new ParameterError('datasets', 'datasets query param is required');
  const dataset = Object.hasOwn(datasets, name) ? datasets[name] : undefined;
  if (dataset === undefined)
    throw new ParameterError('datasets', `The dataset ${name} does not exist or is deprecated`);

  const format = required(query, 'format').toUpperCase();
  if (format !== 'JSON')
    throw new ParameterError('format', `format must be one of the following values: JSON, received ${format}`);
  const resolution = oneOf(required(query, 'temporal-resolution'), resolutions, 'temporal-resolution');
  oneOf(text(query, 'spatial-resolution') ?? 'LOW', ['LOW', 'HIGH'], 'spatial-resolution');
  const grouping = oneOf(text(query, 'group-by') ?? 'FLAG', groupings, 'group-by');
  if (!dataset.fishing && grouping.includes('GEARTYPE'))
    throw new ParameterError('group-by', `group-by ${grouping} is not supported by ${name}`);

  const isWhole = text(query, 'spatial-aggregation') === 'true';
  if (isWhole && text(query, 'group-by') === null)
    throw new ParameterError('group-by', 'group-by is required when spatial-aggregation is true');

  const dateRange = required(query, 'date-range');
  const [startMs, endMs] = rangeOf(dateRange);
  const { region, geometry } = body === undefined || body === null ? regionOfQuery(query) : regionOfBody(body);
  const filters = indexed(query, 'filters').flatMap(parseFilters);
  return { dataset, resolution, grouping, isWhole, startMs, endMs, dateRange, region, geometry, filters };
}

function rangeOf(text: string): [number, number] {
  const [start, end] = text.split(',');
  const invalid = new ParameterError('date-range', 'date-range must be in the format YYYY-MM-DD,YYYY-MM-DD');
  if (start === undefined || end === undefined) throw invalid;
  const days = [start, end].map((part) => {
    try {
      return parseIsoDate(part.slice(0, 10));
    } catch {
      throw invalid;
    }
  });
  const [startMs = 0, endMs = 0] = days;
  if (endMs <= startMs) throw new ParameterError('date-range', 'The end date must be after the start date');
  if (endMs - startMs > 366 * dayMs) throw new ParameterError('date-range', 'The max date range is 366 days');
  return [startMs, endMs];
}

function regionOfQuery(query: Query): Pick<ReportRequest, 'region' | 'geometry'> {
  const id = required(query, 'region-id');
  return { region: { dataset: required(query, 'region-dataset'), id }, geometry: null };
}

const ring = z.array(
  z
    .tuple([z.number(), z.number()])
    .rest(z.number())
    .transform(([lon, lat]) => [lon, lat] as const),
);
const geometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
]);

function regionOfBody(body: unknown): Pick<ReportRequest, 'region' | 'geometry'> {
  const parsed = reportBodyWire.safeParse(body);
  if (!parsed.success) throw new ParameterError('body', parsed.error.issues[0]?.message ?? 'invalid body');
  const { region, geojson } = parsed.data;
  if ((region === undefined) === (geojson === undefined))
    throw new ParameterError('body', 'One of geojson or region must be sent, and not both');
  if (region !== undefined) return { region: { dataset: region.dataset, id: String(region.id) }, geometry: null };
  const geometry = geometrySchema.safeParse(geojson);
  if (!geometry.success) throw new ParameterError('geojson', 'geojson must be a Polygon or a MultiPolygon');
  return { region: null, geometry: geometry.data };
}

/** `a in ('x','y') AND b = 'z'`. */
function parseFilters(text: string): Filter[] {
  return text.split(/\s+and\s+/i).map((part) => {
    const match = /^\s*\(?\s*([a-z_]+)\s*(?:=\s*(['"][^'"]*['"])|in\s*\(([^)]*)\))\s*\)?\s*$/i.exec(part);
    const [, field, one, many] = match ?? [];
    if (field === undefined || !filterFields.includes(field.toLowerCase()))
      throw new ParameterError('filters', `The filter is not valid: ${part}`);
    const values = (one ?? many ?? '').split(',').map((value) =>
      value
        .trim()
        .replace(/^['"]|['"]$/g, '')
        .toLowerCase(),
    );
    return { field: field.toLowerCase(), values };
  });
}

export function text(query: Query, name: string): string | null {
  const value = query[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined || first === '' ? null : first;
}

export function required(query: Query, name: string): string {
  const value = text(query, name);
  if (value === null) throw new ParameterError(name, `${name} query param is required`);
  return value;
}

/** Arrays come with their index: `datasets[0]=…&datasets[1]=…`. The bare name is not understood. */
export function indexed(query: Query, name: string): string[] {
  const found: string[] = [];
  for (let index = 0; ; index += 1) {
    const value = text(query, `${name}[${index}]`);
    if (value === null) return found;
    found.push(value);
  }
}

function oneOf<T extends string>(value: string, known: readonly T[], name: string): T {
  const found = known.find((entry) => entry === value.toUpperCase());
  if (found === undefined)
    throw new ParameterError(name, `${name} must be one of the following values: ${known.join(', ')}`);
  return found;
}
