import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf, pageQuerySchema } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import {
  type ReportFormat,
  type ReportPeriod,
  type ReportRegion,
  type ReportType,
  reportFormats,
  reportPeriods,
  reportRegions,
  reportTemplateIds,
  reportTypes,
} from './report-types.ts';

const keysOf = <T extends string>(table: Readonly<Record<T, unknown>>) => Object.keys(table) as [T, ...T[]];
export const reportTypeSchema = z.enum(keysOf<ReportType>(reportTypes));
export const reportFormatSchema = z.enum(keysOf<ReportFormat>(reportFormats));
export const reportTemplateSchema = z.enum(reportTemplateIds);
const periodSchema = z.enum(keysOf<ReportPeriod>(reportPeriods));
const regionSchema = z.enum(keysOf<ReportRegion>(reportRegions));

/** Longest period of a report, days. */
export const mostReportPeriodDays = 366;
const dayMs = 86_400_000;

/** Spec 1 §3 "Report". */
export const reportSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  filename: z.string(),
  description: z.string(),
  type: reportTypeSchema,
  icon: z.string(),
  generated_at: instantSchema,
  /** As people read it; `size_bytes` to compare. */
  size: z.string(),
  size_bytes: z.number().int().nullable(),
  format: z.string(),
  status: z.enum(['completed', 'generating', 'failed']),
  path: z.string(),
  template: reportTemplateSchema,
  /** Person who asked for it, or the schedule's name. */
  author: z.string(),
  schedule_id: z.uuid().nullable(),
  pages: z.number().int().nullable(),
  /** 0–1 while it is made, and what is being done. */
  progress: z.number().nullable(),
  message: z.string().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  /** Any figure in it is of a simulator. */
  simulated: z.boolean(),
  /** True when the caller may repeat or remove it: its author, or an administrator. */
  editable: z.boolean(),
});
export type Report = z.infer<typeof reportSchema>;

const byTypeSchema = z.record(z.string(), z.number().int());
const listResponse = z.object({ reports: z.array(reportSchema), by_type: byTypeSchema });

export const reportsList = endpoint({
  id: 'reportsList',
  service: 'admin-api',
  method: 'GET',
  path: '/api/reports',
  summary: 'Relatórios gerados, os mais recentes primeiro, e quantos há de cada tipo',
  access: 'reports:read',
  response: listResponse,
});

const idParams = z.object({ id: z.uuid() });

/** Spec 1 §3 "Report detail". `content` is the report's text. */
export const reportDetail = endpoint({
  id: 'reportDetail',
  service: 'admin-api',
  method: 'GET',
  path: '/api/reports/{id}',
  summary: 'Um relatório com o seu texto e as suas entregas',
  access: 'reports:read',
  params: idParams,
  response: z.object({
    id: z.uuid(),
    filename: z.string(),
    content: z.string(),
    format: z.string(),
    size: z.string(),
    last_modified: instantSchema,
    path: z.string(),
    name: z.string(),
    /** SHA-256 of the file; null before there is one. */
    checksum: z.string().nullable(),
    /** Empty for who may not repeat the report: addresses are personal data. */
    deliveries: z.array(
      z.object({
        recipient: z.string(),
        state: z.enum(['queued', 'sent', 'failed']),
        attempts: z.number().int(),
        error: z.string().nullable(),
        at: instantSchema,
      }),
    ),
  }),
  errors: ['not_found'],
});

export const reportsPage = endpoint({
  id: 'reportsPage',
  service: 'admin-api',
  method: 'GET',
  path: '/reports',
  summary: 'Relatórios por páginas, por tipo e por palavras do nome ou da descrição',
  access: 'reports:read',
  query: pageQuerySchema.extend({
    type: reportTypeSchema.optional(),
    search: z.string().trim().max(120).optional(),
  }),
  response: pageOf(reportSchema),
});

