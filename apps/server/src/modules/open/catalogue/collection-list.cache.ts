import { batched } from '../../../platform/batched.ts';
import type { ProductCollection } from '../../../platform/collections.ts';
import type { ItemRepository } from './items.repository.ts';
import { collectionOf } from './published-collection.rules.ts';
import type { CatalogueCollection } from './published-collection.types.ts';

/** Every collection there is, as of a revision that was read after the question came. */
export type CollectionList = { readonly revision: string; readonly collections: readonly CatalogueCollection[] };

/** The modules' collections and the published ones; those are read again only after something has changed. */
export function createCollectionList(repository: ItemRepository, offered: () => readonly ProductCollection[]) {
  let known: CollectionList | null = null;

  const published = batched(async (): Promise<CollectionList> => {
    const revision = await repository.revision();
    if (known?.revision !== revision) {
      // A change between the two reads is here already, and is read again for the next revision.
      known = { revision, collections: (await repository.collections()).map(collectionOf) };
    }
    return known;
  });

  return async (): Promise<CollectionList> => {
    const { revision, collections } = await published();
    const own = offered();
    if (collections.length === 0) return { revision, collections: own };
    const taken = new Set(own.map(({ id }) => id));
    return { revision, collections: [...own, ...collections.filter(({ id }) => !taken.has(id))] };
  };
}
