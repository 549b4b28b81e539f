import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { runStates } from './runs.resource.ts';

/**
 * Facts about a connector other than its runs: its manifest, changes in the shape of its data, replayed dead letters,
 * the origin of one stored value, and how long raw pages are stored.
 */
const connectorParams = z.object({ id: z.string().max(64) });
const letterParams = z.object({ letterId: z.coerce.number().int().min(1) });

export const connectorManifestSchema = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.string(),
  description: z.string(),
  type: z.enum(['international', 'regional', 'national']),
  licence: z.string(),
  /** To be copied into every export with this source's data. */
  citation: z.string(),
  homepage: z.string(),
  /** Hosts its requests may go to. */
  hosts: z.array(z.string()),
  schedule: z.string(),
  timeoutSeconds: z.number().int(),
  /** It listens instead of asking. */
  continuous: z.boolean(),
  credentials: z.array(z.object({ name: z.string(), required: z.boolean(), isSet: z.boolean() })),
  streams: z.array(
    z.object({
      id: z.string(),
      recordKind: z.string(),
      freshnessLimitHours: z.number(),
      /** Dead letters of this stream can be edited and replayed. */
      replayable: z.boolean(),
      /** It reads files handed over by an institution. */
      takesFiles: z.boolean(),
    }),
  ),
  rules: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      dimension: z.enum(['completeness', 'accuracy']),
      mostly: z.number(),
    }),
  ),
});

export const connectorManifest = endpoint({
  id: 'connectorManifest',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors/{id}/manifest',
  summary: 'Ficha de um conector: licença, citação, fluxos, credenciais e regras de qualidade',
  access: 'connectors:read',
  params: connectorParams,
  response: connectorManifestSchema,
  errors: ['not_found'],
});

/** `accept`: the new shape becomes the known one; `ignore`: it is noted, the known one stays; `pause`: nothing of that page is stored and the connector is suspended. */
export const driftPolicies = ['accept', 'ignore', 'pause'] as const;
export const driftChanges = ['added', 'removed', 'type'] as const;

export const driftFindingSchema = z.object({
  id: z.number().int(),
  stream: z.string(),
  /** Path of the provider's resource, ids replaced by `*`. */
  resource: z.string(),
  /** Field, e.g. `results[].depth`; a column's name in tables. */
  field: z.string(),
  change: z.enum(driftChanges),
  /** Types known before and met now (`string`, `number`, `boolean`, `object`, `array`, `null`). */
  before: z.array(z.string()),
  after: z.array(z.string()),
  /** Action taken on it. */
  outcome: z.enum(['accepted', 'ignored', 'paused']),
  firstRunId: z.string(),
  lastRunId: z.string(),
  firstSeenAt: instantSchema,
  lastSeenAt: instantSchema,
  /** Runs that met it. */
  occurrences: z.number().int(),
  acknowledgedAt: instantSchema.nullable(),
  acknowledgedBy: z.string().nullable(),
});
export type DriftFinding = z.infer<typeof driftFindingSchema>;

