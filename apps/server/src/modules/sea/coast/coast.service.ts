import type { Provenance } from '@kianda/contract';
import type {
  CoastalAnalysis,
  CoastDetail,
  CoastRegion,
  CoastSurvey,
  CoastWork,
  ErosionClassId,
} from '@kianda/contract/sea/coast/coast.contract';
import { fishingSectors } from '@kianda/geo';
import { erosionClasses } from '@kianda/science/spatial/coast/shoreline-change';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobContext, JobRunDetail } from '../../../platform/jobs/jobs.ts';
import { runThread } from '../../../platform/threads/run-thread.ts';
import type { AnalysisAnswer, AnalysisTask } from './analysis/analysis.types.ts';
import type { CoastContext } from './coast.context.ts';
import { type AnalyseInput, analyseJobName, analyseResult } from './coast.jobs.ts';
import type { AnalysisRow, StoredAnalysis } from './coast.tables.ts';
import * as texts from './coast.texts.ts';
import { seaFigures } from './sea-figures.service.ts';
import type { Survey } from './surveys/read-survey.ts';

type Box = { readonly south: number; readonly north: number };

/** Transects of an analysis that are kept. */
const mostTransects = 5_000;
/** Name of the platform where nobody asked, and what it asks for. */
const ownName = 'Kianda';
const firstAnalysis = { region: 'angola', survey: null, spacing: 500, requestedBy: ownName } as const;
const metersPerDegree = 110_600;
/** Runs of analyses that are looked through for the last one of a region. */
const lookedThrough = 30;

const boxOf = (region: CoastRegion): Box =>
  fishingSectors.find(({ sector }) => sector === region) ?? { south: -17.3, north: -5 };

/** Analyses of the coast: shoreline change, erosion and vulnerability, region by region. */
export function createCoast(context: CoastContext) {
  const { repository, surveys, queue } = context;

  const inRegion = async (region: CoastRegion): Promise<readonly Survey[]> => {
    const { south, north } = boxOf(region);
    return (await surveys()).filter(({ about }) => about.north > south && about.south < north);
  };

  return {
    list: async (): Promise<CoastalAnalysis[]> => (await repository.all()).map(analysisView),

    /** `staff`: also those of layers that accounts alone may read. */
    surveys: async (staff: boolean): Promise<CoastSurvey[]> =>
      (await surveys()).filter(({ isOpen }) => staff || isOpen).map(({ about }) => about),

    async detail(region: CoastRegion): Promise<{ analysis: CoastDetail | null; work: CoastWork | null }> {
      const [row, work] = await Promise.all([repository.newest(region), workOf(context, region)]);
      return { analysis: row === undefined ? null : detailView(row), work };
    },

    newest: (region: CoastRegion) => repository.newest(region),

    /** Throws `not_found` for a survey that does not reach the region, `already_running`. */
    async analyse(
      given: { readonly region: CoastRegion; readonly survey?: string | undefined; readonly spacing: number },
      { accountId, name }: Principal,
    ): Promise<CoastWork> {
      const { region, survey = null, spacing } = given;
      if (survey !== null && !(await inRegion(region)).some(({ about }) => about.id === survey))
        throw new AppError('not_found', { detail: texts.unknownSurvey(survey) });
      const input: AnalyseInput = { region, survey, spacing, requestedBy: name };
      const id = await queue().enqueue(analyseJobName, input, { actorId: accountId, trigger: 'manual' });
      const run = await queue().get(id);
      if (run === null) throw new AppError('not_found', { detail: 'Não existe esta tarefa.' });
      return workView(run);
    },

    run: async (input: AnalyseInput, job: JobContext) =>
      analyse(context, { input, held: await inRegion(input.region) }, job),

    analyseFirst: () => analyseFirst(context),

    async provenance(rows: readonly AnalysisRow[]): Promise<Provenance> {
      const newest = rows.toSorted((a, b) => b.made_at.getTime() - a.made_at.getTime())[0];
      if (newest === undefined) return { state: 'fallback', reason: texts.noAnalysis };
      const at = newest.made_at.toISOString();
      const measured = { source: newest.survey?.source ?? texts.coastSource, observedAt: at, retrievedAt: at };
      if (!rows.some(({ is_simulated }) => is_simulated)) return { state: 'configured', ...measured };
      return { state: 'simulated', ...measured, seed: context.settings.simulatorSeed };
    },
  };
}

