import type { ItemsRequest } from '../query/request.ts';
import type { SortKey } from '../query/selection.ts';
import { keyOf } from '../query/table-rows.ts';
import { readToken, writeToken } from '../query/token.ts';
import { type Order, orderOf, sortText } from './order.ts';
import { type Predicate, predicateOf } from './predicate.ts';
import type { Revised, Snapshot } from './read-snapshot.ts';

/** A page of features within a box and a period, as text. */
export type SnapshotPage = {
  /** GeoJSON features with commas between. */
  readonly features: Buffer;
  readonly returned: number;
  readonly matched: number;
  readonly next: string | null;
  /** Changes whenever the collection does. */
  readonly revision: string;
};

/** Orders kept for one snapshot, each as long as it; another one is the database's to give. */
const mostOrders = 8;

/**
 * The first features after the token, in the order asked for, that the request matches; null where memory can't tell
 * (a condition beyond its columns, an order by what it doesn't hold, a token of a feature that went or changed).
 */
export async function pageOf(
  collection: Revised,
  snapshot: Snapshot,
  request: ItemsRequest,
): Promise<SnapshotPage | null> {
  const { sort, limit } = request;
  const order = sort.length === 0 ? null : keptOrder(snapshot, sort);
  const predicate = request.further === null ? null : await predicateOf(request.further, snapshot);
  if ((sort.length > 0 && order === null) || (request.further !== null && predicate === null)) return null;
  const after = placeOfToken(collection, snapshot, request);
  if (after === null) return null;
  const found = matchesIn(snapshot, request, predicate);
  const matched = found?.length ?? snapshot.ids.length;
  const { rows, more } =
    order === null ? inKeyOrder(found, matched, after, limit) : inOrder(found, order, after, limit);
  const last = rows.at(-1);
  return {
    features: textOf(snapshot, rows, request.properties),
    returned: rows.length,
    matched,
    next: more && last !== undefined ? tokenAt(collection, snapshot, sort, last) : null,
    revision: snapshot.revision,
  };
}

function keptOrder(snapshot: Snapshot, sort: readonly SortKey[]): Order | null {
  const id = JSON.stringify(sort);
  const known = snapshot.orders.get(id);
  if (known !== undefined) return known;
  if (snapshot.orders.size >= mostOrders) return null;
  const order = orderOf(snapshot.columns, sort, snapshot.ids.length);
  snapshot.orders.set(id, order);
  return order;
}

/** Index of the token's feature, -1 without a token; null where it went, or has other values than the token. */
function placeOfToken(
  collection: Revised,
  snapshot: Snapshot,
  { token, sort }: Pick<ItemsRequest, 'token' | 'sort'>,
): number | null {
  if (token === null) return -1;
  const read = readToken(token, collection.key.length, sort.length);
  const place = snapshot.indexes.get(read.key.join(':'));
  if (place === undefined) return null;
  for (const [index, { property }] of sort.entries()) {
    const column = snapshot.columns.get(property);
    const text = read.sort[index] ?? null;
    const isTime = collection.properties[property]?.type === 'timestamp';
    const now = column === undefined ? null : sortText(column, place, isTime);
    const isSame =
      text === null || now === null
        ? text === now
        : isTime
          ? Date.parse(text) === Date.parse(now)
          : column?.kind === 'number'
            ? Number(text) === Number(now)
            : text === now;
    if (!isSame) return null;
  }
  return place;
}

function tokenAt(collection: Revised, { ids, columns }: Snapshot, sort: readonly SortKey[], row: number): string {
  const id = ids[row] ?? '';
  const key = keyOf(collection, id);
  if (key === null) throw new RangeError(`expected an id of ${collection.id}, received ${id}`);
  const values = sort.map(({ property }) => {
    const column = columns.get(property);
    return column === undefined ? null : sortText(column, row, collection.properties[property]?.type === 'timestamp');
  });
  return writeToken({ key, sort: values });
}

