import {
  stacCreateItems,
  stacDeleteItem,
  stacReplaceItem,
  stacUpdateItem,
} from '@kianda/contract/open/catalogue/stac-transactions.contract';
import { type Bindings, bind, type Principal } from '../../../platform/http/bind.ts';
import type { CatalogueService } from './catalogue.service.ts';
import type { Documents } from './documents/documents.ts';
import { itemTag, type Transactions } from './transactions.service.ts';

/** Endpoints of the catalogue that write. */
export function transactionBindings(
  service: CatalogueService,
  transactions: Transactions,
  documents: Documents,
): Bindings {
  const changedItem = async (collection: string, id: string, principal: Principal) => {
    const row = await service.itemFor(collection, id, principal);
    return {
      body: documents.item(row),
      contentType: documents.types.geojson,
      headers: { etag: itemTag(row) },
      provenance: await service.provenanceOfRows([row]),
    };
  };
  const targetOf = (
    { collectionId, itemId }: { collectionId: string; itemId: string },
    principal: Principal,
    ifMatch: unknown,
  ) => ({ collection: service.collectionFor(collectionId, principal), id: itemId, ifMatch });

  return [
    bind(stacCreateItems, async ({ params, body, principal, ipAddress, userAgent }) => {
      const collection = service.collectionFor(params.collectionId, principal);
      const [id = ''] = await transactions.create(collection, body, { principal, ipAddress, userAgent });
      if (body.type === 'FeatureCollection') return { status: 201 };
      const answer = await changedItem(collection.id, id, principal);
      return { ...answer, status: 201, headers: { ...answer.headers, location: documents.itemUrl(collection.id, id) } };
    }),
    bind(stacReplaceItem, async ({ params, body, headers, principal, ipAddress, userAgent }) => {
      const target = targetOf(params, principal, headers['if-match']);
      await transactions.replace(target, body, { principal, ipAddress, userAgent });
      return changedItem(target.collection.id, target.id, principal);
    }),
    bind(stacUpdateItem, async ({ params, body, headers, principal, ipAddress, userAgent }) => {
      const target = targetOf(params, principal, headers['if-match']);
      await transactions.update(target, body, { principal, ipAddress, userAgent });
      return changedItem(target.collection.id, target.id, principal);
    }),
    bind(stacDeleteItem, async ({ params, headers, principal, ipAddress, userAgent }) => {
      const target = targetOf(params, principal, headers['if-match']);
      await transactions.remove(target, { principal, ipAddress, userAgent });
      return { status: 204 };
    }),
  ];
}
