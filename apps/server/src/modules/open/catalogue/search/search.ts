import type { StacSearchBody, StacSearchQuery } from '@kianda/contract/open/catalogue/stac.contract';
import { stacLimits } from '@kianda/contract/open/catalogue/stac.contract';
import { sql } from 'kysely';
import {
  type Cql2Filter,
  compileFilter,
  createMatcher,
  type FilterLanguage,
  parseFilter,
} from '../../../../platform/cql2/index.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Condition, ItemRow } from '../items.types.ts';
import { intervalOf } from './datetime.ts';
import { type Fields, fieldsText } from './fields.ts';
import { hasOneOf, queryConditions } from './properties.ts';
import { queryableColumn, queryableValue, unindexedColumn } from './queryables.ts';
import { type SortBy, sortByText } from './sorting.ts';
import { boxOf, boxText, meetsBox, nearBox, type SearchBox } from './spatial.ts';

/** A search, however it was asked for. */
export type Search = {
  readonly limit: number;
  readonly token: string | null;
  readonly collections: readonly string[] | null;
  readonly ids: readonly string[] | null;
  readonly bbox: SearchBox | null;
  readonly datetime: string | null;
  readonly sortBy: readonly SortBy[];
  readonly fields: Fields | null;
  /** Words or phrases of which one must be in an item's title, description or keywords. */
  readonly words: readonly string[] | null;
  readonly query: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
  /** All that must hold of those written in CQL2, `intersects` among them. */
  readonly filters: readonly Cql2Filter[];
};

const crs84 = ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'https://www.opengis.net/def/crs/OGC/1.3/CRS84'];

function refuse(path: string, message: string): never {
  throw new AppError('validation_failed', { issues: [{ path, message }] });
}

const listOf = (text: string | undefined) => text?.split(',').filter((part) => part !== '') ?? null;

function filterOf(filter: unknown, language: FilterLanguage, crs: string | undefined): Cql2Filter[] {
  if (crs !== undefined && !crs84.includes(crs)) refuse('filter-crs', `Só se aceita ${crs84[0]}.`);
  return filter === undefined ? [] : [parseFilter(filter, language, queryableColumn)];
}

function intersectsOf(geometry: unknown): Cql2Filter[] {
  if (geometry === undefined) return [];
  return [
    parseFilter({ op: 's_intersects', args: [{ property: 'geometry' }, geometry] }, 'cql2-json', queryableColumn),
  ];
}

function jsonOf(text: string | undefined, path: string): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(path, 'Não é JSON.');
    throw error;
  }
}

/** Words as they are looked for. Throws `validation_failed` where there is none. */
function wordsOf(given: readonly string[]): readonly string[] {
  const words = given.map((word) => word.trim()).filter((word) => word !== '');
  if (words.length === 0) refuse('q', 'Quer pelo menos uma palavra.');
  if (words.some((word) => word.includes('\0'))) refuse('q', 'Carácter nulo não permitido.');
  return words;
}

function limitOf(limit: number | undefined): number {
  return Math.min(limit ?? stacLimits.default, stacLimits.maximum);
}

/** A search from the parameters of an address. Throws `validation_failed`. */
export function searchFromQuery(query: Partial<StacSearchQuery>): Search {
  if (query.bbox !== undefined && query.intersects !== undefined) refuse('bbox', 'bbox e intersects excluem-se.');
  const conditions = jsonOf(query.query, 'query');
  if (conditions !== undefined && !isOperators(conditions))
    refuse('query', 'Quer um objeto de operadores por propriedade.');
  return {
    limit: limitOf(query.limit),
    token: query.token ?? null,
    collections: listOf(query.collections),
    ids: listOf(query.ids),
    bbox: query.bbox === undefined ? null : boxText(query.bbox),
    datetime: query.datetime ?? null,
    sortBy: query.sortby === undefined ? [] : sortByText(query.sortby),
    fields: query.fields === undefined ? null : fieldsText(query.fields),
    words: query.q === undefined ? null : wordsOf(query.q.split(',')),
    query: conditions ?? null,
    filters: [
      ...filterOf(query.filter, query['filter-lang'] ?? 'cql2-text', query['filter-crs']),
      ...intersectsOf(jsonOf(query.intersects, 'intersects')),
    ],
  };
}

/** A search from the body of a request. Throws `validation_failed`. */
export function searchFromBody(body: StacSearchBody): Search {
  if (body.bbox !== undefined && body.intersects !== undefined) refuse('bbox', 'bbox e intersects excluem-se.');
  return {
    limit: limitOf(body.limit),
    token: body.token ?? null,
    collections: body.collections ?? null,
    ids: body.ids ?? null,
    bbox: body.bbox === undefined ? null : boxOf(body.bbox),
    datetime: body.datetime ?? null,
    sortBy: body.sortby ?? [],
    fields:
      body.fields === undefined ? null : { include: body.fields.include ?? [], exclude: body.fields.exclude ?? [] },
    words: body.q === undefined ? null : wordsOf(body.q),
    query: body.query ?? null,
    filters: [
      ...filterOf(body.filter, body['filter-lang'] ?? 'cql2-json', body['filter-crs']),
      ...intersectsOf(body.intersects),
    ],
  };
}

