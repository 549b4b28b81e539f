import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf } from '@kianda/contract';
import type {
  createStudyBatch,
  getStudyBatch,
  StudyBatch,
  StudyBatchItem,
} from '@kianda/contract/models/studies/study-batches.contract';
import type { StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobContext, JobRun } from '../../../../platform/jobs/jobs.ts';
import { tuneStudy } from '../fitting/tune.service.ts';
import type { StudyActor, StudyContext } from '../studies.context.ts';
import type { Studies } from '../studies.service.ts';
import type { RunRow } from '../studies.tables.ts';
import { batchJobName } from './batches.jobs.ts';
import type { BatchItemRow, BatchRepository, BatchRow } from './batches.repository.ts';

const seeds = 2 ** 31;
/** Runs of the queue that are looked through for a batch's. */
const lookedThrough = 100;

type Parts = { readonly batches: BatchRepository; readonly studies: Pick<Studies, 'create' | 'usual'> };

/** Many species, one after the other, with the same parameters. */
export function createBatches(context: StudyContext, parts: Parts) {
  const reads = batchReads(context, parts);
  const { list, detail } = reads;
  return { list, detail, ...batchActs(context, parts, reads), run: batchRun(context, parts) };
}

function batchReads({ queue, repository }: StudyContext, { batches }: Parts) {
  async function runOf(id: string): Promise<JobRun | undefined> {
    const runs = await queue().list({ name: batchJobName, limit: lookedThrough });
    return runs.find(({ key }) => key === id);
  }

  const view = async (row: BatchRow): Promise<StudyBatch> => viewWith(row, await batches.items(row.id));

  async function viewWith(row: BatchRow, items: readonly BatchItemRow[]): Promise<StudyBatch> {
    const [done, refused] = (['done', 'refused'] as const).map(
      (state) => items.filter((item) => item.state === state).length,
    ) as [number, number];
    const run = await runOf(row.id);
    const isOpen = run?.state === 'queued' || run?.state === 'running';
    return {
      ...{ id: row.id, createdAt: row.created_at.toISOString(), requestedBy: row.requested_by },
      ...{ total: items.length, done, refused, progress: (done + refused) / items.length },
      state: done + refused === items.length ? 'done' : isOpen ? (run.state as 'queued' | 'running') : 'stopped',
      message: isOpen ? run.message : null,
    };
  }

  async function find(id: string): Promise<BatchRow> {
    const row = await batches.batch(id);
    if (row === undefined) throw new AppError('not_found', { detail: 'Não existe este lote.' });
    return row;
  }

  return {
    runOf,
    view,
    find,
    list: async (): Promise<StudyBatch[]> => Promise.all((await batches.batches()).map(view)),

    async detail(id: string): Promise<DataOf<typeof getStudyBatch>> {
      const row = await find(id);
      // One reading of the species, and their runs after it: a batch told as ended shows how each of them ended.
      const items = await batches.items(id);
      const runs = await repository.newestRuns();
      const byStudy = new Map(runs.map((run) => [run.study_id, run]));
      return {
        batch: await viewWith(row, items),
        items: items.map((item) => itemView(item, byStudy.get(item.study_id))),
      };
    },
  };
}

type Reads = ReturnType<typeof batchReads>;

