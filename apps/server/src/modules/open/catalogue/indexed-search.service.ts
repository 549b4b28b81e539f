import { type Cql2Filter, createMatcher } from '../../../platform/cql2/index.ts';
import { type IndexedFilter, indexedFilter } from './indexed-filter.rules.ts';
import { boundsOfPlace, inPlaces } from './indexed-places.service.ts';
import type { HeldItems, ItemIndexCache } from './item-index.cache.ts';
import { type IndexedSearch, type ItemIndex, partsOf } from './item-index.rules.ts';
import { firstRanks, type ItemOrder, type Matches, type PageOfRanks } from './item-order.rules.ts';
import { type ItemFrame, itemText } from './item-text.rules.ts';
import type { ItemBytes } from './item-texts.cache.ts';
import type { ItemRepository } from './items.repository.ts';
import { intervalOf } from './search/datetime.ts';
import { queryFilters } from './search/properties.ts';
import { heldProperty } from './search/queryables.ts';
import { boxFilter, type Search } from './search/search.ts';
import { isOwnOrder, itemOf, placeOf, type SortKey, sortKeys, tokenFrom, tokenOf } from './search/sorting.ts';

/** Geometries that one search may have to be judged; where there are more, the database walks through them. */
const judgedAtMost = 500;
/** Matches that the database sorts in less time than it takes to read an order of all items. */
const sortedAtOnce = 10_000;

/** A page from the index: its items' ranks, and their whole texts as bytes. */
export type IndexedPage = {
  readonly index: ItemIndex;
  readonly ranks: readonly number[];
  readonly texts: readonly ItemBytes[];
  readonly next: string | null;
  readonly matched: number;
};

/** Collections that a caller may see, as of a revision that was read after the question came. */
export type Scope = { readonly revision: string; readonly collections: readonly string[] };
type Sources = {
  readonly index: ItemIndexCache;
  readonly repository: ItemRepository;
  readonly documents: { frame(collection: string, id: string): Pick<ItemFrame, 'head' | 'url'> };
};

/**
 * A page of a search by collections, box, period, filters and conditions on held properties, with the exact number of
 * matches; null for any other search, while the index is not that of the rows, and until a wanted order has been read.
 */
export async function findIndexed(
  sources: Sources,
  search: Search,
  { revision, collections }: Scope,
): Promise<IndexedPage | null> {
  const { index: cache, repository } = sources;
  const keys = sortKeys(search.sortBy);
  const conditions = isIndexed(search) ? conditionsOf(search) : null;
  if (conditions === null) return null;
  const isOwn = isOwnOrder(keys);
  const place = isOwn && search.token !== null ? placeOf(search.token, keys) : null;
  const held = cache.current();
  if (held?.index.revision !== revision) {
    cache.refresh();
    return null;
  }
  const { index } = held;
  const found = await matchesOf(index, repository, indexedSearch(search, collections), conditions);
  if (found === null) return null;
  const order = isOwn ? null : await cache.orderOf(index, keys, found.count > sortedAtOnce);
  if (order === null && !isOwn) return null;
  const from =
    order === null ? rankAfter(index, place) : await placeAfter({ index, order, repository }, search.token, keys);
  if (from === null) return null;
  const first = found.first({ from, limit: search.limit + 1 }, order);
  const ranks = first.slice(0, search.limit);
  const texts = await textsOf(held, ranks, sources);
  if (texts === null) {
    cache.refresh();
    return null;
  }
  const [last, text] = [ranks.at(-1), texts.at(-1)];
  return {
    index,
    ranks,
    texts,
    next:
      first.length > search.limit && last !== undefined && text !== undefined ? tokenAt(index, last, text, keys) : null,
    matched: found.count,
  };
}

/** All that a search asks of the properties and the places; null where the database has to judge it. */
function conditionsOf({ filters, query }: Search): readonly Cql2Filter[] | null {
  const more = query === null ? [] : queryFilters(query);
  return more === null ? null : [...filters, ...more];
}

const rankAfter = (index: ItemIndex, place: ReturnType<typeof placeOf> | null): number =>
  place === null ? 0 : index.rankAfter(place.atMs, place.collection, place.id);

/** Place in an order after the item that a token names; null where it is not there as the token says. */
async function placeAfter(
  { index, order, repository }: { index: ItemIndex; order: ItemOrder; repository: ItemRepository },
  token: string | null,
  keys: readonly SortKey[],
): Promise<number | null> {
  if (token === null) return 0;
  const key = itemOf(token, keys);
  const found = key === null ? null : await repository.itemNow(key);
  if (found?.revision !== index.revision || tokenOf(found.row, keys) !== token) return null;
  const { collection, id, datetime } = found.row;
  const place = order.places[index.rankAfter(datetime.getTime(), collection, id) - 1];
  return place === undefined ? null : place + 1;
}

type Found = {
  readonly count: number;
  first(page: Omit<PageOfRanks, 'rejected'>, order: ItemOrder | null): readonly number[];
};

const noFilter: IndexedFilter = { properties: { labels: [], ranges: [], others: [] }, places: [] };

