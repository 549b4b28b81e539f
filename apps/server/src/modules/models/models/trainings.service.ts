import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { type ModelTraining, type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import { rowMarks } from './drift/row-marks.ts';
import { digestOf } from './kept/digest.ts';
import { trainingView } from './model-views.rules.ts';
import type { ModelActor, ModelContext } from './models.context.ts';
import { artefactFolder, writeArtefact } from './models.files.ts';
import { type TrainInput, trainJobName } from './models.jobs.ts';
import type { TrainingRow } from './models.tables.ts';
import { type LearningTable, TooFewRows } from './tables/learning-table.types.ts';
import { RefusedTable, runTraining } from './training/run-training.ts';
import type { TrainedVersion, TrainingTask } from './training/training.types.ts';

const dayMs = 86_400_000;
/** Trainings that made no version are forgotten after it. */
const keptDays = 180;
/** Seeds are whole numbers of 32 bits. */
const seeds = 2 ** 31;
const ownName = 'Kianda';
/** Looks at the rows of a model, three minutes apart, after which its first training begins although more come. */
const mostLooks = 3;

/** Trainings of models: who asks for one, what it learns from, and what it leaves. */
export function createTrainings(context: ModelContext) {
  const { repository, platform, queue } = context;

  async function view(row: TrainingRow): Promise<ModelTraining> {
    return trainingView(row, row.ended_at === null ? await queue().get(row.run_id) : null);
  }

  /** Throws `already_running` where one of the same model waits or runs. */
  async function begin(type: ModelType, by: Pick<TrainInput, 'accountId' | 'requestedBy'>): Promise<TrainingRow> {
    const input: TrainInput = { modelType: type, ...by, seed: Math.floor(platform.random() * seeds) };
    const options = by.accountId === null ? { trigger: 'schedule' } : { actorId: by.accountId, trigger: 'manual' };
    const runId = await queue().enqueue(trainJobName, input, options);
    const row = {
      ...{ run_id: runId, model_type: type, requested_by: by.requestedBy },
      requested_at: new Date(platform.clock.nowMs()),
    };
    await repository.noteTraining(row);
    return { ...row, ended_at: null, version: null, error: null };
  }

  /** Rows that a model would have learned from at the last look, and how often it was looked at since they were enough. */
  const seen = new Map<ModelType, { readonly rows: number; readonly looks: number }>();

  /** Whether there is enough to learn from and no row has come since the last look; a flood is not waited for for ever. */
  async function isReady(type: ModelType): Promise<boolean> {
    const rows = await rowsNow(context, type);
    if (rows === null) return false;
    const before = seen.get(type);
    const looks = (before?.looks ?? 0) + 1;
    seen.set(type, { rows, looks });
    return before?.rows === rows || looks >= mostLooks;
  }

  return {
    view,
    train: async (type: ModelType, { principal }: ModelActor): Promise<ModelTraining> =>
      view(await begin(type, { accountId: principal.accountId, requestedBy: principal.name })),

    async cancel(id: string): Promise<ModelTraining> {
      const row = await repository.training(id);
      if (row === undefined) throw new AppError('not_found', { detail: 'Não existe este treino.' });
      const isStopping = row.ended_at === null && (await queue().cancel(id));
      if (!isStopping) throw new AppError('conflict', { detail: 'Este treino já acabou.' });
      return view(row);
    },

    /** Begins the first training of each model that has enough to learn from; resolves to how many. */
    async trainFirst(): Promise<number> {
      if (!context.settings.trainsFirst) return 0;
      const trained = new Set((await repository.versions()).map(({ model_type }) => model_type));
      const untrained = (Object.keys(modelTypes) as ModelType[]).filter((type) => !trained.has(type));
      let begun = 0;
      for (const type of untrained) {
        if (await isReady(type)) begun += Number(await beginOnce(() => begin(type, automatic)));
      }
      return begun;
    },

    /** Begins a training for a reason of the schedule; false where one of the same model waits or runs. */
    trainFor: (type: ModelType, why: string): Promise<boolean> =>
      beginOnce(() => begin(type, { accountId: null, requestedBy: `${ownName} (${why})` })),

    run: (input: TrainInput, job: JobContext) => runJob(context, input, job),

    /** Deletes files that belong to no version, and forgets old trainings that made none; resolves to how many files. */
    async forget(): Promise<number> {
      const now = platform.clock.nowMs();
      await repository.forgetTrainings(new Date(now - keptDays * dayMs));
      const used = await repository.artefactKeys();
      let files = 0;
      for await (const { key, modifiedAt } of platform.storage.list(artefactFolder)) {
        // A file of the last day may belong to a training that has not written its version yet.
        if (used.has(key) || Date.parse(modifiedAt) > now - dayMs) continue;
        await platform.storage.delete(key);
        files += 1;
      }
      return files;
    },
  };
}

export type Trainings = ReturnType<typeof createTrainings>;

const automatic = { accountId: null, requestedBy: ownName } as const;

async function beginOnce(begin: () => Promise<unknown>): Promise<boolean> {
  try {
    await begin();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'already_running') return false;
    throw error;
  }
}

