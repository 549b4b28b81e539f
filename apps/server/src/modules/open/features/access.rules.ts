import { type Access, allows } from '@kianda/contract';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import { isDelayed, type Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';

/** Whether someone, or nobody, may read what asks for `access`. */
export function mayRead(access: Access, principal: Principal | null): boolean {
  if (access === 'public') return true;
  if (principal === null || isDelayed(principal) || !allows(access, principal.role)) return false;
  return principal.scopes === undefined || (access !== 'session' && principal.scopes.includes(access));
}

/** The collection of an id. 404 where there is none; 401 or 403 where the caller may not read it. */
export function collectionFor(
  collections: readonly FeatureCollection[],
  id: string,
  principal: Principal | null,
): FeatureCollection {
  const found = collections.find((collection) => collection.id === id);
  if (found === undefined) throw new AppError('not_found', { detail: `Não existe a coleção «${id.slice(0, 80)}».` });
  if (mayRead(found.access, principal)) return found;
  throw new AppError(principal === null ? 'unauthenticated' : 'forbidden');
}
