import { createHash } from 'node:crypto';
import type { StudyEvidence, StudyScenario } from '@kianda/contract/models/studies/study-results';
import { type Grid, gridNearest, gridOfBbox, type Position } from '@kianda/geo';
import { cog } from '../../../../platform/formats/cog.ts';
import type { JobContext } from '../../../../platform/jobs/jobs.ts';
import { type LearningColumn, type TableSource, zeeBox } from '../../models/index.ts';
import { type Prepared, prepare } from '../preparation/prepare.service.ts';
import type { StudyContext } from '../studies.context.ts';
import type { MapInput, WorkResult } from '../studies.jobs.ts';
import type { RunRow, StudyMapCard } from '../studies.tables.ts';
import { sourceView } from '../study-views.rules.ts';
import type { Combination, MappedStudy } from './fitting.types.ts';
import { runFit } from './run-fit.ts';

export const studyFolder = 'study-maps/';
const cellDegrees = 0.1;
const kilometresPerDegree = 111.195;

/** Trains the chosen combination on all rows and maps it. What an earlier attempt of the same run published is taken up. */
export async function mapByJob(context: StudyContext, input: MapInput, job: JobContext): Promise<WorkResult> {
  const { repository } = context;
  if ((await repository.map(job.runId)) !== undefined) return { refusal: null };
  const [study, run] = await Promise.all([repository.study(input.studyId), repository.run(input.runId)]);
  const candidate = run?.candidates[input.candidate];
  if (study === undefined || run === undefined || candidate === undefined) return { refusal: gone };
  await job.progress(0, 'A limpar os registos e a juntar as variáveis');
  const { parameters } = run;
  const prepared = await prepare(context, { species: study.species, parameters });
  if (prepared.absence !== null) return { refusal: prepared.absence };
  const scenario = await scenarioCells(context, prepared.columns, input.scenario);
  if (scenario.positions.length === 0) return { refusal: noSeason };
  const combination = { features: candidate.features, beta: candidate.beta };
  const mapped = await runFit(
    {
      ...{ kind: 'map', columns: prepared.columns, presence: prepared.presence, seed: parameters.seed },
      ...{ combination, cells: scenario.columns },
    },
    {
      signal: job.signal,
      progress: (share) => void job.progress(share * 0.3, 'A treinar e a prever as células').catch(() => undefined),
    },
  );
  const evidence = await evidenceOf(context, { run, combination, prepared }, job);
  await job.progress(0.9, 'A guardar o mapa');
  const sources = [...prepared.sources, ...scenario.sources];
  const { positions } = scenario;
  return publish(context, { input, run, combination, mapped, evidence, positions, sources }, job);
}

type Proved = { readonly run: RunRow; readonly combination: Combination; readonly prepared: Prepared };

/** Evidence for the combination: that of an earlier map of the same tuning, or measured now. */
async function evidenceOf(
  { repository }: StudyContext,
  { run, combination, prepared }: Proved,
  job: JobContext,
): Promise<StudyEvidence | null> {
  const isSame = ({ features, beta }: Combination) => features === combination.features && beta === combination.beta;
  const earlier = (await repository.maps(run.study_id)).find(
    ({ run_id, candidate, card }) => run_id === run.id && isSame(candidate) && card.evidence !== undefined,
  );
  if (earlier !== undefined) return earlier.card.evidence ?? null;
  const { columns, presence, folds } = prepared;
  const { evidence } = await runFit(
    { kind: 'prove', columns, presence, folds, combination, nullModels, seed: run.parameters.seed },
    {
      signal: job.signal,
      progress: (share) =>
        void job
          .progress(0.3 + share * 0.6, 'A medir sem cada variável, e ao lado de modelos nulos')
          .catch(() => undefined),
    },
  );
  return evidence;
}

/** The least p that they can give is 0.025. */
const nullModels = 39;

const gone = 'O estudo ou a afinação foram eliminados entretanto.';
const noSeason =
  'Não há campos guardados destes meses para todas as variáveis. Escolha outros meses, ou traga o histórico pelos conectores.';

