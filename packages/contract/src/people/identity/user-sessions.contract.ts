import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { fileShapeOf, listFile, pageShapeOf } from '../../core/resource-endpoints.ts';
import { userSessionResource, userSessionSchema } from './user-sessions.resource.ts';

export const sessionsList = endpoint({
  id: 'sessionsList',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/sessions',
  summary: 'Sessões abertas de todas as contas, a última usada primeiro',
  access: 'users:read',
  query: z.object(pageShapeOf(userSessionResource)),
  /** `accounts`: how many the sessions belong to. */
  response: pageOf(userSessionSchema).extend({ accounts: z.number().int() }),
});

export const sessionsExport = endpoint({
  ...listFile,
  id: 'sessionsExport',
  personal: true,
  service: 'admin-api',
  path: '/sessions/export',
  summary: 'Todas as sessões abertas dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'users:write',
  query: z.object(fileShapeOf(userSessionResource)),
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

export const userSessionEndpoints = [sessionsList, sessionsExport, sessionEnd, userEndSessions] as const;
