import KDBush from 'kdbush';
import { sql } from 'kysely';
import { batched } from '../../../platform/batched.ts';
import type { FeatureCollection, FeatureTable } from '../../../platform/feature-collections.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { messageOf } from '../../../platform/process/startup-error.ts';
import type { Link } from './documents/documents.ts';
import { featureJson } from './documents/items.ts';
import { crs84 } from './query/crs.ts';
import type { ItemsRequest } from './query/request.ts';
import { featuresOf, keyOf } from './query/table-rows.ts';
import { readToken, writeToken } from './query/token.ts';

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

type Revised = FeatureTable & { readonly revision: NonNullable<FeatureTable['revision']> };

/** A collection as it was at one revision: the text of its features in the order of their keys. */
type Snapshot = {
  readonly revision: string;
  readonly text: Buffer;
  /** Offset of each feature in the text, and the end of the last one. */
  readonly starts: Uint32Array;
  readonly places: KDBush;
  /** Instant of each feature; NaN for a feature without one, which matches any time. Null where time is no instant. */
  readonly instants: Float64Array | null;
  /** Index of each feature, by its id. */
  readonly indexes: ReadonlyMap<string, number>;
};

type State = {
  readonly revisionNow: () => Promise<string>;
  revision: string | null;
  /** Pages of this revision that the database had to answer. */
  requests: number;
  snapshot: Snapshot | null;
  loading: Promise<void> | null;
};

export type SnapshotLimits = {
  /** Pages of one revision after which reading it whole is worth its cost. */
  readonly worthAfter: number;
  readonly features: number;
  readonly bytes: number;
};

const defaultLimits: SnapshotLimits = { worthAfter: 100, features: 250_000, bytes: 256 * 1024 * 1024 };
const rowsAtOnce = 2_000;

/**
 * Pages of collections that seldom change, from memory. The database is asked for the revision each time, so that no
 * page is older than its request. A page that the snapshot can't give comes from the database.
 */
export function createSnapshotPages(log: Logger, limits: SnapshotLimits = defaultLimits) {
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
    const state: State = { revisionNow, revision: null, requests: 0, snapshot: null, loading: null };
    states.set(collection.id, state);
    return state;
  }

  async function load(collection: Revised, state: State, revision: string): Promise<void> {
    const snapshot = await readSnapshot(collection, revision, limits);
    // Features read while others wrote belong to no single revision.
    if (snapshot !== null && (await state.revisionNow()) === revision) state.snapshot = snapshot;
  }

  return {
    /** A page from memory; null where it must come from the database. */
    async page(collection: FeatureCollection, request: ItemsRequest): Promise<SnapshotPage | null> {
      if (!isRevised(collection) || request.window === null) return null;
      if (request.period !== null && !hasInstants(collection)) return null;
      if (request.crs !== crs84 || request.properties !== null || request.sort.length > 0) return null;
      const state = stateOf(collection);
      const revision = await state.revisionNow();
      if (state.snapshot?.revision === revision) return pageOf(collection, state.snapshot, request);
      if (state.revision !== revision) {
        state.revision = revision;
        state.requests = 0;
        state.snapshot = null;
      }
      state.requests += 1;
      if (state.requests === limits.worthAfter && state.loading === null) {
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
    /** Resolves when no collection is being read. */
    async settled(): Promise<void> {
      for (const { loading } of states.values()) await loading;
    },
  };
}

function isRevised(collection: FeatureCollection): collection is Revised {
  return collection.kind === 'table' && collection.revision !== undefined && collection.geometry?.nullable === false;
}

/** Whether the time of the features is an instant; the database compares days. */
function hasInstants({ time, properties }: Revised): boolean {
  return time !== null && properties[time]?.type === 'timestamp';
}

async function readSnapshot(collection: Revised, revision: string, limits: SnapshotLimits): Promise<Snapshot | null> {
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
 * The first features by key after the token that lie in the window, edges included, and in the period; null where the
 * token's feature no longer exists.
 */
function pageOf(
  collection: Revised,
  snapshot: Snapshot,
  { window, period, token, limit }: ItemsRequest,
): SnapshotPage | null {
  const { starts, text } = snapshot;
  const mark = token === null ? null : readToken(token, collection.key.length, 0).key.join(':');
  const after = mark === null ? -1 : snapshot.indexes.get(mark);
  if (after === undefined) return null;
  const found = matchesIn(snapshot, window === 'all' ? null : window, period);
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
    revision: snapshot.revision,
  };
}

/** Indexes, in the order of keys, of the features in a box and a period; null for all. */
function matchesIn(
  { places, instants, starts }: Snapshot,
  box: readonly [number, number, number, number] | null,
  period: ItemsRequest['period'],
): Uint32Array | null {
  const inBox = box === null ? null : Uint32Array.from(places.range(...box)).sort();
  if (period === null || instants === null) return inBox;
  const [from, to] = period;
  const isInPeriod = (at: number) => {
    const instant = instants[at] ?? Number.NaN;
    return Number.isNaN(instant) || (instant >= from && instant <= to);
  };
  if (inBox !== null) return inBox.filter(isInPeriod);
  const found: number[] = [];
  for (let at = 0; at < starts.length - 1; at += 1) if (isInPeriod(at)) found.push(at);
  return Uint32Array.from(found);
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

/** A page of features as the text of its GeoJSON document. */
export function itemsText(page: SnapshotPage, links: readonly Link[], nowIso: string): Buffer {
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

export type SnapshotPages = ReturnType<typeof createSnapshotPages>;
