import { z } from 'zod';
import { bboxSchema } from '../../core/geo.ts';
import type { ModelType } from '../registry/models.contract.ts';

/** The seven kinds of predictive filter, by the names that people read. */
export const filterTypes = {
  biodiversity_hotspots: 'Hotspots de Biodiversidade',
  species_presence: 'Predição de Presença de Espécies',
  habitat_suitability: 'Adequação de Habitat',
  conservation_priority: 'Áreas de Conservação Prioritárias',
  fishing_zones: 'Zonas de Pesca Otimizadas',
  monitoring_points: 'Pontos de Monitorização Inteligentes',
  environmental_risk: 'Áreas de Risco Ambiental',
} as const;
export type FilterType = keyof typeof filterTypes;
export const filterTypeNames = Object.keys(filterTypes) as [FilterType, ...FilterType[]];

/** The answer that each kind gives, in one sentence. */
export const filterDescriptions = {
  biodiversity_hotspots: 'Onde o modelo espera mais espécies com o mesmo esforço, e há registos que o apoiem.',
  species_presence: 'Onde as espécies pedidas são as que o modelo mais espera encontrar.',
  habitat_suitability: 'Onde o mar se parece com aquele em que a espécie foi registada.',
  conservation_priority: 'O conjunto mais barato de unidades que guarda uma parte de cada valor natural.',
  fishing_zones: 'Onde se espera mais captura por dia, fora de vedas, de áreas protegidas e de zonas proibidas.',
  monitoring_points:
    'Onde uma medição ensinaria mais: os lugares que o modelo conhece pior e que mais dizem dos vizinhos.',
  environmental_risk: 'Onde pressões e valores naturais se encontram: exposição e consequência, com as contas à vista.',
} as const satisfies Record<FilterType, string>;

/** The model that each kind is computed from. */
export const filterModels = {
  biodiversity_hotspots: 'biodiversity_predictor',
  species_presence: 'species_classifier',
  habitat_suitability: 'habitat_suitability',
  conservation_priority: 'habitat_suitability',
  fishing_zones: 'abundance_estimator',
  monitoring_points: 'biodiversity_predictor',
  environmental_risk: 'habitat_suitability',
} as const satisfies Record<FilterType, ModelType>;

/** Ways to say from which value on a cell belongs to the result. */
export const thresholdKinds = {
  value: 'Valor',
  percentile: 'Percentil',
  max_sss: 'MaxSSS',
  p10: 'P10',
} as const;
export type ThresholdKind = keyof typeof thresholdKinds;

const thresholdSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.number() }),
  /** Share of the cells that lie below, 0–1. */
  z.object({ kind: z.literal('percentile'), share: z.number().min(0).max(0.999) }),
  /** The greatest sum of sensitivity and specificity on the presences. */
  z.object({ kind: z.literal('max_sss') }),
  /** The score that nine of ten presences reach. */
  z.object({ kind: z.literal('p10') }),
]);
export type FilterThreshold = z.infer<typeof thresholdSchema>;

export const habitatTypes = { coastal: 'Costeiro', pelagic: 'Pelágico', benthic: 'Bentónico' } as const;
export type HabitatType = keyof typeof habitatTypes;

export const riskFactors = {
  pollution: 'Poluição',
  overfishing: 'Sobrepesca',
  climate_change: 'Alterações climáticas',
} as const;
export type RiskFactor = keyof typeof riskFactors;

const share = z.number().min(0).max(1);

/** How a filter is computed. What a kind does not use stands at its usual value. */
export const filterRuleSchema = z.object({
  threshold: thresholdSchema,
  /** Null: the version in use. */
  modelVersion: z.number().int().min(1).nullable().default(null),
  cellDegrees: z.number().min(0.05).max(1).default(0.1),
  /** Season, as a month 1–12; null: that of the day of the run. */
  month: z.number().int().min(1).max(12).nullable().default(null),
  /** Null: the whole ZEE. */
  bbox: bboxSchema.nullable().default(null),
  /** Words of scientific or common names. */
  species: z.array(z.string().trim().min(2).max(80)).max(20).default([]),
  /** Points below it are left out. */
  minConfidence: share.default(0.6),
  /** Age of the data, in hours, up to which it costs no confidence. */
  maxAgeHours: z.number().min(1).max(87_600).default(72),
  speciesCountMin: z.number().int().min(0).max(10_000).default(15),
  habitatTypes: z.array(z.enum(['coastal', 'pelagic', 'benthic'])).default(['coastal', 'pelagic', 'benthic']),
  /** Share of each value that the set must hold. */
  targetShare: z.number().min(0.01).max(0.99).default(0.3),
  coverageRadiusKm: z.number().min(5).max(500).default(50),
  /** Reliability of a measurement: true variance in all that it varies. */
  dataQualityMin: z.number().min(0.05).max(0.99).default(0.9),
  riskFactors: z
    .array(z.enum(['pollution', 'overfishing', 'climate_change']))
    .default(['pollution', 'overfishing', 'climate_change']),
  /** How much of the base map shows through. */
  opacity: share.default(0.7),
});
export type FilterRule = z.infer<typeof filterRuleSchema>;
export type FilterRuleInput = z.input<typeof filterRuleSchema>;

/** The rule that each kind begins with. */
export const usualRules = {
  biodiversity_hotspots: { threshold: { kind: 'percentile', share: 0.8 }, speciesCountMin: 15 },
  species_presence: { threshold: { kind: 'value', value: 0.75 }, species: ['atum', 'baleia', 'tartaruga'] },
  habitat_suitability: { threshold: { kind: 'max_sss' } },
  conservation_priority: { threshold: { kind: 'percentile', share: 0.5 }, cellDegrees: 0.25 },
  fishing_zones: { threshold: { kind: 'percentile', share: 0.8 }, species: ['sardinha', 'anchova'] },
  monitoring_points: {
    ...{ threshold: { kind: 'percentile', share: 0 }, coverageRadiusKm: 50, dataQualityMin: 0.9 },
    // Where the model is least sure there is most to measure.
    minConfidence: 0,
  },
  environmental_risk: { threshold: { kind: 'percentile', share: 0.8 } },
} as const satisfies Record<FilterType, FilterRuleInput>;

export const usualRule = (type: FilterType): FilterRule => filterRuleSchema.parse(usualRules[type]);

/** Kinds whose scores are chances of presence, or like them: the others have no presences to set a threshold by. */
export const hasPresences: ReadonlySet<FilterType> = new Set(['species_presence', 'habitat_suitability']);

/** Kinds that are switched on when the platform is new, as the specification has them. */
export const activeAtFirst: ReadonlySet<FilterType> = new Set([
  'biodiversity_hotspots',
  'species_presence',
  'habitat_suitability',
  'fishing_zones',
  'monitoring_points',
]);

/** Confidence of a point or a filter, in words: above 0.8, 0.6 and 0.4. */
export const confidenceBands = { high: 'Alta', medium: 'Média', low: 'Baixa', very_low: 'Muito baixa' } as const;
export type ConfidenceBand = keyof typeof confidenceBands;

export function confidenceBand(confidence: number): ConfidenceBand {
  if (confidence > 0.8) return 'high';
  if (confidence > 0.6) return 'medium';
  return confidence > 0.4 ? 'low' : 'very_low';
}