function isOperators(value: unknown): value is Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const isObject = (candidate: unknown) =>
    typeof candidate === 'object' && candidate !== null && !Array.isArray(candidate);
  return isObject(value) && Object.values(value as object).every(isObject);
}

/** Conditions that the database decides and a test for each item that they let through; `close` frees its memory. */
export type SearchPlan = {
  /** Conditions that use the indexes on place and period, where the search names one. */
  readonly conditions: readonly Condition[];
  /** The same conditions in a form that no such index serves, for a walk through the items in their order. */
  readonly walkConditions: readonly Condition[];
  /** Null where the conditions alone decide. */
  readonly matches: ((row: ItemRow) => boolean) | null;
  close(): void;
};

/**
 * Splits a search over `collections` (those the caller may see) into conditions and tests. `boxesOnly`: none of their items
 * has another shape than its box, so that a box alone needs no test.
 */
export async function planSearch(
  search: Search,
  collections: readonly string[],
  boxesOnly = false,
): Promise<SearchPlan> {
  const wanted = search.collections;
  const among = wanted === null ? collections : collections.filter((id) => wanted.includes(id));
  const conditions: Condition[] = [
    among.length === 0 ? sql<boolean>`false` : sql<boolean>`collection in (${sql.join(among)})`,
  ];
  const indexed: Condition[] = [];
  const walkConditions: Condition[] = [];
  if (search.ids !== null) {
    conditions.push(search.ids.length === 0 ? sql<boolean>`false` : sql<boolean>`id in (${sql.join([...search.ids])})`);
  }
  if (search.datetime !== null) {
    const { from, to } = intervalOf(search.datetime);
    if (to !== null) conditions.push(sql<boolean>`start_at <= ${to}`, noLaterThan(to));
    if (from !== null) conditions.push(sql<boolean>`end_at >= ${from}`);
    indexed.push(sql<boolean>`(tstzrange(least(start_at, end_at), greatest(start_at, end_at), '[]')
      && tstzrange(${from}::timestamptz, ${to}::timestamptz, '[]'))`);
  }
  if (search.words !== null) conditions.push(hasOneOf(search.words));
  if (search.query !== null) conditions.push(...queryConditions(search.query));
  const tests: { readonly filter: Cql2Filter; readonly ownBoxesToo: boolean }[] = [];
  if (search.bbox !== null) {
    conditions.push(meetsBox(search.bbox));
    indexed.push(nearBox(search.bbox));
    if (!boxesOnly) tests.push({ filter: boxFilter(search.bbox), ownBoxesToo: false });
  }
  for (const filter of search.filters) {
    const compiled = compileFilter(filter, queryableColumn);
    indexed.push(sql<boolean>`${compiled.where}`);
    walkConditions.push(sql<boolean>`${compileFilter(filter, unindexedColumn).where}`);
    if (!compiled.exact) tests.push({ filter, ownBoxesToo: true });
  }
  const both = { conditions: [...conditions, ...indexed], walkConditions: [...conditions, ...walkConditions] };
  if (tests.length === 0) return { ...both, matches: null, close: () => undefined };
  const matchers = await Promise.all(
    tests.map(async ({ filter, ownBoxesToo }) => ({ matcher: await createMatcher(filter), ownBoxesToo })),
  );
  return {
    ...both,
    matches: (row) =>
      matchers.every(
        ({ matcher, ownBoxesToo }) =>
          (row.is_box && !ownBoxesToo) || matcher.matches((name) => queryableValue(row, name)),
      ),
    close() {
      for (const { matcher } of matchers) matcher.close();
    },
  };
}

/**
 * Condition at which a walk from the newest item on begins: an item that starts by `to` has its own instant after it by no more than the
 * latest of all has.
 */
function noLaterThan(to: Date): Condition {
  return sql<boolean>`datetime <= ${to}::timestamptz + interval '1 second' * (
    select coalesce(extract(epoch from max(datetime - start_at)), 0)::float8
    from catalogue.items where datetime > start_at)`;
}

/** A box as a filter on the geometry; a box without area is a line or a point. */
export function boxFilter([west, south, east, north]: SearchBox): Cql2Filter {
  const boxes = west > east ? [[west, 180] as const, [-180, east] as const] : [[west, east] as const];
  const parts = boxes.map(([left, right]) => {
    if (left < right && south < north) return { bbox: [left, south, right, north] };
    if (left === right && south === north) return { type: 'Point', coordinates: [left, south] };
    return {
      type: 'LineString',
      coordinates: [
        [left, south],
        [right, north],
      ],
    };
  });
  const filters = parts.map((part) => ({ op: 's_intersects', args: [{ property: 'geometry' }, part] }));
  const [first] = filters;
  return parseFilter(filters.length === 1 ? first : { op: 'or', args: filters }, 'cql2-json', queryableColumn);
}
