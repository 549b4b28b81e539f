import { sql } from 'kysely';
import { batched } from '../../../platform/batched.ts';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { messageOf } from '../../../platform/process/startup-error.ts';
import type { Link } from './documents/documents.ts';
import { crs84 } from './query/crs.ts';
import type { ItemsRequest } from './query/request.ts';
import { hasInstants, type Revised, readSnapshot, type Snapshot, type SnapshotSize } from './snapshot/read-snapshot.ts';
import { pageOf, type SnapshotPage } from './snapshot/snapshot-page.ts';

type State = {
  readonly revisionNow: () => Promise<string>;
  revision: string | null;
  /** Pages of this revision that the database had to answer. */
  requests: number;
  snapshot: Snapshot | null;
  /** Number of the last page that it gave, among those of all collections. */
  usedAt: number;
  loading: Promise<void> | null;
};

/** Features of one collection; bytes of all together. */
export type SnapshotLimits = SnapshotSize & {
  /** Pages of one revision after which reading it whole is worth its cost. */
  readonly worthAfter: number;
};

export const snapshotLimits = { worthAfter: 100, features: 250_000 } as const;

/**
 * Pages of collections that seldom change, from memory. The database is asked for the revision each time, so that no
 * page is older than its request. A page that the snapshot can't give comes from the database.
 */
export function createSnapshotPages(log: Logger, limits: SnapshotLimits) {
  const states = new Map<string, State>();
  let pages = 0;

  function stateOf(collection: Revised): State {
    const known = states.get(collection.id);
    if (known !== undefined) return known;
    const revisionNow = batched(async () => {
      const { rows } = await sql<{ revision: string }>`select ${collection.revision} as revision`.execute(
        collection.database.for(),
      );
      return rows[0]?.revision ?? '';
    });
    const state: State = { revisionNow, revision: null, requests: 0, snapshot: null, usedAt: 0, loading: null };
    states.set(collection.id, state);
    return state;
  }

  async function load(collection: Revised, state: State, revision: string): Promise<void> {
    const snapshot = await readSnapshot(collection, revision, limits);
    // Features read while others wrote belong to no single revision.
    if (snapshot === null || (await state.revisionNow()) !== revision) return;
    state.snapshot = snapshot;
    pages += 1;
    state.usedAt = pages;
    makeRoom();
  }

  /** The collections asked for least recently go until the rest fit. */
  function makeRoom(): void {
    const held = [...states.values()]
      .filter(({ snapshot }) => snapshot !== null)
      .toSorted((a, b) => b.usedAt - a.usedAt);
    let bytes = 0;
    for (const state of held) {
      bytes += state.snapshot?.bytes ?? 0;
      if (bytes <= limits.bytes) continue;
      state.snapshot = null;
      state.requests = 0;
    }
  }

  return {
    /** A page from memory; null where it must come from the database. */
    async page(collection: FeatureCollection, request: ItemsRequest): Promise<SnapshotPage | null> {
      if (limits.bytes === 0 || !isRevised(collection) || request.window === null) return null;
      if (request.period !== null && !hasInstants(collection)) return null;
      if (request.crs !== crs84) return null;
      const state = stateOf(collection);
      const revision = await state.revisionNow();
      if (state.snapshot?.revision === revision) {
        pages += 1;
        state.usedAt = pages;
        return pageOf(collection, state.snapshot, request);
      }
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

/** Whether its pages may come from memory. */
export function isRevised(collection: FeatureCollection): collection is Revised {
  return collection.kind === 'table' && collection.revision !== undefined && collection.geometry?.nullable === false;
}

/** A page of features as the text of its GeoJSON document. */
export function itemsText(page: SnapshotPage, links: readonly Link[], nowIso: string): Buffer {
  const head = `{"type":"FeatureCollection","timeStamp":"${nowIso}","numberMatched":${page.matched},"numberReturned":${page.returned},"features":[`;
  return Buffer.concat([Buffer.from(head), page.features, Buffer.from(`],"links":${JSON.stringify(links)}}`)]);
}

export type SnapshotPages = ReturnType<typeof createSnapshotPages>;