/** Rows that a model would learn from now; null where they are too few. */
async function rowsNow({ tableOf }: ModelContext, type: ModelType): Promise<number | null> {
  try {
    return (await tableOf(type)).target.values.length;
  } catch (error) {
    if (error instanceof TooFewRows) return null;
    throw error;
  }
}

/** Trains one version. Whatever an earlier attempt of the same run left is taken up, never made twice. */
async function runJob(context: ModelContext, input: TrainInput, job: JobContext): Promise<{ version: number | null }> {
  const { repository, platform } = context;
  const { modelType, requestedBy } = input;
  const now = () => new Date(platform.clock.nowMs());
  await repository.noteTraining({
    ...{ run_id: job.runId, model_type: modelType, requested_by: requestedBy, requested_at: now() },
  });
  try {
    await job.progress(0, 'A juntar os dados');
    const table = await context.tableOf(modelType);
    const version = await trainAndStore(context, { input, table }, job);
    await repository.endTraining(job.runId, { ended_at: now(), version, error: null });
    return { version };
  } catch (error) {
    const told = toldOf(error);
    if (told === null) throw error;
    job.log.warn({ modelType, reason: error instanceof Error ? error.message : '' }, 'training refused');
    await repository.endTraining(job.runId, { ended_at: now(), version: null, error: told });
    return { version: null };
  }
}

/** Reason that a person can act on; null for a fault of the platform. */
function toldOf(error: unknown): string | null {
  if (error instanceof TooFewRows) return error.message;
  if (!(error instanceof RefusedTable)) return null;
  return 'Os dados guardados não chegam para medir o modelo: são todos iguais, ou faltam valores. Traga mais dados e treine de novo.';
}

async function trainAndStore(
  context: ModelContext,
  { input, table }: { readonly input: TrainInput; readonly table: LearningTable },
  job: JobContext,
): Promise<number> {
  const { platform, repository, settings } = context;
  const { methods, columns, target, split, baseline } = table;
  const task: TrainingTask = {
    ...{ modelType: input.modelType, seed: input.seed, trees: settings.trees },
    methods,
    columns,
    target,
    split,
    baseline,
  };
  const begun = performance.now();
  const trained = await runTraining(task, {
    signal: job.signal,
    progress: (share) => void job.progress(share, 'A treinar e a medir').catch(() => undefined),
  });
  const seconds = (performance.now() - begun) / 1000;
  const { bytes, contentType, extension } = writeArtefact(trained.artefact);
  const key = `${artefactFolder}${input.modelType}/${job.runId}.${extension}`;
  await platform.storage.put(key, bytes, contentType);
  const reference = { reference: JSON.stringify(trained.reference), row_marks: Buffer.from(rowMarks(table).buffer) };
  const version = {
    ...{ model_type: input.modelType, run_id: job.runId, algorithm: trained.algorithm },
    ...{ trained_at: new Date(platform.clock.nowMs()), trained_by_id: input.accountId, trained_by: input.requestedBy },
    ...{ training_seconds: seconds, row_count: trained.rows, skill: JSON.stringify(trained.skill) },
    ...{ card: JSON.stringify(cardOf(table, trained)), data_sha256: digestOf(table) },
    ...{ artefact_key: key, artefact_sha256: sha256(bytes), artefact_bytes: bytes.byteLength },
    ...{ seed: input.seed, code_version: settings.codeVersion },
    is_simulated: table.sources.some(({ isSimulated }) => isSimulated),
    ...{ approved_by_id: null, approved_by: null, approved_at: null, approval_reason: null },
  };
  return (await repository.addVersion(version, reference)).version;
}

function cardOf({ purpose, leftOut, limits, sources }: LearningTable, trained: TrainedVersion) {
  const { features, parameters, curves, slices } = trained;
  return {
    ...{ purpose, features, leftOut, parameters, curves, slices, limits },
    sources: sources.map(({ name, rows, licence, from, to }) => ({
      ...{ name, rows, licence },
      ...{ from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
    })),
  };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
