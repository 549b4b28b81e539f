import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import type { ModelType } from './model-types.ts';

export { type ModelType, modelTypes } from './model-types.ts';

/** Last part of the address that a model predicts at. */
export const predictionNames = {
  biodiversity_predictor: 'biodiversity',
  temperature_forecaster: 'temperature',
  species_classifier: 'species',
  abundance_estimator: 'abundance',
  habitat_suitability: 'habitat',
} as const satisfies Record<ModelType, string>;

export const modelTypeSchema = z.enum([
  'biodiversity_predictor',
  'temperature_forecaster',
  'species_classifier',
  'abundance_estimator',
  'habitat_suitability',
]);
const modelType = modelTypeSchema;
const count = z.number().int().nonnegative();
const versionNumber = z.number().int().min(1);
/** Percent; a skill on the rows held out may be below nought, where the model is worse than the mean. */
const percent = z.number().max(100);

/** Measures of a model, by the names that people read. */
export const metricNames = {
  auc: 'AUC',
  balanced_accuracy: 'Exatidão equilibrada',
  r2: 'R²',
} as const;
export type MetricName = keyof typeof metricNames;

/** How rows were held out. */
export const splitNames = {
  spatial_blocks: 'blocos espaciais',
  temporal: 'anos ou dias posteriores',
} as const;
export type SplitName = keyof typeof splitNames;

const featureSchema = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.string().nullable(),
  /** Range in the rows that it learned from; null of categories. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Values that a category may have; null of numbers. */
  categories: z.array(z.string()).nullable(),
  /** Loss of skill when its values are shuffled; null where that was not measured. */
  importance: z.number().nullable(),
});
export type ModelFeature = z.infer<typeof featureSchema>;

/** A measure on the rows held out, with the interval of a bootstrap over the blocks. */
export const modelSkillSchema = z.object({
  metric: z.enum(['auc', 'balanced_accuracy', 'r2']),
  split: z.enum(['spatial_blocks', 'temporal']),
  validation: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** The same measure on the rows that it learned from; null of a model from elsewhere, whose rows nobody here knows. */
  training: z.number().nullable(),
  /** The simple method that it is compared with, and its measure on the same rows. */
  baseline: z.string(),
  baselineValidation: z.number().nullable(),
});
export type ModelSkill = z.infer<typeof modelSkillSchema>;

/** Rows of a provider that a version learned from. */
const lineageSourceSchema = z.object({
  name: z.string(),
  rows: count,
  licence: z.string().nullable(),
  from: instantSchema.nullable(),
  to: instantSchema.nullable(),
});

export const versionStates = {
  candidate: 'Por aprovar',
  deployed: 'Em uso',
  retired: 'Substituída',
} as const;
export type VersionState = keyof typeof versionStates;

export const versionSchema = z.object({
  version: versionNumber,
  state: z.enum(['candidate', 'deployed', 'retired']),
  /** The method that ran. */
  algorithm: z.string(),
  trainedAt: instantSchema,
  /** Name of the account, or of the platform's own schedule. */
  trainedBy: z.string(),
  trainingSeconds: z.number().nonnegative(),
  rows: count,
  skill: modelSkillSchema,
  approvedBy: z.string().nullable(),
  approvedAt: instantSchema.nullable(),
  approvalReason: z.string().nullable(),
  /** Whether who trained it also approved it. */
  approvedByTrainer: z.boolean(),
  predictions: count,
  /** Whether any of its rows came from a simulator. */
  isSimulated: z.boolean(),
  /** Names that it is called by; the version in use is the champion. */
  aliases: z.array(z.string()),
  tags: z.array(z.string()),
  description: z.string().nullable(),
});
export type ModelVersion = z.infer<typeof versionSchema>;

