import { sha256 } from '../core/keys.ts';

/**
 * Identifier, as Keycloak's clients expect one, of something that has only a name here: always the same for the name (RFC
 * 9562, version 8).
 */
export function idOf(kind: 'role' | 'permission' | 'scope' | 'credential', ...names: readonly string[]): string {
  const hex = sha256(['kianda', kind, ...names].join('/')).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
