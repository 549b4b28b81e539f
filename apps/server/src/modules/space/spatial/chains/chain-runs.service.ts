import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { ChainStep } from '@kianda/contract/space/spatial/chain-steps';
import type { ChainRun } from '@kianda/contract/space/spatial/chains.contract';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobContext, JobRun } from '../../../../platform/jobs/jobs.ts';
import { type Analyses, newRow, storedFor } from '../analyses.service.ts';
import { forgetRasters, runAnalysis, takeStored } from '../runs.service.ts';
import type { SpatialActor, SpatialContext } from '../spatial.context.ts';
import { chainJobName } from '../spatial.jobs.ts';
import type { AnalysisRow, ChainRow, ChainRunRow } from '../spatial.tables.ts';
import { spatialTexts } from '../spatial.texts.ts';
import { mayManage, mayRead } from '../spatial-access.rules.ts';
import { orderedSteps, runView, stepAsked } from './chain-steps.rules.ts';
import type { ChainRepository } from './chains.repository.ts';
import { doSteps, stepsAtOnce } from './do-steps.ts';

/** A person waits while stored results of the steps are looked for. */
const storedMs = 5_000;
/** A run that was not queued within this was left by a process that died. */
const unqueuedMs = 60_000;

/** Runs of chains: one order each, whose steps are analyses. */
export function createChainRuns(context: SpatialContext, chains: ChainRepository, analyses: Analyses) {
  const reads = runReads(context, chains, analyses);
  return { ...reads, ...runOrders(context, chains, reads), ...runWork(context, chains) };
}

export type ChainRuns = ReturnType<typeof createChainRuns>;
type Reads = ReturnType<typeof runReads>;

function runReads(context: SpatialContext, chains: ChainRepository, analyses: Analyses) {
  const { platform, queue } = context;

  /** Ends open runs whose job has ended without a word; gives the jobs of the others, by run. */
  async function settled(rows: readonly ChainRunRow[]): Promise<ReadonlyMap<string, JobRun | null>> {
    const jobs = new Map<string, JobRun | null>();
    for (const row of rows.filter(({ state }) => state === 'open')) {
      const job = row.job_id === null ? null : await queue().get(row.job_id);
      const isWaiting = job === null ? row.job_id === null : job.state === 'queued' || job.state === 'running';
      if (isWaiting) {
        jobs.set(row.id, job);
        continue;
      }
      const steps = await chains.stepsOf([row.id]);
      await analyses.settled(steps.filter(({ state }) => state === 'open'));
      const at = new Date(platform.clock.nowMs());
      if (job?.state === 'cancelled') {
        await chains.endRun(row.id, { state: 'cancelled', error: spatialTexts.cancelled, completed_at: at });
      } else {
        const left = row.steps.find(
          ({ id }) => !steps.some((one) => one.chain_step === id && one.state === 'completed'),
        );
        const reason = spatialTexts.interrupted(job?.error ?? 'o processo acabou.');
        const error = left === undefined ? reason : spatialTexts.stepFailed(left.name, reason);
        await chains.endRun(row.id, { state: 'failed', error, completed_at: at });
      }
    }
    return jobs;
  }

  async function shown(rows: readonly ChainRunRow[], reader: Principal): Promise<ChainRun[]> {
    const jobs = await settled(rows);
    const now = await Promise.all(
      rows.map(async (row) => (row.state === 'open' ? ((await chains.run(row.id)) ?? row) : row)),
    );
    const steps = await chains.stepsOf(rows.map(({ id }) => id));
    return now.map((row) => runView(row, { analyses: steps, job: jobs.get(row.id) ?? undefined, reader }));
  }

  async function find(id: string, reader: Principal): Promise<ChainRunRow> {
    const row = await chains.run(id);
    if (row !== undefined && mayRead(row, reader)) return row;
    throw new AppError('not_found', { detail: 'Não existe esta execução de uma cadeia.' });
  }

  async function one(id: string, reader: Principal): Promise<ChainRun> {
    const [view] = await shown([await find(id, reader)], reader);
    if (view === undefined) throw new Error(`spatial: no view of chain run ${id}`);
    return view;
  }

  return { settled, shown, find, one };
}

type Begun = {
  readonly principal: Principal;
  /** Name of the area that takes the place of some of its inputs. */
  readonly area: string | null;
};

