import { allows, type Provenance, worstProvenance } from '@kianda/contract';
import type { StacLink } from '@kianda/contract/open/catalogue/stac-schemas';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ProductCollection } from '../../../platform/collections.ts';
import { isHeldBack, type Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { Objects } from './documents/documents.ts';
import type { ItemRepository } from './items.repository.ts';
import type { ItemRow, Page } from './items.types.ts';
import { pickFields } from './search/fields.ts';
import { type Judged, judge, type Search } from './search/search.ts';
import { afterToken, type SortKey, sortKeys, tokenOf } from './search/sorting.ts';

/** Items read at once where each must be judged, and how many of such reads one page may cost. */
const judgedAtOnce = 250;
const readsPerPage = 40;
/** Up to so many of whom each must be judged are put in order first. */
const fewJudged = 1_000;

type Found = {
  readonly rows: readonly ItemRow[];
  /** Null on the last page. */
  readonly next: string | null;
  /** Null where it is not worth counting. */
  readonly matched: number | null;
};

/** What the catalogue knows and whom it tells it. */
export function createCatalogueService(options: {
  repository: ItemRepository;
  collections: () => readonly ProductCollection[];
  objects: Objects;
  provenanceOf: ProvenanceOf;
  clock: Clock;
}) {
  const { repository, collections, objects, clock } = options;

  function maySee({ access }: ProductCollection, principal: Principal | null): boolean {
    // Who must change the password first sees what a stranger does.
    const role = principal === null || isHeldBack(principal) ? null : principal.role;
    if (!allows(access, role)) return false;
    const { scopes } = principal ?? {};
    return scopes === undefined || access === 'public' || access === 'session' || scopes.includes(access);
  }

  const visible = (principal: Principal | null) => collections().filter((collection) => maySee(collection, principal));

  /** A collection the caller may see. Throws `not_found`, `unauthenticated` or `forbidden`. */
  function collectionFor(id: string, principal: Principal | null): ProductCollection {
    const collection = collections().find((one) => one.id === id);
    if (collection === undefined) throw new AppError('not_found', { detail: `Não existe a coleção «${id}».` });
    if (!maySee(collection, principal)) throw new AppError(principal === null ? 'unauthenticated' : 'forbidden');
    return collection;
  }

  async function itemFor(collectionId: string, itemId: string, principal: Principal | null): Promise<ItemRow> {
    collectionFor(collectionId, principal);
    const row = await repository.find(collectionId, itemId);
    if (row === undefined) {
      throw new AppError('not_found', { detail: `Não existe o item «${itemId}» na coleção «${collectionId}».` });
    }
    return row;
  }

  async function find(search: Search, among: readonly string[]): Promise<Found> {
    const keys = sortKeys(search.sortBy);
    const judged = await judge(search, among);
    try {
      return judged.matches === null
        ? await findAtOnce(search, keys, judged)
        : await findOneByOne(search, keys, judged, judged.matches);
    } finally {
      judged.close();
    }
  }

  /** Few that match are sorted; of many, the first are soon found by walking through all in their order. */
  async function findAtOnce(search: Search, keys: readonly SortKey[], judged: Judged): Promise<Found> {
    const after = search.token === null ? null : afterToken(search.token, keys);
    const few = await repository.pageOfFew(judged.conditions, keys, after, search.limit);
    const page = few ?? (await repository.page(judged.walked, keys, after, search.limit));
    const last = page.rows.at(-1);
    return {
      rows: page.rows,
      next: page.more && last !== undefined ? tokenOf(last, keys) : null,
      matched: few?.matched ?? null,
    };
  }

  async function findOneByOne(
    search: Search,
    keys: readonly SortKey[],
    judged: Judged,
    matches: (row: ItemRow) => boolean,
  ): Promise<Found> {
    const rows: ItemRow[] = [];
    let token = search.token;
    let isFew = true;
    for (let read = 0; read < readsPerPage; read += 1) {
      const after = token === null ? null : afterToken(token, keys);
      // Most pages are full soon: the first reads are short.
      const count = Math.min(judgedAtOnce, (2 * search.limit + 20) * 2 ** read);
      const few: Page | null = isFew
        ? await repository.pageOfFew(judged.conditions, keys, after, count, fewJudged)
        : null;
      isFew = few !== null;
      const page = few ?? (await repository.page(judged.walked, keys, after, count));
      for (const row of page.rows) {
        if (!matches(row)) continue;
        const last = rows.at(-1);
        // One more than asked for: there is a next page.
        if (rows.length === search.limit && last !== undefined) {
          return { rows, next: tokenOf(last, keys), matched: null };
        }
        rows.push(row);
      }
      const end = page.rows.at(-1);
      if (!page.more || end === undefined) {
        return { rows, next: null, matched: search.token === null ? rows.length : null };
      }
      token = tokenOf(end, keys);
    }
    // A page that is not full, and a next one: better than an answer that never comes.
    return { rows, next: token, matched: null };
  }

  /** The worst of the origins of rows; the platform's own where there are none. */
  async function provenanceOfRows(
    rows: readonly Pick<ItemRow, 'connector_id' | 'stream_id' | 'simulated_seed' | 'end_at' | 'retrieved_at'>[],
  ): Promise<Provenance> {
    const newest = new Map<string, (typeof rows)[number]>();
    for (const row of rows) {
      const key = `${row.connector_id} ${row.stream_id} ${row.simulated_seed}`;
      const known = newest.get(key);
      if (known === undefined || known.end_at < row.end_at) newest.set(key, row);
    }
    if (newest.size === 0) return ownProvenance(clock);
    const origins = await Promise.all(
      [...newest.values()].map((row): Promise<Provenance> => {
        const retrievedAt = row.retrieved_at.toISOString();
        if (row.connector_id === null || row.stream_id === null) {
          return Promise.resolve({ state: 'live', source: 'Itens publicados', observedAt: retrievedAt, retrievedAt });
        }
        return options.provenanceOf({
          connectorId: row.connector_id,
          streamId: row.stream_id,
          // A period still under way ends in the future: what is known of it is known up to now.
          observedAtMs: Math.min(row.end_at.getTime(), row.retrieved_at.getTime()),
          retrievedAtMs: row.retrieved_at.getTime(),
          simulatedSeed: row.simulated_seed,
        });
      }),
    );
    return worstProvenance(origins);
  }

  return {
    visible,
    collectionFor,
    itemFor,
    provenanceOfRows,
    judge,

    /** Collections as STAC tells them, with what is in each. */
    async describe(some: readonly ProductCollection[]) {
      const extents = new Map((await repository.extents()).map((extent) => [extent.collection, extent]));
      const [described, origins] = [
        some.map((collection) => objects.collection(collection, extents.get(collection.id))),
        await repository.origins(some.map(({ id }) => id)),
      ];
      return { described, provenance: await provenanceOfRows(origins) };
    },

    /** A page of items that match, with links that `links` makes of the next page's token. */
    async search(search: Search, among: readonly string[], links: (token: string | null) => readonly StacLink[]) {
      const { rows, next, matched } = await find(search, among);
      const whole = rows.map((row) => objects.item(row));
      return {
        provenance: await provenanceOfRows(rows),
        body: {
          type: 'FeatureCollection' as const,
          features: whole.map((item) => pickFields(item, search.fields)),
          links: [...links(next)],
          ...(matched === null ? {} : { numberMatched: matched }),
          numberReturned: rows.length,
        },
      };
    },

    async health() {
      const [extents, swept] = await Promise.all([repository.extents(), repository.lastSweep()]);
      const items = extents.reduce((sum, extent) => sum + extent.items, 0);
      return {
        status: swept === null ? ('warning' as const) : ('healthy' as const),
        service: 'stac' as const,
        collections: collections().length,
        items,
        lastUpdated: swept?.toISOString() ?? null,
      };
    },
  };
}

export type CatalogueService = ReturnType<typeof createCatalogueService>;
