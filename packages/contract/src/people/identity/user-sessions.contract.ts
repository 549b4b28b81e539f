import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { roleSchema, sessionSchema } from './identity.schemas.ts';

const userSessionSchema = sessionSchema.extend({
  accountId: z.uuid(),
  accountName: z.string(),
  email: z.string(),
  role: roleSchema,
  method: z.enum(['password', 'oidc', 'client']),
  /** Program that acts in it; null for the console. */
  program: z.string().nullable(),
});
export type UserSession = z.infer<typeof userSessionSchema>;

export const sessionsList = endpoint({
  id: 'sessionsList',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/sessions',
  summary: 'Sessões abertas de todas as contas, a última usada primeiro',
  access: 'users:read',
  query: z.object({
    /** Part of the e-mail, the name or the address it came from. */
    search: z.string().trim().max(120).optional(),
    accountId: z.uuid().optional(),
    pageSize: z.coerce.number().int().min(1).max(200).default(50),
    /** `next` of the page before. */
    after: z.string().max(200).optional(),
  }),
  response: z.object({
    sessions: z.array(userSessionSchema),
    total: z.number().int(),
    /** Accounts that they belong to. */
    accounts: z.number().int(),
    next: z.string().nullable(),
  }),
});

export const sessionEnd = endpoint({
  id: 'sessionEnd',
  service: 'admin-api',
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'Terminar uma sessão de qualquer conta',
  access: 'users:write',
  params: z.object({ id: z.uuid() }),
  response: z.object({ endedSessions: z.number().int() }),
  errors: ['not_found'],
});

export const userEndSessions = endpoint({
  id: 'userEndSessions',
  service: 'admin-api',
  method: 'POST',
  path: '/users/{id}/end-sessions',
  summary: 'Terminar todas as sessões de um utilizador',
  access: 'users:write',
  params: z.object({ id: z.uuid() }),
  response: z.object({ endedSessions: z.number().int() }),
  errors: ['not_found'],
});

export const userSessionEndpoints = [sessionsList, sessionEnd, userEndSessions] as const;