export type Coast = ReturnType<typeof createCoast>;

/** A failed or cancelled analysis is not asked for again: its reason stands where a person asks for the next. */
async function analyseFirst(context: CoastContext): Promise<boolean> {
  const { region } = firstAnalysis;
  const isKnown = (await context.repository.newest(region)) !== undefined || (await workOf(context, region)) !== null;
  if (isKnown || (await context.surveys()).length === 0) return false;
  await context.queue().enqueue(analyseJobName, firstAnalysis, { trigger: 'schedule' });
  return true;
}

/** Makes and stores an analysis; once, however often the run is delivered. */
async function analyse(
  context: CoastContext,
  { input, held }: { readonly input: AnalyseInput; readonly held: readonly Survey[] },
  job: JobContext,
): Promise<{ refusal: string | null }> {
  const { repository, platform } = context;
  if (await repository.has(job.runId)) return { refusal: null };
  const box = boxOf(input.region);
  const byDates = held.toSorted((a, b) => b.about.dates.length - a.about.dates.length);
  const survey = (input.survey === null ? byDates[0] : held.find(({ about }) => about.id === input.survey)) ?? null;
  if (survey === null && input.survey !== null) return { refusal: texts.unknownSurvey(input.survey) };
  const estimate = survey === null ? 0 : transectEstimate(survey, box, input.spacing);
  if (estimate > mostTransects) return { refusal: texts.tooMany(estimate, mostTransects) };
  await job.progress(0, 'A reunir as medidas do mar');
  const { origins, isSimulated, ...sea } = await seaFigures(context);
  const task: Omit<AnalysisTask, 'coast'> = {
    ...{ ...box, spacing: input.spacing, ...sea },
    survey: survey === null ? null : surveyTask(survey),
  };
  const answer = await runThread<AnalysisAnswer>(new URL('./analysis/coast-worker.ts', import.meta.url), task, {
    signal: job.signal,
    progress: (share) => void job.progress(share, 'A medir os transetos').catch(() => undefined),
  });
  job.signal.throwIfAborted();
  const result: StoredAnalysis = {
    ...answer,
    spacing: input.spacing,
    variables: [...surveyOrigins(survey, answer), ...origins],
  };
  await repository.add({
    ...{ id: job.runId, region: input.region, made_at: new Date(platform.clock.nowMs()) },
    ...{ requested_by: input.requestedBy, survey: survey === null ? null : JSON.stringify(survey.about) },
    ...{ result: JSON.stringify(result), is_simulated: isSimulated || (survey?.about.isSimulated ?? false) },
  });
  return { refusal: null };
}

function transectEstimate({ about }: Survey, { south, north }: Box, spacing: number): number {
  const degrees = Math.min(north, about.north) - Math.max(south, about.south);
  return Math.ceil((Math.max(0, degrees) * metersPerDegree) / spacing);
}

function surveyTask({ lines, about }: Survey): NonNullable<AnalysisTask['survey']> {
  const byDate = Map.groupBy(lines, ({ date }) => date);
  const newest = about.dates.at(-1);
  return {
    shorelines: [...byDate.values()].map((ofDate) => ({
      year: ofDate[0]?.year ?? 0,
      // A shoreline is as sure as its least sure part.
      uncertainty: Math.max(...ofDate.map(({ uncertainty }) => uncertainty)),
      lines: ofDate.flatMap((line) => line.lines),
    })),
    typed: lines.flatMap(({ date, type, lines: parts }) =>
      date === newest && type !== null ? [{ type, lines: parts }] : [],
    ),
  };
}