/** The variables of a study over the ZEE, as the scenario has them. */
async function scenarioCells(
  { sea }: StudyContext,
  columns: readonly LearningColumn[],
  { months, warmingDegrees }: StudyScenario,
) {
  const names = columns.map(({ name }) => name);
  const { environment, cells } = await sea(names, months);
  const isWhole = names.every((name) => cells.columns.some((column) => column.name === name));
  return {
    positions: isWhole ? cells.positions : [],
    // Of the usual sea the rows have told already.
    sources:
      months.length === 0
        ? []
        : environment.sources.filter(({ name }) => columns.some(({ label }) => name.startsWith(`${label}:`))),
    columns: cells.columns.map((column) =>
      column.name === 'temperature'
        ? { ...column, values: column.values.map((value) => value + warmingDegrees) }
        : column,
    ),
  };
}

type Made = {
  readonly input: MapInput;
  readonly run: RunRow;
  readonly combination: Combination;
  readonly mapped: MappedStudy;
  readonly evidence: StudyEvidence | null;
  readonly positions: readonly Position[];
  readonly sources: readonly TableSource[];
};

async function publish(
  { platform, repository }: StudyContext,
  made: Made,
  { runId, signal }: Pick<JobContext, 'runId' | 'signal'>,
): Promise<WorkResult> {
  const { input, mapped, combination, sources } = made;
  const grid = gridOfBbox(zeeBox, cellDegrees);
  const value = overGrid(grid, made.positions, mapped.value);
  const bytes = await cog(grid, [
    { name: 'Adequação', unit: null, values: value, kind: 'number' },
    { name: 'Novidade', unit: '%', values: overGrid(grid, made.positions, mapped.novelty), kind: 'number' },
  ]);
  signal.throwIfAborted();
  const place = `${studyFolder}${input.studyId}/${runId}`;
  const [fileKey, modelKey] = [`${place}.tif`, `${place}.json`];
  await platform.storage.put(fileKey, bytes, 'image/tiff');
  await platform.storage.put(modelKey, Buffer.from(JSON.stringify(mapped.model)), 'application/json');
  const { west, south, columns, rows } = grid;
  const isPublished = await repository.addMap({
    ...{ id: runId, study_id: input.studyId, run_id: input.runId, requested_by: input.requestedBy },
    ...{ made_at: new Date(platform.clock.nowMs()), candidate: JSON.stringify(combination) },
    ...{ scenario: JSON.stringify(input.scenario), cell_degrees: cellDegrees, west, south, columns, rows },
    card: JSON.stringify(cardOf(made)),
    ...{ file_key: fileKey, file_bytes: bytes.byteLength, model_key: modelKey },
    file_sha256: createHash('sha256').update(bytes).digest('hex'),
    is_simulated: sources.some(({ isSimulated }) => isSimulated),
  });
  if (isPublished) return { refusal: null };
  await platform.storage.delete(fileKey);
  await platform.storage.delete(modelKey);
  return { refusal: gone };
}

function overGrid(grid: Grid, positions: readonly Position[], values: Float32Array): Float32Array {
  const all = new Float32Array(grid.columns * grid.rows).fill(Number.NaN);
  positions.forEach((position, place) => {
    const near = gridNearest(grid, position);
    if (near !== null) all[near.row * grid.columns + near.column] = values[place] ?? Number.NaN;
  });
  return all;
}

function cardOf({ mapped, evidence, positions, sources }: Made): StudyMapCard {
  const { value, novelty, curves, importance, thresholds } = mapped;
  const side = cellDegrees * kilometresPerDegree;
  const suitable = positions.filter((_, place) => thresholds.p10 !== null && (value[place] ?? 0) >= thresholds.p10);
  const area = suitable.reduce((sum, [, lat]) => sum + side * side * Math.cos((lat * Math.PI) / 180), 0);
  const outside = novelty.reduce((sum, one) => sum + Number(one < 0), 0);
  return {
    ...{ curves, importance, evidence, thresholds, cells: value.length, suitableCells: suitable.length },
    suitableSquareKilometres: area,
    mean: value.length === 0 ? null : value.reduce((sum, one) => sum + one, 0) / value.length,
    outside: value.length === 0 ? null : outside / value.length,
    sources: sources.map(sourceView),
  };
}
