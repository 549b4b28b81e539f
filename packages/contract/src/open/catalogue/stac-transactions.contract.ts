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

/** A collection, or `{ "collections": [ … ] }`: all of them or none. */
export const stacCreateCollections = endpoint({
  ...write,
  id: 'stacCreateCollections',
  method: 'POST',
  path: '/collections',
  summary: 'Publica uma coleção, ou várias',
  body: itemBody,
  errors: ['conflict'],
});

export const stacReplaceCollection = endpoint({
  ...write,
  id: 'stacReplaceCollection',
  method: 'PUT',
  path: '/collections/{collectionId}',
  summary: 'Substitui a descrição de uma coleção publicada',
  params: collectionParams,
  body: itemBody,
  errors: ['not_found', 'conflict', 'precondition_failed'],
});

/** RFC 7396 merge patch. */
export const stacUpdateCollection = endpoint({
  ...write,
  id: 'stacUpdateCollection',
  method: 'PATCH',
  path: '/collections/{collectionId}',
  summary: 'Altera campos de uma coleção publicada',
  params: collectionParams,
  body: itemBody,
  errors: ['not_found', 'conflict', 'precondition_failed'],
});

/** One that has items is refused with their number, which `items` repeats to confirm that they go with it. */
export const stacDeleteCollection = endpoint({
  ...write,
  id: 'stacDeleteCollection',
  method: 'DELETE',
  path: '/collections/{collectionId}',
  summary: 'Retira uma coleção publicada; com itens, só confirmando quantos são',
  params: collectionParams,
  query: z.object({
    items: z
      .string()
      .regex(/^\d{1,9}$/, 'O número de itens que se retiram com a coleção.')
      .transform(Number)
      .optional(),
  }),
  errors: ['not_found', 'conflict', 'precondition_failed'],
});

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

export const stacTransactionEndpoints = [
  stacCreateCollections,
  stacReplaceCollection,
  stacUpdateCollection,
  stacDeleteCollection,
  stacCreateItems,
  stacReplaceItem,
  stacUpdateItem,
  stacDeleteItem,
] as const;
