import { performance } from 'node:perf_hooks';
import type { ModelEvidence, ModelProof } from '@kianda/contract/models/registry/evidence.contract';
import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobContext } from '../../../../platform/jobs/jobs.ts';
import { RefusedTask, runThread } from '../../../../platform/threads/run-thread.ts';
import { digestOf } from '../kept/digest.ts';
import { noVersion } from '../model-acts.service.ts';
import type { ModelActor, ModelContext } from '../models.context.ts';
import { readArtefact } from '../models.files.ts';
import type { VersionRow } from '../models.tables.ts';
import { type LearningTable, TooFewRows } from '../tables/learning-table.types.ts';
import { metricOf } from '../training/measures.ts';
import type { Method, ModelArtefact } from '../training/training.types.ts';
import {
  type EvidenceInput,
  type EvidenceResult,
  evidenceJobName,
  evidenceKey,
  evidenceResult,
} from './evidence.jobs.ts';
import type { EvidenceRepository } from './evidence.repository.ts';
import type { Proof, ProofTask } from './prove-method.ts';

/** Runs that are looked through for that of a version. */
const shownRuns = 20;
const foreignReason = 'Um modelo de fora não se treina aqui: sem isso não há jackknife nem modelos nulos.';

/** Evidence for versions: the jackknife of their variables, and null models. */
export function createEvidence(context: ModelContext, evidence: EvidenceRepository) {
  const { repository, queue } = context;

  async function versionOf(type: ModelType, version: number): Promise<VersionRow> {
    const row = await repository.version(type, version);
    if (row === undefined) throw noVersion(type, version);
    return row;
  }

  async function find(type: ModelType, version: number): Promise<ModelProof> {
    const row = await versionOf(type, version);
    return {
      evidence: await evidence.find(type, version),
      run: await lastRun(context, evidenceKey({ modelType: type, version })),
      obstacle: isForeign(row) ? foreignReason : null,
    };
  }

  return {
    find,

    async ask(type: ModelType, version: number, nullModels: number, { principal }: ModelActor): Promise<ModelProof> {
      if (isForeign(await versionOf(type, version))) throw new AppError('conflict', { detail: foreignReason });
      const input: EvidenceInput = { modelType: type, version, nullModels, requestedBy: principal.name };
      await queue().enqueue(evidenceJobName, input, { actorId: principal.accountId, trigger: 'manual' });
      return find(type, version);
    },

    /** Stops the proof that waits or runs; what was measured before stays. */
    async cancel(type: ModelType, version: number): Promise<ModelProof> {
      await versionOf(type, version);
      const run = await lastRun(context, evidenceKey({ modelType: type, version }));
      const isUnderWay = run?.state === 'queued' || run?.state === 'running';
      if (!isUnderWay || !(await queue().cancel(run.id))) {
        throw new AppError('conflict', { detail: 'Esta medida já acabou.' });
      }
      return find(type, version);
    },

    /** Measures the evidence of a version with the rows of now, and keeps it. The same run twice leaves the same. */
    async prove(input: EvidenceInput, job: JobContext): Promise<EvidenceResult> {
      const { modelType, version } = input;
      const row = await repository.version(modelType, version);
      if (row === undefined) return { refusal: 'A versão foi eliminada entretanto.' };
      try {
        await evidence.put(modelType, version, await measured(context, { input, row }, job));
        return { refusal: null };
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        return { refusal };
      }
    },
  };
}

export type Evidence = ReturnType<typeof createEvidence>;

/** Rows of a model from elsewhere are those that it is measured on, and it learned from none of them. */
const isForeign = ({ skill }: VersionRow): boolean => skill.training === null;

function refusalOf(error: unknown): string | null {
  if (error instanceof TooFewRows) return error.message;
  if (!(error instanceof RefusedTask)) return null;
  return 'Os dados guardados não chegam para pôr partes de lado: são todos iguais, ou faltam valores.';
}

type Asked = { readonly input: EvidenceInput; readonly row: VersionRow };

async function measured(context: ModelContext, { input, row }: Asked, job: JobContext): Promise<ModelEvidence> {
  const { platform, settings } = context;
  const begun = performance.now();
  await job.progress(0, 'A juntar os dados');
  const table = await context.tableOf(input.modelType);
  const { columns, target, split } = table;
  const task: ProofTask = {
    ...{ columns, target, split, seed: Number(row.seed), trees: settings.trees },
    ...{ method: await methodOf(context, row), nullModels: input.nullModels },
  };
  const proof = await prove(task, job);
  const dataSha256 = digestOf(table);
  const { mean, deviation, effect, p } = proof.nullModels;
  return {
    ...{ madeAt: new Date(platform.clock.nowMs()).toISOString(), requestedBy: input.requestedBy },
    ...{ seconds: (performance.now() - begun) / 1000, metric: metricOf[target.task], split: split.kind },
    ...{ rows: proof.rows, allRows: target.values.length, trees: proof.trees },
    ...{ dataSha256, isSameData: dataSha256 === row.data_sha256 },
    isSimulated: table.sources.some(({ isSimulated }) => isSimulated),
    jackknife: { all: proof.all, variables: labelled(proof, table) },
    nullModels: { models: input.nullModels, mean, deviation, effect, p },
  };
}

function labelled({ variables }: Proof, { columns }: LearningTable): ModelEvidence['jackknife']['variables'] {
  const labels = new Map(columns.map(({ name, label }) => [name, label]));
  return variables.map((one) => ({ ...one, label: labels.get(one.name) ?? one.name }));
}

/** A measure that has no value comes back as null, as JSON has it. */
async function prove(task: ProofTask, job: JobContext): Promise<Proof> {
  const progress = (share: number) =>
    void job.progress(share, 'A medir com e sem cada variável').catch(() => undefined);
  const entry = new URL('./evidence-worker.ts', import.meta.url);
  return JSON.parse(await runThread<string>(entry, task, { signal: job.signal, progress })) as Proof;
}

/** The method that made a version, to be fitted again. */
async function methodOf({ platform }: ModelContext, row: VersionRow): Promise<Method> {
  const bytes = await platform.storage.get(row.artefact_key);
  if (bytes === null) throw new Error(`${row.artefact_key}: the file of a version is missing`);
  const { fitted }: ModelArtefact = readArtefact(bytes);
  switch (fitted.kind) {
    case 'maxent':
      return { kind: 'maxent', features: fitted.model.classes };
    case 'trees':
      return { kind: fitted.model.kind };
    case 'linear':
      return { kind: 'linear' };
    default:
      throw new Error(`${row.artefact_key}: a model from elsewhere is not fitted here`);
  }
}

/** The run of a version that waits, goes on, or made nothing at last. */
async function lastRun({ queue }: ModelContext, key: string): Promise<ModelProof['run']> {
  const runs = await queue().list({ name: evidenceJobName, limit: shownRuns });
  const last = runs.find((one) => one.key === key);
  const run = last === undefined ? null : await queue().get(last.id);
  if (run === null) return null;
  const { id, progress, message } = run;
  const refusal = evidenceResult.safeParse(run.result).data?.refusal ?? null;
  if (run.state === 'succeeded' && refusal === null) return null;
  const failed = 'A prova falhou. A razão está nas tarefas assíncronas; peça-a de novo.';
  const state = run.state === 'succeeded' ? 'failed' : run.state;
  return { id, state, progress, message, error: refusal ?? (state === 'failed' ? failed : null) };
}
