import {
  type StacSearchQuery,
  stacAggregate,
  stacAggregationList,
  stacAggregations,
  stacCollectionAggregate,
  stacCollectionAggregationList,
} from '@kianda/contract/open/catalogue/stac.contract';
import { type Bindings, bind, type StandardAnswer } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { CatalogueContext } from './catalogue.types.ts';
import { withQuery } from './documents/links.ts';
import { aggregate, aggregationNames } from './search/aggregations.ts';
import { planSearch, searchFromQuery } from './search/search.ts';

/** Counts over the matches of a search, in one collection or in all that the caller may see. */
export function aggregationBindings({ service, repository, documents, clock }: CatalogueContext): Bindings {
  const { base, collectionUrl, link, root, types } = documents;

  const list = (url: string): StandardAnswer => ({
    body: {
      aggregations: Object.entries(stacAggregations).map(([name, type]) => ({
        name,
        data_type: type,
        ...(name === 'datetime_frequency' ? { frequency_distribution_data_type: type } : {}),
      })),
      links: [root(), link('self', `${url}/aggregations`, types.json)],
    },
    provenance: ownProvenance(clock),
  });

  async function aggregated(
    url: string,
    query: Partial<StacSearchQuery> & { readonly aggregations: string },
    collections: readonly string[],
  ): Promise<StandardAnswer> {
    const { aggregations: wanted, ...rest } = query;
    const plan = await planSearch(searchFromQuery(rest), collections);
    try {
      const aggregations = await aggregate(repository, plan, aggregationNames(wanted));
      return {
        body: {
          type: 'AggregationCollection',
          aggregations,
          links: [root(), link('self', withQuery(`${url}/aggregate`, query), types.json)],
        },
        provenance: await service.provenanceOfRows(await repository.origins(collections)),
      };
    } finally {
      plan.close();
    }
  }

  return [
    bind(stacAggregationList, async () => list(base)),
    bind(stacCollectionAggregationList, async ({ params, principal }) =>
      list(collectionUrl((await service.collectionFor(params.collectionId, principal)).id)),
    ),
    bind(stacAggregate, async ({ query, principal }) =>
      aggregated(base, query, (await service.scope(principal)).collections),
    ),
    bind(stacCollectionAggregate, async ({ params, query, principal }) => {
      const { id } = await service.collectionFor(params.collectionId, principal);
      return aggregated(collectionUrl(id), query, [id]);
    }),
  ];
}
