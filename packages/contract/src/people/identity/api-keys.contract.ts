import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { givenPasswordSchema, permissionSchema, personNameSchema } from './identity.schemas.ts';

/** Prefix of every API key: scanners of leaked secrets look for such marks. */
export const apiKeyMark = 'knd_';
/** Longest life of a key. */
export const apiKeyDaysMax = 365;

const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** First characters, by which a person distinguishes keys. */
  prefix: z.string(),
  permissions: z.array(permissionSchema),
  /** Permissions among them that its owner's role no longer has; they have no effect. */
  lost: z.array(permissionSchema),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
  lastUsedAddress: z.string().nullable(),
  revokedAt: instantSchema.nullable(),
  state: z.enum(['active', 'expired', 'revoked', 'suspended']),
  ownerId: z.uuid(),
  ownerName: z.string(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

const keyList = z.object({ keys: z.array(apiKeySchema) });

export const apiKeysOwn = endpoint({
  id: 'apiKeysOwn',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/auth/api-keys',
  summary: 'Chaves de API da própria conta',
  access: 'session',
  response: keyList,
});

/** The key is answered once. Its permissions are some of its owner's; the password is asked of an account that has one. */
export const apiKeyCreate = endpoint({
  id: 'apiKeyCreate',
  service: 'admin-api',
  method: 'POST',
  path: '/auth/api-keys',
  summary: 'Criar uma chave de API da própria conta',
  access: 'session',
  neverStored: true,
  rateLimitPerMinute: 20,
  body: z.object({
    name: personNameSchema,
    permissions: z.array(permissionSchema).min(1, { message: 'Escolha, pelo menos, uma permissão.' }).max(100),
    days: z.number().int().min(1).max(apiKeyDaysMax),
    currentPassword: givenPasswordSchema.optional(),
  }),
  response: z.object({ key: apiKeySchema, secret: z.string() }),
  errors: ['invalid_credentials', 'locked_out', 'conflict'],
});

export const apiKeyRevoke = endpoint({
  id: 'apiKeyRevoke',
  service: 'admin-api',
  method: 'DELETE',
  path: '/auth/api-keys/{id}',
  summary: 'Revogar uma chave de API da própria conta',
  access: 'session',
  params: z.object({ id: z.uuid() }),
  response: z.object({ revoked: z.literal(true) }),
  errors: ['not_found'],
});

export const apiKeysAll = endpoint({
  id: 'apiKeysAll',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/api-keys',
  summary: 'Chaves de API de todas as contas',
  access: 'users:read',
  query: z.object({ accountId: z.uuid().optional() }),
  response: keyList,
});

export const apiKeyRevokeAny = endpoint({
  id: 'apiKeyRevokeAny',
  service: 'admin-api',
  method: 'DELETE',
  path: '/api-keys/{id}',
  summary: 'Revogar uma chave de API de qualquer conta',
  access: 'users:write',
  params: z.object({ id: z.uuid() }),
  response: z.object({ revoked: z.literal(true) }),
  errors: ['not_found'],
});

export const apiKeyEndpoints = [apiKeysOwn, apiKeyCreate, apiKeyRevoke, apiKeysAll, apiKeyRevokeAny] as const;
