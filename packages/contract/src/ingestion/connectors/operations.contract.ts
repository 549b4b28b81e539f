import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { connectorSchema, ingestJobSchema } from './connectors.contract.ts';
import { deadLetters, discardDeadLetter } from './dead-letters.contract.ts';
import { checkFirstDay, firstDay } from './first-day.contract.ts';

export const connectorParams = z.object({ id: z.string().max(64) });
const streamParams = connectorParams.extend({ stream: z.string().max(64) });
const runParams = z.object({ runId: z.uuid() });

/** Spec 2 §3 "Data connector", as its screen reads it. */
export const dataConnectors = endpoint({
  id: 'dataConnectors',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors',
  summary: 'Conectores de dados, com contadores de registos e de erros',
  access: 'connectors:read',
  response: z.object({
    connectors: z.array(
      connectorSchema.extend({
        /** Rejected rows and failed runs. */
        errorCount: z.number().int(),
        config: z.record(z.string(), z.string()),
        /** Suspended by an operator: no run is scheduled or accepted. */
        paused: z.boolean(),
        /** Credentials the provider takes, and whether each is set; never their values. It runs without those not required. */
        credentials: z.array(z.object({ name: z.string(), isSet: z.boolean(), required: z.boolean() })),
        /** Drifts of schema not acknowledged yet. */
        openDrifts: z.number().int(),
      }),
    ),
    by_type: z.object({ international: z.number().int(), regional: z.number().int(), national: z.number().int() }),
    /** As each connector's `errorRate`, over all. */
    error_rate: z.number().nullable(),
  }),
});

export const runDataConnector = endpoint({
  id: 'runDataConnector',
  service: 'admin-api',
  method: 'POST',
  path: '/data/connectors/{id}/run',
  summary: 'Inicia a execução incremental de um conector',
  access: 'connectors:run',
  params: connectorParams,
  response: z.object({ runIds: z.array(z.string()) }),
  errors: ['not_found', 'already_running'],
});

export const processingJobs = endpoint({
  id: 'processingJobs',
  service: 'admin-api',
  method: 'GET',
  path: '/data/processing/jobs',
  summary: 'Execuções recentes de ingestão e processamento',
  access: 'connectors:read',
  query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(50) }),
  response: z.object({ jobs: z.array(ingestJobSchema) }),
});

export const runLogEntrySchema = z.object({
  seq: z.number().int(),
  at: instantSchema,
  level: z.enum(['debug', 'info', 'warn', 'error']),
  message: z.string(),
  fields: z.record(z.string(), z.unknown()),
});

