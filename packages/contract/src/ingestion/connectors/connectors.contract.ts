import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, isInOrder, listFile, orderMessage, pageShapeOf } from '../../core/resource-endpoints.ts';
import { ingestJobSchema, ingestRunResource, ingestRunSchema } from './runs.resource.ts';

export { type IngestJob, ingestJobSchema } from './runs.resource.ts';

/** `unknown`: no observation yet, or the connector is off. */
export const freshnessStates = ['fresh', 'stale', 'unknown'] as const;
/** Registers are as current as their last successful retrieval, all other data as their newest observation. */
export const freshnessBases = ['observation', 'retrieval'] as const;

/** `open`: the provider failed too often, only one probe every 30 min; `half_open`: that probe is due or under way. */
export const circuitStates = ['closed', 'open', 'half_open'] as const;

export const connectorSchema = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.string(),
  description: z.string(),
  type: z.enum(['international', 'regional', 'national']),
  source: z.string(),
  /** `error` once the newest run of a stream failed or the credential is refused; `waiting` until it has delivered a record. */
  status: z.enum(['active', 'running', 'waiting', 'error', 'inactive']),
  statusReason: z.string().nullable(),
  simulated: z.boolean(),
  baseUrl: z.string(),
  schedule: z.string(),
  timeoutSeconds: z.number().int(),
  licence: z.string(),
  citation: z.string(),
  homepage: z.string(),
  /**
   * Evidence for the reading of its format: recorded answers of the provider, its documentation, or our own assumption.
   */
  formatWitness: z.object({
    kind: z.enum(['recorded', 'documentation', 'own']),
    sources: z.array(z.string()),
    newest: z.string().nullable(),
  }),
  lastRun: instantSchema.nullable(),
  lastSuccess: instantSchema.nullable(),
  nextRun: instantSchema.nullable(),
  recordsProcessed: z.number().int(),
  recordsRejected: z.number().int(),
  failedRuns: z.number().int(),
  /** Runs that came to an end, well or not; cancelled ones are not among them. */
  endedRuns: z.number().int(),
  /** It has brought at least one record. */
  hasDelivered: z.boolean(),
  /** Rejected rows and failed runs over rows read and failed runs, percent; null before the first of either. */
  errorRate: z.number().nullable(),
  freshnessLimitHours: z.number(),
  freshnessBy: z.enum(freshnessBases),
  /** Newest observation obtained, by the data's own time; null before the first, and for data without a time of their own. */
  newestObservation: instantSchema.nullable(),
  /** Newest `currentAt` of its streams. */
  currentAt: instantSchema.nullable(),
  fresh: z.boolean().nullable(),
  /** Worst of its streams. */
  freshness: z.enum(freshnessStates),
  streams: z.array(
    z.object({
      id: z.string(),
      cursor: z.unknown(),
      backfill: z.number().nullable(),
      newestObservation: instantSchema.nullable(),
      /** Instant from which the limit counts: the newest observation, or the last successful run of a register. */
      currentAt: instantSchema.nullable(),
      freshnessLimitHours: z.number(),
      freshness: z.enum(freshnessStates),
      circuit: z.enum(circuitStates),
      /** When an open circuit is probed next. */
      nextProbe: instantSchema.nullable(),
      consecutiveFailures: z.number().int(),
    }),
  ),
});
export type ConnectorSummary = z.infer<typeof connectorSchema>;

/** An operational connector, by the same rule on every screen: it has delivered, and no status contradicts it. */
export function isOperational({ status, hasDelivered }: Pick<ConnectorSummary, 'status' | 'hasDelivered'>): boolean {
  return hasDelivered && (status === 'active' || status === 'running');
}

/** A connector in fault, by the same rule on every screen. */
export function isFailing({ status }: { readonly status: string }): boolean {
  return status === ('error' satisfies ConnectorSummary['status']);
}

/** Streams of all connectors by how current they are, counted in the same way on every screen. */
export function streamCounts(connectors: readonly Pick<ConnectorSummary, 'streams'>[]) {
  const streams = connectors.flatMap((connector) => connector.streams);
  const count = (state: (typeof freshnessStates)[number]) =>
    streams.filter(({ freshness }) => freshness === state).length;
  return { all: streams.length, fresh: count('fresh'), late: count('stale'), unseen: count('unknown') };
}

const connectorParams = z.object({ id: z.string().max(64) });

export const listConnectors = endpoint({
  id: 'listConnectors',
  service: 'admin-api',
  method: 'GET',
  path: '/connectors',
  summary: 'Conectores com estado, última e próxima execução e contadores',
  access: 'connectors:read',
  response: z.object({ connectors: z.array(connectorSchema) }),
});

export const runConnector = endpoint({
  id: 'runConnector',
  service: 'admin-api',
  method: 'POST',
  path: '/connectors/{id}/run',
  summary: 'Inicia a execução de um conector',
  access: 'connectors:run',
  params: connectorParams,
  body: z
    .object({
      mode: z.enum(['incremental', 'full', 'backfill']).default('incremental'),
      stream: z.string().max(64).optional(),
      from: instantSchema.optional(),
      to: instantSchema.optional(),
    })
    .refine((body) => body.mode !== 'backfill' || (body.from !== undefined && body.to !== undefined), {
      message: 'backfill precisa de from e to',
    }),
  response: z.object({ runIds: z.array(z.string()) }),
  errors: ['not_found', 'already_running'],
});

export const listIngestJobs = endpoint({
  id: 'listIngestJobs',
  service: 'admin-api',
  method: 'GET',
  path: '/ingest/jobs',
  summary: 'Execuções de conectores, as mais recentes primeiro',
  access: 'connectors:read',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(500).default(50),
    connector: z.string().max(64).optional(),
  }),
  response: z.object({ jobs: z.array(ingestJobSchema) }),
});

export const listIngestRuns = endpoint({
  id: 'listIngestRuns',
  service: 'admin-api',
  method: 'GET',
  path: '/ingest/runs',
  summary: 'Todas as execuções guardadas de conectores, por filtros, ordem e página',
  access: 'connectors:read',
  query: z.object(pageShapeOf(ingestRunResource)).refine(isInOrder, orderMessage),
  response: pageOf(ingestRunSchema),
});

export const exportIngestRuns = endpoint({
  ...listFile,
  id: 'exportIngestRuns',
  service: 'admin-api',
  path: '/ingest/runs/export',
  summary: 'Todas as execuções dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'connectors:read',
  query: z.object(fileShapeOf(ingestRunResource)).refine(isInOrder, orderMessage),
});

export const connectorEndpoints = [
  listConnectors,
  runConnector,
  listIngestJobs,
  listIngestRuns,
  exportIngestRuns,
] as const;
