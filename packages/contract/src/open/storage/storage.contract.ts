import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** As S3 names buckets. */
export const bucketNamePattern = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const bucketName = z.string().regex(bucketNamePattern, 'Use 3 a 63 letras minúsculas, algarismos ou hífenes.');
const bucketParams = z.object({ name: z.string().min(1).max(255) });
/** Key of an object in its bucket. */
export const objectKeySchema = z.string().min(1).max(1000);
const objectQuery = z.object({ key: objectKeySchema });
const versionId = z.string().min(1).max(200);

export const bucketSchema = z.object({
  name: z.string(),
  size: z.number(),
  objects: z.number().int(),
  lastModified: instantSchema.nullable(),
  /** `system`: what the platform itself stores, read only; `user`: made by people. */
  kind: z.enum(['system', 'user']),
  description: z.string(),
  createdAt: instantSchema.nullable(),
  /** Whether anything of it is open to everyone, without an account; absent where the storage is elsewhere and does not say. */
  isPublic: z.boolean().optional(),
});
export type BucketView = z.infer<typeof bucketSchema>;

export const lifecycleRuleSchema = z.object({
  /** Beginning of the keys it is about; empty: all of the bucket. */
  prefix: z.string().max(500),
  /** Objects not modified for this many days are deleted. */
  days: z.number().int().min(1).max(36_500),
});
/** Names a list of settings as it is: another list has another one. */
export const revisionSchema = z.string().max(64);
/** Revision of the list that a change was made from; without it the list is put whatever it is by then. */
export const seenRevision = revisionSchema.optional();
export type LifecycleRule = z.infer<typeof lifecycleRuleSchema>;

export const objectSchema = z.object({
  /** Within the bucket. */
  key: z.string(),
  size: z.number(),
  lastModified: instantSchema,
  contentType: z.string(),
});
export type ObjectView = z.infer<typeof objectSchema>;

/** `provider_failed`: the storage is elsewhere, and failed there. */
const admin = { service: 'admin-api', access: 'storage:read', errors: ['provider_failed'] } as const;
const own = { service: 'storage' } as const;

export const listBuckets = endpoint({
  ...admin,
  id: 'listBuckets',
  method: 'GET',
  path: '/storage/buckets',
  summary: 'Áreas de armazenamento de objetos com o espaço medido',
  response: z.object({ buckets: z.array(bucketSchema) }),
});

export const bucketInfo = endpoint({
  ...admin,
  id: 'bucketInfo',
  method: 'GET',
  path: '/storage/buckets/{name}/info',
  summary: 'Uma área de armazenamento: espaço, objetos por tamanho e regras',
  params: bucketParams,
  response: bucketSchema.extend({
    writable: z.boolean(),
    /** True when the caller may read the contents of its objects. */
    readable: z.boolean(),
    lifecycle: z.array(lifecycleRuleSchema),
    /** Absent where the storage is elsewhere. */
    lifecycleRevision: revisionSchema.optional(),
    /** Number of objects of each size. */
    histogram: z.array(z.object({ label: z.string(), objects: z.number().int() })),
  }),
  errors: ['not_found', 'provider_failed'],
});

export const bucketObjects = endpoint({
  ...admin,
  id: 'bucketObjects',
  method: 'GET',
  path: '/storage/buckets/{name}/objects',
  summary: 'Objetos e pastas de uma área abaixo de um prefixo, por páginas',
  params: bucketParams,
  query: z.object({
    prefix: z.string().max(1000).default(''),
    after: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(200),
  }),
  response: z.object({
    prefix: z.string(),
    objects: z.array(objectSchema),
    prefixes: z.array(z.string()),
    /** Pass as `after` for the next page; null at the end. */
    next: z.string().nullable(),
  }),
  errors: ['not_found', 'provider_failed'],
});

export const storageStats = endpoint({
  ...admin,
  id: 'storageStats',
  method: 'GET',
  path: '/storage/stats',
  summary: 'Espaço ocupado e número de objetos do armazenamento',
  response: z.object({
    backend: z.enum(['folder', 's3']),
    totalSize: z.number(),
    totalObjects: z.number().int(),
    totalBuckets: z.number().int(),
    largest: z.array(z.object({ name: z.string(), size: z.number(), objects: z.number().int() })),
  }),
});

const minioBucket = z.object({
  name: z.string(),
  creationDate: instantSchema.nullable(),
  size: z.number(),
  objects: z.number().int(),
});