/** Asks for runs of chains, and stops them. */
function runOrders(context: SpatialContext, chains: ChainRepository, { find, one }: Pick<Reads, 'find' | 'one'>) {
  const { repository, platform, queue } = context;
  const now = () => new Date(platform.clock.nowMs());

  async function putInQueue({ id, owner_id: actorId }: Pick<ChainRunRow, 'id' | 'owner_id'>): Promise<void> {
    try {
      const by = { actorId, trigger: 'chain' };
      await chains.changeRun(id, { job_id: await queue().enqueue(chainJobName, { chainRunId: id }, by) });
    } catch (error) {
      // Another process has put it there meanwhile.
      if (!(error instanceof AppError) || error.code !== 'already_running') throw error;
    }
  }

  return {
    /** Puts into the queue what a process that died has left out of it. */
    async queueWaiting(): Promise<number> {
      const waiting = await chains.unqueuedRuns(new Date(platform.clock.nowMs() - unqueuedMs));
      for (const row of waiting) await putInQueue(row);
      return waiting.length;
    },

    /** Begins a run; where the results of all its steps are stored already, it is done at once. */
    async begin(chain: Pick<ChainRow, 'id' | 'name' | 'steps' | 'owner_id' | 'readers'>, of: Begun): Promise<ChainRun> {
      const { principal, area } = of;
      const name = area === null ? chain.name : `${chain.name}: ${area}`;
      const run = {
        ...{ id: randomUUID(), chain_id: chain.id, name, area, state: 'open' as const, job_id: null },
        ...{ owner_id: principal.accountId, owner_name: principal.name, created_at: now() },
        // Shared by whom it belongs to alone.
        readers: chain.owner_id === principal.accountId ? chain.readers : ('private' as const),
        ...{ completed_at: null, error: null },
      };
      const steps = orderedSteps(chain.steps);
      await chains.addRun({ ...run, steps: JSON.stringify(steps) });
      if (await takeStoredSteps(context, chains, { ...run, steps })) {
        await chains.endRun(run.id, { state: 'completed', completed_at: now() });
      } else {
        await putInQueue(run);
      }
      return one(run.id, principal);
    },

    async cancel(id: string, { principal }: SpatialActor): Promise<ChainRun> {
      const row = await find(id, principal);
      if (!mayManage(row, principal)) {
        throw new AppError('forbidden', { detail: 'Só quem pediu esta execução a pode cancelar.' });
      }
      const end = { state: 'cancelled', error: spatialTexts.cancelled, completed_at: now() } as const;
      if (!(await chains.endRun(id, end))) throw new AppError('conflict', { detail: 'Esta execução já acabou.' });
      if (row.job_id !== null) await queue().cancel(row.job_id);
      for (const step of await chains.stepsOf([id])) if (step.state === 'open') await repository.end(step.id, end);
      return one(id, principal);
    },
  };
}

/** The row of the analysis that a step is; what it is called has no date, so that the same step is the same question. */
function stepRow(context: SpatialContext, run: ChainRunRow, step: ChainStep, made: ReadonlyMap<string, string>) {
  const asked = stepAsked(step, made);
  const name = `${run.name}: ${step.name}`.slice(0, 120);
  const by = { accountId: run.owner_id, name: run.owner_name };
  const at = new Date(context.platform.clock.nowMs());
  const request = { ...asked, name, readers: run.readers, isFresh: false };
  return { asked, row: { ...newRow(request, { principal: by, at }), chain_run_id: run.id, chain_step: step.id } };
}

/** Takes the stored results of the first steps, as far as there are any; true where that is all of them. */
async function takeStoredSteps(context: SpatialContext, chains: ChainRepository, run: ChainRunRow): Promise<boolean> {
  const made = new Map<string, string>();
  const begun = performance.now();
  for (const step of run.steps) {
    if (performance.now() - begun > storedMs) return false;
    const { asked, row } = stepRow(context, run, step, made);
    const stored = await storedFor(context, asked, { accountId: run.owner_id });
    if (stored === null) return false;
    await chains.addStep({ ...row, pinned: JSON.stringify(stored.pinned), started_at: row.created_at });
    const log = (message: string) => ({ time: row.created_at.toISOString(), message });
    await takeStored(context, row, { resultId: stored.resultId, log });
    made.set(step.id, row.id);
  }
  return true;
}

