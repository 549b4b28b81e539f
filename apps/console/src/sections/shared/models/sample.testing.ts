import type { DataOf } from '@kianda/contract';
import type { ModelMap } from '@kianda/contract/models/maps/maps.contract';
import type { DriftColumn, ModelDrift } from '@kianda/contract/models/registry/drift.contract';
import type { ModelProof } from '@kianda/contract/models/registry/evidence.contract';
import type { ForeignFile } from '@kianda/contract/models/registry/foreign.contract';
import {
  type getModel,
  type listModels,
  type Model,
  type ModelSkill,
  type ModelTraining,
  type ModelVersion,
  type ModelVersionDetail,
  type modelStats,
  modelTypes,
  predictionNames,
} from '@kianda/contract/models/registry/models.contract';
import type { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import type { TrainingSchedule } from '@kianda/contract/models/registry/schedules.contract';

/** Answers of the server about models, for tests of the sections that show them. */
const at = '2026-08-30T08:00:00.000Z';

export const sampleSkill: ModelSkill = {
  metric: 'auc',
  split: 'spatial_blocks',
  validation: 0.91,
  low: 0.87,
  high: 0.94,
  training: 0.96,
  baseline: 'média do bloco',
  baselineValidation: 0.5,
};

export const sampleTraining: ModelTraining = {
  id: '6a3c1d10-0000-4000-8000-000000000071',
  modelType: 'habitat_suitability',
  state: 'running',
  progress: 0.42,
  message: 'A ajustar a dobra 3 de 5',
  error: null,
  requestedBy: 'Rui Sal',
  requestedAt: at,
  endedAt: null,
  version: null,
};

export const untrained = (type: Model['type']): Model => ({
  ...{ id: type, type, name: modelTypes[type], endpointUrl: `/ml/predict/${predictionNames[type]}` },
  ...{ algorithm: null, version: null, accuracy: null, trainingAccuracy: null, validationAccuracy: null },
  ...{ isDeployed: false, predictionCount: 0, lastTrained: null, features: [], skill: null, isSimulated: false },
  ...{ absence: 'Ainda não foi treinado: há 12 dias de dados e são precisos 60.', training: null },
});

export const habitat: Model = {
  ...untrained('habitat_suitability'),
  ...{ algorithm: 'MaxEnt', version: '2', accuracy: 91, trainingAccuracy: 96, validationAccuracy: 91 },
  ...{ isDeployed: true, predictionCount: 1_234, lastTrained: at, skill: sampleSkill, isSimulated: true },
  features: ['Temperatura', 'Profundidade', 'Clorofila', 'Salinidade', 'Distância à costa'],
  absence: null,
};

export const sampleModels: DataOf<typeof listModels> = [
  untrained('biodiversity_predictor'),
  untrained('temperature_forecaster'),
  untrained('species_classifier'),
  untrained('abundance_estimator'),
  habitat,
];

export const sampleStats: DataOf<typeof modelStats> = {
  models_active: 1,
  average_accuracy: 91,
  total_predictions: 1_234,
  models_loaded: 1,
  last_training: at,
};

export const sampleVersion = (version: number, over: Partial<ModelVersion> = {}): ModelVersion => ({
  version,
  state: 'candidate',
  algorithm: 'MaxEnt',
  trainedAt: at,
  trainedBy: 'Rui Sal',
  trainingSeconds: 42,
  rows: 5_120,
  skill: sampleSkill,
  approvedBy: null,
  approvedAt: null,
  approvalReason: null,
  approvedByTrainer: false,
  predictions: 0,
  isSimulated: false,
  ...{ aliases: [], tags: [], description: null },
  ...over,
});

const approved = { approvedBy: 'Eva Maré', approvedAt: at, approvalReason: 'Melhor na validação' } as const;

export const sampleDetail: DataOf<typeof getModel> = {
  model: habitat,
  versions: [
    sampleVersion(3),
    sampleVersion(2, {
      ...approved,
      ...{ state: 'deployed', predictions: 1_234, approvedByTrainer: true, aliases: ['campeão'], tags: ['época'] },
    }),
    sampleVersion(1, { ...approved, state: 'retired' }),
  ],
  trainings: [
    sampleTraining,
    {
      ...sampleTraining,
      id: '6a3c1d10-0000-4000-8000-000000000072',
      ...{ state: 'failed', progress: null, message: null, endedAt: at },
      error: 'Há 12 ocorrências e são precisas 30. Execute o conector OBIS.',
    },
  ],
  allowsOwnApproval: false,
};

export const sampleVersionDetail = (version: number, over: Partial<ModelVersionDetail> = {}): ModelVersionDetail => ({
  ...(sampleDetail.versions.find((one) => one.version === version) ?? sampleVersion(version)),
  purpose: 'Prevê a adequação do habitat da sardinha por célula de 0,25°.',
  features: [
    { name: 'sst', label: 'Temperatura', unit: '°C', min: 14.2, max: 29.8, categories: null, importance: 0.21 },
    { name: 'depth', label: 'Profundidade', unit: 'm', min: 5, max: 4_000, categories: null, importance: 0.05 },
    {
      name: 'bottom',
      label: 'Fundo',
      unit: null,
      min: null,
      max: null,
      categories: ['Areia', 'Rocha'],
      importance: null,
    },
  ],
  leftOut: [{ name: 'land_use', reason: 'Nenhuma fonte o mede no mar.' }],
  parameters: { regularisation: 1, hinge: true, kind: 'cloglog' },
  curves: [
    {
      ...{ kind: 'reliability', name: 'Fiabilidade', xLabel: 'Adequação prevista', yLabel: 'Parte com presença' },
      points: [
        { x: 0.1, y: 0.08 },
        { x: 0.9, y: 0.86 },
      ],
    },
    {
      ...{ kind: 'response', name: 'Temperatura', xLabel: 'Temperatura (°C)', yLabel: 'Adequação' },
      points: [
        { x: 15, y: 0.2 },
        { x: 25, y: 0.7 },
      ],
    },
  ],
  slices: [
    { kind: 'area', name: 'Norte (até 9° S)', rows: 412, value: 0.93 },
    { kind: 'season', name: 'Cacimbo (maio a outubro)', rows: 12, value: null },
  ],
  lineage: {
    sources: [
      { name: 'OBIS', rows: 4_120, licence: 'CC BY 4.0', from: '2001-02-03T00:00:00.000Z', to: at },
      { name: 'Simulador', rows: 1_000, licence: null, from: null, to: null },
    ],
    dataSha256: 'a'.repeat(64),
    artefactSha256: 'b'.repeat(64),
    artefactBytes: 20_480,
    seed: 20_260_830,
    codeVersion: '2.0.0',
  },
  limits: ['Não vale fora da ZEE de Angola.'],
  ...over,
});

export const samplePrediction: DataOf<typeof predictModel> = {
  modelType: 'habitat_suitability',
  version: 2,
  unit: null,
  items: [
    {
      value: 0.734,
      label: null,
      low: 0.61,
      high: 0.82,
      chances: [],
      explanation: [
        { name: 'sst', label: 'Temperatura', effect: 0.9 },
        { name: 'depth', label: 'Profundidade', effect: -0.4 },
      ],
      inputs: [
        { name: 'sst', label: 'Temperatura', unit: '°C', value: 21.4, source: 'NOAA, 30/08/2026' },
        { name: 'depth', label: 'Profundidade', unit: 'm', value: null, source: 'sem dados' },
      ],
      similarity: -12.5,
      warning: null,
    },
  ],
};

const sampleDriftColumn = (name: string, label: string, statistic: number): DriftColumn => ({
  ...{ name, label, unit: '°C', rows: 812, missing: 3, reason: null },
  drift: {
    ...{ test: 'wasserstein', statistic, chance: null, threshold: 0.1, hasDrifted: statistic > 0.1 },
    ...{ stability: statistic * 2, stabilityBound: 0.021 },
    bins: [
      { label: '18 a 20', reference: 0.6, current: 0.25 },
      { label: '20 a 22', reference: 0.4, current: 0.75 },
    ],
  },
});

const fewAsked = 'Perguntas nos últimos 30 dias: 12, e são precisas 30.';

export const sampleDrift: ModelDrift = {
  check: {
    ...{ version: 2, at, rows: 815, isOfNewRows: true, share: 0.5, hasDrifted: true, reason: null },
    features: [sampleDriftColumn('sst', 'Temperatura', 0.43), sampleDriftColumn('depth', 'Profundidade', 0.02)],
    prediction: {
      ...{ name: 'prediction', label: 'Previsão', unit: null, rows: 815, missing: 0, drift: null },
      reason: 'A versão não guarda a referência desta variável.',
    },
    asked: {
      ...{ from: '2026-07-31T08:00:00.000Z', rows: 12, share: null, hasDrifted: false, reason: fewAsked },
      features: [{ ...sampleDriftColumn('sst', 'Temperatura', 0), drift: null, rows: 12, reason: fewAsked }],
      prediction: {
        ...{ name: 'prediction', label: 'Previsão', unit: null, rows: 0, missing: 0, drift: null, reason: fewAsked },
      },
    },
  },
  history: [
    { version: 2, at: '2026-08-29T03:20:00.000Z', share: 0, hasDrifted: false, rows: 402 },
    { version: 2, at, share: 0.5, hasDrifted: true, rows: 815 },
  ],
  ...{ isUnderWay: false, absence: null },
};

export const sampleForeignRun = '6a3c1d10-0000-4000-8000-000000000079';
export const sampleForeignFile: ForeignFile = {
  ...{ id: '6a3c1d10-0000-4000-8000-000000000078', format: 'lambdas', fileName: 'fora.lambdas', sizeBytes: 2_048 },
  ...{ sha256: 'e'.repeat(64), producer: null, opset: null, operators: [], outputs: [], classes: [], isLogged: false },
  variables: [
    { name: 'sst', isCategory: false, min: 285.15, max: 303.15, column: 'sst' },
    { name: 'fundo', isCategory: false, min: 5, max: null, column: null },
  ],
  platform: {
    columns: [
      { name: 'sst', label: 'Temperatura', unit: '°C', units: ['°C', 'K'], categories: null },
      { name: 'depth', label: 'Profundidade', unit: 'm', units: ['m', 'km'], categories: null },
    ],
    target: { kind: 'presence', unit: null, classes: [] },
  },
};

export const sampleSchedule: TrainingSchedule = {
  ...{ maxAgeDays: 30, newRows: null, onDrift: true, updatedBy: 'Rui Sal', updatedAt: at, lookedAt: at },
  look: [
    { trigger: 'age', isMet: false, text: 'A última versão tem 4 dias; treina aos 30.' },
    { trigger: 'drift', isMet: true, text: 'A versão em uso tem deriva.' },
  ],
};
export const sampleMap = (version: number, over: Partial<ModelMap> = {}): ModelMap => ({
  id: `6a3c1d10-0000-4000-8000-00000000010${version}`,
  ...{ modelType: 'habitat_suitability', version, algorithm: 'MaxEnt', isInUse: version === 2, skill: sampleSkill },
  ...{ madeAt: at, requestedBy: 'Rui Sal', seconds: 3, cellDegrees: 0.5, columns: 2, rows: 2, month: null, inputs: {} },
  ...{ unit: null, classes: [], spreadKind: null, outside: 0.25, without: [], isSimulated: false },
  bands: [
    { band: 'value', unit: null, cells: 3, min: 0.1, max: 0.9, mean: 0.5, low: 0.12, high: 0.88 },
    { band: 'uncertainty', unit: null, cells: 0, min: null, max: null, mean: null, low: null, high: null },
    { band: 'novelty', unit: '%', cells: 3, min: -20, max: 60, mean: 20, low: -18, high: 58 },
  ],
  sources: [{ name: 'Temperatura: NOAA', rows: 12, licence: 'CC0', from: at, to: at }],
  ...{ oldestInputAt: at, dataSha256: 'c'.repeat(64), fileSha256: 'd'.repeat(64), fileBytes: 4_096 },
  ...over,
});

/** A layer of two by two cells about 12° E, 10° S: the first three codes, and one without value. */
export const sampleGrid = (codes: readonly [number, number, number]) => ({
  ...{ west: 12, south: -10, lonStepDegrees: 0.5, latStepDegrees: 0.5, columns: 2, rows: 2 },
  ...{ encoding: 'int16-base64' as const, scale: 0.01, offset: 0 },
  values: btoa(String.fromCharCode(...new Uint8Array(Int16Array.from([...codes, -32_768]).buffer))),
});

/** A proof of a version, measured on other rows than those of its training. */
export const sampleProof: ModelProof = {
  run: null,
  obstacle: null,
  evidence: {
    ...{ madeAt: '2026-08-30T10:00:00Z', requestedBy: 'Eva Maré', seconds: 84, metric: 'auc', split: 'spatial_blocks' },
    ...{ rows: 4_000, allRows: 5_120, trees: null, dataSha256: 'c'.repeat(64), isSameData: false, isSimulated: false },
    jackknife: {
      all: 0.91,
      variables: [
        { name: 'sst', label: 'Temperatura', alone: 0.84, without: 0.71 },
        { name: 'depth', label: 'Profundidade', alone: 0.62, without: null },
      ],
    },
    nullModels: { models: 19, mean: 0.51, deviation: 0.03, effect: 13.3, p: 0.05 },
  },
};
