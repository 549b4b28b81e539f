import KDBush from 'kdbush';
import { sql } from 'kysely';
import { batched } from '../../../platform/batched.ts';
import type { FeatureCollection, FeatureTable } from '../../../platform/feature-collections.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { messageOf } from '../../../platform/process/startup-error.ts';
import type { Link } from './documents/documents.ts';
import { featureJson } from './documents/items.ts';
import { crs84 } from './query/crs.ts';
import { featuresOf, keyOf } from './query/reader.ts';
import type { ItemsRequest } from './query/request.ts';
import { readToken, writeToken } from './query/token.ts';

/** A page of a place and a time, as text. */
export type HeldPage = {
  /** GeoJSON features with commas between. */
  readonly features: Buffer;
  readonly returned: number;
  readonly matched: number;
  readonly next: string | null;
  /** Another whenever anything of the collection is. */
  readonly revision: string;
};

type Revised = FeatureTable & { readonly revision: NonNullable<FeatureTable['revision']> };

/** A collection as it was at one revision: the text of its features in the order of their keys. */
type Held = {
  readonly revision: string;
  readonly text: Buffer;
  /** Where each feature begins in the text, and where the last ends. */
  readonly starts: Uint32Array;
  readonly places: KDBush;
  /** When each feature was; NaN of those that do not say, which are of any time. Null where it is no instant. */
  readonly instants: Float64Array | null;
  /** Where each feature is, by its id. */
  readonly indexes: ReadonlyMap<string, number>;
};

type State = {
  readonly revisionNow: () => Promise<string>;
  revision: string | null;
  /** Pages asked for at this revision that the database had to answer. */
  asked: number;
  held: Held | null;
  loading: Promise<void> | null;
};

export type HeldLimits = {
  /** Pages of one revision after which reading it whole is worth its cost. */
  readonly worthAfter: number;
  readonly features: number;
  readonly bytes: number;
};

const usual: HeldLimits = { worthAfter: 100, features: 250_000, bytes: 256 * 1024 * 1024 };
const rowsAtOnce = 2_000;

/**
 * Pages of collections that seldom change, from memory. The database is asked for the revision each time, so that no
 * page is older than the question; what it does not hold comes from the database as ever.
 */
export function createHeldPages(log: Logger, limits: HeldLimits = usual) {
  const states = new Map<string, State>();

  function stateOf(collection: Revised): State {
    const known = states.get(collection.id);
    if (known !== undefined) return known;
    const revisionNow = batched(async () => {
      const { rows } = await sql<{ revision: string }>`select ${collection.revision} as revision`.execute(
        collection.database.for(),
      );
      return rows[0]?.revision ?? '';
    });
    const state: State = { revisionNow, revision: null, asked: 0, held: null, loading: null };
    states.set(collection.id, state);
    return state;
  }

  async function load(collection: Revised, state: State, revision: string): Promise<void> {
    const held = await readWhole(collection, revision, limits);
    // What was read while others wrote is of no one revision.
    if (held !== null && (await state.revisionNow()) === revision) state.held = held;
  }

  return {
    /** Null where the page must come from the database. */
    async page(collection: FeatureCollection, request: ItemsRequest): Promise<HeldPage | null> {
      if (!isRevised(collection) || request.window === null) return null;
      if (request.period !== null && !hasInstants(collection)) return null;
      if (request.crs !== crs84 || request.properties !== null || request.sort.length > 0) return null;
      const state = stateOf(collection);
      const revision = await state.revisionNow();
      if (state.held?.revision === revision) return pageOf(collection, state.held, request);
      if (state.revision !== revision) {
        state.revision = revision;
        state.asked = 0;
        state.held = null;
      }
      state.asked += 1;
      if (state.asked === limits.worthAfter && state.loading === null) {
        state.loading = load(collection, state, revision)
          .catch((error: unknown) => {
            log.warn({ collection: collection.id, reason: messageOf(error) }, 'coleção não lida para a memória');
          })
          .finally(() => {
            state.loading = null;
          });
      }
      return null;
    },
    /** Ends when nothing is being read. */
    async settled(): Promise<void> {
      for (const { loading } of states.values()) await loading;
    },
  };
}

function isRevised(collection: FeatureCollection): collection is Revised {
  return collection.kind === 'table' && collection.revision !== undefined && collection.geometry?.nullable === false;
}

/** Whether the time of the features is an instant: days are compared by the database. */
function hasInstants({ time, properties }: Revised): boolean {
  return time !== null && properties[time]?.type === 'timestamp';
}