export const minioListBuckets = endpoint({
  ...own,
  id: 'minioListBuckets',
  access: 'storage:read',
  format: 'standard',
  method: 'GET',
  path: '/minio/admin/v3/list-buckets',
  summary: 'Áreas de armazenamento, como o cliente da consola as pede',
  response: z.object({ buckets: z.array(minioBucket) }),
});

export const minioAccountInfo = endpoint({
  ...own,
  id: 'minioAccountInfo',
  access: 'storage:read',
  format: 'standard',
  method: 'GET',
  path: '/minio/admin/v3/accountinfo',
  summary: 'Conta e áreas de armazenamento, no formato do MinIO',
  query: z.object({ 'prefix-usage': z.string().max(8).optional() }),
  response: z.object({
    AccountName: z.string(),
    Server: z.object({ Type: z.string() }),
    Policy: z.record(z.string(), z.unknown()),
    Buckets: z.array(
      z.object({
        name: z.string(),
        size: z.number(),
        objects: z.number().int(),
        objectHistogram: z.record(z.string(), z.number().int()),
        objectsVersionsHistogram: z.record(z.string(), z.number().int()),
        details: z.object({
          versioning: z.boolean(),
          versioningSuspended: z.boolean(),
          locking: z.boolean(),
          replication: z.boolean(),
          tags: z.null(),
          quota: z.null(),
        }),
        prefixUsage: z.record(z.string(), z.number()),
        created: instantSchema.nullable(),
        access: z.object({ read: z.boolean(), write: z.boolean() }),
      }),
    ),
  }),
});

export const s3ListBuckets = endpoint({
  ...own,
  id: 's3ListBuckets',
  access: 'storage:read',
  format: 'standard',
  contentType: 'application/xml',
  method: 'GET',
  path: '/',
  summary: 'Áreas de armazenamento, na resposta XML de S3 ListBuckets',
  response: z.string(),
});

export const createBucket = endpoint({
  ...own,
  id: 'createBucket',
  access: 'storage:manage',
  method: 'POST',
  path: '/buckets',
  summary: 'Cria uma área de armazenamento',
  body: z.object({ name: bucketName, description: z.string().max(300).default('') }),
  response: z.object({ name: z.string() }),
  errors: ['conflict'],
});

export const deleteBucket = endpoint({
  ...own,
  id: 'deleteBucket',
  access: 'storage:manage',
  method: 'DELETE',
  path: '/buckets/{name}',
  summary: 'Elimina uma área de armazenamento vazia',
  params: bucketParams,
  response: z.object({ name: z.string() }),
  errors: ['not_found', 'conflict', 'read_only'],
});

export const putLifecycle = endpoint({
  ...own,
  id: 'putLifecycle',
  access: 'storage:manage',
  method: 'PUT',
  path: '/buckets/{name}/lifecycle',
  summary: 'Substitui as regras de eliminação por idade de uma área',
  params: bucketParams,
  body: z.object({ rules: z.array(lifecycleRuleSchema).max(20), revision: seenRevision }),
  response: z.object({ rules: z.array(lifecycleRuleSchema) }),
  errors: ['not_found', 'read_only', 'precondition_failed'],
});

export const readObject = endpoint({
  ...own,
  id: 'readObject',
  access: 'storage:read',
  format: 'standard',
  method: 'GET',
  path: '/buckets/{name}/object',
  summary: 'O conteúdo de um objeto, ou o intervalo pedido',
  params: bucketParams,
  /** `versionId`: an earlier content, where the storage has versions. */
  query: objectQuery.extend({ download: z.enum(['0', '1']).default('0'), versionId: versionId.optional() }),
  response: z.unknown(),
  errors: ['not_found', 'forbidden', 'conflict', 'range_not_satisfiable'],
});

export const writeObject = endpoint({
  ...own,
  id: 'writeObject',
  access: 'storage:write',
  requestBody: 'stream',
  method: 'PUT',
  path: '/buckets/{name}/object',
  summary: 'Grava um objeto; o corpo do pedido é o seu conteúdo',
  params: bucketParams,
  query: objectQuery,
  takesRoom: 'objects',
  response: z.object({ key: z.string(), size: z.number(), replaced: z.boolean() }),
  errors: ['not_found', 'read_only', 'conflict'],
});

