import * as map from '@kianda/connectors/services/ogc/map';
import * as stac from '@kianda/contract/catalogue/stac.contract';
import { stacTransactionEndpoints } from '@kianda/contract/catalogue/stac-transactions.contract';
import { type Bindings, bind } from '../../platform/http/bind.ts';
import { checkReader, type GatewayDesk, handedOn, pathBelow, readThrough, refused } from './gateway.routes.ts';

/** The catalogue over a STAC API (1.0) elsewhere. */
export function stacBindings(desk: GatewayDesk): Bindings {
  const { gateway, outside } = desk;
  const { ask } = outside;
  const landing = { what: 'carregar o catálogo', path: '/', map: map.mapStacCatalog };
  const collection = { what: 'carregar a coleção' };

  /** How many items match a search that asks for one; null where the service does not count. */
  async function countedIn(path: string): Promise<number | null> {
    return map.matchedOf((await gateway.get(path, { limit: 1 })).body);
  }

  return [
    readThrough(desk, stac.stacLanding, landing),
    readThrough(desk, stac.stacRoot, landing),
    readThrough(desk, stac.stacApi, { what: 'carregar a descrição' }),
    readThrough(desk, stac.stacConformance, { what: 'carregar a conformidade' }),
    bind(stac.stacHealth, async ({ principal }) => {
      checkReader(desk, principal);
      const [collections, items] = await ask('carregar a saúde do catálogo', () =>
        Promise.all([gateway.get('/collections', {}), countedIn('/search')]),
      );
      const { numberMatched } = map.mapStacCollections(collections.body);
      return {
        body: { status: 'healthy', service: 'stac', collections: numberMatched, items, lastUpdated: null },
        provenance: outside.provenance(),
      };
    }),
    readThrough(desk, stac.stacCollections, { what: 'carregar coleções', map: map.mapStacCollections }),
    bind(stac.stacCollection, async ({ params, principal }) => {
      checkReader(desk, principal);
      const path = pathBelow(stac.stacCollection, params);
      const [answer, items] = await ask('carregar a coleção', () =>
        Promise.all([gateway.get(path, {}), countedIn(`${path}/items`)]),
      );
      return handedOn(desk, answer, (document) => map.mapStacCollection(document, items));
    }),
    readThrough(desk, stac.stacItems, { what: 'carregar itens', map: map.mapStacItems }),
    readThrough(desk, stac.stacItem, { what: 'carregar o item' }),
    readThrough(desk, stac.stacAsset, { what: 'carregar o ficheiro' }),
    readThrough(desk, stac.stacSearch, { what: 'pesquisar itens', map: map.mapStacItems }),
    bind(stac.stacSearchPost, async ({ body, principal }) => {
      checkReader(desk, principal);
      const answer = await ask('pesquisar itens', () => gateway.send('POST', '/search', body));
      return handedOn(desk, answer, map.mapStacItems);
    }),
    readThrough(desk, stac.stacQueryables, { what: 'carregar propriedades' }),
    readThrough(desk, stac.stacSortables, { what: 'carregar propriedades' }),
    readThrough(desk, stac.stacCollectionQueryables, collection),
    readThrough(desk, stac.stacCollectionSortables, collection),
    readThrough(desk, stac.stacAggregationList, { what: 'carregar contagens' }),
    readThrough(desk, stac.stacCollectionAggregationList, { what: 'carregar contagens' }),
    readThrough(desk, stac.stacAggregate, { what: 'contar itens' }),
    readThrough(desk, stac.stacCollectionAggregate, { what: 'contar itens' }),
    ...refused(desk, stacTransactionEndpoints, 'Os itens deste catálogo não se alteram a partir daqui.'),
  ];
}
