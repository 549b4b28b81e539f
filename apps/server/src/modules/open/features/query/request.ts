import type { QueryOf } from '@kianda/contract';
import { featureLimits, type listFeatures } from '@kianda/contract/open/features/features.contract';
import {
  type Cql2Filter,
  type FilterGeometry,
  instantOf,
  type PropertyLookup,
  parseFilter,
} from '../../../../platform/cql2/index.ts';
import type { FeatureCollection } from '../../../../platform/feature-collections.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { boxIn, crs84, crsList, fromCrs, plainBox, projectionOf } from './crs.ts';
import { geometryName, type Selection, type SortKey } from './selection.ts';

type Query = QueryOf<typeof listFeatures>;

export type ItemsRequest = Selection & {
  readonly crs: string;
  /** Properties to give; null for all. */
  readonly properties: ReadonlySet<string> | null;
  /** West, south, east, north of the box of the filter; all where there is none; null for a box of another kind. */
  readonly window: Window | 'all' | null;
  /** The time that goes with the window; null for any. */
  readonly period: Period | null;
  /** The part of the filter beyond window and period; null where there is none. */
  readonly further: Cql2Filter | null;
};

type Window = readonly [west: number, south: number, east: number, north: number];
/** Both ends inside, infinite where open. */
export type Period = readonly [fromMs: number, toMs: number];

const known: ReadonlySet<string> = new Set([
  ...['f', 'limit', 'bbox', 'bbox-crs', 'datetime', 'crs', 'properties', 'sortby', 'token'],
  ...['filter', 'filter-lang', 'filter-crs'],
]);

export function refuse(parameter: string, message: string): never {
  throw new AppError('validation_failed', { detail: message, issues: [{ path: `query.${parameter}`, message }] });
}

/** Properties that filters of a collection may name. */
export function lookupOf(collection: FeatureCollection): PropertyLookup {
  return (name) => {
    if (name === geometryName) return collection.geometryType === null ? undefined : { type: 'geometry' };
    return Object.hasOwn(collection.properties, name) ? collection.properties[name] : undefined;
  };
}

/** Reads the parameters of a page of features. Throws a 400 that names the parameter. */
export function itemsRequest(collection: FeatureCollection, query: Query): ItemsRequest {
  const crs = query.crs ?? crs84;
  projectionOf(crs, 'crs');
  const { filters: place, window } = bboxFilter(collection, query);
  const time = datetimeFilter(collection, query.datetime);
  const further = [...propertyFilters(collection, query), ...writtenFilter(collection, query)];
  return {
    crs,
    properties: propertyNames(collection, query.properties),
    filter: allOf([...place, ...time.filters, ...further]),
    sort: sortKeys(collection, query.sortby),
    limit: Math.min(query.limit ?? featureLimits.default, featureLimits.maximum),
    token: query.token ?? null,
    window: place.length === 0 ? 'all' : window,
    period: time.period,
    further: allOf(further),
  };
}

function allOf(conditions: readonly Cql2Filter[]): Cql2Filter | null {
  return conditions.length < 2 ? (conditions[0] ?? null) : { kind: 'and', args: conditions };
}

function propertyNames({ properties }: FeatureCollection, list: string | undefined): ReadonlySet<string> | null {
  if (list === undefined) return null;
  const names = list === '' ? [] : list.split(',');
  const unknown = names.find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) refuse('properties', `Propriedade desconhecida «${unknown.slice(0, 80)}».`);
  return new Set(names);
}

export function isSortable({ type }: { readonly type: string }): boolean {
  return type !== 'array' && type !== 'interval' && type !== 'geometry';
}

