import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { givenPasswordSchema, personNameSchema } from '../../people/identity/identity.schemas.ts';
import { bucketNamePattern } from './storage.contract.ts';

/** Path of the S3 protocol below the service's prefix. */
export const s3Path = '/s3';
/** Longest life of a key. */
export const s3KeyDaysMax = 365;

const s3KeySchema = z.object({
  /** The access key id, as clients call it. */
  accessKey: z.string(),
  name: z.string(),
  /** True when it may also write and delete. */
  write: z.boolean(),
  /** The areas it opens; null: all that its owner may open. */
  buckets: z.array(z.string()).nullable(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
  lastUsedAddress: z.string().nullable(),
  revokedAt: instantSchema.nullable(),
  /** `suspended`: its owner's account is, or may no longer see the storage. */
  state: z.enum(['active', 'expired', 'revoked', 'suspended']),
  ownerId: z.string(),
  /** Null: the account is no longer active. */
  ownerName: z.string().nullable(),
});
export type S3Key = z.infer<typeof s3KeySchema>;

const own = { service: 'storage', access: 'storage:read' } as const;

export const listS3Keys = endpoint({
  ...own,
  id: 'listS3Keys',
  method: 'GET',
  path: '/s3-keys',
  summary: 'Chaves S3 próprias; de todas as contas, para quem gere o armazenamento',
  response: z.object({
    keys: z.array(s3KeySchema),
    /** Address for clients that take a path. */
    endpoint: z.string(),
    /** Host and port, for those that take no more: GDAL, DuckDB. */
    host: z.string(),
    /** Why no client can come here; null where they can. */
    reason: z.string().nullable(),
  }),
});

/** The secret is answered once. The password is asked of an account that has one. */
export const createS3Key = endpoint({
  ...own,
  id: 'createS3Key',
  method: 'POST',
  path: '/s3-keys',
  summary: 'Cria uma chave S3 da própria conta',
  neverStored: true,
  rateLimitPerMinute: 20,
  body: z.object({
    name: personNameSchema,
    write: z.boolean(),
    buckets: z.array(z.string().min(1).max(255)).min(1, 'Escolha, pelo menos, uma área.').max(100).nullable(),
    days: z.number().int().min(1).max(s3KeyDaysMax),
    currentPassword: givenPasswordSchema.optional(),
  }),
  response: z.object({ key: s3KeySchema, secretKey: z.string() }),
  errors: ['invalid_credentials', 'locked_out', 'conflict'],
});

export const revokeS3Key = endpoint({
  ...own,
  id: 'revokeS3Key',
  method: 'DELETE',
  path: '/s3-keys/{accessKey}',
  summary: 'Revoga uma chave S3',
  params: z.object({ accessKey: z.string().min(1).max(64) }),
  response: z.object({ accessKey: z.string() }),
  errors: ['not_found'],
});

/**
 * The S3 protocol. The signature (AWS Signature Version 4), which the handler checks, identifies the caller; errors are
 * the protocol's own XML.
 */
const protocol = {
  service: 'storage',
  access: 'public',
  format: 'standard',
  contentType: 'application/xml',
  neverStored: true,
  allowBeforePasswordChange: true,
  response: z.unknown(),
  // A client that synchronises asks once for each object.
  rateLimitPerMinute: 240_000,
} as const;
const anyPath = `${s3Path}/*` as const;

export const s3Service = endpoint({
  ...protocol,
  id: 's3Service',
  method: 'GET',
  path: s3Path,
  summary: 'S3: ListBuckets',
});
export const s3Read = endpoint({
  ...protocol,
  id: 's3Read',
  method: 'GET',
  path: anyPath,
  summary:
    'S3: HeadBucket, ListObjects (V1 e V2), GetObject, HeadObject, GetBucketLocation, GetBucketVersioning, ListParts',
});
export const s3Write = endpoint({
  ...protocol,
  id: 's3Write',
  method: 'PUT',
  requestBody: 'stream',
  path: anyPath,
  summary: 'S3: CreateBucket, PutObject, CopyObject, UploadPart, UploadPartCopy',
});
export const s3Act = endpoint({
  ...protocol,
  id: 's3Act',
  method: 'POST',
  requestBody: 'stream',
  path: anyPath,
  summary: 'S3: DeleteObjects, CreateMultipartUpload, CompleteMultipartUpload',
});
export const s3Remove = endpoint({
  ...protocol,
  id: 's3Remove',
  method: 'DELETE',
  path: anyPath,
  summary: 'S3: DeleteBucket, DeleteObject, AbortMultipartUpload',
});

export const s3Preflight = endpoint({
  ...protocol,
  id: 's3Preflight',
  method: 'OPTIONS',
  path: anyPath,
  summary: 'S3: pergunta de um navegador antes do pedido, respondida pelas regras CORS da área',
});

/** True when S3 accepts the name for a bucket. */
export const isBucketName = (name: string): boolean => bucketNamePattern.test(name);

export const s3Endpoints = [
  listS3Keys,
  createS3Key,
  revokeS3Key,
  s3Service,
  s3Read,
  s3Write,
  s3Act,
  s3Remove,
  s3Preflight,
] as const;
