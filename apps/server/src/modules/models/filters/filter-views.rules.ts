import type { FilterRule, FilterType } from '@kianda/contract/models/filters/filter-types';
import { type FilterRun, type PredictiveFilter, validHours } from '@kianda/contract/models/filters/filters.contract';
import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import type { JobRunDetail } from '../../../platform/jobs/jobs.ts';
import type { FilterRow, RunRow } from './filters.tables.ts';

const hourMs = 3_600_000;

/** Until when the result of a run holds; null where it brought none. */
export const validUntil = ({ ended_at, summary }: Pick<RunRow, 'ended_at' | 'summary'>): Date | null =>
  ended_at === null || summary === null ? null : new Date(ended_at.getTime() + validHours * hourMs);

/** A run by what was noted of it, and by its job while it goes on; null: the job is no longer known. */
export function runView(row: RunRow, job: JobRunDetail | null): FilterRun {
  const asked = {
    ...{ id: row.id, revision: row.revision, requestedBy: row.requested_by, needsModel: row.needs_model },
    ...{ requestedAt: row.requested_at.toISOString(), summary: row.summary },
    validUntil: validUntil(row)?.toISOString() ?? null,
  };
  const still = { progress: null, message: null, endedAt: row.ended_at?.toISOString() ?? null };
  if (row.ended_at !== null) {
    return { ...asked, ...still, state: row.error === null ? 'succeeded' : 'failed', error: row.error };
  }
  const lost = 'A execução perdeu-se antes do fim. Calcule de novo.';
  if (job === null) return { ...asked, ...still, state: 'failed', error: lost };
  const { state, progress, message, endedAt } = job;
  const error = state === 'failed' ? 'O cálculo falhou. A razão está nas tarefas assíncronas; calcule de novo.' : null;
  return { ...asked, state, progress, message, error, endedAt };
}

type Parts = {
  readonly newest: FilterRun | null;
  /** The newest run that brought a result. */
  readonly done: RunRow | undefined;
  readonly isSubscribed: boolean;
  /** The model that it is computed from, where no version of it is in use. */
  readonly lacking: ModelType | null;
  readonly now: Date;
};

export function filterView(row: FilterRow, { newest, done, isSubscribed, lacking, now }: Parts): PredictiveFilter {
  const until = done === undefined ? null : validUntil(done);
  const summary = done?.summary ?? null;
  return {
    ...{ id: row.id, name: row.name, type: row.type, description: row.description, isActive: row.is_active },
    confidence: summary === null ? null : summary.confidence.value * 100,
    lastUpdated: done?.ended_at?.toISOString() ?? null,
    validUntil: until?.toISOString() ?? null,
    isExpired: until !== null && until.getTime() <= now.getTime(),
    parameters: parametersOf(row.type, row.rule),
    ...{ rule: row.rule, revision: row.revision, isBuiltIn: row.is_built_in, createdBy: row.created_by },
    updatedAt: row.updated_at.toISOString(),
    absence: summary === null ? absenceOf(newest, lacking) : null,
    needsModel: lacking,
    isSimulated: summary?.isSimulated ?? false,
    ...{ isSubscribed, run: newest, summary },
  };
}

function absenceOf(newest: FilterRun | null, lacking: ModelType | null): string {
  if (lacking !== null) return lackingWords(lacking);
  if (newest?.state === 'queued' || newest?.state === 'running') return 'Está a ser calculado pela primeira vez.';
  if (newest?.error != null) return newest.error;
  return 'Ainda não foi calculado. Ative-o, ou calcule-o agora.';
}

export const lackingWords = (type: ModelType): string =>
  `O modelo «${modelTypes[type]}» não tem versão em uso: treine uma e peça a quem pode que a aprove.`;

/** The rule by the names that the specification gives to its parts. */
export function parametersOf(type: FilterType, rule: FilterRule): PredictiveFilter['parameters'] {
  const { threshold } = rule;
  const limit =
    threshold.kind === 'value' ? threshold.value : threshold.kind === 'percentile' ? threshold.share : threshold.kind;
  const own: Readonly<Record<FilterType, PredictiveFilter['parameters']>> = {
    biodiversity_hotspots: { threshold: limit, species_count_min: rule.speciesCountMin },
    species_presence: { confidence_threshold: limit, species_list: rule.species.join(', ') },
    habitat_suitability: { threshold: limit, habitat_types: rule.habitatTypes.join(', ') },
    conservation_priority: { threshold: limit, target_share: rule.targetShare },
    fishing_zones: { threshold: limit, season: rule.month ?? 'current', target_species: rule.species.join(', ') },
    monitoring_points: { coverage_radius_km: rule.coverageRadiusKm, data_quality_min: rule.dataQualityMin },
    environmental_risk: { threshold: limit, risk_factors: rule.riskFactors.join(', ') },
  };
  return {
    ...own[type],
    ...{ min_confidence: rule.minConfidence, max_age_hours: rule.maxAgeHours, grid_resolution: rule.cellDegrees },
    model_version: rule.modelVersion ?? 'em uso',
    bbox: rule.bbox === null ? 'ZEE' : rule.bbox.join(', '),
  };
}
