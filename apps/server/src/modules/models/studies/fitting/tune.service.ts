import { performance } from 'node:perf_hooks';
import type { StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import type { JobContext } from '../../../../platform/jobs/jobs.ts';
import { RefusedTask } from '../../../../platform/threads/run-thread.ts';
import { type Prepared, prepare } from '../preparation/prepare.service.ts';
import type { StudyContext } from '../studies.context.ts';
import type { TuneInput, WorkResult } from '../studies.jobs.ts';
import type { StudyState } from '../studies.repository.ts';
import { sourceView } from '../study-views.rules.ts';
import { runFit } from './run-fit.ts';
import { proposedOf } from './tune.ts';

/** Runs of a batch and of a single study are told apart by who asks and by the id that the result is known by. */
export type Tuning = {
  readonly id: string;
  readonly study: Pick<StudyState, 'id' | 'species' | 'parameters'>;
  readonly requestedBy: string;
};

/** Trains and measures every combination of a study. What an earlier attempt of the same run stored is taken up. */
export async function tuneByJob(context: StudyContext, input: TuneInput, job: JobContext): Promise<WorkResult> {
  const study = await context.repository.study(input.studyId);
  if (study === undefined) return { refusal: 'O estudo foi eliminado entretanto.' };
  const tuning = { id: job.runId, study, requestedBy: input.requestedBy };
  return tuneStudy(context, tuning, job);
}

export async function tuneStudy(
  context: StudyContext,
  tuning: Tuning,
  job: Pick<JobContext, 'signal' | 'progress'>,
): Promise<WorkResult> {
  const { repository } = context;
  if ((await repository.run(tuning.id)) !== undefined) return { refusal: null };
  const { species, parameters } = tuning.study;
  await job.progress(0, 'A limpar os registos e a juntar as variáveis');
  const begun = performance.now();
  const prepared = await prepare(context, { species, parameters });
  if (prepared.absence !== null) return { refusal: prepared.absence };
  try {
    const { candidates } = await runFit(
      {
        ...{ kind: 'tune', columns: prepared.columns, presence: prepared.presence, folds: prepared.folds },
        combinations: combinationsOf(parameters),
      },
      {
        signal: job.signal,
        progress: (share) => void job.progress(share, 'A treinar e a medir cada combinação').catch(() => undefined),
      },
    );
    const seconds = (performance.now() - begun) / 1000;
    await repository.addRun(rowOf(context, { tuning, prepared, candidates, seconds }));
    return { refusal: null };
  } catch (error) {
    if (!(error instanceof RefusedTask)) throw error;
    return {
      refusal: 'A partição deixa partes sem registos: escolha menos partes, blocos menores, ou outra partição.',
    };
  }
}

function combinationsOf({ tuning }: StudyParameters) {
  return tuning.features.flatMap((features) => tuning.betas.map((beta) => ({ features, beta })));
}

type Tuned = {
  readonly tuning: Tuning;
  readonly prepared: Prepared;
  readonly candidates: Parameters<typeof proposedOf>[0];
  readonly seconds: number;
};

function rowOf({ platform, settings }: StudyContext, { tuning, prepared, candidates, seconds }: Tuned) {
  const { presences, background, sources, judged, folds } = prepared;
  const mean = (axis: 0 | 1) => presences.reduce((sum, one) => sum + one[axis], 0) / presences.length;
  return {
    ...{ id: tuning.id, study_id: tuning.study.id, made_at: new Date(platform.clock.nowMs()), seconds },
    ...{ requested_by: tuning.requestedBy, parameters: JSON.stringify(tuning.study.parameters) },
    ...{ presences: presences.length, background: background.length, records: judged.length },
    ...{ centre_lon: mean(0), centre_lat: mean(1), folds: new Set(folds).size },
    ...{ candidates: JSON.stringify(candidates), proposed: proposedOf(candidates) },
    ...{ sources: JSON.stringify(sources.map(sourceView)), data_sha256: prepared.dataSha256 },
    code_version: settings.codeVersion,
    is_simulated: sources.some(({ isSimulated }) => isSimulated),
  };
}
