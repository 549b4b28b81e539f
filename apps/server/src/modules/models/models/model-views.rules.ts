import {
  championAlias,
  type Model,
  type ModelTraining,
  type ModelType,
  type ModelVersion,
  type ModelVersionDetail,
  modelTypes,
  predictionNames,
} from '@kianda/contract/models/registry/models.contract';
import type { JobRunDetail } from '../../../platform/jobs/jobs.ts';
import type { TrainingRow, VersionRow } from './models.tables.ts';

/** Words of people about a version: its own names without that of the version in use, its tags and its description. */
export type VersionLabels = Pick<ModelVersion, 'aliases' | 'tags' | 'description'>;
export const unlabelled: VersionLabels = { aliases: [], tags: [], description: null };

const hundred = 100;
/** Percent of a measure, to a tenth: further digits say nothing on rows that few. */
const percentOf = (share: number): number => Math.round(share * hundred * 10) / 10;

/** A version as people read it. */
export function versionView(row: VersionRow, labels: VersionLabels = unlabelled): ModelVersion {
  return {
    ...labels,
    aliases: row.state === 'deployed' ? [championAlias, ...labels.aliases] : [...labels.aliases],
    ...{ version: row.version, state: row.state, algorithm: row.algorithm },
    ...{ trainedAt: row.trained_at.toISOString(), trainedBy: row.trained_by, trainingSeconds: row.training_seconds },
    ...{ rows: row.row_count, skill: row.skill, isSimulated: row.is_simulated },
    ...{ approvedBy: row.approved_by, approvedAt: row.approved_at?.toISOString() ?? null },
    approvalReason: row.approval_reason,
    approvedByTrainer: row.approved_by_id !== null && row.approved_by_id === row.trained_by_id,
    predictions: Number(row.predictions),
  };
}

/** A version with its card and its lineage. */
export function versionDetailView(row: VersionRow, labels: VersionLabels): ModelVersionDetail {
  const { sources, slices = [], ...card } = row.card;
  return {
    ...versionView(row, labels),
    ...card,
    slices,
    lineage: {
      ...{ sources, dataSha256: row.data_sha256, artefactSha256: row.artefact_sha256 },
      ...{ artefactBytes: row.artefact_bytes, seed: Number(row.seed), codeVersion: row.code_version },
    },
  };
}

/** A model by its versions, the newest first, and its last training. */
export function modelView(type: ModelType, versions: readonly VersionRow[], training: ModelTraining | null): Model {
  const deployed = versions.find(({ state }) => state === 'deployed');
  const shown = deployed ?? versions[0];
  return {
    ...{ id: type, type, name: modelTypes[type], algorithm: shown?.algorithm ?? null },
    version: shown === undefined ? null : String(shown.version),
    accuracy: shown === undefined ? null : percentOf(shown.skill.validation),
    trainingAccuracy: shown === undefined || shown.skill.training === null ? null : percentOf(shown.skill.training),
    validationAccuracy: shown === undefined ? null : percentOf(shown.skill.validation),
    isDeployed: deployed !== undefined,
    endpointUrl: `/admin-api/ml/predict/${predictionNames[type]}`,
    predictionCount: versions.reduce((sum, { predictions }) => sum + Number(predictions), 0),
    lastTrained: versions[0]?.trained_at.toISOString() ?? null,
    features: shown?.card.features.map(({ label }) => label) ?? [],
    skill: shown?.skill ?? null,
    isSimulated: shown?.is_simulated ?? false,
    absence: absenceOf(versions, deployed),
    training,
  };
}

function absenceOf(versions: readonly VersionRow[], deployed: VersionRow | undefined): string | null {
  if (versions.length === 0) return 'Ainda não foi treinado. Treine-o com os dados guardados.';
  return deployed === undefined ? 'Há uma versão treinada à espera de quem a aprove.' : null;
}

/** A training by what was noted of it, and by its job while it goes on; null: the job is no longer known. */
export function trainingView(row: TrainingRow, run: JobRunDetail | null): ModelTraining {
  const asked = {
    ...{ id: row.run_id, modelType: row.model_type, requestedBy: row.requested_by, version: row.version },
    requestedAt: row.requested_at.toISOString(),
  };
  if (row.ended_at !== null) {
    const state = row.error === null ? ('succeeded' as const) : ('failed' as const);
    return { ...asked, state, progress: null, message: null, error: row.error, endedAt: row.ended_at.toISOString() };
  }
  const lost = 'O treino perdeu-se antes do fim. Treine de novo.';
  if (run === null) return { ...asked, state: 'failed', progress: null, message: null, error: lost, endedAt: null };
  const { state, progress, message, endedAt } = run;
  const error = state === 'failed' ? 'O treino falhou. A razão está nas tarefas assíncronas; treine de novo.' : null;
  return { ...asked, state, progress, message, error, endedAt };
}

/** Mean of the measures of the versions in use, percent; null where none is. */
export function meanAccuracy(versions: readonly VersionRow[]): number | null {
  const measures = versions.filter(({ state }) => state === 'deployed').map(({ skill }) => skill.validation);
  return measures.length === 0 ? null : percentOf(measures.reduce((sum, value) => sum + value, 0) / measures.length);
}
