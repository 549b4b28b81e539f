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
  /** A page for everybody, without a session or scripts: it greets nobody. */
  isStatic: z.boolean(),
  /** When the calling account last opened it. */
  lastAccessed: instantSchema.nullable(),
  /** Of the calling account. */
  isFavourite: z.boolean(),
  /** Times that it was opened, by everyone. */
  openings: z.number().int().nonnegative(),
  /** The last look at the page and the files that it names; null before the first, and of pages that are not served. */
  health: z
    .object({ state: z.enum(['good', 'caution', 'bad']), detail: z.string(), checkedAt: instantSchema })
    .nullable(),
  /** When its picture was made, and how: null before the first. */
  picture: z.object({ kind: z.enum(['photograph', 'drawing']), madeAt: instantSchema }).nullable(),
});
export type ScientificInterface = z.infer<typeof interfaceSchema>;

const permissionNames = Object.keys(permissions) as [string, ...string[]];

export const listInterfaces = endpoint({
  id: 'listInterfaces',
  personal: true,
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
    /** Ids of the four that are opened most; until anything was opened, those of the specification. */
    popular: z.array(z.string()),
    popularBy: z.enum(['use', 'specification']),
  }),
});

const idParams = z.object({ id: z.string().max(64) });

export const markInterface = endpoint({
  id: 'markInterface',
  service: 'admin-api',
  method: 'PUT',
  path: '/interfaces/{id}/favourite',
  summary: 'Põe uma interface nas favoritas da própria conta, ou tira-a',
  access: 'interfaces:read',
  params: idParams,
  body: z.object({ isFavourite: z.boolean() }),
  response: z.object({ id: z.string(), isFavourite: z.boolean() }),
  errors: ['not_found'],
});

/** Pages that ask for a token count their opening with it; those that need none say it here. */
export const visitInterface = endpoint({
  id: 'visitInterface',
  service: 'admin-api',
  method: 'POST',
  path: '/interfaces/{id}/visit',
  summary: 'Conta a abertura de uma página que não pede credencial',
  access: 'interfaces:read',
  params: idParams,
  response: z.object({ id: z.string(), lastAccessed: instantSchema }),
  errors: ['not_found'],
});

export const interfacePicture = endpoint({
  id: 'interfacePicture',
  service: 'admin-api',
  method: 'GET',
  path: '/interfaces/{id}/picture',
  summary: 'Imagem de uma interface: fotografia tirada pela plataforma, ou desenho da sua disposição',
  access: 'interfaces:read',
  params: idParams,
  response: z.object({
    kind: z.enum(['photograph', 'drawing']),
    madeAt: instantSchema,
    /** `data:` address. */
    image: z.string(),
  }),
  errors: ['not_found'],
});

export const renewInterfaces = endpoint({
  id: 'renewInterfaces',
  service: 'admin-api',
  method: 'POST',
  path: '/interfaces/renew',
  summary: 'Verifica já todas as páginas e renova as suas imagens; são tarefas',
  access: 'services:control',
  response: z.object({ jobs: z.array(z.uuid()) }),
  errors: ['already_running'],
  rateLimitPerMinute: 10,
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

export const interfaceEndpoints = [
  listInterfaces,
  openInterface,
  checkFrame,
  markInterface,
  visitInterface,
  interfacePicture,
  renewInterfaces,
] as const;