export const removeObject = endpoint({
  ...own,
  id: 'removeObject',
  access: 'storage:write',
  method: 'DELETE',
  path: '/buckets/{name}/object',
  summary: 'Elimina um objeto',
  params: bucketParams,
  query: objectQuery,
  response: z.object({ key: z.string() }),
  errors: ['not_found', 'read_only'],
});

export const objectVersions = endpoint({
  ...own,
  id: 'objectVersions',
  access: 'storage:read',
  method: 'GET',
  path: '/buckets/{name}/versions',
  summary: 'Versões dos objetos de uma área, os eliminados também, onde o armazenamento as guarda',
  params: bucketParams,
  query: z.object({
    /** Beginning of the keys; a whole key for one object. */
    prefix: z.string().max(1000).default(''),
    after: z.string().max(3000).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(200),
  }),
  response: z.object({
    /** `off`: no new versions are stored, older ones may exist; `unsupported`: the storage has no versions. */
    versioning: z.enum(['enabled', 'suspended', 'off', 'unsupported']),
    /** Reason why there are none, in Portuguese; null where there are. */
    reason: z.string().nullable(),
    versions: z.array(
      z.object({
        key: z.string(),
        versionId: z.string(),
        size: z.number(),
        lastModified: instantSchema,
        isLatest: z.boolean(),
        /** The mark of a deletion: restoring it brings the object back. */
        isDeleted: z.boolean(),
        /** Until when it can't be deleted, and whether a legal order keeps it; absent where the storage does not say. */
        lock: z
          .object({
            mode: z.enum(['GOVERNANCE', 'COMPLIANCE']).nullable(),
            until: instantSchema.nullable(),
            legalHold: z.boolean(),
          })
          .optional(),
      }),
    ),
    /** Pass as `after` for the next page; null at the end. */
    next: z.string().nullable(),
  }),
  errors: ['not_found'],
});

export const restoreVersion = endpoint({
  ...own,
  id: 'restoreVersion',
  access: 'storage:write',
  method: 'POST',
  path: '/buckets/{name}/versions/restore',
  summary: 'Repõe uma versão de um objeto, ou recupera um objeto eliminado',
  params: bucketParams,
  body: z.object({ key: objectKeySchema, versionId }),
  response: z.object({ key: z.string() }),
  errors: ['not_found', 'read_only', 'conflict'],
});

export const removeVersion = endpoint({
  ...own,
  id: 'removeVersion',
  access: 'storage:write',
  method: 'DELETE',
  path: '/buckets/{name}/versions',
  summary: 'Elimina de vez uma versão de um objeto, ou a marca de uma eliminação',
  params: bucketParams,
  query: objectQuery.extend({ versionId }),
  response: z.object({ key: z.string(), versionId: z.string() }),
  errors: ['not_found', 'read_only', 'conflict'],
});

export const shareObject = endpoint({
  ...own,
  id: 'shareObject',
  access: 'storage:write',
  neverStored: true,
  method: 'POST',
  path: '/buckets/{name}/links',
  summary: 'Cria uma ligação assinada que abre um objeto sem sessão até à hora indicada',
  params: bucketParams,
  body: z.object({ key: objectKeySchema, expiresInSeconds: z.number().int().min(60).max(604_800).default(86_400) }),
  response: z.object({ url: z.string(), expiresAt: instantSchema }),
  errors: ['not_found', 'forbidden'],
});

export const sharedObject = endpoint({
  ...own,
  id: 'sharedObject',
  access: 'public',
  format: 'standard',
  neverStored: true,
  method: 'GET',
  path: '/shared',
  summary: 'Abre um objeto por uma ligação assinada',
  query: z.object({
    bucket: z.string().min(1).max(255),
    key: objectKeySchema,
    expires: z.coerce.number().int().min(0),
    signature: z.string().min(1).max(100),
  }),
  response: z.unknown(),
  errors: ['not_found', 'link_invalid', 'range_not_satisfiable'],
  allowBeforePasswordChange: true,
});

export const storageEndpoints = [
  listBuckets,
  bucketInfo,
  bucketObjects,
  storageStats,
  minioListBuckets,
  minioAccountInfo,
  s3ListBuckets,
  createBucket,
  deleteBucket,
  putLifecycle,
  readObject,
  writeObject,
  removeObject,
  objectVersions,
  restoreVersion,
  removeVersion,
  shareObject,
  sharedObject,
] as const;
