import KDBush from 'kdbush';
import { sql } from 'kysely';
import { batched } from '../../platform/batched.ts';
import type { FeatureCollection, FeatureTable } from '../../platform/feature-collections.ts';
import type { Logger } from '../../platform/log/log.ts';
import { messageOf } from '../../platform/process/startup-error.ts';
import { crs84 } from './crs.ts';
import type { Link } from './documents.ts';
import { featureJson } from './items.ts';
import { featuresOf, keyOf } from './reader.ts';
import type { ItemsRequest } from './request.ts';
import { writeToken } from './token.ts';

/** The first page of a place, as text. */
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
      if (!isRevised(collection) || request.window === null || request.token !== null) return null;
      if (request.crs !== crs84 || request.properties !== null || request.sort.length > 0) return null;
      const state = stateOf(collection);
      const revision = await state.revisionNow();
      if (state.held?.revision === revision) return pageOf(collection, state.held, request.window, request.limit);
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

async function readWhole(collection: Revised, revision: string, limits: HeldLimits): Promise<Held | null> {
  const pieces: Buffer[] = [];
  const starts: number[] = [0];
  const positions: number[] = [];
  let bytes = 0;
  for await (const features of featuresOf(collection, rowsAtOnce)) {
    const texts = features.map((feature) => Buffer.from(JSON.stringify(featureJson(feature, crs84, null))));
    for (const [index, text] of texts.entries()) {
      const { geometry } = features[index] ?? { geometry: null };
      if (geometry?.type !== 'Point') return null;
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
  return { revision, text: Buffer.concat(pieces), starts: Uint32Array.from(starts), places: places.finish() };
}

/** The features inside the window, its edges included, that come first by their keys. */
function pageOf(collection: Revised, held: Held, window: NonNullable<ItemsRequest['window']>, limit: number): HeldPage {
  const { starts, text, places } = held;
  const total = starts.length - 1;
  const found = window === 'all' ? null : Uint32Array.from(places.range(...window)).sort();
  const matched = found?.length ?? total;
  const returned = Math.min(limit, matched);
  const slices: Buffer[] = [];
  for (let index = 0; index < returned; index += 1) {
    const at = found === null ? index : (found[index] ?? 0);
    if (index > 0) slices.push(comma);
    slices.push(text.subarray(starts[at], starts[at + 1]));
  }
  const last = slices.at(-1);
  return {
    features: Buffer.concat(slices),
    returned,
    matched,
    next: matched > returned && last !== undefined ? nextAfter(collection, last) : null,
    revision: held.revision,
  };
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
