import {
  type FilterType,
  filterDescriptions,
  filterModels,
  filterTypeNames,
  filterTypes,
  usualRule,
} from '@kianda/contract/models/filters/filter-types';
import type { FilterRun, FilterSummary, PredictiveFilter } from '@kianda/contract/models/filters/filters.contract';

/** Answers of the server about filters, for tests of the section. */
const at = '2026-08-30T08:00:00.000Z';

export const sampleSummary: FilterSummary = {
  ...{
    modelType: 'habitat_suitability',
    modelVersion: 2,
    algorithm: 'MaxEnt',
    unit: null,
    valueName: 'Adequação',
    threshold: 0.42,
  },
  method: 'Adequação do mar acima do limiar, nas faixas de habitat pedidas.',
  confidence: {
    ...{ value: 0.819, skill: 0.91, metric: 'auc', coverage: 0.9, coveredCells: 3_600, askedCells: 4_000 },
    ...{ age: 1, ageHours: 20, maxAgeHours: 72 },
  },
  ...{ chosenCells: 120, regions: 3, areaKm2: 14_630.4, points: 118, leftOut: 2, min: 0, mean: 0.2, max: 0.97 },
  steps: [{ label: 'Limiar (MaxSSS)', value: '0,420', note: 'TSS 0,71 com 88 células com registos e 3 600 de fundo' }],
  notes: ['O habitat bentónico ficou de fora.'],
  ...{ sources: ['Temperatura da superfície: NOAA'], isSimulated: true },
};

export const sampleRun: FilterRun = {
  ...{ id: '6a3c1d10-0000-4000-8000-000000000081', revision: 1, state: 'succeeded', progress: null, message: null },
  ...{ error: null, needsModel: null, requestedBy: 'Rui Sal', requestedAt: at, endedAt: at },
  ...{ validUntil: '2026-08-30T14:00:00.000Z', summary: sampleSummary },
};

export const uncomputed = (type: FilterType): PredictiveFilter => ({
  ...{ id: type, name: filterTypes[type], type, description: filterDescriptions[type], isActive: false },
  ...{ confidence: null, lastUpdated: null, validUntil: null, isExpired: false, parameters: { threshold: 0.8 } },
  ...{ rule: usualRule(type), revision: 1, isBuiltIn: true, createdBy: null, updatedAt: at },
  absence: 'O modelo não tem versão em uso: treine uma e peça a quem pode que a aprove.',
  ...{ needsModel: filterModels[type], isSimulated: false, isSubscribed: false, run: null, summary: null },
});

export const habitatFilter: PredictiveFilter = {
  ...uncomputed('habitat_suitability'),
  ...{ isActive: true, confidence: 81.9, lastUpdated: at, validUntil: sampleRun.validUntil, absence: null },
  ...{ needsModel: null, isSimulated: true, run: sampleRun, summary: sampleSummary },
};

export const sampleFilters: readonly PredictiveFilter[] = filterTypeNames.map((type) =>
  type === 'habitat_suitability' ? habitatFilter : uncomputed(type),
);
