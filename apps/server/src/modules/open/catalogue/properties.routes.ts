import {
  stacCollectionQueryables,
  stacCollectionSortables,
  stacQueryables,
  stacSortables,
} from '@kianda/contract/open/catalogue/stac.contract';
import { type Bindings, bind, type StandardAnswer } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { CatalogueContext } from './catalogue.types.ts';
import { queryableProperties } from './search/queryables.ts';
import { sortables } from './search/sorting.ts';

/** Properties that filters accept and that items are sorted by: the same in every collection. */
export function propertyBindings({ service, documents, clock }: CatalogueContext): Bindings {
  const { base, collectionUrl, types } = documents;

  const schema = (id: string, title: string, properties: object): StandardAnswer => ({
    body: {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      $id: id,
      type: 'object',
      title,
      properties,
      additionalProperties: false,
    },
    contentType: types.jsonSchema,
    provenance: ownProvenance(clock),
  });
  const queryables = (url: string) =>
    schema(`${url}/queryables`, 'Propriedades que os filtros aceitam', queryableProperties());
  const sortable = (url: string) => schema(`${url}/sortables`, 'Propriedades por que se ordena', sortables);

  return [
    bind(stacQueryables, async () => queryables(base)),
    bind(stacSortables, async () => sortable(base)),
    bind(stacCollectionQueryables, async ({ params, principal }) =>
      queryables(collectionUrl((await service.collectionFor(params.collectionId, principal)).id)),
    ),
    bind(stacCollectionSortables, async ({ params, principal }) =>
      sortable(collectionUrl((await service.collectionFor(params.collectionId, principal)).id)),
    ),
  ];
}