export const runDetail = endpoint({
  id: 'runDetail',
  service: 'admin-api',
  method: 'GET',
  path: '/data/runs/{runId}',
  summary: 'Uma execução: contadores, cursor antes e depois, registo, páginas originais',
  access: 'connectors:read',
  params: runParams,
  response: z.object({
    run: ingestJobSchema.extend({
      cursorBefore: z.unknown(),
      cursorAfter: z.unknown(),
      windowFrom: instantSchema.nullable(),
      windowTo: instantSchema.nullable(),
      failure: z.string().nullable(),
      simulated: z.boolean(),
      licence: z.string(),
      citation: z.string(),
      codeVersion: z.string(),
      attempt: z.number().int(),
      pages: z.number().int(),
      duplicates: z.number().int(),
      retries: z.number().int(),
    }),
    log: z.array(runLogEntrySchema),
    rawPages: z.array(
      z.object({
        seq: z.number().int(),
        url: z.string(),
        status: z.number().int(),
        contentType: z.string(),
        bytes: z.number(),
        storedAt: instantSchema,
        /** When retention removed its body; null while it can be read. */
        expiredAt: instantSchema.nullable(),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const cancelRun = endpoint({
  id: 'cancelRun',
  service: 'admin-api',
  method: 'POST',
  path: '/data/runs/{runId}/cancel',
  summary: 'Cancela uma execução em curso',
  access: 'connectors:run',
  params: runParams,
  response: z.object({ cancelled: z.boolean() }),
  errors: ['not_found', 'conflict'],
});

export const rawPage = endpoint({
  id: 'rawPage',
  service: 'admin-api',
  method: 'GET',
  path: '/data/runs/{runId}/raw/{seq}',
  summary: 'Corpo original de uma página, tal como o fornecedor o enviou (gzip)',
  access: 'connectors:read',
  params: runParams.extend({ seq: z.coerce.number().int().min(0) }),
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/gzip',
  errors: ['not_found'],
});

/** Rows and errors per day of one connector. */
export const connectorActivity = endpoint({
  id: 'connectorActivity',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors/{id}/activity',
  summary: 'Registos e erros por dia, e as próximas cinco execuções',
  access: 'connectors:read',
  params: connectorParams,
  query: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }),
  response: z.object({
    days: z.array(
      z.object({
        date: z.string(),
        runs: z.number().int(),
        written: z.number().int(),
        rejected: z.number().int(),
        failed: z.number().int(),
        bytes: z.number(),
      }),
    ),
    nextRuns: z.array(instantSchema),
  }),
  errors: ['not_found'],
});

export const setCursor = endpoint({
  id: 'setCursor',
  service: 'admin-api',
  method: 'PUT',
  path: '/data/connectors/{id}/streams/{stream}/cursor',
  summary: 'Corrige ou repõe o cursor de um fluxo (auditado)',
  access: 'connectors:configure',
  params: streamParams,
  body: z.object({
    /** Null starts the stream anew. */
    cursor: z.unknown(),
    reason: z.string().trim().min(5).max(500),
  }),
  response: z.object({ cursor: z.unknown() }),
  errors: ['not_found', 'conflict'],
});

export const setSchedule = endpoint({
  id: 'setSchedule',
  service: 'admin-api',
  method: 'PUT',
  path: '/data/connectors/{id}/schedule',
  summary: 'Muda a agenda de um conector, ou suspende-o',
  access: 'connectors:configure',
  params: connectorParams,
  body: z.object({
    /** Five-field cron in UTC; null means the connector's own. */
    cron: z.string().trim().max(100).nullable(),
    paused: z.boolean(),
  }),
  response: z.object({ cron: z.string(), paused: z.boolean(), nextRuns: z.array(instantSchema) }),
  errors: ['not_found'],
});

export const backfillGrid = endpoint({
  id: 'backfillGrid',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors/{id}/backfill',
  summary: 'Grelha de janelas do histórico de cada fluxo',
  access: 'connectors:read',
  params: connectorParams,
  response: z.object({
    windows: z.array(
      z.object({
        stream: z.string(),
        from: instantSchema,
        to: instantSchema,
        state: z.enum(['pending', 'done', 'failed', 'cancelled']),
        attempts: z.number().int(),
        error: z.string().nullable(),
        runId: z.string().nullable(),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const planBackfill = endpoint({
  id: 'planBackfill',
  service: 'admin-api',
  method: 'POST',
  path: '/data/connectors/{id}/backfill',
  summary: 'Pede o histórico de um intervalo, em janelas que se retomam',
  access: 'connectors:run',
  params: connectorParams,
  body: z
    .object({
      stream: z.string().max(64),
      from: instantSchema,
      to: instantSchema,
      windowDays: z.number().int().min(1).max(366).default(10),
    })
    .refine((body) => Date.parse(body.from) < Date.parse(body.to), { message: 'from deve ser anterior a to' }),
  response: z.object({ planned: z.number().int() }),
  errors: ['not_found'],
});

export const cancelBackfill = endpoint({
  id: 'cancelBackfill',
  service: 'admin-api',
  method: 'DELETE',
  path: '/data/connectors/{id}/backfill/{stream}',
  summary: 'Desiste das janelas do histórico ainda por obter',
  access: 'connectors:run',
  params: streamParams,
  response: z.object({ cancelled: z.number().int() }),
  errors: ['not_found'],
});

export const testConnection = endpoint({
  id: 'testConnection',
  service: 'admin-api',
  method: 'POST',
  path: '/data/connectors/{id}/test',
  summary: 'Testa a ligação ao fornecedor: latência e uma amostra',
  access: 'connectors:run',
  params: connectorParams,
  response: z.object({
    ok: z.boolean(),
    latencyMs: z.number().nullable(),
    stream: z.string(),
    /** Summary of the first record obtained; nothing is stored. */
    sample: z.record(z.string(), z.unknown()).nullable(),
    /** Earliest expiry of its tokens; null where it has none or they state no expiry. */
    tokenExpiresAt: instantSchema.nullable(),
    /** A required or optional credential was used. */
    authenticated: z.boolean(),
    failure: z.string().nullable(),
    message: z.string(),
  }),
  errors: ['not_found'],
});

export const setCredentials = endpoint({
  id: 'setCredentials',
  service: 'admin-api',
  method: 'PUT',
  path: '/data/connectors/{id}/credentials',
  summary: 'Grava credenciais de um conector, cifradas; nunca se leem de volta',
  access: 'connectors:configure',
  params: connectorParams,
  body: z.object({ credentials: z.record(z.string().max(64), z.string().min(1).max(4096)) }),
  response: z.object({ set: z.array(z.string()), updatedAt: instantSchema }),
  neverStored: true,
  errors: ['not_found'],
});

const ruleResultSchema = z.object({
  connectorId: z.string(),
  connectorName: z.string(),
  rule: z.string(),
  label: z.string(),
  dimension: z.enum(['completeness', 'accuracy', 'timeliness']),
  evaluated: z.number().int(),
  failing: z.number().int(),
  /** Share that must pass, 0–1. */
  mostly: z.number(),
  passed: z.boolean(),
  samples: z.array(z.unknown()),
  /** Rows that were checked: all rows in the tables, or those of the newest run. */
  basis: z.enum(['stored', 'run']),
  evaluatedAt: instantSchema,
});
export type RuleResult = z.infer<typeof ruleResultSchema>;

/** Spec 2 §3 "Data quality report": scores are computed from the rules; null before any was evaluated. */
export const qualityReport = endpoint({
  id: 'qualityReport',
  service: 'admin-api',
  method: 'GET',
  path: '/data/quality/report',
  summary: 'Qualidade dos dados, calculada a partir das regras de cada conector',
  access: 'connectors:read',
  response: z.object({
    overall_score: z.number().nullable(),
    data_completeness: z.number().nullable(),
    accuracy_score: z.number().nullable(),
    timeliness_score: z.number().nullable(),
    issues_detected: z.number().int(),
    recommendations: z.array(z.string()),
    rules: z.array(ruleResultSchema),
  }),
});

/** Sources of a connector's data, and the users of the data. */
export const connectorLineage = endpoint({
  id: 'connectorLineage',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors/{id}/lineage',
  summary: 'Linhagem: fornecedor, execução, página original, tabela e ecrãs que usam os dados',
  access: 'connectors:read',
  params: connectorParams,
  response: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['provider', 'stream', 'run', 'raw', 'table', 'product', 'model', 'endpoint', 'screen', 'report']),
        label: z.string(),
        detail: z.string().nullable(),
      }),
    ),
    edges: z.array(z.object({ from: z.string(), to: z.string() })),
  }),
  errors: ['not_found'],
});

export const connectorOperations = [
  dataConnectors,
  runDataConnector,
  processingJobs,
  runDetail,
  cancelRun,
  rawPage,
  connectorActivity,
  setCursor,
  setSchedule,
  backfillGrid,
  planBackfill,
  cancelBackfill,
  testConnection,
  setCredentials,
  deadLetters,
  discardDeadLetter,
  qualityReport,
  connectorLineage,
  firstDay,
  checkFirstDay,
] as const;
