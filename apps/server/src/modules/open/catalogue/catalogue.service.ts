import { allows, type Provenance, worstProvenance } from '@kianda/contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { isDelayed, type Principal, type StandardAnswer } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { ProvenanceOf } from '../../ingestion/connectors/index.ts';
import type { CollectionList } from './collection-list.cache.ts';
import type { Documents } from './documents/documents.ts';
import { indexedAnswer, type LinksOf } from './indexed-answer.rules.ts';
import { estimatedMatches, findIndexed, type Scope } from './indexed-search.service.ts';
import type { ItemIndexCache } from './item-index.cache.ts';
import { findItems } from './item-search.service.ts';
import type { ItemRepository } from './items.repository.ts';
import type { ItemRow, OriginRow } from './items.types.ts';
import type { CatalogueCollection } from './published-collection.types.ts';
import { pickFields } from './search/fields.ts';
import type { Search } from './search/search.ts';

type Options = {
  repository: ItemRepository;
  /** Every collection there is, and the revision they are of. */
  collections: () => Promise<CollectionList>;
  documents: Documents;
  provenanceOf: ProvenanceOf;
  clock: Clock;
  index: ItemIndexCache;
};

/** Collections and items as each caller may see them. */
export function createCatalogueService(options: Options) {
  const { clock, provenanceOf } = options;
  const provenanceOfRows = (rows: readonly OriginRow[]) => worstOrigin(rows, clock, provenanceOf);
  return {
    ...catalogueAccess(options),
    provenanceOfRows,
    ...catalogueAnswers({ ...options, provenanceOfRows }),
  };
}

export type CatalogueService = ReturnType<typeof createCatalogueService>;

/** Collections, items and scopes of searches that a caller may see. */
function catalogueAccess({ repository, collections }: Pick<Options, 'repository' | 'collections'>) {
  const visible = async (principal: Principal | null) =>
    (await collections()).collections.filter((collection) => maySee(collection, principal));

  /** A collection the caller may see. Throws `not_found`, `unauthenticated` or `forbidden`. */
  async function collectionFor(id: string, principal: Principal | null): Promise<CatalogueCollection> {
    return among((await collections()).collections, id, principal);
  }

  async function itemFor(collectionId: string, itemId: string, principal: Principal | null): Promise<ItemRow> {
    await collectionFor(collectionId, principal);
    const row = await repository.find(collectionId, itemId);
    if (row === undefined) {
      throw new AppError('not_found', { detail: `Não existe o item «${itemId}» na coleção «${collectionId}».` });
    }
    return row;
  }

  return {
    visible,
    /** The collections that a search of the caller may look into. */
    async scope(principal: Principal | null): Promise<Scope> {
      const list = await collections();
      const seen = list.collections.filter((collection) => maySee(collection, principal));
      return { revision: list.revision, collections: seen.map(({ id }) => id) };
    },
    /** One collection and a search in it alone; throws as `collectionFor`. */
    async scopeOf(id: string, principal: Principal | null) {
      const list = await collections();
      const collection = among(list.collections, id, principal);
      const scope: Scope = { revision: list.revision, collections: [id] };
      return { collection, scope };
    },
    collectionFor,
    itemFor,
  };
}

/** Answers from the collections and items that a caller was found to see, and the state of the catalogue. */
function catalogueAnswers({
  repository,
  collections,
  documents,
  index,
  provenanceOfRows,
}: Options & { readonly provenanceOfRows: (rows: readonly OriginRow[]) => Promise<Provenance> }) {
  return {
    /** STAC documents of collections, with the extent of their items. */
    async describe(selected: readonly CatalogueCollection[]) {
      const extents = new Map((await repository.extents()).map((extent) => [extent.collection, extent]));
      const described = selected.map((collection) => documents.collection(collection, extents.get(collection.id)));
      const origins = await repository.origins(selected.map(({ id }) => id));
      return { described, provenance: await provenanceOfRows(origins) };
    },

    /** A page of items that match, with the links that `links` makes from the next page's token. */
    async search(search: Search, scope: Scope, links: LinksOf): Promise<StandardAnswer> {
      const page = await findIndexed({ index, repository, documents }, search, scope);
      if (page !== null) return indexedAnswer(page, { search, links, provenanceOfRows });
      const { rows, next, matched } = await findItems(repository, search, scope.collections);
      const items = rows.map((row) => documents.item(row));
      const estimate = matched === null ? estimatedMatches(index, search, scope.collections) : null;
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
      const [extents, indexedAt, list] = await Promise.all([
        repository.extents(),
        repository.lastIndexedAt(),
        collections(),
      ]);
      const items = extents.reduce((sum, extent) => sum + extent.items, 0);
      return {
        status: indexedAt === null ? ('warning' as const) : ('healthy' as const),
        service: 'stac' as const,
        collections: list.collections.length,
        items,
        lastUpdated: indexedAt?.toISOString() ?? null,
      };
    },
  };
}

function among(
  collections: readonly CatalogueCollection[],
  id: string,
  principal: Principal | null,
): CatalogueCollection {
  const collection = collections.find((candidate) => candidate.id === id);
  if (collection === undefined) throw new AppError('not_found', { detail: `Não existe a coleção «${id}».` });
  if (!maySee(collection, principal)) throw new AppError(principal === null ? 'unauthenticated' : 'forbidden');
  return collection;
}

function maySee({ access }: CatalogueCollection, principal: Principal | null): boolean {
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
