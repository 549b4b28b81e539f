import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { alertSourceNames, deliverySeverityNames } from '../delivery/scale.ts';

/** The newest notice of a rule about an object; earlier ones are not listed. */
export const noticeSchema = z.object({
  id: z.number().int(),
  source: z.enum(alertSourceNames),
  severity: z.enum(deliverySeverityNames),
  title: z.string(),
  body: z.string(),
  at: instantSchema,
  /** Path of its page in the console, from `/?section=`. */
  path: z.string(),
  alertId: z.string(),
  isRead: z.boolean(),
  /** Unread notices that it stands for; 1 where all are read. */
  count: z.number().int().min(1),
  simulated: z.boolean(),
});
export type Notice = z.infer<typeof noticeSchema>;

export const listNotifications = endpoint({
  id: 'listNotifications',
  service: 'admin-api',
  method: 'GET',
  path: '/notifications',
  summary: 'Notificações desta conta dos últimos 30 dias, as mais recentes primeiro, uma por regra e objeto',
  access: 'session',
  query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(30) }),
  response: z.object({
    notices: z.array(noticeSchema),
    unread: z.number().int(),
    /** Alerts of the platform that are open now, as every screen counts them; null for who may not read them. */
    activeAlerts: z.number().int().nullable(),
  }),
});

export const readNotifications = endpoint({
  id: 'readNotifications',
  service: 'admin-api',
  method: 'POST',
  path: '/notifications/read',
  summary: 'Marca notificações desta conta como lidas: as indicadas, ou todas até uma',
  access: 'session',
  body: z.union([
    z.object({ ids: z.array(z.number().int().positive()).min(1).max(200) }),
    /** Up to this one: what came meanwhile was not seen. */
    z.object({ upTo: z.number().int().positive() }),
  ]),
  response: z.object({ unread: z.number().int() }),
});
