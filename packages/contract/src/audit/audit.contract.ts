import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { pageOf, pageQuerySchema } from '../core/page.ts';
import { instantSchema } from '../core/provenance.ts';
import { auditEventNameSchema, auditSeverities } from './audit.ts';

const auditEventSchema = z.object({
  /** Place in the chain, from 1 without gaps. */
  seq: z.number().int(),
  occurredAt: instantSchema,
  event: auditEventNameSchema,
  severity: z.enum(auditSeverities),
  /** Null for the platform and for people who are not signed in. */
  actorId: z.string().nullable(),
  actorName: z.string(),
  resource: z.string(),
  ipAddress: z.string(),
  userAgent: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** The trail as it stands, newest first. It is read only: nothing edits or removes an event. */
export const listAuditEvents = endpoint({
  id: 'listAuditEvents',
  service: 'admin-api',
  method: 'GET',
  path: '/audit/events',
  summary: 'Eventos da auditoria, os mais recentes primeiro',
  access: 'audit:read',
  query: pageQuerySchema
    .extend({
      event: auditEventNameSchema.optional(),
      severity: z.enum(auditSeverities).optional(),
      actorId: z.uuid().optional(),
      /** Part of the actor's name, the resource or the address it came from. */
      search: z.string().trim().max(120).optional(),
      from: instantSchema.optional(),
      to: instantSchema.optional(),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to), {
      message: 'o fim do período vem antes do início',
      path: ['to'],
    }),
  response: pageOf(auditEventSchema),
});

export const auditEndpoints = [listAuditEvents] as const;