/** All that match; null where the database has to judge them. */
async function matchesOf(
  index: ItemIndex,
  repository: ItemRepository,
  search: IndexedSearch,
  conditions: readonly Cql2Filter[],
): Promise<Found | null> {
  const filter = conditions.length === 0 ? noFilter : await indexedFilter(index, conditions);
  if (filter === null) return null;
  const areas = filter.places.map(boundsOfPlace);
  const [area] = areas;
  if (area === null || areas.includes(null)) return null;
  const indexed = conditions.length === 0 ? search : { ...search, filter: filter.properties };
  // An item that meets a shape meets the box around it: the cells there are all that is looked at.
  const matches = index.matches({ ...indexed, bbox: search.bbox ?? area ?? null });
  const rejected = await judged(index, repository, search, matches);
  if (rejected === null) return null;
  if (filter.places.length === 0) {
    const count = matches.count - rejected.size;
    return { count, first: (page, order) => index.firstOf(matches, { ...page, rejected }, indexed, order) };
  }
  const ranks = await inPlaces(index, repository, filter.places, matches.ranks ?? new Uint32Array());
  if (ranks === null) return null;
  const kept = ranks.filter((rank) => !rejected.has(rank));
  return { count: kept.length, first: (page, order) => firstRanks(kept, { ...page, rejected }, order) };
}

/** Texts of items: those that are held, and the others from the database; null where items have changed since. */
async function textsOf(
  { index, texts }: HeldItems,
  ranks: readonly number[],
  { repository, documents }: Pick<Sources, 'repository' | 'documents'>,
): Promise<readonly ItemBytes[] | null> {
  const found = ranks.map((rank) => texts.of(rank));
  const missing = ranks.filter((_, at) => found[at] === undefined);
  if (missing.length === 0) return found.filter((text) => text !== undefined);
  const read = await repository.documents(missing.map((rank) => index.keyOf(rank)));
  if (read.revision !== index.revision) return null;
  const added = new Map<number, ItemBytes>();
  for (const [at, rank] of missing.entries()) {
    const document = read.documents[at] ?? null;
    if (document === null) return null;
    const { collection, id } = index.keyOf(rank);
    const whole = itemText(document, {
      ...documents.frame(collection, id),
      created: new Date(index.created[rank] ?? 0).toISOString(),
      updated: new Date(index.updated[rank] ?? 0).toISOString(),
    });
    added.set(rank, texts.keep(rank, whole));
  }
  return found.flatMap((text, at) => text ?? added.get(ranks[at] ?? -1) ?? []);
}

/** Matches of a search by the last index, whatever was written since; null where it says nothing of such a search. */
export function estimatedMatches(cache: ItemIndexCache, search: Search, collections: readonly string[]): number | null {
  return isIndexed(search) && search.query === null && search.filters.length === 0
    ? (cache.current()?.index.matches(indexedSearch(search, collections)).count ?? null)
    : null;
}

const isIndexed = ({ ids, words }: Search) => ids === null && words === null;

function indexedSearch({ collections: wanted, bbox, datetime }: Search, collections: readonly string[]): IndexedSearch {
  return {
    collections: wanted === null ? collections : collections.filter((id) => wanted.includes(id)),
    bbox,
    interval: datetime === null ? null : intervalOf(datetime),
  };
}

/** Token of the page after an item, as `tokenOf` makes it from the row. */
function tokenAt(index: ItemIndex, rank: number, { bytes }: ItemBytes, keys: readonly SortKey[]): string {
  const key = index.keyOf(rank);
  const { properties }: { properties: Readonly<Record<string, unknown>> } = keys.some(({ kind }) => kind === 'json')
    ? JSON.parse(bytes.toString())
    : { properties: {} };
  return tokenFrom(
    keys.map(({ name, kind }) => {
      if (name === 'collection' || name === 'id') return key[name];
      const held = kind === 'instant' ? heldProperty(name) : null;
      if (held?.kind === 'instant') return new Date(index[held.column][rank] ?? 0).toISOString();
      return properties[name] ?? null;
    }),
  );
}

/**
 * Matches by their own box whose geometry does not meet that of the search: only those of another shape than their box,
 * and not wholly inside the search, need a closer look. Null where too many do.
 */
async function judged(
  index: ItemIndex,
  repository: ItemRepository,
  { bbox }: IndexedSearch,
  { ranks }: Matches,
): Promise<ReadonlySet<number> | null> {
  if (bbox === null || ranks === undefined || !index.hasShapes) return new Set();
  const parts = partsOf(bbox);
  const unsure: number[] = [];
  for (const rank of ranks) {
    if (index.isBox[rank] === 1) continue;
    const [west, south, east, north] = index.boxOf(rank);
    if (parts.some(([w, s, e, n]) => west >= w && south >= s && east <= e && north <= n)) continue;
    unsure.push(rank);
    if (unsure.length > judgedAtMost) return null;
  }
  if (unsure.length === 0) return new Set();
  const geometries = await repository.geometries(unsure.map((rank) => index.keyOf(rank)));
  const matcher = await createMatcher(boxFilter(bbox));
  try {
    return new Set(unsure.filter((_, at) => !matcher.matches(() => geometries[at] ?? null)));
  } finally {
    matcher.close();
  }
}
