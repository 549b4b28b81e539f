import { type Access, allows } from '@kianda/contract';
import type { CollectionSource, FeatureCollection } from '../../../platform/feature-collections.ts';
import { isDelayed, type Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';

/** Whether someone, or nobody, may read what asks for `access`. */
export function mayRead(access: Access, principal: Principal | null): boolean {
  if (access === 'public') return true;
  if (principal === null || isDelayed(principal) || !allows(access, principal.role)) return false;
  return principal.scopes === undefined || (access !== 'session' && principal.scopes.includes(access));
}

/** Whether someone, or nobody, may read a collection. */
export function mayReadCollection({ access, owner }: FeatureCollection, principal: Principal | null): boolean {
  return mayRead(access, principal) && (owner === undefined || owner === principal?.accountId);
}

/**
 * The collection of an id. 404 where there is none, or it is another account's alone; 401 or 403 where the caller may not
 * read it.
 */
export async function collectionFor(
  collections: CollectionSource,
  id: string,
  principal: Principal | null,
): Promise<FeatureCollection> {
  const found = await collections.find(id);
  if (found !== null && mayReadCollection(found, principal)) return found;
  if (found === null || found.owner !== undefined) {
    throw new AppError('not_found', { detail: `Não existe a coleção «${id.slice(0, 80)}».` });
  }
  throw new AppError(principal === null ? 'unauthenticated' : 'forbidden');
}

/** Collections of a fixed list before those that come and go. */
export function joinedCollections(
  fixed: () => readonly FeatureCollection[],
  others: CollectionSource,
): CollectionSource {
  return {
    list: async () => [...fixed(), ...(await others.list())],
    find: async (id) => fixed().find((collection) => collection.id === id) ?? others.find(id),
  };
}
