import { type BiomassRun, biomassDays } from '@kianda/contract/space/biomass/biomass.schemas';
import { cog } from '../../../platform/formats/cog.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import { runThread } from '../../../platform/threads/run-thread.ts';
import type { BiomassActor, BiomassContext } from './biomass.context.ts';
import { biomassJobName, type RunInput } from './biomass.jobs.ts';
import type { RunRow } from './biomass.tables.ts';
import type { SeaAnswer } from './compute/compute.types.ts';
import { type Gathered, gather, ImpossibleBiomass } from './compute/gather.ts';
import { layersOf, resultOf } from './compute/result.ts';
import { bandsOf, runView } from './views.rules.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Runs are forgotten after it; the newest result stays. */
const keptDays = 365;
/** New fields are waited for at least this long after a run: a day comes in many pieces. */
const restMs = hourMs;
const ownName = 'Kianda';
const folder = 'biomass/';
const worker = new URL('./compute/sea-worker.ts', import.meta.url);

/** Calculations of biomass: who asks for one, how it is made, and those that new fields ask for. */
export function createRuns(context: BiomassContext) {
  const { repository, platform, queue, stores } = context;
  const now = () => new Date(platform.clock.nowMs());

  const view = async (row: RunRow): Promise<BiomassRun> =>
    runView(row, row.ended_at === null ? await queue().get(row.id) : null);

  /** Throws `already_running` where one waits or runs. */
  async function begin(days: number, by: { readonly name: string; readonly accountId: string | null }) {
    const options = by.accountId === null ? { trigger: 'schedule' } : { actorId: by.accountId, trigger: 'manual' };
    const id = await queue().enqueue(biomassJobName, { days, requestedBy: by.name } satisfies RunInput, options);
    await repository.noteRun({ id, days, requested_by: by.name, requested_at: now() });
    return viewOf(id);
  }

  async function viewOf(id: string): Promise<BiomassRun> {
    const row = await repository.run(id);
    if (row === undefined) throw new AppError('not_found', { detail: 'Este cálculo não existe.' });
    return view(row);
  }

  return {
    view,

    async start(days: number, actor: BiomassActor): Promise<BiomassRun> {
      const { accountId, name } = actor.principal;
      const run = await begin(days, { name, accountId });
      await record(context, actor, run, { change: 'start', days });
      return run;
    },

    async cancel(id: string, actor: BiomassActor): Promise<BiomassRun> {
      const run = await viewOf(id);
      if (!(await queue().cancel(id))) throw new AppError('conflict', { detail: 'Este cálculo já acabou.' });
      // A run that ends in the meantime finds itself ended, and leaves no result.
      await repository.endRun(id, { ended_at: now(), is_cancelled: true });
      await record(context, actor, run, { change: 'cancel' });
      return viewOf(id);
    },

    /** Begins a run where the fields are others than those of the last; resolves to whether it did. */
    async runDue(): Promise<boolean> {
      const [newest, mark] = [await repository.newest(), await stores.mark()];
      if (mark === '' || newest?.inputs_mark === mark) return false;
      if (newest !== undefined && newest.requested_at.getTime() + restMs > platform.clock.nowMs()) return false;
      try {
        await begin(biomassDays.usual, { name: ownName, accountId: null });
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'already_running') return false;
        throw error;
      }
    },

    run: (input: RunInput, job: JobContext) => runJob(context, input, job),

    async forget(): Promise<number> {
      const files = await repository.forget(new Date(platform.clock.nowMs() - keptDays * dayMs));
      for (const key of files) if (key !== null) await platform.storage.delete(key);
      return files.length;
    },
  };
}

export type Runs = ReturnType<typeof createRuns>;

async function record(
  { audit }: BiomassContext,
  { principal, ipAddress, userAgent }: BiomassActor,
  run: BiomassRun,
  metadata: Readonly<Record<string, string | number>>,
): Promise<void> {
  await audit.record({
    ...{ event: 'data.modify', severity: 'low', resource: `biomass/${run.id}`, metadata },
    ...{ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent },
  });
}

/** Computes once. A run that has ended is never made again; one that an earlier attempt left half done begins anew. */
async function runJob(context: BiomassContext, { days, requestedBy }: RunInput, job: JobContext) {
  const { repository, platform, stores } = context;
  const asked = new Date(platform.clock.nowMs());
  await repository.noteRun({ id: job.runId, days, requested_by: requestedBy, requested_at: asked });
  const noted = await repository.run(job.runId);
  if (noted?.ended_at != null) return { number: noted.number };
  const mark = await stores.mark();
  try {
    await job.progress(0, 'A ler os campos');
    const gathered = await gather(context, days, asked);
    const answer = await runThread<SeaAnswer>(worker, gathered.task, {
      signal: job.signal,
      progress: (share) => void job.progress(0.1 + share * 0.85, 'A somar os dias e a sortear').catch(() => undefined),
    });
    await publish(context, { days, gathered, answer, mark }, job);
  } catch (error) {
    if (!(error instanceof ImpossibleBiomass)) throw error;
    job.log.warn({ reason: error.message }, 'cálculo da biomassa recusado');
    const ended_at = new Date(platform.clock.nowMs());
    await repository.endRun(job.runId, { ended_at, error: error.message, inputs_mark: mark });
  }
  return { number: (await repository.run(job.runId))?.number ?? null };
}

type Computed = {
  readonly days: number;
  readonly gathered: Gathered;
  readonly answer: SeaAnswer;
  readonly mark: string;
};

/** Stores the map, then the row that everything else goes by. */
async function publish(context: BiomassContext, { days, gathered, answer, mark }: Computed, job: JobContext) {
  const { platform, repository, providerOf } = context;
  const now = new Date(platform.clock.nowMs());
  const { task, ...rest } = gathered;
  const result = resultOf({ ...{ task, answer, ...rest, providerOf, now }, askedDays: days });
  const estimate = answer.zones[0]?.estimate ?? null;
  if (result === null || estimate === null) {
    throw new ImpossibleBiomass(
      `Nos últimos ${days} dias nenhuma célula da ZEE foi vista com clorofila e temperatura. Peça mais dias.`,
    );
  }
  job.signal.throwIfAborted();
  const key = `${folder}${job.runId}.tif`;
  await platform.storage.put(key, await cog(task.grid, bandsOf(layersOf(answer, estimate))), 'image/tiff');
  const fish = result.records.find(({ biomass_type }) => biomass_type === 'marine_fish');
  const isPublished = await repository.endRun(job.runId, {
    ...{ ended_at: now, error: null, result: JSON.stringify(result), file_key: key, inputs_mark: mark },
    grid: JSON.stringify(task.grid),
    ...{ phytoplankton_tonnes: estimate.central.phytoplanktonTonnes, fish_tonnes: estimate.central.fishTonnes },
    ...{ confidence: fish?.confidence_level ?? null, is_simulated: result.isSimulated },
  });
  if (!isPublished) await platform.storage.delete(key);
}