/** Indexes, in the order of keys, of the features in a box and a period for which a condition is true; null for all. */
function matchesIn(
  { places, instants, ids }: Snapshot,
  { window, period }: ItemsRequest,
  predicate: Predicate | null,
): Uint32Array | null {
  const [from, to] = period ?? [0, 0];
  const times = period === null ? null : instants;
  const isMatch = (at: number): boolean => {
    const instant = times === null ? Number.NaN : (times[at] ?? Number.NaN);
    const inPeriod = Number.isNaN(instant) || (instant >= from && instant <= to);
    return inPeriod && (predicate === null || predicate(at) === 1);
  };
  const isPlain = times === null && predicate === null;
  if (window !== null && window !== 'all') {
    const inBox = Uint32Array.from(places.range(...window));
    // A condition leaves fewer to put in order.
    return (isPlain ? inBox : inBox.filter(isMatch)).sort();
  }
  if (isPlain) return null;
  const found = new Uint32Array(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at += 1) {
    if (!isMatch(at)) continue;
    found[count] = at;
    count += 1;
  }
  return found.subarray(0, count);
}

type Rows = { readonly rows: Uint32Array; readonly more: boolean };

function inKeyOrder(found: Uint32Array | null, matched: number, after: number, limit: number): Rows {
  const first = found === null ? after + 1 : firstAfter(found, after);
  const end = Math.min(first + limit, matched);
  const rows =
    found === null
      ? Uint32Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
      : found.subarray(first, end);
  return { rows, more: matched > end };
}

/** The page by an order: ranks sort as numbers; where most features match, the order is walked instead. */
function inOrder(found: Uint32Array | null, { rows, ranks }: Order, after: number, limit: number): Rows {
  const from = after < 0 ? 0 : (ranks[after] ?? 0) + 1;
  if (found === null) return { rows: rows.subarray(from, from + limit), more: rows.length > from + limit };
  if (found.length * 16 < rows.length) {
    const wanted = found.map((row) => ranks[row] ?? 0).sort();
    const first = from === 0 ? 0 : firstAfter(wanted, from - 1);
    const page = wanted.subarray(first, first + limit).map((rank) => rows[rank] ?? 0);
    return { rows: page, more: wanted.length > first + limit };
  }
  const isFound = new Uint8Array(rows.length);
  for (const row of found) isFound[row] = 1;
  const page: number[] = [];
  let more = false;
  for (let rank = from; rank < rows.length && !more; rank += 1) {
    const row = rows[rank] ?? 0;
    if (isFound[row] === 0) continue;
    if (page.length === limit) more = true;
    else page.push(row);
  }
  return { rows: Uint32Array.from(page), more };
}

/** Number of the ascending indexes that are at most `place`. */
function firstAfter(ascending: Uint32Array, place: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const comma = 0x2c;
const ending = Buffer.from('}}');

/** The features as text with commas between, each with the properties asked for. */
function textOf(snapshot: Snapshot, rows: Uint32Array, names: ReadonlySet<string> | null): Buffer {
  const { text, starts, pieces, properties } = snapshot;
  const runs = names === null ? [] : runsOf(properties.map((name) => names.has(name)));
  const perFeature = properties.length + 1;
  let size = 0;
  for (const row of rows) size += (starts[row + 1] ?? 0) - (starts[row] ?? 0) + 1;
  const target = Buffer.allocUnsafe(size);
  let at = 0;
  const copy = (from: number, to: number): void => {
    at += text.copy(target, at, from, to);
  };
  for (const [index, row] of rows.entries()) {
    if (index > 0) {
      target[at] = comma;
      at += 1;
    }
    const [start, end] = [starts[row] ?? 0, starts[row + 1] ?? 0];
    if (names === null) {
      copy(start, end);
      continue;
    }
    const own = row * perFeature;
    copy(start, pieces[own] ?? 0);
    for (const [place, [first, after]] of runs.entries()) {
      if (place > 0) {
        target[at] = comma;
        at += 1;
      }
      // Each piece but the last has its comma at its end.
      copy(pieces[own + first] ?? 0, (pieces[own + after] ?? 0) - (after < properties.length ? 1 : 0));
    }
    at += ending.copy(target, at);
  }
  return target.subarray(0, at);
}

/** Neighbours among the chosen, as ranges: they are copied together. */
function runsOf(chosen: readonly boolean[]): readonly (readonly [first: number, after: number])[] {
  const runs: [number, number][] = [];
  for (const [index, isChosen] of chosen.entries()) {
    if (!isChosen) continue;
    const last = runs.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else runs.push([index, index + 1]);
  }
  return runs;
}
