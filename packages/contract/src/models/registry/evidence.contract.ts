import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { modelTypeSchema } from './models.contract.ts';

const count = z.number().int().nonnegative();
const measure = z.number().nullable();

/** Null models of a proof: with 19, a p of 0.05 can be told. */
export const nullModelCounts = [19, 49, 99] as const;

/** Evidence for the method of a version, on rows held out in turn. */
const evidenceSchema = z.object({
  madeAt: instantSchema,
  requestedBy: z.string(),
  seconds: z.number().nonnegative(),
  metric: z.enum(['auc', 'balanced_accuracy', 'r2']),
  split: z.enum(['spatial_blocks', 'temporal']),
  /** Rows that it was measured on, of those that there are. */
  rows: count,
  allRows: count,
  /** Trees of each fit; null of methods without any. */
  trees: count.nullable(),
  /** SHA-256 of the table, and whether it is the one that the version learned from. */
  dataSha256: z.string(),
  isSameData: z.boolean(),
  isSimulated: z.boolean(),
  /** The measure with all variables, and of each: with it alone, and with all others. Null: not measurable. */
  jackknife: z.object({
    all: z.number(),
    variables: z.array(z.object({ name: z.string(), label: z.string(), alone: measure, without: measure })),
  }),
  /** Beside models that learned from the same rows with their answers shuffled; `effect`: deviations above their mean. */
  nullModels: z.object({
    models: count,
    mean: z.number(),
    deviation: z.number(),
    effect: measure,
    p: z.number(),
  }),
});
export type ModelEvidence = z.infer<typeof evidenceSchema>;

const proofSchema = z.object({
  evidence: evidenceSchema.nullable(),
  /** The proof that waits or runs, or the last one where it made nothing. */
  run: z
    .object({
      id: z.uuid(),
      state: z.enum(['queued', 'running', 'failed', 'cancelled']),
      progress: z.number().min(0).max(1).nullable(),
      message: z.string().nullable(),
      /** Why it made nothing, and what to do. */
      error: z.string().nullable(),
    })
    .nullable(),
  /** Why this version can't be proved; null where it can. */
  obstacle: z.string().nullable(),
});
export type ModelProof = z.infer<typeof proofSchema>;

const own = { service: 'admin-api' } as const;
const params = z.object({ type: modelTypeSchema, version: z.coerce.number().int().min(1) });

export const getVersionEvidence = endpoint({
  ...own,
  id: 'getVersionEvidence',
  access: 'models:read',
  method: 'GET',
  path: '/ml/models/{type}/versions/{version}/evidence',
  summary: 'Jackknife das variáveis e modelos nulos de uma versão, e a tarefa que os mede',
  params,
  response: proofSchema,
  errors: ['not_found'],
});

export const proveVersion = endpoint({
  ...own,
  id: 'proveVersion',
  access: 'models:train',
  method: 'POST',
  path: '/ml/models/{type}/versions/{version}/evidence',
  summary: 'Mede o jackknife e os modelos nulos de uma versão; é uma tarefa',
  params,
  body: z.object({ nullModels: z.union(nullModelCounts.map((models) => z.literal(models))).default(19) }),
  response: proofSchema,
  errors: ['not_found', 'conflict', 'already_running'],
});

export const cancelVersionProof = endpoint({
  ...own,
  id: 'cancelVersionProof',
  access: 'models:train',
  method: 'POST',
  path: '/ml/models/{type}/versions/{version}/evidence/cancel',
  summary: 'Cancela a medida que espera ou corre; a anterior fica',
  params,
  response: proofSchema,
  errors: ['not_found', 'conflict'],
});

export const proofEndpoints = [getVersionEvidence, proveVersion, cancelVersionProof] as const;
