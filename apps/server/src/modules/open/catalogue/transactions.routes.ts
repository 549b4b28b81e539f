import {
  stacCreateCollections,
  stacCreateItems,
  stacDeleteCollection,
  stacDeleteItem,
  stacReplaceCollection,
  stacReplaceItem,
  stacUpdateCollection,
  stacUpdateItem,
} from '@kianda/contract/open/catalogue/stac-transactions.contract';
import { type Bindings, bind, type Principal } from '../../../platform/http/bind.ts';
import type { CatalogueService } from './catalogue.service.ts';
import type { CollectionTransactions } from './collection-transactions.service.ts';
import type { Documents } from './documents/documents.ts';
import { collectionTag, itemTag, type Transactions } from './transactions.service.ts';

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
  const targetOf = async (
    { collectionId, itemId }: { collectionId: string; itemId: string },
    principal: Principal,
    ifMatch: unknown,
  ) => ({ collection: await service.collectionFor(collectionId, principal), id: itemId, ifMatch });

  return [
    bind(stacCreateItems, async ({ params, body, principal, ipAddress, userAgent }) => {
      const collection = await service.collectionFor(params.collectionId, principal);
      const [id = ''] = await transactions.create(collection, body, { principal, ipAddress, userAgent });
      if (body.type === 'FeatureCollection') return { status: 201 };
      const answer = await changedItem(collection.id, id, principal);
      return { ...answer, status: 201, headers: { ...answer.headers, location: documents.itemUrl(collection.id, id) } };
    }),
    bind(stacReplaceItem, async ({ params, body, headers, principal, ipAddress, userAgent }) => {
      const target = await targetOf(params, principal, headers['if-match']);
      await transactions.replace(target, body, { principal, ipAddress, userAgent });
      return changedItem(target.collection.id, target.id, principal);
    }),
    bind(stacUpdateItem, async ({ params, body, headers, principal, ipAddress, userAgent }) => {
      const target = await targetOf(params, principal, headers['if-match']);
      await transactions.update(target, body, { principal, ipAddress, userAgent });
      return changedItem(target.collection.id, target.id, principal);
    }),
    bind(stacDeleteItem, async ({ params, headers, principal, ipAddress, userAgent }) => {
      const target = await targetOf(params, principal, headers['if-match']);
      await transactions.remove(target, { principal, ipAddress, userAgent });
      return { status: 204 };
    }),
  ];
}

/** Endpoints that publish, change and withdraw whole collections. */
export function collectionTransactionBindings(
  service: CatalogueService,
  transactions: CollectionTransactions,
  documents: Documents,
): Bindings {
  const changed = async (id: string, principal: Principal) => {
    const collection = await service.collectionFor(id, principal);
    const { described, provenance } = await service.describe([collection]);
    return { body: described[0], headers: collectionTag(collection, described[0]), provenance };
  };
  const targetOf = async (id: string, principal: Principal, ifMatch: unknown) => ({
    collection: await service.collectionFor(id, principal),
    ifMatch,
  });

  return [
    bind(stacCreateCollections, async ({ body, principal, ipAddress, userAgent }) => {
      const [id = ''] = await transactions.create(body, { principal, ipAddress, userAgent });
      if (body.collections !== undefined) return { status: 201 };
      const answer = await changed(id, principal);
      return { ...answer, status: 201, headers: { ...answer.headers, location: documents.collectionUrl(id) } };
    }),
    bind(stacReplaceCollection, async ({ params, body, headers, principal, ipAddress, userAgent }) => {
      const target = await targetOf(params.collectionId, principal, headers['if-match']);
      await transactions.replace(target, body, { principal, ipAddress, userAgent });
      return changed(params.collectionId, principal);
    }),
    bind(stacUpdateCollection, async ({ params, body, headers, principal, ipAddress, userAgent }) => {
      const target = await targetOf(params.collectionId, principal, headers['if-match']);
      await transactions.update(target, body, { principal, ipAddress, userAgent });
      return changed(params.collectionId, principal);
    }),
    bind(stacDeleteCollection, async ({ params, query, headers, principal, ipAddress, userAgent }) => {
      const target = await targetOf(params.collectionId, principal, headers['if-match']);
      await transactions.remove(target, query.items, { principal, ipAddress, userAgent });
      return { status: 204 };
    }),
  ];
}