function batchActs(context: StudyContext, { batches, studies }: Parts, { runOf, view, find }: Reads) {
  const { queue, platform, stores } = context;

  async function speciesOf({ species, mostRecorded }: BodyOf<typeof createStudyBatch>): Promise<string[]> {
    const most = mostRecorded === 0 ? [] : await stores.species.species({ limit: mostRecorded });
    const names = [...new Set([...species, ...most.map(({ name }) => name)])];
    if (names.length > 0) return names;
    throw new AppError('conflict', { detail: 'Não há espécies: indique-as, ou diga quantas das mais registadas.' });
  }

  return {
    async create(body: BodyOf<typeof createStudyBatch>, { principal }: StudyActor): Promise<StudyBatch> {
      const names = await speciesOf(body);
      const given = Object.fromEntries(Object.entries(body.parameters).filter(([, part]) => part !== undefined));
      const usual = await studies.usual(Math.floor(platform.random() * seeds));
      const parameters: StudyParameters = { ...usual, ...given };
      const id = randomUUID();
      await batches.add(
        {
          ...{ id, created_at: new Date(platform.clock.nowMs()), parameters: JSON.stringify(parameters) },
          ...{ requested_by_id: principal.accountId, requested_by: principal.name },
        },
        // A study has its number before it is made: one that a stop interrupts is never made twice.
        names.map((species, place) => ({ place, species, study_id: randomUUID() })),
      );
      await queue().enqueue(batchJobName, { batchId: id }, { actorId: principal.accountId, trigger: 'manual' });
      return view(await find(id));
    },

    async resume(id: string, { principal }: StudyActor): Promise<StudyBatch> {
      const row = await find(id);
      if ((await view(row)).state === 'done') throw new AppError('conflict', { detail: 'Este lote já acabou.' });
      await queue().enqueue(batchJobName, { batchId: id }, { actorId: principal.accountId, trigger: 'manual' });
      return view(row);
    },

    async cancel(id: string): Promise<StudyBatch> {
      const row = await find(id);
      const run = await runOf(id);
      if (run === undefined || !(await queue().cancel(run.id))) {
        throw new AppError('conflict', { detail: 'Este lote não está a correr.' });
      }
      return view(row);
    },
  };
}

/** Studies the species that are left. Each is stored as it ends. */
function batchRun(context: StudyContext, { batches, studies }: Parts) {
  return async function run(id: string, job: JobContext): Promise<{ done: number }> {
    const row = await batches.batch(id);
    const items = await batches.items(id);
    const left = items.filter(({ state }) => state === 'waiting');
    for (const [place, item] of left.entries()) {
      job.signal.throwIfAborted();
      const told = `${item.species} (${items.length - left.length + place + 1} de ${items.length})`;
      await job.progress((items.length - left.length + place) / items.length, told);
      if (row !== undefined) await studyOne(context, { item, batch: row, batches, studies }, job);
    }
    return { done: left.length };
  };
}

type One = Parts & { readonly item: BatchItemRow; readonly batch: BatchRow };

async function studyOne(context: StudyContext, { item, batch, batches, studies }: One, job: JobContext): Promise<void> {
  const { repository } = context;
  const by = { id: batch.requested_by_id, name: batch.requested_by };
  try {
    if ((await repository.study(item.study_id)) === undefined) {
      await studies.create({ species: item.species, parameters: batch.parameters, id: item.study_id }, by);
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    await batches.end(item, { state: 'refused', reason: error.detail ?? error.message });
    return;
  }
  const study = await repository.study(item.study_id);
  if (study === undefined) return;
  // A study of a batch has one tuning of it, whose number is that of the study.
  const tuning = { id: item.study_id, study, requestedBy: batch.requested_by };
  const { refusal } = await tuneStudy(context, tuning, { signal: job.signal, progress: async () => undefined });
  await batches.end(item, { state: refusal === null ? 'done' : 'refused', reason: refusal });
}

function itemView({ species, state, reason, study_id }: BatchItemRow, run: RunRow | undefined): StudyBatchItem {
  const proposed = run?.candidates[run.proposed ?? -1];
  return {
    ...{ species, state, reason, studyId: run === undefined ? null : study_id, presences: run?.presences ?? null },
    combination: proposed === undefined ? null : `${proposed.features} × ${proposed.beta}`,
    ...{ aucTest: proposed?.aucTest ?? null, tss: proposed?.tss ?? null },
    ...{ boyce: proposed?.boyce ?? null, omission10: proposed?.omission10 ?? null },
  };
}
