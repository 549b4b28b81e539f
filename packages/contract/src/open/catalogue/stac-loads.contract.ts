import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { collectionParams } from './stac.contract.ts';
import { stacLinkSchema } from './stac-schemas.ts';

const shape = { service: 'stac', format: 'standard', access: 'catalogue:write' } as const;
const loadParams = collectionParams.extend({ loadId: z.uuid() });

/** Forms in which items are loaded: one a line, a FeatureCollection, stac-geoparquet. */
const stacLoadFormats = ['ndjson', 'geojson', 'geoparquet'] as const;
export type StacLoadFormat = (typeof stacLoadFormats)[number];

/** State of a load, in the words of OGC API Processes. */
export const stacLoadSchema = z.object({
  jobID: z.uuid(),
  type: z.literal('process'),
  processID: z.literal('load-items'),
  status: z.enum(['accepted', 'running', 'successful', 'failed', 'dismissed']),
  message: z.string().optional(),
  /** 0–100. */
  progress: z.number().int().optional(),
  created: z.string(),
  finished: z.string().optional(),
  collection: z.string(),
  /** Absent until the file has been looked at. */
  format: z.enum(stacLoadFormats).optional(),
  sizeBytes: z.number().int(),
  /** Rows of the file that have been dealt with: stored, the same as before, or refused. */
  rows: z.number().int(),
  stored: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  links: z.array(stacLinkSchema),
});
export type StacLoad = z.infer<typeof stacLoadSchema>;

/** The request body is the file; its type says what it is, or its content does. Items that exist already are replaced. */
export const stacLoadItems = endpoint({
  ...shape,
  id: 'stacLoadItems',
  method: 'POST',
  path: '/collections/{collectionId}/loads',
  summary: 'Carrega muitos itens em segundo plano: NDJSON, ItemCollection ou stac-geoparquet',
  params: collectionParams,
  requestBody: 'stream',
  takesRoom: 'objects',
  response: stacLoadSchema,
  errors: ['not_found', 'conflict', 'payload_too_large'],
});

export const stacLoads = endpoint({
  ...shape,
  id: 'stacLoads',
  method: 'GET',
  path: '/collections/{collectionId}/loads',
  summary: 'Carregamentos de uma coleção, os mais recentes primeiro',
  params: collectionParams,
  response: z.object({ jobs: z.array(stacLoadSchema), links: z.array(stacLinkSchema) }),
  errors: ['not_found'],
});

export const stacLoad = endpoint({
  ...shape,
  id: 'stacLoad',
  method: 'GET',
  path: '/collections/{collectionId}/loads/{loadId}',
  summary: 'Estado de um carregamento de itens',
  params: loadParams,
  response: stacLoadSchema,
  errors: ['not_found'],
});

/** One JSON object a line: `row`, `id` where it has one, and the `issues` for which it was refused. */
export const stacLoadRefused = endpoint({
  ...shape,
  id: 'stacLoadRefused',
  method: 'GET',
  path: '/collections/{collectionId}/loads/{loadId}/refused',
  summary: 'Linhas que um carregamento recusou, com a razão de cada uma',
  params: loadParams,
  contentType: 'application/x-ndjson',
  response: z.unknown(),
  errors: ['not_found'],
});

export const stacDismissLoad = endpoint({
  ...shape,
  id: 'stacDismissLoad',
  method: 'DELETE',
  path: '/collections/{collectionId}/loads/{loadId}',
  summary: 'Para um carregamento; o que já entrou fica',
  params: loadParams,
  response: stacLoadSchema,
  errors: ['not_found', 'conflict'],
});

export const stacLoadEndpoints = [stacLoadItems, stacLoads, stacLoad, stacLoadRefused, stacDismissLoad] as const;
