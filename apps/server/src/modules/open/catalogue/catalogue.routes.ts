import {
  stacApi,
  stacChildren,
  stacCollection,
  stacCollections,
  stacConformance,
  stacEndpoints,
  stacHealth,
  stacLanding,
  stacRoot,
} from '@kianda/contract/open/catalogue/stac.contract';
import { stacLoadEndpoints } from '@kianda/contract/open/catalogue/stac-loads.contract';
import { stacTransactionEndpoints } from '@kianda/contract/open/catalogue/stac-transactions.contract';
import { type Bindings, bind, type Principal, type StandardAnswer } from '../../../platform/http/bind.ts';
import { openApiOf } from '../../../platform/http/openapi.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { aggregationBindings } from './aggregations.routes.ts';
import type { CatalogueContext } from './catalogue.types.ts';
import { conformance } from './documents/conformance.ts';
import { withQuery } from './documents/links.ts';
import { itemBindings, searchBindings } from './items.routes.ts';
import { propertyBindings } from './properties.routes.ts';
import { searchCollections } from './search/collection-search.ts';
import { collectionTag } from './transactions.service.ts';

/** Endpoints of the catalogue that read. */
export function catalogueBindings(context: CatalogueContext): Bindings {
  return [
    ...apiBindings(context),
    ...collectionBindings(context),
    ...itemBindings(context),
    ...searchBindings(context),
    ...propertyBindings(context),
    ...aggregationBindings(context),
  ];
}

/** The catalogue's own description and state. */
function apiBindings({ service, documents, clock, version }: CatalogueContext): Bindings {
  const own = () => ownProvenance(clock);
  const landing = async (principal: Principal | null): Promise<StandardAnswer> => ({
    body: documents.landing(await service.visible(principal)),
    provenance: own(),
  });
  return [
    bind(stacLanding, ({ principal }) => landing(principal)),
    bind(stacRoot, ({ principal }) => landing(principal)),
    bind(stacConformance, async () => ({ body: { conformsTo: conformance }, provenance: own() })),
    bind(stacApi, async () => ({
      body: openApiOf([...stacEndpoints, ...stacTransactionEndpoints, ...stacLoadEndpoints], version),
      provenance: own(),
    })),
    bind(stacHealth, async () => ({ body: await service.health(), provenance: own() })),
  ];
}

function collectionBindings({ service, documents: { base, root, link, types } }: CatalogueContext): Bindings {
  return [
    bind(stacCollections, async ({ query, principal }) => {
      const { described, provenance } = await service.describe(await service.visible(principal));
      const { token: _token, ...parameters } = query;
      const found = searchCollections(described, query);
      const at = (token: string | null) =>
        withQuery(`${base}/collections`, token === null ? parameters : { ...parameters, token });
      return {
        provenance,
        body: {
          collections: found.page,
          links: [
            root(),
            link('self', at(query.token ?? null), types.json),
            ...(found.next === null ? [] : [link('next', at(found.next), types.json, { method: 'GET' })]),
          ],
          numberMatched: found.matched,
          numberReturned: found.page.length,
        },
      };
    }),
    bind(stacChildren, async ({ principal }) => {
      const { described, provenance } = await service.describe(await service.visible(principal));
      const links = [root(), link('self', `${base}/children`, types.json)];
      return { body: { children: described, links }, provenance };
    }),
    bind(stacCollection, async ({ params, principal }) => {
      const collection = await service.collectionFor(params.collectionId, principal);
      const { described, provenance } = await service.describe([collection]);
      return { body: described[0], headers: collectionTag(collection, described[0]), provenance };
    }),
  ];
}
