import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { modelTypeSchema } from './models.contract.ts';

/** Tests and distances of drift, by the names that people read. */
export const driftTests = {
  kolmogorov_smirnov: 'Kolmogorov–Smirnov',
  chi_squared: 'Qui-quadrado',
  proportions: 'Teste de proporções',
  wasserstein: 'Wasserstein (em desvios-padrão)',
  jensen_shannon: 'Jensen–Shannon',
} as const;

/** Share of the variables from which on the whole has drifted. */
export const driftShare = 0.5;

const count = z.number().int().nonnegative();

const driftBinSchema = z.object({
  /** Range of a number, or the name of a class. */
  label: z.string(),
  /** Shares of the rows, 0–1: in the training, and now. */
  reference: z.number(),
  current: z.number(),
});

const driftColumnSchema = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.string().nullable(),
  /** Rows that have a value now, and that have none. */
  rows: count,
  missing: count,
  /** Null where it could not be compared; `reason` says why. */
  drift: z
    .object({
      test: z.enum(['kolmogorov_smirnov', 'chi_squared', 'proportions', 'wasserstein', 'jensen_shannon']),
      statistic: z.number(),
      /** Chance of such a statistic without change; null where a distance decides. */
      chance: z.number().nullable(),
      /** Bound of the chance, or of the distance. */
      threshold: z.number(),
      hasDrifted: z.boolean(),
      /** Population stability index, and the value that no change stays below 95 in 100 times. */
      stability: z.number(),
      stabilityBound: z.number(),
      bins: z.array(driftBinSchema),
    })
    .nullable(),
  reason: z.string().nullable(),
});
export type DriftColumn = z.infer<typeof driftColumnSchema>;

/** The questions to a version in the days before a check, against its training. */
const askedDriftSchema = z.object({
  /** The first instant of the period. */
  from: instantSchema,
  /** Items that are compared; of great requests a part is kept. */
  rows: count,
  share: z.number().min(0).max(1).nullable(),
  hasDrifted: z.boolean(),
  features: z.array(driftColumnSchema),
  prediction: driftColumnSchema,
  reason: z.string().nullable(),
});
export type AskedDrift = z.infer<typeof askedDriftSchema>;

const driftCheckSchema = z.object({
  version: z.number().int().min(1),
  at: instantSchema,
  rows: count,
  /** Only rows that the training had not seen; false: every row of now, since the version keeps no mark of its rows. */
  isOfNewRows: z.boolean(),
  /** Share of the variables that have drifted, 0–1; null where none could be compared. */
  share: z.number().min(0).max(1).nullable(),
  hasDrifted: z.boolean(),
  features: z.array(driftColumnSchema),
  prediction: driftColumnSchema,
  /** Why nothing was compared; null where something was. */
  reason: z.string().nullable(),
  /** Null of a check from before questions were kept. */
  asked: askedDriftSchema.nullable(),
});
export type DriftCheck = z.infer<typeof driftCheckSchema>;

const driftSchema = z.object({
  /** The last check of the version in use. */
  check: driftCheckSchema.nullable(),
  /** The checks before, of whatever version was in use, the oldest first. */
  history: z.array(driftCheckSchema.pick({ version: true, at: true, share: true, hasDrifted: true, rows: true })),
  /** Whether a check waits or runs. */
  isUnderWay: z.boolean(),
  absence: z.string().nullable(),
});
export type ModelDrift = z.infer<typeof driftSchema>;

const own = { service: 'admin-api' } as const;
const params = z.object({ type: modelTypeSchema });

export const getModelDrift = endpoint({
  ...own,
  id: 'getModelDrift',
  access: 'models:read',
  method: 'GET',
  path: '/ml/models/{type}/drift',
  summary: 'Deriva da versão em uso: cada variável e as previsões, contra os dados do treino',
  params,
  response: driftSchema,
});

export const checkModelDrift = endpoint({
  ...own,
  id: 'checkModelDrift',
  access: 'models:train',
  method: 'POST',
  path: '/ml/models/{type}/drift',
  summary: 'Verifica já a deriva da versão em uso; é uma tarefa',
  params,
  response: z.object({ id: z.uuid() }),
  errors: ['already_running', 'conflict'],
});

export const driftEndpoints = [getModelDrift, checkModelDrift] as const;
