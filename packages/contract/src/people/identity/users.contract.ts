import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { fileShapeOf, listFile, pageShapeOf } from '../../core/resource-endpoints.ts';
import {
  accessLinkSchema,
  emailSchema,
  permissionSchema,
  personNameSchema,
  roleSchema,
  userSchema,
  userStatusSchema,
} from './identity.schemas.ts';
import { userResource } from './users.resource.ts';

const userParams = z.object({ id: z.uuid() });
const csvText = z.string().min(1).max(200_000);

export const usersList = endpoint({
  id: 'usersList',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/users',
  summary: 'Utilizadores, por nome',
  access: 'users:read',
  query: z.object(pageShapeOf(userResource)),
  response: pageOf(userSchema),
});

export const usersSummary = endpoint({
  id: 'usersSummary',
  service: 'admin-api',
  method: 'GET',
  path: '/users/summary',
  summary: 'Utilizadores em números: estado, perfil, verificação em dois passos, sessões e chaves',
  access: 'users:read',
  response: z.object({
    total: z.number().int(),
    active: z.number().int(),
    inactive: z.number().int(),
    suspended: z.number().int(),
    invited: z.number().int(),
    dormant: z.number().int(),
    /** Active accounts by role. */
    activeByRole: z.record(roleSchema, z.number().int()),
    /** Active accounts with a password, and those of them with two-step verification. */
    withPassword: z.number().int(),
    withTwoStep: z.number().int(),
    /** Active accounts whose role demands it and that have none. */
    twoStepMissing: z.number().int(),
    twoStepRoles: z.array(roleSchema),
    /** Days that an account may go without the second step that its role demands. */
    twoStepGraceDays: z.number().int(),
    openSessions: z.number().int(),
    /** Accounts that have an open session. */
    signedIn: z.number().int(),
    apiKeys: z.number().int(),
    programs: z.number().int(),
    /** True when invitations go out by mail. */
    canMail: z.boolean(),
  }),
});

/** The account opens once its owner has set a password by the link, which is shown once. */
export const usersCreate = endpoint({
  id: 'usersCreate',
  service: 'admin-api',
  method: 'POST',
  path: '/users',
  summary: 'Convidar um utilizador: a conta abre-se pela ligação de convite',
  access: 'users:write',
  neverStored: true,
  body: z.object({ email: emailSchema, name: personNameSchema, role: roleSchema }),
  response: z.object({ user: userSchema, link: accessLinkSchema }),
  errors: ['conflict'],
});

/** A change of role or status acts on open sessions at once. */
export const usersUpdate = endpoint({
  id: 'usersUpdate',
  personal: true,
  service: 'admin-api',
  method: 'PUT',
  path: '/users/{id}',
  summary: 'Alterar nome, e-mail, perfil ou estado de um utilizador',
  access: 'users:write',
  params: userParams,
  body: z
    .object({
      email: emailSchema.optional(),
      name: personNameSchema.optional(),
      role: roleSchema.optional(),
      status: userStatusSchema.optional(),
    })
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      message: 'Indique, pelo menos, um campo a alterar.',
    }),
  response: userSchema,
  errors: ['not_found', 'conflict'],
});

/** The account stays for the history; its sessions and keys end at once and its e-mail becomes free. */
export const usersDelete = endpoint({
  id: 'usersDelete',
  service: 'admin-api',
  method: 'DELETE',
  path: '/users/{id}',
  summary: 'Eliminar um utilizador',
  access: 'users:write',
  params: userParams,
  response: z.object({ endedSessions: z.number().int() }),
  errors: ['not_found', 'conflict'],
});

/** Things of the account, and the effect of its deletion on them; read before confirming. */
export const userHoldings = endpoint({
  id: 'userHoldings',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/users/{id}/holdings',
  summary: 'O que pertence a um utilizador e o que lhe acontece se a conta for eliminada',
  access: 'users:write',
  params: userParams,
  response: z.object({
    holdings: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        count: z.number().int(),
        fate: z.enum(['kept', 'removed']),
        note: z.string(),
      }),
    ),
  }),
  errors: ['not_found'],
});

/** The former password and second step end at once; the owner sets new ones by the link. Not for one's own account. */
export const usersResetPassword = endpoint({
  id: 'usersResetPassword',
  service: 'admin-api',
  method: 'POST',
  path: '/users/{id}/reset-password',
  summary: 'Repor o acesso: ligação nova para definir a palavra-passe; as sessões terminam',
  access: 'users:write',
  neverStored: true,
  params: userParams,
  response: z.object({ link: accessLinkSchema }),
  errors: ['not_found', 'conflict'],
});

