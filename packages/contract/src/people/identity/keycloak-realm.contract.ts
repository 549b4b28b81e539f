import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { page, read, realm, write } from './keycloak.contract.ts';
import { realmParams } from './oidc.contract.ts';

const found = { errors: ['not_found'] } as const;
/** ms since 1970, a day, or the text that JavaScript makes of a date: what clients send. */
const moment = z
  .string()
  .max(80)
  .refine((text) => /^\d{1,15}$/.test(text) || !Number.isNaN(Date.parse(text)), 'Data ou milissegundos.');
const audit = { ...read, ...found, access: 'audit:read', personal: true } as const;

/** A whole representation, or parts of one: fields that differ from the realm's own are refused by name. */
export const updateRealm = endpoint({
  ...write,
  id: 'updateRealm',
  method: 'PUT',
  path: realm,
  summary: 'Altera o nome que o domínio mostra',
  params: realmParams,
  body: z.object({ displayName: z.string().trim().min(1).max(100).optional() }).loose(),
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const logoutRealm = endpoint({
  ...write,
  ...found,
  id: 'logoutRealm',
  method: 'POST',
  path: `${realm}/logout-all`,
  summary: 'Termina as sessões de todas as contas, menos a de quem o pede',
  params: realmParams,
  response: z.unknown(),
});

export const realmKeys = endpoint({
  ...read,
  ...found,
  id: 'realmKeys',
  path: `${realm}/keys`,
  summary: 'Chaves com que o domínio assina, só a parte pública, no formato do Keycloak',
  params: realmParams,
  response: z.object({
    /** Algorithm → id of the key in use. */
    active: z.record(z.string(), z.string()),
    keys: z.array(
      z.object({
        kid: z.string(),
        type: z.enum(['RSA', 'EC', 'OKP']),
        algorithm: z.string(),
        status: z.literal('ACTIVE'),
        use: z.literal('SIG'),
        providerPriority: z.number().int(),
        /** SubjectPublicKeyInfo, DER in base64. */
        publicKey: z.string(),
      }),
    ),
  }),
});

export const realmEvents = endpoint({
  ...audit,
  id: 'realmEvents',
  path: `${realm}/events`,
  summary: 'O que as pessoas fizeram com as suas contas, da auditoria, no formato do Keycloak',
  params: realmParams,
  query: page.extend({
    /** One or several. */
    type: z.union([z.string().max(64), z.array(z.string().max(64)).max(40)]).optional(),
    user: z.string().max(64).optional(),
    ipAddress: z.string().max(64).optional(),
    dateFrom: moment.optional(),
    dateTo: moment.optional(),
  }),
  response: z.array(
    z.object({
      id: z.string(),
      /** ms since 1970. */
      time: z.number(),
      type: z.string(),
      realmId: z.string(),
      userId: z.string().optional(),
      sessionId: z.string().optional(),
      ipAddress: z.string(),
      error: z.string().optional(),
      details: z.record(z.string(), z.string()),
    }),
  ),
});

export const realmAdminEvents = endpoint({
  ...audit,
  id: 'realmAdminEvents',
  path: `${realm}/admin-events`,
  summary: 'O que administradores fizeram a contas e aplicações, da auditoria, no formato do Keycloak',
  params: realmParams,
  query: page.extend({
    operationTypes: z.union([z.string().max(16), z.array(z.string().max(16)).max(4)]).optional(),
    resourceTypes: z.union([z.string().max(32), z.array(z.string().max(32)).max(10)]).optional(),
    resourcePath: z.string().max(254).optional(),
    authUser: z.string().max(64).optional(),
    authIpAddress: z.string().max(64).optional(),
    dateFrom: moment.optional(),
    dateTo: moment.optional(),
  }),
  response: z.array(
    z.object({
      id: z.string(),
      time: z.number(),
      realmId: z.string(),
      authDetails: z.object({ realmId: z.string(), userId: z.string().optional(), ipAddress: z.string() }),
      operationType: z.enum(['CREATE', 'UPDATE', 'DELETE', 'ACTION']),
      resourceType: z.enum(['USER', 'CLIENT', 'REALM']),
      resourcePath: z.string(),
      details: z.record(z.string(), z.string()),
    }),
  ),
});

export const realmEventsConfig = endpoint({
  ...audit,
  id: 'realmEventsConfig',
  path: `${realm}/events/config`,
  summary: 'O que a auditoria guarda, no formato do Keycloak',
  params: realmParams,
  response: z.object({
    eventsEnabled: z.boolean(),
    eventsListeners: z.array(z.string()),
    enabledEventTypes: z.array(z.string()),
    adminEventsEnabled: z.boolean(),
    adminEventsDetailsEnabled: z.boolean(),
  }),
});

export const keycloakWhoAmI = endpoint({
  ...read,
  ...found,
  id: 'keycloakWhoAmI',
  personal: true,
  path: '/admin/{realm}/console/whoami',
  summary: 'Quem pede, e o que pode gerir no domínio, no formato do Keycloak',
  params: realmParams,
  response: z.object({
    userId: z.string(),
    realm: z.string(),
    displayName: z.string(),
    locale: z.string(),
    createRealm: z.literal(false),
    /** Realm → what the account may do there. */
    realm_access: z.record(z.string(), z.array(z.string())),
    temporary: z.boolean(),
  }),
});

export const keycloakServerInfo = endpoint({
  ...read,
  id: 'keycloakServerInfo',
  path: '/admin/serverinfo',
  summary: 'Esta instalação, no formato do Keycloak',
  response: z.object({
    systemInfo: z.object({ version: z.string(), serverTime: z.string() }),
    profileInfo: z.object({ name: z.string(), disabledFeatures: z.array(z.string()) }),
    cryptoInfo: z.object({ clientSignatureAsymmetricAlgorithms: z.array(z.string()) }),
    enums: z.record(z.string(), z.array(z.string())),
  }),
});

const unsupported = { response: z.unknown(), errors: ['not_found', 'not_supported'] } as const;
const anything = `${realm}/*`;

export const createRealm = endpoint({
  ...write,
  ...unsupported,
  id: 'createRealm',
  method: 'POST',
  path: '/admin/realms',
  summary: 'Recusado: há um só domínio',
});

export const deleteRealm = endpoint({
  ...write,
  ...unsupported,
  id: 'deleteRealm',
  method: 'DELETE',
  path: realm,
  summary: 'Recusado: o domínio não se elimina',
  params: realmParams,
});

export const keycloakOtherRead = endpoint({
  ...read,
  ...unsupported,
  id: 'keycloakOtherRead',
  path: anything,
  summary: 'Recusado: o que o Keycloak dá a ler e a plataforma não tem',
  params: realmParams,
});

export const keycloakOtherPost = endpoint({
  ...write,
  ...unsupported,
  id: 'keycloakOtherPost',
  method: 'POST',
  path: anything,
  summary: 'Recusado: o que o Keycloak cria e a plataforma não tem',
  params: realmParams,
});

export const keycloakOtherPut = endpoint({
  ...write,
  ...unsupported,
  id: 'keycloakOtherPut',
  method: 'PUT',
  path: anything,
  summary: 'Recusado: o que o Keycloak altera e a plataforma não tem',
  params: realmParams,
});

export const keycloakOtherDelete = endpoint({
  ...write,
  ...unsupported,
  id: 'keycloakOtherDelete',
  method: 'DELETE',
  path: anything,
  summary: 'Recusado: o que o Keycloak elimina e a plataforma não tem',
  params: realmParams,
});

export const keycloakRealmEndpoints = [
  updateRealm,
  logoutRealm,
  realmKeys,
  realmEvents,
  realmAdminEvents,
  realmEventsConfig,
  keycloakWhoAmI,
  keycloakServerInfo,
  createRealm,
  deleteRealm,
  keycloakOtherRead,
  keycloakOtherPost,
  keycloakOtherPut,
  keycloakOtherDelete,
] as const;
