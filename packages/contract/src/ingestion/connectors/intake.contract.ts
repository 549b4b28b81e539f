import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, isInOrder, listFile, orderMessage, pageShapeOf } from '../../core/resource-endpoints.ts';
import { intakeFileResource, intakeFileSchema, intakeStates } from './files.resource.ts';

const connectorParams = z.object({ id: z.string().max(64) });
const fileParams = z.object({ fileId: z.uuid() });

export const intakeFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.string().nullable(),
  description: z.string(),
  required: z.boolean(),
  kind: z.enum(['text', 'code', 'number', 'integer', 'date', 'instant', 'latitude', 'longitude', 'choice']),
  /** Accepted values of a `choice`. */
  choices: z.array(z.string()),
});

export const intakeFormatSchema = z.object({
  /** Id of the connector's stream that reads such files. */
  stream: z.string(),
  label: z.string(),
  /** `table`: columns mapped to fields (CSV, XLSX). `lines`: one message a line, nothing to map. */
  layout: z.enum(['table', 'lines']),
  fields: z.array(intakeFieldSchema),
});

/** Field of each column, by position; null leaves the column out. */
const mappingSchema = z.array(z.string().max(64).nullable()).max(500);

const previewRowSchema = z.object({
  /** 1-based line of the file (CSV) or row of the sheet (XLSX). */
  line: z.number().int(),
  cells: z.array(z.string()),
  errors: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
});

export const intakePreviewSchema = z.object({
  stream: z.string(),
  dialect: z.object({
    format: z.enum(['csv', 'xlsx', 'lines']),
    encoding: z.string(),
    delimiter: z.string().nullable(),
    decimal: z.enum(['comma', 'point']),
    headerLine: z.number().int(),
  }),
  columns: z.array(
    z.object({
      index: z.number().int(),
      header: z.string(),
      field: z.string().nullable(),
      samples: z.array(z.string()),
    }),
  ),
  fields: z.array(intakeFieldSchema),
  /** Required fields that no column is mapped to: the file can't be confirmed. */
  missing: z.array(z.string()),
  warnings: z.array(z.string()),
  /** The mapping was remembered from an earlier file with the same header. */
  remembered: z.boolean(),
  /** Over the whole file. */
  total: z.number().int(),
  valid: z.number().int(),
  rejected: z.number().int(),
  reasons: z.array(z.object({ reason: z.string(), count: z.number().int(), firstLine: z.number().int() })),
  /** First rows, good or bad. */
  rows: z.array(previewRowSchema),
  /** First bad rows. */
  rejectedRows: z.array(previewRowSchema),
});
export type IntakePreview = z.infer<typeof intakePreviewSchema>;

/** Formats, ways in and what waits for a decision, of a connector that takes files. */
export const intakeOverview = endpoint({
  id: 'intakeOverview',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors/{id}/intake',
  summary: 'Formatos, vias de entrega e ficheiros por decidir de um conector nacional',
  access: 'connectors:read',
  params: connectorParams,
  response: z.object({
    formats: z.array(intakeFormatSchema),
    maxFileBytes: z.number().int(),
    /** Watched folder, as an operator of the server names it. */
    folder: z.string(),
    sftp: z.object({ address: z.string().nullable(), credentialsSet: z.boolean() }),
    push: z.object({ path: z.string(), keyId: z.string().nullable(), rotatedAt: instantSchema.nullable() }),
    waiting: z.array(intakeFileSchema),
  }),
  errors: ['not_found'],
});

/**
 * Receives a file: the request body is the file itself (any content type, streamed), its name in the query. Nothing is
 * written but the file: the answer is its preview. The same bytes twice answer `already_received` with the earlier file.
 */
export const intakeUpload = endpoint({
  id: 'intakeUpload',
  service: 'admin-api',
  method: 'POST',
  path: '/data/connectors/{id}/uploads',
  summary: 'Envia um ficheiro (CSV, XLSX); devolve a pré-visualização sem gravar linhas',
  access: 'connectors:run',
  params: connectorParams,
  query: z.object({ fileName: z.string().trim().min(1).max(200), stream: z.string().max(64).optional() }),
  requestBody: 'stream',
  takesRoom: 'intake',
  response: z.object({
    outcome: z.enum(['received', 'already_received']),
    /** The file received now, or the earlier one with the same bytes. */
    file: intakeFileSchema,
    preview: intakePreviewSchema.nullable(),
  }),
  errors: ['not_found', 'conflict'],
});

export const intakeFiles = endpoint({
  id: 'intakeFiles',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors/{id}/uploads',
  summary: 'Ficheiros recebidos por um conector, por filtros, ordem e página; os mais recentes primeiro',
  access: 'connectors:read',
  params: connectorParams,
  query: z.object(pageShapeOf(intakeFileResource)).refine(isInOrder, orderMessage),
  response: pageOf(intakeFileSchema),
  errors: ['not_found'],
});

export const exportIntakeFiles = endpoint({
  ...listFile,
  id: 'exportIntakeFiles',
  service: 'admin-api',
  path: '/data/connectors/{id}/uploads/export',
  summary: 'A lista dos ficheiros recebidos por um conector, em CSV, XLSX ou JSON (auditado)',
  access: 'connectors:read',
  params: connectorParams,
  query: z.object(fileShapeOf(intakeFileResource)).refine(isInOrder, orderMessage),
  errors: [...listFile.errors, 'not_found'],
});