export const usersForcePassword = endpoint({
  id: 'usersForcePassword',
  service: 'admin-api',
  method: 'POST',
  path: '/users/{id}/force-password-change',
  summary: 'Exigir que o utilizador mude a palavra-passe antes de continuar',
  access: 'users:write',
  params: userParams,
  response: userSchema,
  errors: ['not_found', 'conflict'],
});

/** Where the role demands two steps, the whole access is reset: the link then sets up the new one. */
export const usersResetTotp = endpoint({
  id: 'usersResetTotp',
  service: 'admin-api',
  method: 'POST',
  path: '/users/{id}/reset-two-step',
  summary: 'Repor a verificação em dois passos de um utilizador; as sessões terminam',
  access: 'users:write',
  neverStored: true,
  params: userParams,
  response: z.object({ user: userSchema, link: accessLinkSchema.nullable() }),
  errors: ['not_found', 'conflict'],
});

/** "Porque tem este acesso?": each permission, whether it is granted, by what, and the keys that use it. */
export const userAccess = endpoint({
  id: 'userAccess',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/users/{id}/access',
  summary: 'Permissões efetivas de um utilizador e a razão de cada uma',
  access: 'users:read',
  params: userParams,
  response: z.object({
    user: userSchema,
    /** Reason why no permission is in force (suspended, never accepted), in Portuguese; null otherwise. */
    blocked: z.string().nullable(),
    /** Last change of the role, and its author; null where the audit trail has none. */
    roleSince: z.object({ at: z.string(), by: z.string(), event: z.string() }).nullable(),
    permissions: z.array(
      z.object({
        permission: permissionSchema,
        label: z.string(),
        granted: z.boolean(),
        roles: z.array(roleSchema),
        /** Endpoints that ask for it. */
        endpoints: z.number().int(),
        /** Names of the account's keys that carry it. */
        apiKeys: z.array(z.string()),
      }),
    ),
  }),
  errors: ['not_found'],
});

/** The table of roles and permissions as the running version enforces it. */
export const permissionMatrix = endpoint({
  id: 'permissionMatrix',
  service: 'admin-api',
  method: 'GET',
  path: '/users/permissions',
  summary: 'Matriz de perfis e permissões',
  access: 'users:read',
  response: z.object({
    roles: z.array(z.object({ role: roleSchema, accounts: z.number().int(), twoStepRequired: z.boolean() })),
    permissions: z.array(
      z.object({
        permission: permissionSchema,
        label: z.string(),
        roles: z.array(roleSchema),
        endpoints: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })),
      }),
    ),
    /** Endpoints open to every signed-in account, and those without sign-in. */
    sessionEndpoints: z.number().int(),
    publicEndpoints: z.number().int(),
  }),
});

/** The CSV comes back through the import: what a spreadsheet would run as a formula has an apostrophe before it. */
export const usersExport = endpoint({
  ...listFile,
  id: 'usersExport',
  personal: true,
  service: 'admin-api',
  path: '/users/export',
  summary: 'Todos os utilizadores dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'users:write',
  query: z.object(fileShapeOf(userResource)),
});

/** Most rows of one import. */
export const userImportRows = 100;

const importRowSchema = z.object({
  line: z.number().int(),
  email: z.string(),
  name: z.string(),
  role: z.string(),
  /** Faults of the row, in Portuguese; without any, the person would be invited. */
  faults: z.array(z.string()),
});

/** Columns `email`, `nome`, `perfil`, with comma or semicolon. Writes nothing. */
export const usersImportPreview = endpoint({
  id: 'usersImportPreview',
  personal: true,
  service: 'admin-api',
  method: 'POST',
  path: '/users/import/preview',
  summary: 'Pré-visualizar um CSV de utilizadores, com erros por linha, sem gravar nada',
  access: 'users:write',
  body: z.object({ csv: csvText }),
  response: z.object({ rows: z.array(importRowSchema), good: z.number().int(), faulty: z.number().int() }),
});

/** All rows or none: a file with a faulty row is refused. */
export const usersImport = endpoint({
  id: 'usersImport',
  service: 'admin-api',
  method: 'POST',
  path: '/users/import',
  summary: 'Convidar os utilizadores de um CSV: todos ou nenhum',
  access: 'users:write',
  neverStored: true,
  body: z.object({ csv: csvText }),
  response: z.object({ invited: z.array(z.object({ email: z.string(), name: z.string(), link: accessLinkSchema })) }),
  errors: ['conflict'],
});

export const userEndpoints = [
  usersList,
  usersSummary,
  usersCreate,
  usersUpdate,
  usersDelete,
  userHoldings,
  usersResetPassword,
  usersForcePassword,
  usersResetTotp,
  userAccess,
  permissionMatrix,
  usersExport,
  usersImportPreview,
  usersImport,
] as const;
