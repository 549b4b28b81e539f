import { filterModels } from '@kianda/contract/models/filters/filter-types';
import type { FilterRun } from '@kianda/contract/models/filters/filters.contract';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import { computeFilter } from './compute/compute.ts';
import { ImpossibleRule } from './compute/compute.types.ts';
import { resultOf } from './compute/result.rules.ts';
import { differenceOf, isSameLattice } from './difference.rules.ts';
import { lackingWords, runView, validUntil } from './filter-views.rules.ts';
import type { FilterContext } from './filters.context.ts';
import { type RunInput, runJobName } from './filters.jobs.ts';
import type { FilterRow, RunRow, StoredResult } from './filters.tables.ts';
import { changeMessage, isChange } from './subscriptions.rules.ts';

const dayMs = 86_400_000;
/** Runs are forgotten after it; the last result of each filter stays. */
const keptDays = 90;
/** A filter whose run failed is tried again after it. */
const againMs = 3_600_000;
const ownName = 'Kianda';

/** Runs of filters: who asks for one, what it finds, and those that are due. */
export function createRuns(context: FilterContext) {
  const { repository, platform, queue, stores } = context;
  const now = () => new Date(platform.clock.nowMs());

  const view = async (row: RunRow): Promise<FilterRun> =>
    runView(row, row.ended_at === null ? await queue().get(row.id) : null);

  /** Throws `already_running` where one of the same filter waits or runs. */
  async function begin(
    filter: FilterRow,
    by: { readonly name: string; readonly accountId: string | null },
  ): Promise<FilterRun> {
    const input: RunInput = { filterId: filter.id, revision: filter.revision, requestedBy: by.name };
    const options = by.accountId === null ? { trigger: 'schedule' } : { actorId: by.accountId, trigger: 'manual' };
    const id = await queue().enqueue(runJobName, input, options);
    const noted = {
      ...{ id, filter_id: filter.id, revision: filter.revision, requested_by: by.name, requested_at: now() },
    };
    await repository.noteRun(noted);
    return view({ ...noted, ended_at: null, error: null, needs_model: null, summary: null });
  }

  return {
    view,
    begin,

    /** Begins a run of every active filter whose result no longer holds; resolves to how many. */
    async runDue(): Promise<number> {
      const { newest, done } = await repository.lastRuns();
      let begun = 0;
      for (const filter of (await repository.filters()).filter(({ is_active }) => is_active)) {
        const result = done.get(filter.id);
        if (!isDue(filter, newest.get(filter.id), result, now())) continue;
        if (filter.rule.modelVersion === null && (await stores.inUse(filterModels[filter.type])) === null) continue;
        begun += Number(await beginOnce(() => begin(filter, { name: ownName, accountId: null })));
      }
      return begun;
    },

    run: (input: RunInput, job: JobContext) => runJob(context, input, job),
    forget: () => repository.forgetRuns(new Date(platform.clock.nowMs() - keptDays * dayMs)),
  };
}

export type Runs = ReturnType<typeof createRuns>;

function isDue(filter: FilterRow, newest: RunRow | undefined, done: RunRow | undefined, now: Date): boolean {
  const until = done === undefined || done.revision !== filter.revision ? null : validUntil(done);
  if (until !== null && until.getTime() > now.getTime()) return false;
  return newest === undefined || newest.error === null || newest.requested_at.getTime() + againMs <= now.getTime();
}

export async function beginOnce(begin: () => Promise<unknown>): Promise<boolean> {
  try {
    await begin();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'already_running') return false;
    throw error;
  }
}

/** Computes a filter once. Whatever an earlier attempt of the same run left is taken up, never made twice. */
async function runJob(
  context: FilterContext,
  input: RunInput,
  job: JobContext,
): Promise<{ readonly points: number | null }> {
  const { repository, platform } = context;
  const filter = await repository.filter(input.filterId);
  if (filter === undefined) return { points: null };
  const requested = { requested_by: input.requestedBy, requested_at: new Date(platform.clock.nowMs()) };
  await repository.noteRun({ id: job.runId, filter_id: filter.id, revision: filter.revision, ...requested });
  const model = filterModels[filter.type];
  const isLacking = filter.rule.modelVersion === null && (await context.stores.inUse(model)) === null;
  if (isLacking) return fail(context, job, { error: lackingWords(model), needs_model: model });
  try {
    return await computeAndStore(context, filter, job);
  } catch (error) {
    const told = toldOf(error);
    if (told === null) throw error;
    return fail(context, job, { error: told, needs_model: null });
  }
}

async function fail(
  { repository, platform }: FilterContext,
  job: JobContext,
  told: { readonly error: string; readonly needs_model: RunRow['needs_model'] },
): Promise<{ readonly points: null }> {
  job.log.warn({ reason: told.error }, 'filter refused');
  const ended_at = new Date(platform.clock.nowMs());
  await repository.endRun(job.runId, { ...told, ended_at, summary: null, result: null });
  return { points: null };
}

/** Reason that a person can act on; null for a fault of the platform. */
function toldOf(error: unknown): string | null {
  if (error instanceof ImpossibleRule) return error.message;
  const isAnswer = error instanceof AppError && ['conflict', 'not_found', 'validation_failed'].includes(error.code);
  return isAnswer ? error.message : null;
}

async function computeAndStore(context: FilterContext, filter: FilterRow, job: JobContext) {
  const { repository } = context;
  const known = await repository.result(filter.id, job.runId);
  const { result, isSimulated } =
    known === undefined
      ? await computed(context, filter, job)
      : { result: known.result, isSimulated: known.summary?.isSimulated ?? false };
  // An earlier attempt may have stored the result and died before it told anyone; a message is delivered once.
  const before = await repository.resultBesides(filter.id, job.runId);
  await tellOfChange(context, filter, { before, after: result, isSimulated, runId: job.runId });
  return { points: result.points.features.length };
}

async function computed({ repository, platform, stores }: FilterContext, { type, rule }: FilterRow, job: JobContext) {
  const now = new Date(platform.clock.nowMs());
  await job.progress(0, 'A prever na grelha da ZEE');
  const outcome = await computeFilter({
    ...{ type, rule, stores, now, signal: job.signal },
    progress: (share, message) => job.progress(share, message),
  });
  const { summary, ...result } = resultOf(outcome, rule, now);
  await repository.endRun(job.runId, {
    ...{ ended_at: new Date(platform.clock.nowMs()), error: null, needs_model: null },
    ...{ summary: JSON.stringify(summary), result: JSON.stringify(result) },
  });
  return { result, isSimulated: summary.isSimulated };
}

type Change = {
  readonly before: { readonly id: string; readonly result: StoredResult } | undefined;
  readonly after: StoredResult;
  readonly isSimulated: boolean;
  readonly runId: string;
};

async function tellOfChange(context: FilterContext, filter: FilterRow, change: Change): Promise<void> {
  const { before, after, isSimulated, runId } = change;
  if (before === undefined || !isSameLattice(before.result.grid, after.grid)) return;
  const difference = differenceOf(before.result.grid, after.grid, false);
  const subscribers = await context.repository.subscribers(filter.id);
  if (subscribers.length === 0 || !isChange(difference)) return;
  const at = new Date(context.platform.clock.nowMs());
  await context.tell(changeMessage(filter, difference, { runId, fromId: before.id, subscribers, at, isSimulated }));
}
