import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { collectionParams, itemParams } from './stac.contract.ts';

const write = {
  service: 'stac',
  format: 'standard',
  access: 'catalogue:write',
  response: z.unknown(),
} as const;
const itemBody = z.record(z.string(), z.unknown());

/** An item, or a FeatureCollection of them. */
export const stacCreateItems = endpoint({
  ...write,
  id: 'stacCreateItems',
  method: 'POST',
  path: '/collections/{collectionId}/items',
  summary: 'Publica um item, ou vários, numa coleção que os aceita',
  params: collectionParams,
  body: itemBody,
  errors: ['not_found', 'conflict'],
});

export const stacReplaceItem = endpoint({
  ...write,
  id: 'stacReplaceItem',
  method: 'PUT',
  path: '/collections/{collectionId}/items/{itemId}',
  summary: 'Substitui um item publicado',
  params: itemParams,
  body: itemBody,
  errors: ['not_found', 'conflict', 'precondition_failed'],
});

/** RFC 7396 merge patch. */
export const stacUpdateItem = endpoint({
  ...write,
  id: 'stacUpdateItem',
  method: 'PATCH',
  path: '/collections/{collectionId}/items/{itemId}',
  summary: 'Altera campos de um item publicado',
  params: itemParams,
  body: itemBody,
  errors: ['not_found', 'conflict', 'precondition_failed'],
});

export const stacDeleteItem = endpoint({
  ...write,
  id: 'stacDeleteItem',
  method: 'DELETE',
  path: '/collections/{collectionId}/items/{itemId}',
  summary: 'Retira um item publicado',
  params: itemParams,
  errors: ['not_found', 'conflict', 'precondition_failed'],
});

export const stacTransactionEndpoints = [stacCreateItems, stacReplaceItem, stacUpdateItem, stacDeleteItem] as const;
