import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { objectKeySchema } from './storage.contract.ts';

const own = { service: 'storage' } as const;

const uploadParams = z.object({ id: z.uuid() });
export const uploadSchema = z.object({
  id: z.uuid(),
  bucket: z.string(),
  key: z.string(),
  /** Bytes of the whole file, and of each part but the last. */
  size: z.number().int(),
  partSize: z.number().int(),
  /** Numbers, from 1, of the parts that have arrived. */
  parts: z.array(z.number().int()),
  createdAt: instantSchema,
});
export type UploadView = z.infer<typeof uploadSchema>;

export const beginUpload = endpoint({
  ...own,
  id: 'beginUpload',
  access: 'storage:write',
  method: 'POST',
  path: '/uploads',
  summary: 'Inicia um envio por partes, que se pode interromper e retomar',
  body: z.object({
    bucket: z.string().min(1).max(255),
    key: objectKeySchema,
    size: z.number().int().min(0).max(53_687_091_200),
    contentType: z.string().max(200).optional(),
  }),
  takesRoom: 'objects',
  response: uploadSchema,
  errors: ['not_found', 'read_only'],
});

export const uploadState = endpoint({
  ...own,
  id: 'uploadState',
  access: 'storage:write',
  method: 'GET',
  path: '/uploads/{id}',
  summary: 'Partes de um envio que já chegaram',
  params: uploadParams,
  response: uploadSchema,
  errors: ['not_found'],
});

export const uploadPart = endpoint({
  ...own,
  id: 'uploadPart',
  access: 'storage:write',
  requestBody: 'stream',
  method: 'PUT',
  path: '/uploads/{id}/parts/{part}',
  summary: 'Recebe uma parte de um envio',
  params: uploadParams.extend({ part: z.coerce.number().int().min(1).max(10_000) }),
  takesRoom: 'objects',
  response: z.object({ part: z.number().int(), size: z.number().int() }),
  errors: ['not_found'],
});

export const finishUpload = endpoint({
  ...own,
  id: 'finishUpload',
  access: 'storage:write',
  method: 'POST',
  path: '/uploads/{id}/complete',
  summary: 'Junta as partes de um envio no objeto',
  params: uploadParams,
  response: z.object({ key: z.string(), size: z.number(), replaced: z.boolean() }),
  errors: ['not_found', 'conflict', 'read_only'],
});

export const cancelUpload = endpoint({
  ...own,
  id: 'cancelUpload',
  access: 'storage:write',
  method: 'DELETE',
  path: '/uploads/{id}',
  summary: 'Desiste de um envio e apaga as suas partes',
  params: uploadParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

export const uploadEndpoints = [beginUpload, uploadState, uploadPart, finishUpload, cancelUpload] as const;
