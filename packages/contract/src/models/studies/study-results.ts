import { z } from 'zod';
import { instantSchema } from '../../core/provenance.ts';
import { featureSets, recordReasonSchema, studyParametersSchema } from './study-parameters.ts';

const count = z.number().int().nonnegative();
const measure = z.number().nullable();

/** A combination of features and multiplier, measured on rows held out; the mean over the folds. Null: not measurable. */
export const candidateSchema = z.object({
  features: z.enum(featureSets),
  beta: z.number(),
  aucTest: measure,
  /** Deviation over the folds. */
  aucDeviation: measure,
  aucTrain: measure,
  /** Of the AUC, training − test: the greater, the more it learned by heart. */
  aucDifference: measure,
  tss: measure,
  boyce: measure,
  /** Share of the test presences below the score that a tenth of the training presences lie below. */
  omission10: measure,
  aicc: measure,
  /** AICc above that of the best candidate. */
  deltaAicc: measure,
  /** Coefficients other than 0, trained on all rows. */
  coefficients: count,
});
export type StudyCandidate = z.infer<typeof candidateSchema>;

export const studySourceSchema = z.object({
  name: z.string(),
  rows: count,
  licence: z.string().nullable(),
  from: instantSchema.nullable(),
  to: instantSchema.nullable(),
});

/** A tuning that ended: what it was made of, and what it measured. */
export const studyRunSchema = z.object({
  id: z.uuid(),
  madeAt: instantSchema,
  requestedBy: z.string(),
  seconds: z.number().nonnegative(),
  parameters: studyParametersSchema,
  presences: count,
  background: count,
  folds: count,
  candidates: z.array(candidateSchema),
  /** Place of the candidate that the rule of the study proposes; null where none can be measured. */
  proposed: count.nullable(),
  sources: z.array(studySourceSchema),
  /** SHA-256 of the rows that were learned from. */
  dataSha256: z.string(),
  codeVersion: z.string(),
  isSimulated: z.boolean(),
});
export type StudyRun = z.infer<typeof studyRunSchema>;

/** Sea that a map is of: of all stored fields, or of some months; `warmingDegrees` is added to the temperature. */
export const scenarioSchema = z.object({
  months: z.array(z.number().int().min(1).max(12)).max(12).default([]),
  warmingDegrees: z.number().min(0).max(5).default(0),
});
export type StudyScenario = z.infer<typeof scenarioSchema>;

export const studyCurveSchema = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.string().nullable(),
  points: z.array(z.object({ x: z.number(), y: z.number() })),
  /** Deciles of the variable at the presences. */
  presences: z.array(z.number()),
});

/** Evidence for a combination, on rows held out (AUC, mean over the folds). */
export const studyEvidenceSchema = z.object({
  /** With all variables, and of each: with it alone, and with all others (null where there is no other). */
  jackknife: z.object({
    all: z.number(),
    variables: z.array(z.object({ name: z.string(), label: z.string(), alone: z.number(), without: measure })),
  }),
  /** Beside models that learned from as many random places; `effect`: deviations above their mean. */
  nullModels: z.object({
    models: count,
    observed: z.number(),
    mean: z.number(),
    deviation: z.number(),
    effect: measure,
    p: z.number(),
  }),
});
export type StudyEvidence = z.infer<typeof studyEvidenceSchema>;

export const studyMapSchema = z.object({
  id: z.uuid(),
  madeAt: instantSchema,
  requestedBy: z.string(),
  runId: z.uuid(),
  features: z.enum(featureSets),
  beta: z.number(),
  scenario: scenarioSchema,
  cellDegrees: z.number().positive(),
  columns: count,
  rows: count,
  curves: z.array(studyCurveSchema),
  /** Loss of AUC when the values of a variable are shuffled, and its share of all losses. */
  importance: z.array(
    z.object({ name: z.string(), label: z.string(), drop: z.number(), deviation: z.number(), share: measure }),
  ),
  /** Null: not measured, in a map made before it was, or where the folds can't be held out. */
  evidence: studyEvidenceSchema.nullable(),
  /** Scores from which a cell counts as suitable: of the greatest TSS, and a tenth of the presences below. */
  thresholds: z.object({ maxSss: measure, p10: measure }),
  /** Cells with a value, those from the P10 threshold on, and their area. */
  cells: count,
  suitableCells: count,
  suitableSquareKilometres: z.number().nonnegative(),
  mean: measure,
  /** Share of the cells that are unlike what was learned from (MESS below nought). */
  outside: measure,
  sources: z.array(studySourceSchema),
  fileSha256: z.string(),
  fileBytes: count,
  isSimulated: z.boolean(),
});
export type StudyMap = z.infer<typeof studyMapSchema>;

/** Work of a study that waits, runs or has ended without a result. */
export const studyWorkSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['tuning', 'map']),
  state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  progress: z.number().min(0).max(1).nullable(),
  message: z.string().nullable(),
  /** Why it made nothing, and what to do. */
  error: z.string().nullable(),
  requestedAt: instantSchema,
});
export type StudyWork = z.infer<typeof studyWorkSchema>;

export const studyRecordSchema = z.object({
  source: z.string(),
  sourceId: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  date: z.string().nullable(),
  licence: z.string().nullable(),
  /** Null: kept. */
  reason: recordReasonSchema.nullable(),
  /** Finding of the filter, in words; null of kept records. */
  detail: z.string().nullable(),
  /** Fold that a kept record is held out in. */
  fold: count.nullable(),
});
export type StudyRecord = z.infer<typeof studyRecordSchema>;