export const connectorDrift = endpoint({
  id: 'connectorDrift',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors/{id}/drift',
  summary: 'Desvios de esquema de um conector: campos novos, em falta ou com outro tipo',
  access: 'connectors:read',
  params: connectorParams,
  response: z.object({
    policy: z.enum(driftPolicies),
    /** Suspended because its shape drifted under `pause`; acknowledging resumes it. */
    pausedByDrift: z.boolean(),
    /** Findings not acknowledged yet. */
    open: z.number().int(),
    findings: z.array(driftFindingSchema),
    /** Known shape per stream and resource. */
    shapes: z.array(
      z.object({
        stream: z.string(),
        resource: z.string(),
        learnedAt: instantSchema,
        updatedAt: instantSchema,
        fields: z.array(
          z.object({
            field: z.string(),
            types: z.array(z.string()),
            /** Share of the objects that had it, 0–1. */
            presence: z.number(),
          }),
        ),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const setDriftPolicy = endpoint({
  id: 'setDriftPolicy',
  service: 'admin-api',
  method: 'PUT',
  path: '/data/connectors/{id}/drift-policy',
  summary: 'Escolhe o que fazer quando o esquema de um fornecedor muda: aceitar, ignorar ou pausar (auditado)',
  access: 'connectors:configure',
  params: connectorParams,
  body: z.object({ policy: z.enum(driftPolicies) }),
  response: z.object({ policy: z.enum(driftPolicies) }),
  errors: ['not_found'],
});

/** Takes note of drifts: `accept` also makes their shape the known one, and a connector they suspended goes on. */
export const acknowledgeDrift = endpoint({
  id: 'acknowledgeDrift',
  service: 'admin-api',
  method: 'POST',
  path: '/data/connectors/{id}/drift/acknowledge',
  summary: 'Toma conhecimento de desvios de esquema e retoma o conector que eles suspenderam (auditado)',
  access: 'connectors:configure',
  params: connectorParams,
  body: z.object({
    /** Absent: all that are open. */
    findingIds: z.array(z.number().int()).max(500).optional(),
    accept: z.boolean().default(true),
  }),
  response: z.object({ acknowledged: z.number().int(), resumed: z.boolean() }),
  errors: ['not_found'],
});

export const replayOutcomeSchema = z.object({
  id: z.number().int(),
  /** `replayed`: stored; `open`: still refused, with the reason. */
  state: z.enum(['replayed', 'open']),
  /** Rows stored from it. */
  written: z.number().int(),
  /** Rows that were there already, unchanged. */
  duplicates: z.number().int(),
  reason: z.string().nullable(),
});
export type ReplayOutcome = z.infer<typeof replayOutcomeSchema>;

/** Maps, checks and stores a rejected row again, as it is or as edited. A row still refused stays open with its new reason. */
export const replayDeadLetter = endpoint({
  id: 'replayDeadLetter',
  service: 'admin-api',
  method: 'POST',
  path: '/data/dead-letters/{letterId}/replay',
  summary: 'Repõe uma linha rejeitada, corrigida ou tal como veio (auditado)',
  access: 'connectors:run',
  params: letterParams,
  body: z.object({
    /** The row as corrected; absent: as it came. */
    raw: z.unknown().optional(),
  }),
  response: replayOutcomeSchema,
  errors: ['not_found', 'conflict'],
});

/** Replays the open rows of a connector that share a reason, or those named; at most 500 at a time. */
export const replayDeadLetters = endpoint({
  id: 'replayDeadLetters',
  service: 'admin-api',
  method: 'POST',
  path: '/data/connectors/{id}/dead-letters/replay',
  summary: 'Repõe várias linhas rejeitadas tal como vieram, por exemplo depois de corrigida a causa (auditado)',
  access: 'connectors:run',
  params: connectorParams,
  body: z.object({
    letterIds: z.array(z.number().int()).max(500).optional(),
    reason: z.string().max(2_000).optional(),
  }),
  response: z.object({
    replayed: z.number().int(),
    stillRefused: z.number().int(),
    /** Open rows beyond this batch. */
    remaining: z.number().int(),
    outcomes: z.array(replayOutcomeSchema),
  }),
  errors: ['not_found', 'conflict'],
});

/** In the order of the data's way. */
export const lineageKinds = [
  'provider',
  'stream',
  'run',
  'raw',
  'observation',
  'table',
  'product',
  'model',
  'endpoint',
  'screen',
  'report',
] as const;

const lineageNodeSchema = z.object({
  id: z.string(),
  kind: z.enum(lineageKinds),
  label: z.string(),
  detail: z.string().nullable(),
});
export type LineageNode = z.infer<typeof lineageNodeSchema>;

/**
 * Where one stored value came from. `retrievedAt` is the one its provenance badge carries; `source` (provider's name or
 * connector id) is needed only where several connectors retrieved at the same millisecond.
 */
export const traceObservation = endpoint({
  id: 'traceObservation',
  service: 'admin-api',
  method: 'GET',
  path: '/data/lineage/trace',
  summary: 'Segue um valor guardado até ao fornecedor, à execução e à página original, e até quem o usa',
  access: 'connectors:read',
  query: z.object({ retrievedAt: instantSchema, source: z.string().max(200).optional() }),
  response: z.object({
    connectorId: z.string(),
    connectorName: z.string(),
    provider: z.string(),
    stream: z.string(),
    runId: z.string(),
    runState: z.enum(runStates),
    retrievedAt: instantSchema,
    simulated: z.boolean(),
    licence: z.string(),
    citation: z.string(),
    codeVersion: z.string(),
    /** Counters of the page that brought it. */
    page: z.object({
      number: z.number().int(),
      written: z.number().int(),
      duplicates: z.number().int(),
      rejected: z.number().int(),
    }),
    rawPages: z.array(
      z.object({
        seq: z.number().int(),
        url: z.string(),
        bytes: z.number(),
        contentType: z.string(),
        storedAt: instantSchema,
        /** When retention removed its body; null while it can be read. */
        expiredAt: instantSchema.nullable(),
      }),
    ),
    nodes: z.array(lineageNodeSchema),
    edges: z.array(z.object({ from: z.string(), to: z.string() })),
  }),
  errors: ['not_found'],
});

/** Retention of the raw pages of runs, and the stored amount. */
export const rawRetention = endpoint({
  id: 'rawRetention',
  service: 'admin-api',
  method: 'GET',
  path: '/data/raw/retention',
  summary: 'Retenção das páginas originais, das execuções e dos seus registos',
  access: 'connectors:read',
  response: z.object({
    rawPagesDays: z.number().int(),
    runsDays: z.number().int(),
    rawPages: z.number().int(),
    rawBytes: z.number(),
    oldestRawPage: instantSchema.nullable(),
    lastSweep: z
      .object({ at: instantSchema, rawPages: z.number().int(), bytes: z.number(), runs: z.number().int() })
      .nullable(),
    perConnector: z.array(
      z.object({ connectorId: z.string(), rawPages: z.number().int(), bytes: z.number(), oldest: instantSchema }),
    ),
  }),
});

export const connectorEngineEndpoints = [
  connectorManifest,
  connectorDrift,
  setDriftPolicy,
  acknowledgeDrift,
  replayDeadLetter,
  replayDeadLetters,
  traceObservation,
  rawRetention,
] as const;