const curveSchema = z.object({
  /** `reliability`: predicted against observed; `response`: prediction along a variable; `roc`; `loss`: by round. */
  kind: z.enum(['reliability', 'response', 'roc', 'loss', 'residual']),
  name: z.string(),
  xLabel: z.string(),
  yLabel: z.string(),
  points: z.array(z.object({ x: z.number(), y: z.number() })),
});
export type ModelCurve = z.infer<typeof curveSchema>;

/** The measure on the rows held out of a part of the sea, or of the year. */
const sliceSchema = z.object({
  kind: z.enum(['area', 'season']),
  name: z.string(),
  rows: count,
  /** Null where its rows are too few, or all alike. */
  value: z.number().nullable(),
});
export type ModelSlice = z.infer<typeof sliceSchema>;

const versionDetailSchema = versionSchema.extend({
  /** One sentence: what it predicts, and of what. */
  purpose: z.string(),
  features: z.array(featureSchema),
  /** Features that the specification names and no source measures here, each with why it was left out. */
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  curves: z.array(curveSchema),
  /** Empty of a version from before they were measured, and where rows tell neither place nor time. */
  slices: z.array(sliceSchema),
  lineage: z.object({
    sources: z.array(lineageSourceSchema),
    /** SHA-256 of the table that it learned from. */
    dataSha256: z.string(),
    artefactSha256: z.string(),
    artefactBytes: count,
    seed: z.number().int(),
    codeVersion: z.string(),
  }),
  /** Limits that a reader must know, in whole sentences. */
  limits: z.array(z.string()),
});
export type ModelVersionDetail = z.infer<typeof versionDetailSchema>;

export const trainingStates = {
  queued: 'Em espera',
  running: 'A treinar',
  succeeded: 'Concluído',
  failed: 'Falhou',
  cancelled: 'Cancelado',
} as const;

export const trainingSchema = z.object({
  id: z.uuid(),
  modelType,
  state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  /** Share done, 0–1; null: unknown. */
  progress: z.number().min(0).max(1).nullable(),
  message: z.string().nullable(),
  /** Why it failed, and what to do. */
  error: z.string().nullable(),
  requestedBy: z.string(),
  requestedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  /** The version that it made. */
  version: versionNumber.nullable(),
});
export type ModelTraining = z.infer<typeof trainingSchema>;

/** Null figures: no version was trained yet, or none is deployed; `absence` says which and what to do. */
const modelSchema = z.object({
  id: modelType,
  name: z.string(),
  type: modelType,
  algorithm: z.string().nullable(),
  version: z.string().nullable(),
  accuracy: percent.nullable(),
  trainingAccuracy: percent.nullable(),
  validationAccuracy: percent.nullable(),
  isDeployed: z.boolean(),
  endpointUrl: z.string(),
  predictionCount: count,
  lastTrained: instantSchema.nullable(),
  features: z.array(z.string()),
  /** Of the version shown: the deployed one, or the newest where none is. */
  skill: modelSkillSchema.nullable(),
  isSimulated: z.boolean(),
  absence: z.string().nullable(),
  /** The training that waits or runs, or else the last one. */
  training: trainingSchema.nullable(),
});
export type Model = z.infer<typeof modelSchema>;

const own = { service: 'admin-api' } as const;
export const modelParams = z.object({ type: modelType });
const versionParams = z.object({ type: modelType, version: z.coerce.number().int().min(1) });

/** Alias of the version in use. */
export const championAlias = 'campeão';
/** Usual alias of the version that is to take its place. */
export const challengerAlias = 'desafiante';
/** A name of a version: letters first, so that it is never taken for a number. */
export const aliasName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^\p{L}[\p{L}\p{M}\p{N}_-]{1,39}$/u, 'Um nome começa por uma letra, e tem letras, algarismos, «-» ou «_».');
/** A version by its number, or by an alias. */
export const versionReference = z.union([z.coerce.number().int().min(1), aliasName]);
const reason = z.string().trim().min(5, 'Diga porquê, em poucas palavras.').max(500);