const configFields = {
  period: periodSchema.optional(),
  /** Days of Luanda, both included, of the period `custom`. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  region: regionSchema.default('zee'),
  /** Parts to write; absent: all of them. */
  sections: z.array(z.string().max(40)).min(1).max(20).optional(),
  format: reportFormatSchema.default('pdf'),
  /** Title in place of the template's own. */
  title: z
    .string()
    .trim()
    .min(3)
    .max(120)
    .regex(/^\P{Cc}+$/u, 'sem mudanças de linha nem outros caracteres de controlo')
    .optional(),
};
export const reportConfigSchema = z.object(configFields).refine(
  ({ period, from, to }) => {
    if (period !== 'custom') return from === undefined && to === undefined;
    if (from === undefined || to === undefined) return false;
    const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
    return days >= 1 && days <= mostReportPeriodDays;
  },
  {
    message: `com «custom», e só com ele, indique o primeiro e o último dia, por esta ordem, com ${mostReportPeriodDays} dias no máximo`,
    path: ['to'],
  },
);
export type ReportConfig = z.infer<typeof reportConfigSchema>;

/** Addresses a report may be sent to. */
export const mostRecipients = 20;
const recipientsSchema = z.array(z.email().max(254)).max(mostRecipients).default([]);
/** `auto`: the file where mail takes it, else the link. */
const attachSchema = z.enum(['auto', 'link']).default('auto');

export const reportGenerate = endpoint({
  id: 'reportGenerate',
  service: 'admin-api',
  method: 'POST',
  path: '/reports/generate',
  summary: 'Gera um relatório em segundo plano, e envia-o por e-mail se houver destinatários (auditado)',
  access: 'reports:write',
  body: z.object({
    /** A template, or a type of reports: then the template that stands for it. */
    type: z.enum([...reportTemplateIds, ...keysOf<ReportType>(reportTypes)]),
    config: reportConfigSchema.default({ region: 'zee', format: 'pdf' }),
    recipients: recipientsSchema,
    delivery: attachSchema,
  }),
  takesRoom: 'objects',
  response: reportSchema,
  rateLimitPerMinute: 20,
});

export const reportFile = endpoint({
  id: 'reportFile',
  service: 'admin-api',
  method: 'GET',
  path: '/reports/{id}/file',
  summary: 'O ficheiro de um relatório (auditado)',
  access: 'reports:read',
  params: idParams,
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found', 'conflict'],
});

export const reportSharedFile = endpoint({
  id: 'reportSharedFile',
  service: 'admin-api',
  method: 'GET',
  path: '/reports/{id}/shared',
  summary: 'O ficheiro de um relatório por uma ligação assinada, até ela expirar',
  access: 'public',
  params: idParams,
  query: z.object({ expires: z.coerce.number().int().min(0), signature: z.string().min(20).max(100) }),
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found', 'link_invalid'],
  rateLimitPerMinute: 30,
});

