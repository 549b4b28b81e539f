import { type Access, allows } from '@kianda/contract';
import type { Principal } from './bind.ts';

/**
 * Whether an account may read what needs `access`. A key of the API and a token of an embedded page may read only what
 * their scopes name.
 */
export function mayRead(access: Access, { role, scopes }: Pick<Principal, 'role' | 'scopes'>): boolean {
  if (!allows(access, role)) return false;
  if (scopes === undefined) return true;
  return access !== 'session' && access !== 'public' && scopes.includes(access);
}