function sortKeys({ properties }: FeatureCollection, sortby: string | undefined): readonly SortKey[] {
  if (sortby === undefined) return [];
  return sortby.split(',').map((item) => {
    // A plus sign in an address is a space.
    const property = item.replace(/^[+\- ]/, '');
    const found = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (found === undefined || !isSortable(found)) {
      refuse('sortby', `Não se ordena por «${property.slice(0, 80)}».`);
    }
    return { property, descending: item.startsWith('-') };
  });
}

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A feature without a place matches any box (OGC 17-069r4, /req/core/fc-bbox-response). */
function bboxFilter(
  collection: FeatureCollection,
  query: Query,
): { readonly filters: readonly Cql2Filter[]; readonly window: Window | null } {
  const uri = query['bbox-crs'] ?? crs84;
  projectionOf(uri, 'bbox-crs');
  if (query.bbox === undefined) return { filters: [], window: null };
  const parts = query.bbox.split(',');
  if (parts.length !== 4 && parts.length !== 6) refuse('bbox', 'Uma caixa tem 4 ou 6 números.');
  if (!parts.every((part) => number.test(part))) refuse('bbox', 'Uma caixa escreve-se «oeste,sul,leste,norte».');
  const all = parts.map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = all.length === 4 ? all : [all[0], all[1], all[3], all[4]];
  if (collection.geometryType === null) return { filters: [], window: null };
  const plain = plainBox(uri, [a, b, c, d]);
  const [west, south, east, north] = plain ?? [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  if (plain !== null && south > north) refuse('bbox', 'O sul da caixa está acima do norte.');
  if (plain === null && (a > c || b > d)) refuse('bbox', 'O mínimo da caixa está acima do máximo.');
  const place = { property: geometryName };
  const written = plain === null ? boxIn(uri, [a, b, c, d]) : ({ bbox: [west, south, east, north] } as const);
  const inside = parseFilter({ op: 's_intersects', args: [place, written] }, 'cql2-json', lookupOf(collection));
  const always = collection.kind === 'table' && collection.geometry?.nullable === false;
  if (!always) return { filters: [{ kind: 'or', args: [inside, nullFilter(collection, geometryName)] }], window: null };
  // A box across the antimeridian is two, and one without area a line.
  const isWindow = plain !== null && west < east && south < north;
  return { filters: [inside], window: isWindow ? [west, south, east, north] : null };
}

function nullFilter(collection: FeatureCollection, name: string): Cql2Filter {
  return parseFilter({ op: 'isNull', args: [{ property: name }] }, 'cql2-json', lookupOf(collection));
}

/** A feature without a time matches any (OGC 17-069r4, /req/core/fc-time-response). */
function datetimeFilter(
  collection: FeatureCollection,
  datetime: string | undefined,
): { readonly filters: readonly Cql2Filter[]; readonly period: Period | null } {
  if (datetime === undefined) return { filters: [], period: null };
  const [fromMs, toMs] = readPeriod(datetime);
  if (collection.time === null) return { filters: [], period: null };
  const time = { property: collection.time };
  const end = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : '..');
  const interval = { interval: [end(fromMs), end(toMs)] };
  const within = parseFilter({ op: 't_intersects', args: [time, interval] }, 'cql2-json', lookupOf(collection));
  return { filters: [{ kind: 'or', args: [within, nullFilter(collection, collection.time)] }], period: [fromMs, toMs] };
}

/** The time that a `datetime` asks for. Throws a 400. */
export function readPeriod(datetime: string): Period {
  const wrong = (): never =>
    refuse('datetime', 'Um instante RFC 3339 com fuso, ou um intervalo «início/fim» com «..» em aberto.');
  const ends = datetime.split('/').map((part) => {
    if (part === '' || part === '..') return null;
    const instant = instantOf(part);
    return instant?.granularity === 'timestamp' ? instant.ms : wrong();
  });
  if (ends.length > 2 || ends.every((end) => end === null)) wrong();
  const [start = null, end = start] = ends;
  if (start !== null && end !== null && start > end) refuse('datetime', 'O intervalo termina antes de começar.');
  return [start ?? Number.NEGATIVE_INFINITY, end ?? Number.POSITIVE_INFINITY];
}

/** `?species=…`: each simple property by its name. Anything else that is not a parameter is refused. */
function propertyFilters(collection: FeatureCollection, query: Query): readonly Cql2Filter[] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (known.has(name) || value === undefined) return [];
    const property = Object.hasOwn(collection.properties, name) ? collection.properties[name] : undefined;
    if (property === undefined || !isSortable(property)) refuse(name, `Parâmetro desconhecido «${name.slice(0, 80)}».`);
    return [
      parseFilter(
        { op: '=', args: [{ property: name }, literalOf(name, property.type, String(value))] },
        'cql2-json',
        lookupOf(collection),
      ),
    ];
  });
}

function literalOf(name: string, type: string, value: string): unknown {
  if (type === 'number' || type === 'integer') {
    return number.test(value) ? Number(value) : refuse(name, 'Esperava um número.');
  }
  if (type === 'boolean')
    return value === 'true' || value === 'false' ? value === 'true' : refuse(name, 'true ou false.');
  return value;
}

function writtenFilter(collection: FeatureCollection, query: Query): readonly Cql2Filter[] {
  const uri = query['filter-crs'] ?? crs84;
  if (!crsList.includes(uri)) projectionOf(uri, 'filter-crs');
  if (query.filter === undefined) return [];
  const move = (geometry: FilterGeometry) => fromCrs(geometry, uri, 'filter-crs');
  return [parseFilter(query.filter, query['filter-lang'] ?? 'cql2-text', lookupOf(collection), move)];
}
