import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { objectKeySchema } from '../storage/storage.contract.ts';
import { collectionParams } from './stac.contract.ts';
import { stacLinkSchema } from './stac-schemas.ts';

const shape = { service: 'stac', format: 'standard', access: 'catalogue:write' } as const;
const loadParams = collectionParams.extend({ loadId: z.uuid() });

/** Forms in which items are loaded: one a line, a FeatureCollection, stac-geoparquet. */
const stacLoadFormats = ['ndjson', 'geojson', 'geoparquet'] as const;
export type StacLoadFormat = (typeof stacLoadFormats)[number];

const refusalSchema = z.object({
  /** Of the file, from 1. */
  row: z.number().int(),
  id: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type StacLoadRefusal = z.infer<typeof refusalSchema>;

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
  /** Of the file, or the area and key of the object; absent where its sender did not say. */
  source: z.string().optional(),
  requestedBy: z.string(),
  /** Stopped, or ended early by a fault, with its file still there: it can go on from where it was. */
  isResumable: z.boolean(),
  /** Absent until the file has been looked at. */
  format: z.enum(stacLoadFormats).optional(),
  sizeBytes: z.number().int(),
  /** Rows of the file that have been dealt with: stored, the same as before, or refused. */
  rows: z.number().int(),
  stored: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** The first refused rows, of one load alone; the link `refused` has all of them. */
  refusals: z.array(refusalSchema).optional(),
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
  query: z.object({ name: z.string().max(255).optional() }),
  requestBody: 'stream',
  takesRoom: 'objects',
  response: stacLoadSchema,
  errors: ['not_found', 'conflict', 'payload_too_large'],
});

/** The object is read where it is; a load of one that has changed since ends with that reason. */
export const stacLoadObject = endpoint({
  ...shape,
  id: 'stacLoadObject',
  method: 'POST',
  path: '/collections/{collectionId}/loads/object',
  summary: 'Carrega em segundo plano os itens de um objeto do armazenamento',
  params: collectionParams,
  body: z.object({ bucket: z.string().min(1).max(255), key: objectKeySchema }),
  response: stacLoadSchema,
  errors: ['not_found', 'conflict', 'payload_too_large'],
});

export const stacAllLoads = endpoint({
  ...shape,
  id: 'stacAllLoads',
  method: 'GET',
  path: '/loads',
  summary: 'Carregamentos de todas as coleções, os mais recentes primeiro, e as coleções que os recebem',
  response: z.object({
    jobs: z.array(stacLoadSchema),
    collections: z.array(z.object({ id: z.string(), title: z.string() })),
    links: z.array(stacLinkSchema),
  }),
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

export const stacStopLoad = endpoint({
  ...shape,
  id: 'stacStopLoad',
  method: 'POST',
  path: '/collections/{collectionId}/loads/{loadId}/stop',
  summary: 'Para um carregamento; o que já entrou fica, e o ficheiro também, para continuar depois',
  params: loadParams,
  response: stacLoadSchema,
  errors: ['not_found', 'conflict'],
});

export const stacResumeLoad = endpoint({
  ...shape,
  id: 'stacResumeLoad',
  method: 'POST',
  path: '/collections/{collectionId}/loads/{loadId}/resume',
  summary: 'Continua um carregamento parado, na linha em que ficou',
  params: loadParams,
  response: stacLoadSchema,
  errors: ['not_found', 'conflict', 'already_running'],
});

export const stacDismissLoad = endpoint({
  ...shape,
  id: 'stacDismissLoad',
  method: 'DELETE',
  path: '/collections/{collectionId}/loads/{loadId}',
  summary: 'Desiste de um carregamento e elimina o seu ficheiro; o que já entrou fica',
  params: loadParams,
  response: stacLoadSchema,
  errors: ['not_found', 'conflict'],
});

export const stacLoadEndpoints = [
  stacLoadItems,
  stacLoadObject,
  stacAllLoads,
  stacLoads,
  stacLoad,
  stacLoadRefused,
  stacStopLoad,
  stacResumeLoad,
  stacDismissLoad,
] as const;
