import { allows } from '@kianda/contract';
import type { SearchSource } from '../../../platform/search.ts';
import type { CollectionList } from './collection-list.cache.ts';

/** Collections of the catalogue that an account may read. */
export function catalogueSearches(collections: () => Promise<CollectionList>): readonly SearchSource[] {
  return [
    {
      kind: 'dataset',
      access: 'dashboard:read',
      find: async (_query, { role }) =>
        (await collections()).collections
          .filter(({ access }) => allows(access, role))
          .map(({ id, title, description, keywords }) => ({
            id: `stac/${id}`,
            title,
            detail: `Coleção do catálogo · ${id}`,
            names: [id],
            about: [description, ...keywords, 'STAC', 'conjunto de dados'],
            target: { section: 'scientific-interfaces', search: { interface: 'stac_oceanographic' } },
          })),
    },
  ];
}
