import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { permissions } from '../../core/permissions.ts';
import { instantSchema } from '../../core/provenance.ts';

export const interfaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  url: z.string(),
  category: z.string(),
  features: z.array(z.string()),
  /** True once its page is really served. */
  isActive: z.boolean(),
  lastAccessed: instantSchema.nullable(),
});
export type ScientificInterface = z.infer<typeof interfaceSchema>;

const permissionNames = Object.keys(permissions) as [string, ...string[]];

export const listInterfaces = endpoint({
  id: 'listInterfaces',
  service: 'admin-api',
  method: 'GET',
  path: '/interfaces',
  summary: 'Catálogo das interfaces científicas',
  access: 'interfaces:read',
  response: z.object({
    interfaces: z.array(interfaceSchema),
    total: z.number().int(),
    active: z.number().int(),
    by_category: z.record(z.string(), z.number().int()),
    baseUrl: z.string(),
  }),
});

export const openInterface = endpoint({
  id: 'openInterface',
  service: 'admin-api',
  method: 'POST',
  path: '/interfaces/{id}/token',
  summary: 'Credencial de curta duração para uma interface, só com as permissões de que a página precisa',
  access: 'interfaces:read',
  params: z.object({ id: z.string().max(64) }),
  response: z.object({
    token: z.string(),
    expiresAt: instantSchema,
    permissions: z.array(z.enum(permissionNames)),
    origin: z.string(),
    apiBaseUrl: z.string(),
  }),
  errors: ['not_found'],
});

/** Reason why a page cannot be shown in a frame, or null. The server checks it because a browser cannot. */
export const checkFrame = endpoint({
  id: 'checkFrame',
  service: 'admin-api',
  method: 'GET',
  path: '/frames/check',
  summary: 'Verifica se uma página pode ser mostrada embutida, com o motivo real de uma falha',
  access: 'interfaces:read',
  query: z.object({ url: z.url({ protocol: /^https?$/ }).max(2048) }),
  response: z.object({
    url: z.string(),
    embeddable: z.boolean(),
    reason: z
      .enum([
        'ok',
        'host_not_allowed',
        'connection_refused',
        'name_not_found',
        'timeout',
        'tls',
        'http_error',
        'x_frame_options',
        'frame_ancestors',
        'not_html',
      ])
      .describe('Motivo'),
    message: z.string(),
    status: z.number().int().nullable(),
    latencyMs: z.number().nullable(),
    checkedAt: instantSchema,
  }),
});

export const interfaceEndpoints = [listInterfaces, openInterface, checkFrame] as const;