function surveyOrigins(survey: Survey | null, { transects, typeKm }: AnalysisAnswer): StoredAnalysis['variables'] {
  const title = survey?.about.title ?? null;
  const isMeasured = transects.some(({ change }) => change !== null);
  return [
    {
      ...{ id: 'geomorphology', source: typeKm.length > 0 ? title : null },
      reason: typeKm.length > 0 ? null : texts.reasons.geomorphology,
    },
    {
      ...{ id: 'shorelineChange', source: isMeasured ? title : null },
      reason: isMeasured ? null : texts.reasons.shorelineChange,
    },
  ];
}

async function workOf({ queue }: CoastContext, region: CoastRegion): Promise<CoastWork | null> {
  const recent = await queue().list({ name: analyseJobName, limit: lookedThrough });
  const last = recent.find(({ key }) => key === region);
  const run = last === undefined ? null : await queue().get(last.id);
  const view = run === null ? null : workView(run);
  return view?.state === 'succeeded' ? null : view;
}

function workView(run: JobRunDetail): CoastWork {
  const refusal = analyseResult.safeParse(run.result).data?.refusal ?? null;
  const failed = 'A análise falhou. A razão está nas tarefas assíncronas; peça-a de novo.';
  return {
    ...{ id: run.id, progress: run.progress, message: run.message },
    state: run.state === 'succeeded' && refusal !== null ? 'failed' : run.state,
    error: refusal ?? (run.state === 'failed' ? failed : null),
  };
}

const risky: readonly ErosionClassId[] = ['extreme', 'severe', 'intense', 'erosion'];
const rocky = ['rock', 'cliff', 'lowCliff'];
/** Shares of the measured coast in erosion from which on its risk is moderate, and high. */
const riskShares = { moderate: 0.1, high: 0.3 } as const;

function analysisView({ id, region, made_at, result }: AnalysisRow): CoastalAnalysis {
  const { transects, typeKm, coastlineKm, spacing } = result;
  const measured = transects.filter(({ class: of }) => of !== null);
  const atRisk = measured.filter(({ class: of }) => of !== null && risky.includes(of)).length;
  const share = measured.length === 0 ? null : atRisk / measured.length;
  const lengthOf = (isWanted: (type: string) => boolean) =>
    typeKm.length === 0 ? null : typeKm.filter(({ type }) => isWanted(type)).reduce((sum, { km }) => sum + km, 0);
  return {
    ...{ id, region, coastlineLength: coastlineKm, lastAnalysis: made_at.toISOString() },
    sandyCoastLength: lengthOf((type) => type === 'sand'),
    rockyCoastLength: lengthOf((type) => rocky.includes(type)),
    erosionRiskLevel:
      share === null ? null : share >= riskShares.high ? 'high' : share >= riskShares.moderate ? 'moderate' : 'low',
    erosionRiskLength: share === null ? null : (atRisk * spacing) / 1000,
  };
}

function detailView(row: AnalysisRow): CoastDetail {
  const { result, survey } = row;
  const changes = result.transects.flatMap(({ change }) => (change === null ? [] : [change]));
  const intervals = changes.filter(({ lrr }) => lrr.half95 !== null);
  return {
    ...analysisView(row),
    ...{ requestedBy: row.requested_by, survey, absence: survey === null ? texts.noSurvey : null },
    ...{ spacing: result.spacing, method: texts.method, coastSource: texts.coastSource },
    ...{ transects: [...result.transects], typeKm: [...result.typeKm] },
    ...{ vulnerability: [...result.vulnerability], variables: [...result.variables], isSimulated: row.is_simulated },
    summary: {
      measured: changes.length,
      meanRate: changes.length === 0 ? null : changes.reduce((sum, { lrr }) => sum + lrr.rate, 0) / changes.length,
      eroding:
        intervals.length === 0
          ? null
          : intervals.filter(({ lrr }) => lrr.rate + (lrr.half95 ?? 0) < 0).length / intervals.length,
      byClass: erosionClasses.map((of) => ({
        class: of,
        transects: result.transects.filter((transect) => transect.class === of).length,
      })),
    },
  };
}