export const listModels = endpoint({
  ...own,
  id: 'listModels',
  access: 'models:read',
  method: 'GET',
  path: '/ml/models',
  summary: 'Os cinco modelos, com a versão em uso e o último treino de cada um',
  response: z.array(modelSchema),
});

export const modelStats = endpoint({
  ...own,
  id: 'modelStats',
  access: 'models:read',
  method: 'GET',
  path: '/api/ml/stats',
  summary: 'Modelos em uso, precisão média e previsões feitas',
  response: z.object({
    models_active: count,
    average_accuracy: percent.nullable(),
    total_predictions: count,
    models_loaded: count,
    last_training: instantSchema.nullable(),
  }),
});

export const getModel = endpoint({
  ...own,
  id: 'getModel',
  access: 'models:read',
  method: 'GET',
  path: '/ml/models/{type}',
  summary: 'Um modelo, com as suas versões e os seus treinos',
  params: modelParams,
  response: z.object({
    model: modelSchema,
    versions: z.array(versionSchema),
    trainings: z.array(trainingSchema),
    /** Whether one person alone may train and approve, by setting. */
    allowsOwnApproval: z.boolean(),
  }),
});

export const getModelVersion = endpoint({
  ...own,
  id: 'getModelVersion',
  access: 'models:read',
  method: 'GET',
  path: '/ml/models/{type}/versions/{version}',
  summary: 'Uma versão de um modelo, pelo número ou pelo nome: medidas, curvas, variáveis e de que dados veio',
  params: modelParams.extend({ version: versionReference }),
  response: versionDetailSchema,
  errors: ['not_found'],
});

export const trainModel = endpoint({
  ...own,
  id: 'trainModel',
  access: 'models:train',
  method: 'POST',
  path: '/ml/train/{type}',
  summary: 'Treina uma nova versão de um modelo com os dados guardados; é uma tarefa',
  params: modelParams,
  response: trainingSchema,
  errors: ['already_running'],
});

export const cancelTraining = endpoint({
  ...own,
  id: 'cancelTraining',
  access: 'models:train',
  method: 'POST',
  path: '/ml/trainings/{id}/cancel',
  summary: 'Cancela um treino que espera ou corre; nada dele fica',
  params: z.object({ id: z.uuid() }),
  response: trainingSchema,
  errors: ['not_found', 'conflict'],
});

/** Who trained it may not approve it, unless a setting allows that. */
export const approveModelVersion = endpoint({
  ...own,
  id: 'approveModelVersion',
  access: 'models:approve',
  method: 'POST',
  path: '/ml/models/{type}/versions/{version}/approve',
  summary: 'Aprova uma versão, que passa a ser a que está em uso (auditado)',
  params: versionParams,
  body: z.object({ reason }),
  response: versionSchema,
  errors: ['not_found', 'conflict'],
});

export const rollBackModel = endpoint({
  ...own,
  id: 'rollBackModel',
  access: 'models:approve',
  method: 'POST',
  path: '/ml/models/{type}/rollback',
  summary: 'Volta à versão que estava em uso antes desta (auditado)',
  params: modelParams,
  body: z.object({ reason }),
  response: versionSchema,
  errors: ['conflict'],
});

/** The version in use can't be deleted. `confirm` repeats its number, so that no slip deletes one. */
export const removeModelVersion = endpoint({
  ...own,
  id: 'removeModelVersion',
  access: 'models:approve',
  method: 'DELETE',
  path: '/ml/models/{type}/versions/{version}',
  summary: 'Elimina uma versão que não está em uso, e o seu ficheiro (auditado)',
  params: versionParams,
  query: z.object({ confirm: z.string().max(80) }),
  response: z.object({ version: versionNumber }),
  errors: ['not_found', 'conflict'],
});

export const modelEndpoints = [
  listModels,
  modelStats,
  getModel,
  getModelVersion,
  trainModel,
  cancelTraining,
  approveModelVersion,
  rollBackModel,
  removeModelVersion,
] as const;
