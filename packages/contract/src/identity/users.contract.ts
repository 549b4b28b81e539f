import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { pageOf, pageQuerySchema } from '../core/page.ts';
import { emailSchema, personNameSchema, roleSchema, userSchema, userStatusSchema } from './identity.schemas.ts';

const userParams = z.object({ id: z.uuid() });

export const usersList = endpoint({
  id: 'usersList',
  service: 'admin-api',
  method: 'GET',
  path: '/users',
  summary: 'Utilizadores, por nome',
  access: 'users:read',
  query: pageQuerySchema.extend({
    search: z.string().trim().max(120).optional(),
    role: roleSchema.optional(),
    status: userStatusSchema.optional(),
  }),
  response: pageOf(userSchema),
});

/** The one-time password is shown once and must be changed at the first sign-in. */
export const usersCreate = endpoint({
  id: 'usersCreate',
  service: 'admin-api',
  method: 'POST',
  path: '/users',
  summary: 'Criar um utilizador, com uma palavra-passe provisória',
  access: 'users:write',
  neverStored: true,
  body: z.object({ email: emailSchema, name: personNameSchema, role: roleSchema }),
  response: z.object({ user: userSchema, oneTimePassword: z.string() }),
  errors: ['conflict'],
});

/** A change of role or status acts on open sessions at once. */
export const usersUpdate = endpoint({
  id: 'usersUpdate',
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

/** The account stays for the history; its sessions end at once and its e-mail becomes free. */
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

export const usersResetPassword = endpoint({
  id: 'usersResetPassword',
  service: 'admin-api',
  method: 'POST',
  path: '/users/{id}/reset-password',
  summary: 'Repor a palavra-passe e a verificação em dois passos; as sessões terminam',
  access: 'users:write',
  neverStored: true,
  params: userParams,
  response: z.object({ oneTimePassword: z.string() }),
  errors: ['not_found'],
});

export const userEndpoints = [usersList, usersCreate, usersUpdate, usersDelete, usersResetPassword] as const;