async function readWhole(collection: Revised, revision: string, limits: HeldLimits): Promise<Held | null> {
  const pieces: Buffer[] = [];
  const starts: number[] = [0];
  const positions: number[] = [];
  const instants: number[] = [];
  const indexes = new Map<string, number>();
  let bytes = 0;
  for await (const features of featuresOf(collection, rowsAtOnce)) {
    const texts = features.map((feature) => Buffer.from(JSON.stringify(featureJson(feature, crs84, null))));
    for (const [index, text] of texts.entries()) {
      const feature = features[index];
      const geometry = feature?.geometry;
      if (feature === undefined || geometry?.type !== 'Point') return null;
      indexes.set(feature.id, indexes.size);
      const time = collection.time === null ? null : feature.properties[collection.time];
      instants.push(typeof time === 'string' ? Date.parse(time) : Number.NaN);
      positions.push(geometry.coordinates[0] ?? Number.NaN, geometry.coordinates[1] ?? Number.NaN);
      bytes += text.byteLength;
      starts.push(bytes);
    }
    pieces.push(Buffer.concat(texts));
    if (starts.length > limits.features || bytes > limits.bytes) return null;
  }
  if (positions.length === 0) return null;
  const places = new KDBush(positions.length / 2);
  for (let at = 0; at < positions.length; at += 2) places.add(positions[at] ?? 0, positions[at + 1] ?? 0);
  return {
    revision,
    text: Buffer.concat(pieces),
    starts: Uint32Array.from(starts),
    places: places.finish(),
    instants: hasInstants(collection) ? Float64Array.from(instants) : null,
    indexes,
  };
}

/**
 * The features inside the window, its edges included, and of the time, that come first by their keys after the token;
 * null where it is of a feature that is not there any more.
 */
function pageOf(collection: Revised, held: Held, { window, period, token, limit }: ItemsRequest): HeldPage | null {
  const { starts, text } = held;
  const mark = token === null ? null : readToken(token, collection.key.length, 0).key.join(':');
  const after = mark === null ? -1 : held.indexes.get(mark);
  if (after === undefined) return null;
  const found = chosen(held, window === 'all' ? null : window, period);
  const matched = found?.length ?? starts.length - 1;
  const first = found === null ? after + 1 : firstAfter(found, after);
  const end = Math.min(first + limit, matched);
  const slices: Buffer[] = [];
  for (let place = first; place < end; place += 1) {
    const at = found === null ? place : (found[place] ?? 0);
    if (place > first) slices.push(comma);
    slices.push(text.subarray(starts[at], starts[at + 1]));
  }
  const last = slices.at(-1);
  return {
    features: Buffer.concat(slices),
    returned: end - first,
    matched,
    next: matched > end && last !== undefined ? nextAfter(collection, last) : null,
    revision: held.revision,
  };
}

/** Places in the order of keys of what lies in a box and a time; null for all. */
function chosen(
  { places, instants, starts }: Held,
  box: readonly [number, number, number, number] | null,
  period: ItemsRequest['period'],
): Uint32Array | null {
  const inBox = box === null ? null : Uint32Array.from(places.range(...box)).sort();
  if (period === null || instants === null) return inBox;
  const [from, to] = period;
  const isThen = (at: number) => {
    const instant = instants[at] ?? Number.NaN;
    return Number.isNaN(instant) || (instant >= from && instant <= to);
  };
  if (inBox !== null) return inBox.filter(isThen);
  const found: number[] = [];
  for (let at = 0; at < starts.length - 1; at += 1) if (isThen(at)) found.push(at);
  return Uint32Array.from(found);
}

/** How many of ascending places do not come after one. */
function firstAfter(ascending: Uint32Array, place: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A page of features as the text of its GeoJSON document. */
export function itemsText(page: HeldPage, links: readonly Link[], nowIso: string): Buffer {
  const head = `{"type":"FeatureCollection","timeStamp":"${nowIso}","numberMatched":${page.matched},"numberReturned":${page.returned},"features":[`;
  return Buffer.concat([Buffer.from(head), page.features, Buffer.from(`],"links":${JSON.stringify(links)}}`)]);
}

const comma = Buffer.from(',');

function nextAfter(collection: Revised, feature: Buffer): string {
  const { id } = JSON.parse(feature.toString()) as { readonly id: string };
  const key = keyOf(collection, id);
  if (key === null) throw new RangeError(`expected an id of ${collection.id}, received ${id}`);
  return writeToken({ key, sort: [] });
}

export type HeldPages = ReturnType<typeof createHeldPages>;
