import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, isInOrder, listFile, orderMessage, pageShapeOf } from '../../core/resource-endpoints.ts';
import { deliverySchema } from '../../people/delivery/delivery.contract.ts';
import { alertSchema } from '../health/health.contract.ts';
import { alertResource } from './alerts.resource.ts';
import { alertTypeNames } from './rules.contract.ts';

const alertParams = z.object({ id: z.uuid() });

/** Actions on an alert, with their labels. */
export const alertStepKinds = {
  raised: 'Levantado',
  changed: 'Gravidade mudada',
  acknowledged: 'Reconhecido',
  investigating: 'Em investigação',
  assigned: 'Atribuído',
  comment: 'Comentário',
  resolved: 'Resolvido',
} as const;
export type AlertStepKind = keyof typeof alertStepKinds;

export const alertDetailSchema = alertSchema.extend({
  rule: z.string(),
  subject: z.string(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: instantSchema.nullable(),
  isSilenced: z.boolean(),
  /** Oldest first. */
  steps: z.array(
    z.object({
      at: instantSchema,
      kind: z.enum(Object.keys(alertStepKinds) as [AlertStepKind, ...AlertStepKind[]]),
      type: z.enum(alertTypeNames).nullable(),
      value: z.number().nullable(),
      threshold: z.number().nullable(),
      /** Null for the platform itself. */
      actor: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** Deliveries outside the console, oldest first; target and failure only for callers who may see them. */
  deliveries: z.array(
    deliverySchema
      .pick({
        id: true,
        channelName: true,
        channelKind: true,
        state: true,
        attempts: true,
        createdAt: true,
        endedAt: true,
      })
      .extend({ lastError: z.string().nullable() }),
  ),
});
export type AlertDetail = z.infer<typeof alertDetailSchema>;

export const alertDetail = endpoint({
  id: 'alertDetail',
  service: 'admin-api',
  method: 'GET',
  path: '/alerts/{id}',
  summary: 'Um alerta com a sua cronologia e as suas entregas',
  access: 'alerts:read',
  params: alertParams,
  response: alertDetailSchema,
  errors: ['not_found'],
});

export const commentAlert = endpoint({
  id: 'commentAlert',
  service: 'admin-api',
  method: 'POST',
  path: '/alerts/{id}/comments',
  summary: 'Comenta um alerta',
  access: 'alerts:acknowledge',
  params: alertParams,
  body: z.object({ note: z.string().trim().min(1).max(2_000) }),
  response: alertDetailSchema,
  errors: ['not_found'],
});

export const investigateAlert = endpoint({
  id: 'investigateAlert',
  service: 'admin-api',
  method: 'POST',
  path: '/alerts/{id}/investigate',
  summary: 'Põe um alerta em investigação, a cargo de quem o pede se ainda não for de ninguém',
  access: 'alerts:acknowledge',
  params: alertParams,
  body: z.object({ note: z.string().trim().min(1).max(2_000).optional() }),
  response: alertDetailSchema,
  errors: ['not_found', 'conflict'],
});

export const assignAlert = endpoint({
  id: 'assignAlert',
  service: 'admin-api',
  method: 'PUT',
  path: '/alerts/{id}/assignee',
  summary: 'Entrega um alerta a alguém que o possa tratar, ou a ninguém',
  access: 'alerts:acknowledge',
  params: alertParams,
  body: z.object({ accountId: z.uuid().nullable() }),
  response: alertDetailSchema,
  errors: ['not_found', 'conflict'],
});

export const resolveAlert = endpoint({
  id: 'resolveAlert',
  service: 'admin-api',
  method: 'POST',
  path: '/alerts/{id}/resolve',
  summary: 'Dá um alerta por resolvido; só volta quando a condição tiver passado e regressado',
  access: 'alerts:acknowledge',
  params: alertParams,
  body: z.object({ note: z.string().trim().min(3).max(2_000) }),
  response: alertDetailSchema,
  errors: ['not_found', 'conflict'],
});

export const alertHistory = endpoint({
  id: 'alertHistory',
  service: 'admin-api',
  method: 'GET',
  path: '/alerts/history',
  summary: 'Alertas da plataforma, abertos e fechados, os mais recentes primeiro',
  access: 'alerts:read',
  query: z.object(pageShapeOf(alertResource)).refine(isInOrder, orderMessage),
  response: pageOf(alertSchema),
});

export const exportAlertHistory = endpoint({
  ...listFile,
  id: 'exportAlertHistory',
  service: 'admin-api',
  path: '/alerts/history/export',
  summary: 'Todos os alertas da plataforma dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'alerts:read',
  query: z.object(fileShapeOf(alertResource)).refine(isInOrder, orderMessage),
});

export const alertCaseworkEndpoints = [
  alertDetail,
  commentAlert,
  investigateAlert,
  assignAlert,
  resolveAlert,
  alertHistory,
  exportAlertHistory,
] as const;
