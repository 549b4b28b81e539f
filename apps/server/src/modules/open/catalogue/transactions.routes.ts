import {
  stacCreateItems,
  stacDeleteItem,
  stacReplaceItem,
  stacUpdateItem,
} from '@kianda/contract/open/catalogue/stac-transactions.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { CatalogueService } from './catalogue.service.ts';
import type { Objects } from './documents/documents.ts';
import { itemTag, type Transactions } from './transactions.service.ts';

/** Endpoints of the catalogue that write. */
export function transactionBindings(service: CatalogueService, transactions: Transactions, objects: Objects): Bindings {
  const tellChanged = async (collection: string, id: string, ...who: [Parameters<CatalogueService['itemFor']>[2]]) => {
    const row = await service.itemFor(collection, id, ...who);
    return {
      body: objects.item(row),
      contentType: objects.types.geojson,
      headers: { etag: itemTag(row) },
      provenance: await service.provenanceOfRows([row]),
    };
  };

  return [
    bind(stacCreateItems, async ({ params, body, principal, ipAddress, userAgent }) => {
      const collection = service.collectionFor(params.collectionId, principal);
      const ids = await transactions.create(collection, body, { principal, ipAddress, userAgent });
      const [id = ''] = ids;
      if (body.type === 'FeatureCollection') return { status: 201 };
      const answer = await tellChanged(collection.id, id, principal);
      return { ...answer, status: 201, headers: { ...answer.headers, location: objects.itemUrl(collection.id, id) } };
    }),
    bind(stacReplaceItem, async ({ params, body, headers, principal, ipAddress, userAgent }) => {
      const collection = service.collectionFor(params.collectionId, principal);
      const who = { principal, ipAddress, userAgent };
      await transactions.replace(collection, params.itemId, body, headers['if-match'], who);
      return tellChanged(collection.id, params.itemId, principal);
    }),
    bind(stacUpdateItem, async ({ params, body, headers, principal, ipAddress, userAgent }) => {
      const collection = service.collectionFor(params.collectionId, principal);
      const who = { principal, ipAddress, userAgent };
      await transactions.update(collection, params.itemId, body, headers['if-match'], who);
      return tellChanged(collection.id, params.itemId, principal);
    }),
    bind(stacDeleteItem, async ({ params, headers, principal, ipAddress, userAgent }) => {
      const collection = service.collectionFor(params.collectionId, principal);
      const who = { principal, ipAddress, userAgent };
      await transactions.remove(collection, params.itemId, headers['if-match'], who);
      return { status: 204 };
    }),
  ];
}
