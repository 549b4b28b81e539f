import { roleNames } from '@kianda/contract';
import type { SearchSource } from '../../../platform/search.ts';
import type { Store } from './identity.types.ts';
import { namedAccounts } from './users/users.repository.ts';

/** Accounts by name and address. */
export function identitySearches(store: Store): readonly SearchSource[] {
  return [
    {
      kind: 'user',
      access: 'users:read',
      find: async ({ words }) =>
        (await namedAccounts(store, words)).map(({ id, name, email, role }) => ({
          id,
          title: name,
          detail: `${email} · ${roleNames[role]}`,
          names: [email],
          about: ['utilizador', 'conta'],
          target: { section: 'user-management', search: { q: email } },
        })),
    },
  ];
}
