import {
  type FilterRule,
  type FilterType,
  filterRuleSchema,
  type HabitatType,
  hasPresences,
  type RiskFactor,
  type ThresholdKind,
  usualRule,
} from '@kianda/contract/models/filters/filter-types';
import type { PredictiveFilter } from '@kianda/contract/models/filters/filters.contract';

type Number = number | '';

/** Fields of the form, as people write them: shares in per cent, lists with commas. */
export type RuleFields = {
  name: string;
  type: FilterType;
  description: string;
  thresholdKind: ThresholdKind;
  thresholdValue: Number;
  thresholdPercent: Number;
  modelVersion: Number;
  cellDegrees: Number;
  month: string;
  bbox: string;
  species: string;
  minConfidencePercent: Number;
  maxAgeHours: Number;
  speciesCountMin: Number;
  habitatTypes: HabitatType[];
  targetPercent: Number;
  coverageRadiusKm: Number;
  qualityPercent: Number;
  riskFactors: RiskFactor[];
};

const percent = (share: number) => Math.round(share * 1_000) / 10;

export function fieldsOf(filter: PredictiveFilter | undefined): RuleFields {
  const type = filter?.type ?? 'habitat_suitability';
  return {
    ...{ name: filter?.name ?? '', type, description: filter?.description ?? '' },
    ...ruleFields(filter?.rule ?? usualRule(type)),
  };
}

/** The fields that a rule fills. */
export function ruleFields(rule: FilterRule): Omit<RuleFields, 'name' | 'type' | 'description'> {
  const { threshold, habitatTypes, riskFactors } = rule;
  return {
    thresholdKind: threshold.kind,
    thresholdValue: threshold.kind === 'value' ? threshold.value : '',
    thresholdPercent: threshold.kind === 'percentile' ? percent(threshold.share) : '',
    modelVersion: rule.modelVersion ?? '',
    cellDegrees: rule.cellDegrees,
    month: rule.month === null ? '' : String(rule.month),
    bbox: rule.bbox === null ? '' : rule.bbox.join(', '),
    species: rule.species.join(', '),
    minConfidencePercent: percent(rule.minConfidence),
    ...{ maxAgeHours: rule.maxAgeHours, speciesCountMin: rule.speciesCountMin },
    ...{ habitatTypes: [...habitatTypes], riskFactors: [...riskFactors] },
    targetPercent: percent(rule.targetShare),
    coverageRadiusKm: rule.coverageRadiusKm,
    qualityPercent: percent(rule.dataQualityMin),
  };
}

/** Ways to set a threshold that a kind of filter allows. */
export const thresholdsOf = (type: FilterType): readonly ThresholdKind[] =>
  hasPresences.has(type) ? ['max_sss', 'p10', 'percentile', 'value'] : ['percentile', 'value'];

/** The four numbers of a box; undefined for text that is none. Null: the whole ZEE. */
export function boxOf(text: string): FilterRule['bbox'] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length === 0) return null;
  const numbers = parts.map(Number);
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return undefined;
  return numbers as [number, number, number, number];
}

/** The rule that the fields tell; null where they tell none. */
export function ruleOf(fields: RuleFields, before: FilterRule): FilterRule | null {
  const parsed = filterRuleSchema.safeParse({
    ...before,
    threshold: thresholdOf(fields),
    modelVersion: fields.modelVersion === '' ? null : fields.modelVersion,
    cellDegrees: fields.cellDegrees,
    month: fields.month === '' ? null : Number(fields.month),
    bbox: boxOf(fields.bbox),
    species: fields.species
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
    minConfidence: Number(fields.minConfidencePercent) / 100,
    ...{ maxAgeHours: fields.maxAgeHours, speciesCountMin: fields.speciesCountMin },
    ...{ habitatTypes: fields.habitatTypes, riskFactors: fields.riskFactors },
    targetShare: Number(fields.targetPercent) / 100,
    coverageRadiusKm: fields.coverageRadiusKm,
    dataQualityMin: Number(fields.qualityPercent) / 100,
  });
  return parsed.success && boxOf(fields.bbox) !== undefined ? parsed.data : null;
}

function thresholdOf({ thresholdKind: kind, thresholdValue, thresholdPercent }: RuleFields) {
  if (kind === 'value') return { kind, value: thresholdValue };
  return kind === 'percentile' ? { kind, share: Number(thresholdPercent) / 100 } : { kind };
}
