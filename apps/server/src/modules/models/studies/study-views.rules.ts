import type { Study } from '@kianda/contract/models/studies/studies.contract';
import type { StudyMap, StudyRun, StudyWork } from '@kianda/contract/models/studies/study-results';
import type { JobRunDetail } from '../../../platform/jobs/jobs.ts';
import type { TableSource } from '../models/index.ts';
import { mapJobName, workResult } from './studies.jobs.ts';
import type { StudyState } from './studies.repository.ts';
import type { RunRow, StudyMapRow } from './studies.tables.ts';

/** A study as lists show it; `newest` is its last tuning, `chosen` the one that a candidate was chosen of. */
export function studyView(row: StudyState, newest: RunRow | undefined, chosen: RunRow | undefined): Study {
  return {
    ...{ id: row.id, name: row.name, species: row.species, createdBy: row.created_by },
    ...{ createdAt: row.created_at.toISOString(), changedAt: row.changed_at.toISOString() },
    ...{ runs: row.runs, maps: row.maps, isChosen: row.chosen !== null },
    aucTest: aucOf(row, newest, chosen),
    isSimulated: (chosen ?? newest)?.is_simulated ?? false,
  };
}

export function aucOf(row: Pick<StudyState, 'chosen'>, newest: RunRow | undefined, chosen: RunRow | undefined) {
  const place = row.chosen === null ? newest?.proposed : row.chosen.candidate;
  const of = row.chosen === null ? newest : chosen;
  return of?.candidates[place ?? -1]?.aucTest ?? null;
}

export function runView(row: RunRow): StudyRun {
  return {
    ...{ id: row.id, madeAt: row.made_at.toISOString(), requestedBy: row.requested_by, seconds: row.seconds },
    ...{ parameters: row.parameters, presences: row.presences, background: row.background, folds: row.folds },
    ...{ candidates: row.candidates, proposed: row.proposed, sources: row.sources },
    ...{ dataSha256: row.data_sha256, codeVersion: row.code_version, isSimulated: row.is_simulated },
  };
}

export function studyMapView(row: StudyMapRow): StudyMap {
  return {
    ...{ id: row.id, madeAt: row.made_at.toISOString(), requestedBy: row.requested_by, runId: row.run_id },
    ...row.candidate,
    ...{ scenario: row.scenario, cellDegrees: row.cell_degrees, columns: row.columns, rows: row.rows },
    ...{ ...row.card, evidence: row.card.evidence ?? null },
    ...{ fileSha256: row.file_sha256, fileBytes: row.file_bytes, isSimulated: row.is_simulated },
  };
}

export const sourceView = ({ name, rows, licence, from, to }: TableSource): StudyRun['sources'][number] => ({
  ...{ name, rows, licence },
  ...{ from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
});

/** Work that was asked for, by its job. */
export function workView(run: JobRunDetail): StudyWork {
  const refusal = workResult.safeParse(run.result).data?.refusal ?? null;
  const failed = 'A tarefa falhou. A razão está nas tarefas assíncronas; peça-a de novo.';
  return {
    ...{ id: run.id, kind: run.name === mapJobName ? 'map' : 'tuning', progress: run.progress, message: run.message },
    state: run.state === 'succeeded' && refusal !== null ? 'failed' : run.state,
    error: refusal ?? (run.state === 'failed' ? failed : null),
    requestedAt: run.createdAt,
  };
}