function runWork(context: SpatialContext, chains: ChainRepository) {
  const { repository, platform } = context;
  const now = () => new Date(platform.clock.nowMs());

  /** The analysis of a step, as a process that died left it or made now. */
  async function analysisOf(run: ChainRunRow, step: ChainStep, of: Of): Promise<AnalysisRow> {
    const left = of.rows.find((row) => row.chain_step === step.id);
    if (left !== undefined) {
      if (left.state === 'open') await repository.change(left.id, { run_id: of.job.runId });
      return left;
    }
    const { row } = stepRow(context, run, step, of.made);
    await chains.addStep({ ...row, run_id: of.job.runId });
    const added = await repository.analysis(row.id);
    if (added === undefined) throw new Error(`spatial: the analysis of step ${step.id} is gone`);
    return added;
  }

  /** Does one step, or leaves it as an earlier attempt has done it; null where it is done, else how the run ends. */
  async function doStep(run: ChainRunRow, step: ChainStep, of: Of): Promise<RunEnd | null> {
    of.job.signal.throwIfAborted();
    const row = await analysisOf(run, step, of);
    if (row.state === 'open') await runStep(context, row, of.job);
    const ended = await repository.analysis(row.id);
    if (ended?.state === 'completed') {
      of.made.set(step.id, row.id);
      return null;
    }
    of.job.signal.throwIfAborted();
    if (ended?.state === 'cancelled') return { state: 'cancelled', error: spatialTexts.cancelled };
    return { state: 'failed', error: spatialTexts.stepFailed(step.name, ended?.error ?? spatialTexts.stepRemoved) };
  }

  return {
    /** Does the steps of a run, branches side by side; those that an earlier attempt has done are left as they are. */
    async run(chainRunId: string, job: JobContext): Promise<{ readonly state: ChainRunRow['state'] | null }> {
      const run = await chains.run(chainRunId);
      if (run === undefined || run.state !== 'open') return { state: run?.state ?? null };
      const rows = await chains.stepsOf([run.id]);
      const made = new Map<string, string>();
      const jobOf = stepJobs(job, run.steps);
      const ends: RunEnd[] = [];
      await doSteps(run.steps, stepsAtOnce, async (step) => {
        const end = await doStep(run, step, { rows, made, job: jobOf(step) });
        if (end !== null) ends.push(end);
        return { goesOn: end === null };
      });
      const end = ends[0] ?? { state: 'completed' as const };
      await chains.endRun(run.id, { ...end, completed_at: now() });
      return { state: end.state };
    },
  };
}

type RunEnd = { readonly state: 'cancelled' | 'failed'; readonly error: string };

type Of = {
  readonly rows: readonly AnalysisRow[];
  /** Analyses of the steps that are done, by step. */
  readonly made: Map<string, string>;
  readonly job: JobContext;
};

/** The jobs of the steps: the progress of each is a part of the whole, and says which step it is of. */
function stepJobs(job: JobContext, steps: readonly ChainStep[]): (step: ChainStep) => JobContext {
  const shares = new Map<string, number>();
  return ({ id, name }) => {
    const said = `Passo ${steps.findIndex((step) => step.id === id) + 1} de ${steps.length}, «${name}»`;
    return {
      ...job,
      progress: (share, message) => {
        shares.set(id, share ?? shares.get(id) ?? 0);
        const done = shares.values().reduce((sum, one) => sum + one, 0);
        return job.progress(done / steps.length, `${said}: ${message}`);
      },
    };
  };
}

/** Does the analysis of a step within the time that an analysis may take. */
async function runStep(context: SpatialContext, row: AnalysisRow, job: JobContext): Promise<void> {
  const { repository, platform, settings } = context;
  const limit = AbortSignal.timeout(settings.limits.seconds * 1000);
  try {
    await runAnalysis(context, row.id, { ...job, signal: AbortSignal.any([job.signal, limit]) });
  } catch (error) {
    if (!limit.aborted || job.signal.aborted) throw error;
    const at = new Date(platform.clock.nowMs());
    await repository.end(row.id, {
      ...{ state: 'failed', error: spatialTexts.tooLong(settings.limits.seconds), completed_at: at },
    });
    await forgetRasters(context, row.id);
  }
}
