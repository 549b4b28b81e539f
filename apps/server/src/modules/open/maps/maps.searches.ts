import { mapCategories } from '@kianda/contract/open/maps/layers';
import type { SearchSource } from '../../../platform/search.ts';
import type { MapsRepository } from './maps.repository.ts';

/** Saved maps that an account sees: its own and the shared ones. */
export function mapSearches(repository: Pick<MapsRepository, 'list'>): readonly SearchSource[] {
  return [
    {
      kind: 'map',
      access: 'maps:read',
      find: async (_query, { accountId }) =>
        (await repository.list(accountId, {})).map(({ id, name, description, category, owner_name: owner }) => ({
          id,
          title: name,
          detail: `${mapCategories[category]} · ${owner}`,
          names: [],
          about: [description, 'mapa'],
          target: { section: 'maps', search: { map: id } },
        })),
    },
  ];
}
