import { allows, type Provenance, worstProvenance } from '@kianda/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ProductCollection } from '../../../platform/collections.ts';
import { isDelayed, type Principal, type StandardAnswer } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { Documents } from './documents/documents.ts';
import { indexedAnswer, type LinksOf } from './indexed-answer.rules.ts';
import { estimatedMatches, findIndexed } from './indexed-search.service.ts';
import type { ItemIndexCache } from './item-index.cache.ts';
import { findItems } from './item-search.service.ts';
import type { ItemRepository } from './items.repository.ts';
import type { ItemRow, OriginRow } from './items.types.ts';
import { pickFields } from './search/fields.ts';
import type { Search } from './search/search.ts';

/** Collections and items as each caller may see them. */
export function createCatalogueService(options: {
  repository: ItemRepository;
  collections: () => readonly ProductCollection[];
  documents: Documents;
  provenanceOf: ProvenanceOf;
  clock: Clock;
  index: ItemIndexCache;
}) {
  const { repository, collections, documents, clock, provenanceOf, index } = options;
  const visible = (principal: Principal | null) => collections().filter((collection) => maySee(collection, principal));
  const provenanceOfRows = (rows: readonly OriginRow[]) => worstOrigin(rows, clock, provenanceOf);

  /** A collection the caller may see. Throws `not_found`, `unauthenticated` or `forbidden`. */
  function collectionFor(id: string, principal: Principal | null): ProductCollection {
    const collection = collections().find((candidate) => candidate.id === id);
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

  return {
    visible,
    visibleIds: (principal: Principal | null) => visible(principal).map(({ id }) => id),
    collectionFor,
    itemFor,
    provenanceOfRows,

    /** STAC documents of collections, with the extent of their items. */
    async describe(selected: readonly ProductCollection[]) {
      const extents = new Map((await repository.extents()).map((extent) => [extent.collection, extent]));
      const described = selected.map((collection) => documents.collection(collection, extents.get(collection.id)));
      const origins = await repository.origins(selected.map(({ id }) => id));
      return { described, provenance: await provenanceOfRows(origins) };
    },

    /** A page of items that match, with the links that `links` makes from the next page's token. */
    async search(search: Search, among: readonly string[], links: LinksOf): Promise<StandardAnswer> {
      const page = await findIndexed(index, repository, search, among);
      if (page !== null) return indexedAnswer(page, { search, links, documents, provenanceOfRows });
      const { rows, next, matched } = await findItems(repository, search, among);
      const items = rows.map((row) => documents.item(row));
      const estimate = matched === null ? estimatedMatches(index, search, among) : null;
      return {
        provenance: await provenanceOfRows(rows),
        body: {
          type: 'FeatureCollection' as const,
          features: items.map((item) => pickFields(item, search.fields)),
          links: [...links(next)],
          ...(matched === null ? {} : { numberMatched: matched }),
          // Under a name of its own: what is called numberMatched is exact.
          ...(estimate === null ? {} : { 'kianda:estimatedMatched': estimate }),
          numberReturned: rows.length,
        },
      };
    },

    async health() {
      const [extents, indexedAt] = await Promise.all([repository.extents(), repository.lastIndexedAt()]);
      const items = extents.reduce((sum, extent) => sum + extent.items, 0);
      return {
        status: indexedAt === null ? ('warning' as const) : ('healthy' as const),
        service: 'stac' as const,
        collections: collections().length,
        items,
        lastUpdated: indexedAt?.toISOString() ?? null,
      };
    },
  };
}

export type CatalogueService = ReturnType<typeof createCatalogueService>;

function maySee({ access }: ProductCollection, principal: Principal | null): boolean {
  // An account that must change its password first sees only what a stranger sees.
  const role = principal === null || isDelayed(principal) ? null : principal.role;
  if (!allows(access, role)) return false;
  const { scopes } = principal ?? {};
  return scopes === undefined || access === 'public' || access === 'session' || scopes.includes(access);
}

/** The worst of the origins of rows; the platform's own where there are none. */
async function worstOrigin(rows: readonly OriginRow[], clock: Clock, provenanceOf: ProvenanceOf): Promise<Provenance> {
  const newest = new Map<string, OriginRow>();
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
      return provenanceOf({
        connectorId: row.connector_id,
        streamId: row.stream_id,
        // A period still under way ends in the future, but its data are known only up to now.
        observedAtMs: Math.min(row.end_at.getTime(), row.retrieved_at.getTime()),
        retrievedAtMs: row.retrieved_at.getTime(),
        simulatedSeed: row.simulated_seed,
      });
    }),
  );
  return worstProvenance(origins);
}
