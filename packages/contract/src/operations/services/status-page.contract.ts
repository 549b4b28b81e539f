import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { statusServiceIds } from './announcements.contract.ts';

export const serviceConditions = {
  operational: 'Operacional',
  degraded: 'Degradado',
  down: 'Indisponível',
  maintenance: 'Em manutenção',
  unknown: 'Desconhecido',
} as const;
export type ServiceCondition = keyof typeof serviceConditions;
const conditionSchema = z.enum(Object.keys(serviceConditions) as [ServiceCondition, ...ServiceCondition[]]);

export const servicesCondition = endpoint({
  id: 'servicesCondition',
  service: 'admin-api',
  method: 'GET',
  path: '/services/condition',
  summary: 'Estado de cada serviço pelas últimas verificações, a latência habitual, os incidentes e as manutenções',
  access: 'services:read',
  response: z.object({
    overall: conditionSchema,
    services: z.array(z.object({ id: z.string(), state: conditionSchema, reason: z.string() })),
    /** Address of the page that needs no sign-in; null where it is off. */
    publicPage: z.string().nullable(),
  }),
});

const page = {
  service: 'status',
  method: 'GET',
  access: 'public',
  format: 'standard',
  response: z.string(),
  allowBeforePasswordChange: true,
} as const;

export const statusPage = endpoint({
  ...page,
  id: 'statusPage',
  path: '',
  summary: 'Página pública do estado dos serviços, onde o operador a abriu; 404 no resto',
  contentType: 'text/html; charset=utf-8',
});

export const statusFeed = endpoint({
  ...page,
  id: 'statusFeed',
  path: '/feed.atom',
  summary: 'Incidentes e manutenções em Atom (RFC 4287)',
  contentType: 'application/atom+xml; charset=utf-8',
});

export const statusBadge = endpoint({
  ...page,
  id: 'statusBadge',
  path: '/badge.svg',
  summary: 'Distintivo SVG do estado do conjunto',
  contentType: 'image/svg+xml; charset=utf-8',
});

export const serviceBadge = endpoint({
  ...page,
  id: 'serviceBadge',
  path: '/{id}/badge.svg',
  summary: 'Distintivo SVG do estado de um serviço',
  params: z.object({ id: z.enum(statusServiceIds) }),
  contentType: 'image/svg+xml; charset=utf-8',
});

export const statusPageEndpoints = [servicesCondition, statusPage, statusFeed, statusBadge, serviceBadge] as const;
