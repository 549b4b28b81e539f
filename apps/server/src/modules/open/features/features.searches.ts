import { allows } from '@kianda/contract';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import type { SearchSource } from '../../../platform/search.ts';

/** Collections of features that an account may read. */
export function featureSearches(collections: () => readonly FeatureCollection[]): readonly SearchSource[] {
  return [
    {
      kind: 'dataset',
      access: 'dashboard:read',
      find: async (_query, { role }) =>
        collections()
          .filter(({ access }) => allows(access, role))
          .map(({ id, title, description, keywords }) => ({
            id: `features/${id}`,
            title,
            detail: `Camada de elementos geográficos · ${id}`,
            names: [id],
            about: [description, ...keywords, 'camada', 'OGC'],
            target: { section: 'geo-features', search: { collection: id } },
          })),
    },
  ];
}
