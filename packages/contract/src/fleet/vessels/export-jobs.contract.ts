import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { eventKinds } from '../surveillance/alerts.contract.ts';
import { vesselFilters } from './list.contract.ts';

/** Rows of a file that is written in the background. */
export const mostExportedLater = 2_000_000;
/** Rows on paper at most: fifty volumes, each laid out after the one before it is written. */
export const mostPrintedLater = 100_000;
/** Days after which such a file is deleted. */
export const exportRetentionDays = 7;

/** Paper in more than one volume comes as a ZIP of them. */
const format = z.enum(['geojson', 'kml', 'naf', 'pdf']);
const listFormat = z.enum([...format.options, 'csv', 'json']);
export type ExportJobFormat = z.output<typeof listFormat>;
const period = { from: instantSchema.optional(), to: instantSchema.optional() };
const shipId = z.number().int().min(1).max(2_147_483_647);

export const exportRequestSchema = z
  .discriminatedUnion('what', [
    z.object({
      what: z.literal('vessels'),
      format: listFormat,
      /** Selects the columns and decimals of a CSV, and its name and that of JSON. */
      file: z.enum(['filtered', 'raw']).default('filtered'),
      ...vesselFilters,
    }),
    z.object({ what: z.literal('track'), format, vesselId: shipId, ...period }),
    z.object({
      what: z.literal('events'),
      format: z.enum(['geojson', 'kml', 'pdf']),
      kind: z.enum(eventKinds).optional(),
      vesselId: shipId.optional(),
      ...period,
    }),
  ])
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to), {
    message: 'from must not be after to',
  });
export type ExportRequest = z.output<typeof exportRequestSchema>;

export const exportJobSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  fileName: z.string(),
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** Share done, 0–1; null: unknown. */
  progress: z.number().nullable(),
  message: z.string().nullable(),
  rows: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  requestedAt: instantSchema,
  readyAt: instantSchema.nullable(),
  /** When the file goes. */
  expiresAt: instantSchema.nullable(),
  /** Signed: opens the file without a session until it goes, at most for a day. */
  url: z.string().nullable(),
});
export type ExportJob = z.infer<typeof exportJobSchema>;

export const startExport = endpoint({
  id: 'startVesselExport',
  service: 'admin-api',
  method: 'POST',
  path: '/vessels/exports',
  summary: 'Prepara uma exportação grande em segundo plano; avisa quem a pediu quando o ficheiro está pronto',
  access: 'surveillance:export',
  body: exportRequestSchema,
  takesRoom: 'objects',
  response: exportJobSchema,
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 10,
});

export const listExports = endpoint({
  id: 'listVesselExports',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/exports',
  summary: 'Exportações pedidas pela própria conta, com o seu progresso e a ligação para o ficheiro',
  access: 'surveillance:export',
  neverStored: true,
  response: z.object({ exports: z.array(exportJobSchema) }),
});

/** Contents of a file that a browser made. */
const browserFiles = ['vessels', 'alerts', 'map', 'table'] as const;

/** Records in the audit trail a file that the browser makes from answers it has; without the record there is no file. */
export const noteBrowserExport = endpoint({
  id: 'noteBrowserExport',
  service: 'admin-api',
  method: 'POST',
  path: '/vessels/exports/notes',
  summary: 'Regista na auditoria um ficheiro que o navegador faz com o que já recebeu',
  access: 'vessels:read',
  body: z.object({
    of: z.enum(browserFiles),
    fileName: z.string().trim().min(1).max(160),
    rows: z.number().int().min(0).max(10_000_000),
    bytes: z.number().int().min(0).max(4_000_000_000),
    /** Of the bytes; null where the browser computes none (no secure context). */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
  }),
  response: z.object({ noted: z.literal(true) }),
  rateLimitPerMinute: 60,
});

export const exportJobEndpoints = [startExport, listExports, noteBrowserExport] as const;