/** One received file, however old. */
export const intakeFile = endpoint({
  id: 'intakeFile',
  service: 'admin-api',
  method: 'GET',
  path: '/data/uploads/{fileId}',
  summary: 'Um ficheiro recebido',
  access: 'connectors:read',
  params: fileParams,
  response: z.object({ file: intakeFileSchema }),
  errors: ['not_found'],
});

/** Checks a received file again, with another mapping or format. Writes nothing. */
export const intakePreview = endpoint({
  id: 'intakePreview',
  service: 'admin-api',
  method: 'POST',
  path: '/data/uploads/{fileId}/preview',
  summary: 'Pré-visualiza um ficheiro recebido, com erros por linha, sem gravar nada',
  access: 'connectors:run',
  params: fileParams,
  body: z.object({
    stream: z.string().max(64).optional(),
    /** Absent: the remembered mapping, or the one the header suggests. */
    columns: mappingSchema.optional(),
    decimal: z.enum(['comma', 'point']).optional(),
    rows: z.number().int().min(1).max(200).default(20),
  }),
  response: z.object({ file: intakeFileSchema, preview: intakePreviewSchema }),
  errors: ['not_found', 'conflict'],
});

/** Accepts a file: remembers its mapping for the next with the same header, and starts the run that stores its rows. */
export const intakeConfirm = endpoint({
  id: 'intakeConfirm',
  service: 'admin-api',
  method: 'POST',
  path: '/data/uploads/{fileId}/confirm',
  summary: 'Aceita um ficheiro e inicia a execução que grava as suas linhas',
  access: 'connectors:run',
  params: fileParams,
  body: z.object({
    stream: z.string().max(64).optional(),
    columns: mappingSchema.optional(),
    decimal: z.enum(['comma', 'point']).optional(),
  }),
  /** `runId` is null while another run of the stream is under way: the file is read right after it. */
  takesRoom: 'intake',
  response: z.object({ file: intakeFileSchema, runId: z.string().nullable() }),
  errors: ['not_found', 'conflict'],
});

export const intakeDiscard = endpoint({
  id: 'intakeDiscard',
  service: 'admin-api',
  method: 'DELETE',
  path: '/data/uploads/{fileId}',
  summary: 'Descarta um ficheiro por confirmar',
  access: 'connectors:run',
  params: fileParams,
  response: z.object({ file: intakeFileSchema }),
  errors: ['not_found', 'conflict'],
});

/** Bad rows of a file as CSV (line, reason, cells), safe to open in a spreadsheet. */
export const intakeReport = endpoint({
  id: 'intakeReport',
  service: 'admin-api',
  method: 'GET',
  path: '/data/uploads/{fileId}/report',
  summary: 'Relatório CSV das linhas com erros de um ficheiro recebido',
  access: 'connectors:read',
  params: fileParams,
  format: 'binary',
  response: z.string(),
  errors: ['not_found', 'conflict'],
});

/** Header, a row with the units and example rows; rows whose first cell begins with `#` are not read as data. */
export const intakeTemplate = endpoint({
  id: 'intakeTemplate',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors/{id}/template',
  summary: 'Modelo de ficheiro de um conector nacional (CSV ou XLSX)',
  access: 'connectors:read',
  params: connectorParams,
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv'), stream: z.string().max(64).optional() }),
  format: 'binary',
  response: z.string(),
  errors: ['not_found'],
});

/** Makes a new push secret; the one before stops working at once. Shown in this answer only. */
export const intakePushSecret = endpoint({
  id: 'intakePushSecret',
  service: 'admin-api',
  method: 'POST',
  path: '/data/connectors/{id}/push-secret',
  summary: 'Cria ou renova o segredo de entrega por HTTPS de um conector (mostrado uma só vez)',
  access: 'connectors:configure',
  params: connectorParams,
  response: z.object({ keyId: z.string(), secret: z.string(), createdAt: instantSchema }),
  neverStored: true,
  errors: ['not_found'],
});

/** Names of the headers that sign a delivery. */
export const pushHeaders = {
  timestamp: 'x-kianda-timestamp',
  nonce: 'x-kianda-nonce',
  signature: 'x-kianda-signature',
} as const;

/**
 * Takes a file from a machine without a session. Headers: `x-kianda-timestamp` (Unix seconds, at most 5 minutes off),
 * `x-kianda-nonce` (16–128 of `A–Z a–z 0–9 _ -`, once only) and `x-kianda-signature`, the hexadecimal
 * HMAC-SHA256 under the connector's secret of `<timestamp>.<nonce>.<body>`.
 */
export const intakePush = endpoint({
  id: 'intakePush',
  service: 'admin-api',
  method: 'POST',
  path: '/data/push/{id}',
  summary: 'Entrega de ficheiros por HTTPS, assinada com HMAC-SHA256, sem sessão',
  access: 'public',
  params: connectorParams,
  query: z.object({
    fileName: z.string().trim().min(1).max(200).default('entrega'),
    stream: z.string().max(64).optional(),
  }),
  requestBody: 'stream',
  rateLimitPerMinute: 120,
  takesRoom: 'intake',
  response: z.object({
    outcome: z.enum(['received', 'already_received']),
    fileId: z.uuid(),
    state: z.enum(intakeStates),
    rowsTotal: z.number().int().nullable(),
    rowsRejected: z.number().int().nullable(),
    reason: z.string().nullable(),
  }),
  errors: ['invalid_credentials', 'conflict'],
});

export const intakeEndpoints = [
  intakeOverview,
  intakeUpload,
  intakeFiles,
  exportIntakeFiles,
  intakeFile,
  intakePreview,
  intakeConfirm,
  intakeDiscard,
  intakeReport,
  intakeTemplate,
  intakePushSecret,
  intakePush,
] as const;
