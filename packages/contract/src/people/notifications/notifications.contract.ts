import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import type { Permission } from '../../core/permissions.ts';
import { instantSchema } from '../../core/provenance.ts';
import { type Digest, digests } from '../delivery/delivery.contract.ts';
import { type AlertSource, alertSourceNames, deliverySeverityNames } from '../delivery/scale.ts';
import { listNotifications, readNotifications } from './bell.contract.ts';
import { exportNotices, listNotices } from './notices.contract.ts';
import { pushSubscriptionSchema } from './push-subscription.ts';

const sourceSchema = z.enum(alertSourceNames);
const severitySchema = z.enum(deliverySeverityNames);
const unique = <T>(values: readonly T[]): boolean => new Set(values).size === values.length;
const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'esperada uma hora HH:MM');

/** Permission an account needs to get notices of a source. */
export const noticeAccess: Readonly<Record<AlertSource, Permission>> = {
  platform: 'alerts:read',
  vessels: 'surveillance:read',
};

/** Severities that a person receives by one channel; the others are not sent by it. */
const wayShape = { severities: z.array(severitySchema).refine(unique, 'sem repetições') };
export const noticePreferencesSchema = z.object({
  sources: z.array(sourceSchema).refine(unique, 'sem repetições'),
  console: z.object(wayShape),
  push: z.object(wayShape),
  email: z.object({ ...wayShape, digest: z.enum(Object.keys(digests) as [Digest, ...Digest[]]) }),
  /** Africa/Luanda. Notices of this time are sent at its end, by push and by mail. */
  quietHours: z
    .object({ from: clockTime, to: clockTime })
    .refine(({ from, to }) => from !== to, { message: 'o silêncio tem de acabar a outra hora do que começa' })
    .nullable(),
});
export type NoticePreferences = z.infer<typeof noticePreferencesSchema>;

/** Preferences of an account that never chose: what asks for somebody in the console, nothing outside it by itself. */
export const defaultNoticePreferences: NoticePreferences = {
  sources: ['vessels', 'platform'],
  console: { severities: ['medium', 'high', 'critical'] },
  push: { severities: ['high', 'critical'] },
  email: { severities: [], digest: 'daily' },
  quietHours: null,
};

const preferencesAnswer = z.object({
  preferences: noticePreferencesSchema,
  /** Mail address, and the obstacle to sending; null where there is none. */
  email: z.object({ address: z.string(), problem: z.string().nullable() }),
  /** Public key that a browser subscribes with, base64url of an uncompressed P-256 point. */
  pushKey: z.string(),
  devices: z.array(
    z.object({
      id: z.uuid(),
      /** User agent of the browser when it subscribed. */
      userAgent: z.string(),
      createdAt: instantSchema,
      lastSentAt: instantSchema.nullable(),
      lastError: z.string().nullable(),
    }),
  ),
});
export type NoticeSettings = z.infer<typeof preferencesAnswer>;

export const notificationSettings = endpoint({
  id: 'notificationSettings',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/notifications/settings',
  summary: 'Preferências de notificação desta conta, e os navegadores que recebem avisos',
  access: 'session',
  response: preferencesAnswer,
});

export const saveNotificationSettings = endpoint({
  id: 'saveNotificationSettings',
  service: 'admin-api',
  method: 'PUT',
  path: '/notifications/settings',
  summary: 'Guarda as preferências de notificação desta conta',
  access: 'session',
  body: noticePreferencesSchema,
  response: preferencesAnswer,
});

export const subscribePush = endpoint({
  id: 'subscribePush',
  service: 'admin-api',
  method: 'POST',
  path: '/notifications/devices',
  summary: 'Regista este navegador para receber avisos (Web Push)',
  access: 'session',
  body: pushSubscriptionSchema,
  response: z.object({ id: z.uuid() }),
  errors: ['conflict'],
  rateLimitPerMinute: 20,
  neverStored: true,
});

export const unsubscribePush = endpoint({
  id: 'unsubscribePush',
  service: 'admin-api',
  method: 'DELETE',
  path: '/notifications/devices/{id}',
  summary: 'Deixa de enviar avisos a um navegador desta conta',
  access: 'session',
  params: z.object({ id: z.uuid() }),
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

export const testPush = endpoint({
  id: 'testPush',
  service: 'admin-api',
  method: 'POST',
  path: '/notifications/devices/{id}/test',
  summary: 'Envia um aviso de ensaio a um navegador desta conta, já, e diz o que aconteceu',
  access: 'session',
  params: z.object({ id: z.uuid() }),
  response: z.object({ sent: z.boolean(), error: z.string().nullable() }),
  errors: ['not_found'],
  rateLimitPerMinute: 6,
});

export const notificationEndpoints = [
  listNotifications,
  readNotifications,
  listNotices,
  exportNotices,
  notificationSettings,
  saveNotificationSettings,
  subscribePush,
  unsubscribePush,
  testPush,
] as const;
