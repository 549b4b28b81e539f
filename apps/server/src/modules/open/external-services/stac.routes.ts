import * as map from '@kianda/connectors/services/ogc/map';
import * as stac from '@kianda/contract/open/catalogue/stac.contract';
import { stacLoadEndpoints } from '@kianda/contract/open/catalogue/stac-loads.contract';
import { stacTransactionEndpoints } from '@kianda/contract/open/catalogue/stac-transactions.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { checkReader, type GatewayContext, handedOn, pathBelow, readThrough, refused } from './gateway.routes.ts';

const notChanged = 'Este catálogo não se altera a partir daqui.';

/** The catalogue over a STAC API (1.0) elsewhere. */
export function stacBindings(context: GatewayContext): Bindings {
  const { gateway, outside } = context;
  const { ask } = outside;
  const landing = { what: 'carregar o catálogo', path: '/', map: map.mapStacCatalog };
  const collection = { what: 'carregar a coleção' };

  /** How many items match a search that asks for one; null where the service does not count. */
  async function countedIn(path: string): Promise<number | null> {
    return map.matchedOf((await gateway.get(path, { limit: 1 })).body);
  }

  return [
    readThrough(context, stac.stacLanding, landing),
    readThrough(context, stac.stacRoot, landing),
    readThrough(context, stac.stacApi, { what: 'carregar a descrição' }),
    readThrough(context, stac.stacConformance, { what: 'carregar a conformidade' }),
    bind(stac.stacHealth, async ({ principal }) => {
      checkReader(context, principal);
      const [collections, items] = await ask('carregar a saúde do catálogo', () =>
        Promise.all([gateway.get('/collections', {}), countedIn('/search')]),
      );
      const { numberMatched } = map.mapStacCollections(collections.body);
      return {
        body: { status: 'healthy', service: 'stac', collections: numberMatched, items, lastUpdated: null },
        provenance: outside.provenance(),
      };
    }),
    readThrough(context, stac.stacCollections, { what: 'carregar coleções', map: map.mapStacCollections }),
    readThrough(context, stac.stacChildren, { what: 'carregar coleções' }),
    bind(stac.stacCollection, async ({ params, principal }) => {
      checkReader(context, principal);
      const path = pathBelow(stac.stacCollection, params);
      const [answer, items] = await ask('carregar a coleção', () =>
        Promise.all([gateway.get(path, {}), countedIn(`${path}/items`)]),
      );
      return handedOn(context, answer, (document) => map.mapStacCollection(document, items));
    }),
    readThrough(context, stac.stacItems, { what: 'carregar itens', map: map.mapStacItems }),
    readThrough(context, stac.stacItem, { what: 'carregar o item' }),
    readThrough(context, stac.stacAsset, { what: 'carregar o ficheiro' }),
    readThrough(context, stac.stacSearch, { what: 'pesquisar itens', map: map.mapStacItems }),
    bind(stac.stacSearchPost, async ({ body, principal }) => {
      checkReader(context, principal);
      const answer = await ask('pesquisar itens', () => gateway.send('POST', '/search', body));
      return handedOn(context, answer, map.mapStacItems);
    }),
    readThrough(context, stac.stacQueryables, { what: 'carregar propriedades' }),
    readThrough(context, stac.stacSortables, { what: 'carregar propriedades' }),
    readThrough(context, stac.stacCollectionQueryables, collection),
    readThrough(context, stac.stacCollectionSortables, collection),
    readThrough(context, stac.stacAggregationList, { what: 'carregar contagens' }),
    readThrough(context, stac.stacCollectionAggregationList, { what: 'carregar contagens' }),
    readThrough(context, stac.stacAggregate, { what: 'contar itens' }),
    readThrough(context, stac.stacCollectionAggregate, { what: 'contar itens' }),
    ...refused(context, [...stacTransactionEndpoints, ...stacLoadEndpoints], notChanged),
  ];
}