export const reportDelete = endpoint({
  id: 'reportDelete',
  service: 'admin-api',
  method: 'DELETE',
  path: '/reports/{id}',
  summary: 'Elimina um relatório e o seu ficheiro (auditado)',
  access: 'reports:write',
  params: idParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

export const reportRetry = endpoint({
  id: 'reportRetry',
  service: 'admin-api',
  method: 'POST',
  path: '/reports/{id}/retry',
  summary: 'Gera de novo um relatório que falhou',
  access: 'reports:write',
  params: idParams,
  takesRoom: 'objects',
  response: reportSchema,
  errors: ['not_found', 'conflict'],
});

export const reportTemplatesList = endpoint({
  id: 'reportTemplatesList',
  service: 'admin-api',
  method: 'GET',
  path: '/reports/templates',
  summary: 'Modelos de relatório que quem pergunta pode gerar, com as suas partes e parâmetros',
  access: 'reports:read',
  response: z.object({
    templates: z.array(
      z.object({
        id: reportTemplateSchema,
        label: z.string(),
        description: z.string(),
        type: reportTypeSchema,
        icon: z.string(),
        period: periodSchema,
        regional: z.boolean(),
        sections: z.array(z.object({ id: z.string(), label: z.string() })),
      }),
    ),
    /** Days before a report is deleted; null means never. */
    retentionDays: z.number().int().nullable(),
    /** Mail server of the installation, if the operator set one. */
    mail: z.object({ configured: z.boolean(), from: z.string().nullable() }),
  }),
});

export const reportScheduleSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  template: reportTemplateSchema,
  config: reportConfigSchema,
  /** Five fields, in Luanda's time. */
  cron: z.string(),
  /** Of interest only to who may change it: empty for any other. */
  recipients: z.array(z.string()),
  delivery: z.enum(['auto', 'link']),
  enabled: z.boolean(),
  owner: z.string(),
  /** True when the caller may change, run or remove it: its owner, or an administrator. */
  editable: z.boolean(),
  /** The next three; none while it is off. */
  nextRuns: z.array(instantSchema),
  lastRunAt: instantSchema.nullable(),
  lastReportId: z.uuid().nullable(),
  /** Why the last run made nothing. */
  problem: z.string().nullable(),
});
export type ReportSchedule = z.infer<typeof reportScheduleSchema>;

export const reportSchedules = endpoint({
  id: 'reportSchedules',
  service: 'admin-api',
  method: 'GET',
  path: '/reports/schedules',
  summary: 'Agendas de relatórios com as próximas execuções',
  access: 'reports:read',
  response: z.object({ schedules: z.array(reportScheduleSchema) }),
});

const scheduleBody = z.object({
  name: z
    .string()
    .trim()
    .min(3)
    .max(80)
    .regex(/^\P{Cc}+$/u, 'sem mudanças de linha nem outros caracteres de controlo'),
  template: reportTemplateSchema,
  config: reportConfigSchema,
  cron: z.string().trim().min(1).max(100),
  recipients: recipientsSchema,
  delivery: attachSchema,
  enabled: z.boolean().default(true),
});

export const createReportSchedule = endpoint({
  id: 'createReportSchedule',
  service: 'admin-api',
  method: 'POST',
  path: '/reports/schedules',
  summary: 'Agenda um relatório; corre com as permissões de quem o agenda (auditado)',
  access: 'reports:write',
  body: scheduleBody,
  response: reportScheduleSchema,
});

export const updateReportSchedule = endpoint({
  id: 'updateReportSchedule',
  service: 'admin-api',
  method: 'PUT',
  path: '/reports/schedules/{id}',
  summary:
    'Altera uma agenda própria, ou qualquer uma a um administrador; passa a correr com as permissões de quem a altera (auditado)',
  access: 'reports:write',
  params: idParams,
  body: scheduleBody,
  response: reportScheduleSchema,
  errors: ['not_found'],
});

export const runReportSchedule = endpoint({
  id: 'runReportSchedule',
  service: 'admin-api',
  method: 'POST',
  path: '/reports/schedules/{id}/run',
  summary: 'Gera já o relatório de uma agenda, sem mudar as próximas execuções (auditado)',
  access: 'reports:write',
  params: idParams,
  takesRoom: 'objects',
  response: reportSchema,
  errors: ['not_found'],
  rateLimitPerMinute: 20,
});

export const deleteReportSchedule = endpoint({
  id: 'deleteReportSchedule',
  service: 'admin-api',
  method: 'DELETE',
  path: '/reports/schedules/{id}',
  summary: 'Elimina uma agenda; os relatórios que fez ficam (auditado)',
  access: 'reports:write',
  params: idParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

export const reportEndpoints = [
  reportsList,
  reportDetail,
  reportsPage,
  reportGenerate,
  reportTemplatesList,
  reportSchedules,
  createReportSchedule,
  updateReportSchedule,
  runReportSchedule,
  deleteReportSchedule,
  reportFile,
  reportSharedFile,
  reportDelete,
  reportRetry,
] as const;
