import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, isInOrder, listFile, orderMessage, pageShapeOf } from '../../core/resource-endpoints.ts';
import { deliveryResource, deliverySchema } from './delivery.resource.ts';
import { alertSourceNames, deliverySeverityNames } from './scale.ts';

export { type Delivery, type DeliveryState, deliverySchema, deliveryStates } from './delivery.resource.ts';
export * from './scale.ts';

const sourceSchema = z.enum(alertSourceNames);
const severitySchema = z.enum(deliverySeverityNames);

export const digests = { off: 'Cada alerta', hourly: 'Resumo de hora a hora', daily: 'Resumo diário' } as const;
export type Digest = keyof typeof digests;
const digestSchema = z.enum(Object.keys(digests) as [Digest, ...Digest[]]);

const clockTimeSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'esperada uma hora HH:MM');
/** Africa/Luanda; a window that ends before it begins goes over midnight. */
const quietHoursSchema = z
  .object({ from: clockTimeSchema, to: clockTimeSchema })
  .refine(({ from, to }) => from !== to, { message: 'o silêncio tem de acabar a outra hora do que começa' });

export const deliveryChannelSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['email', 'webhook']),
  name: z.string(),
  /** Mail address, or web address that takes the POST. */
  target: z.string(),
  severities: z.array(severitySchema),
  sources: z.array(sourceSchema),
  quietHours: quietHoursSchema.nullable(),
  digest: digestSchema,
  enabled: z.boolean(),
  /** True when there is a signing secret; the secret is never answered. */
  hasSecret: z.boolean(),
  /** Null where it can deliver; else what is missing. */
  problem: z.string().nullable(),
  updatedAt: instantSchema,
  updatedBy: z.string(),
});
export type DeliveryChannel = z.infer<typeof deliveryChannelSchema>;

// A line break in a name would become a header of its own in a mail.
const printable = /^\P{Cc}+$/u;
const nameSchema = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(printable, 'sem mudanças de linha nem outros caracteres de controlo');
const unique = <T>(values: readonly T[]): boolean => new Set(values).size === values.length;
const settings = {
  name: nameSchema,
  severities: z.array(severitySchema).min(1).refine(unique, 'sem repetições'),
  sources: z.array(sourceSchema).min(1).refine(unique, 'sem repetições'),
  quietHours: quietHoursSchema.nullable(),
  digest: digestSchema,
  enabled: z.boolean(),
};
const mailTarget = z.email().max(254);
const webTarget = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .regex(printable);
const secretSchema = z.string().min(16).max(200);

const channelParams = z.object({ id: z.uuid() });

export const listDeliveryChannels = endpoint({
  id: 'listDeliveryChannels',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/delivery/channels',
  summary: 'Canais por onde os alertas são entregues',
  access: 'delivery:read',
  response: z.object({
    channels: z.array(deliveryChannelSchema),
    /** Mail server of the installation, if the operator set one, and the sender of mail. */
    smtp: z.object({ configured: z.boolean(), from: z.string().nullable() }),
  }),
});

export const createDeliveryChannel = endpoint({
  id: 'createDeliveryChannel',
  service: 'admin-api',
  method: 'POST',
  path: '/delivery/channels',
  summary: 'Cria um canal de entrega de alertas',
  access: 'delivery:configure',
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('email'), target: mailTarget, ...settings }),
    z.object({ kind: z.literal('webhook'), target: webTarget, secret: secretSchema, ...settings }),
  ]),
  response: deliveryChannelSchema,
  neverStored: true,
});

export const updateDeliveryChannel = endpoint({
  id: 'updateDeliveryChannel',
  service: 'admin-api',
  method: 'PUT',
  path: '/delivery/channels/{id}',
  summary: 'Altera um canal de entrega; sem segredo novo, fica o que tinha',
  access: 'delivery:configure',
  params: channelParams,
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('email'), target: mailTarget, ...settings }),
    z.object({ kind: z.literal('webhook'), target: webTarget, secret: secretSchema.optional(), ...settings }),
  ]),
  response: deliveryChannelSchema,
  errors: ['not_found', 'conflict'],
  neverStored: true,
});

export const deleteDeliveryChannel = endpoint({
  id: 'deleteDeliveryChannel',
  service: 'admin-api',
  method: 'DELETE',
  path: '/delivery/channels/{id}',
  summary: 'Elimina um canal de entrega; o registo do que entregou fica',
  access: 'delivery:configure',
  params: channelParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

export const testDeliveryChannel = endpoint({
  id: 'testDeliveryChannel',
  service: 'admin-api',
  method: 'POST',
  path: '/delivery/channels/{id}/test',
  summary: 'Envia um ensaio por um canal, já, e diz o que aconteceu',
  access: 'delivery:configure',
  params: channelParams,
  response: deliverySchema,
  errors: ['not_found'],
  rateLimitPerMinute: 10,
});

export const listDeliveries = endpoint({
  id: 'listDeliveries',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/delivery/log',
  summary: 'Registo das entregas, por filtros, ordem e página; as mais recentes primeiro',
  access: 'delivery:read',
  query: z.object(pageShapeOf(deliveryResource)).refine(isInOrder, orderMessage),
  response: pageOf(deliverySchema),
});

export const exportDeliveries = endpoint({
  ...listFile,
  id: 'exportDeliveries',
  personal: true,
  service: 'admin-api',
  path: '/delivery/log/export',
  summary: 'Todas as entregas dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'delivery:read',
  query: z.object(fileShapeOf(deliveryResource)).refine(isInOrder, orderMessage),
});

export const retryDelivery = endpoint({
  id: 'retryDelivery',
  service: 'admin-api',
  method: 'POST',
  path: '/delivery/log/{id}/retry',
  summary: 'Põe de novo em fila uma entrega falhada ou suprimida',
  access: 'delivery:configure',
  params: channelParams,
  response: deliverySchema,
  errors: ['not_found', 'conflict'],
});

export const deliveryEndpoints = [
  listDeliveryChannels,
  createDeliveryChannel,
  updateDeliveryChannel,
  deleteDeliveryChannel,
  testDeliveryChannel,
  listDeliveries,
  exportDeliveries,
  retryDelivery,
] as const;
