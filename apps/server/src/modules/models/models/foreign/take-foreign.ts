import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { foreignFormats } from '@kianda/contract/models/registry/foreign.contract';
import { formatBytes } from '@kianda/format';
import type { JobContext } from '../../../../platform/jobs/jobs.ts';
import { RefusedTask, runThread } from '../../../../platform/threads/run-thread.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { rowMarks } from '../drift/row-marks.ts';
import { digestOf } from '../kept/digest.ts';
import type { ModelContext } from '../models.context.ts';
import { artefactFolder, writeArtefact } from '../models.files.ts';
import type { VersionCard } from '../models.tables.ts';
import { type LearningTable, TooFewRows } from '../tables/learning-table.types.ts';
import { declare, WrongDeclaration } from './declare.rules.ts';
import type { EvaluatedModel, ForeignTrial } from './evaluate.ts';
import type { ForeignTaking } from './foreign.jobs.ts';
import type { ForeignDescription } from './foreign.types.ts';
import type { TrialAnswer, TrialTask } from './foreign-worker.ts';
import { describeForeign } from './run-foreign.ts';
import { scoresOfTables } from './with-scores.ts';

type Taken = { readonly version: number | null };

/** Measures a model from elsewhere and makes a version of it. The same run twice makes one. */
export async function takeForeign(context: ModelContext, input: ForeignTaking, job: JobContext): Promise<Taken> {
  const { repository, platform } = context;
  const now = () => new Date(platform.clock.nowMs());
  const { modelType, requestedBy } = input;
  await repository.noteTraining({
    ...{ run_id: job.runId, model_type: modelType, requested_by: requestedBy, requested_at: now() },
  });
  try {
    const version = await measured(context, input, job);
    await repository.endTraining(job.runId, { ended_at: now(), version, error: null });
    return { version };
  } catch (error) {
    const told = toldOf(error);
    if (told === null) throw error;
    job.log.warn({ modelType, reason: error instanceof Error ? error.message : '' }, 'modelo de fora recusado');
    await repository.endTraining(job.runId, { ended_at: now(), version: null, error: told });
    return { version: null };
  }
}

/** Reason that a person can act on; null for a fault of the platform. */
function toldOf(error: unknown): string | null {
  if (error instanceof TooFewRows || error instanceof UnreadableFile || error instanceof WrongDeclaration) {
    return error.message;
  }
  if (!(error instanceof RefusedTask)) return null;
  // A refusal of the thread is told in Portuguese where its rows are not to blame.
  return error.message.startsWith('O modelo') || error.message.startsWith('A saída')
    ? error.message
    : 'Os dados guardados não chegam para medir o modelo: são todos iguais, ou faltam valores.';
}

async function measured(context: ModelContext, input: ForeignTaking, job: JobContext): Promise<number> {
  const { platform, repository, settings } = context;
  const { modelType, declaration, seed } = input;
  const begun = performance.now();
  await job.progress(0, 'A juntar os dados');
  const bytes = await platform.storage.get(input.fileKey);
  if (bytes === null) throw new UnreadableFile('O ficheiro já não está guardado: envie-o de novo.');
  const table = await context.tableOf(modelType);
  await job.progress(0.2, 'A verificar o ficheiro');
  const file = await describeForeign(input.format, bytes, { signal: job.signal });
  const declared = declare(file, declaration, table);
  const sha256 = digest(bytes);
  const fitted = declared.kind === 'onnx' ? { ...declared, file: bytes, sha256 } : declared;
  const { methods, columns, target, split, baseline } = table;
  const task = { ...{ modelType, methods, seed, columns }, target, split, baseline };
  const classes = declaration.output.kind === 'classes' ? declaration.output.classes : [];
  await job.progress(0.4, 'A medir nas linhas postas de parte');
  const evaluated = await evaluatedBy({ task, fitted, classes }, job);
  const artefact = { ...evaluated.artefact, fitted };
  const written = writeArtefact(artefact);
  const key = `${artefactFolder}${modelType}/${job.runId}.${written.extension}`;
  job.signal.throwIfAborted();
  await job.progress(0.95, 'A guardar a versão');
  await platform.storage.put(key, written.bytes, written.contentType);
  const version = {
    ...{ model_type: modelType, run_id: job.runId },
    algorithm: `${declaration.name} (de fora, ${foreignFormats[input.format]})`,
    ...{ trained_at: new Date(platform.clock.nowMs()), trained_by_id: input.accountId, trained_by: input.requestedBy },
    ...{ training_seconds: (performance.now() - begun) / 1000, row_count: evaluated.rows },
    ...{ skill: JSON.stringify(evaluated.skill), data_sha256: digestOf(table) },
    card: JSON.stringify(cardOf(table, evaluated, { input, file, bytes, sha256 })),
    ...{ artefact_key: key, artefact_sha256: digest(written.bytes), artefact_bytes: written.bytes.byteLength },
    ...{ seed, code_version: settings.codeVersion },
    is_simulated: table.sources.some(({ isSimulated }) => isSimulated),
    ...{ approved_by_id: null, approved_by: null, approved_at: null, approval_reason: null },
  };
  const reference = { reference: JSON.stringify(evaluated.reference), row_marks: Buffer.from(rowMarks(table).buffer) };
  return (await repository.addVersion(version, reference)).version;
}

/** The measures of a trial, in a thread; a file of ONNX answers in its own process between two runs of it. */
async function evaluatedBy(trial: ForeignTrial, job: JobContext): Promise<EvaluatedModel> {
  const entry = new URL('./foreign-worker.ts', import.meta.url);
  const { fitted } = trial;
  const bare = fitted.kind === 'onnx' ? { ...fitted, file: new Uint8Array(0) } : fitted;
  const task: TrialTask = { trial: { ...trial, fitted: bare } };
  const watch = { signal: job.signal, progress: () => undefined };
  const first = await runThread<TrialAnswer>(entry, task, watch);
  if ('evaluated' in first) return JSON.parse(first.evaluated) as EvaluatedModel;
  if (fitted.kind !== 'onnx') throw new Error('foreign-worker: asked for scores of its own method');
  const given = await scoresOfTables(fitted, first.tables, job.signal);
  await job.progress(0.7, 'A comparar com o método simples').catch(() => undefined);
  const second = await runThread<TrialAnswer>(entry, { ...task, given } satisfies TrialTask, watch);
  if ('evaluated' in second) return JSON.parse(second.evaluated) as EvaluatedModel;
  throw new Error('foreign-worker: asked for scores twice');
}

type Origin = {
  readonly input: ForeignTaking;
  readonly file: ForeignDescription;
  readonly bytes: Uint8Array;
  readonly sha256: string;
};

function cardOf(table: LearningTable, evaluated: EvaluatedModel, { input, file, bytes, sha256 }: Origin): VersionCard {
  const { declaration } = input;
  const { features, curves, slices } = evaluated;
  const used = new Set(features.map(({ name }) => name));
  const unused = table.columns
    .filter(({ name }) => !used.has(name))
    .map(({ label }) => ({ name: label, reason: 'O modelo de fora não a usa.' }));
  return {
    ...{ purpose: table.purpose, features: [...features], curves: [...curves], slices: [...slices] },
    leftOut: [...table.leftOut, ...unused],
    parameters: {
      ...{
        ficheiro: declaration.fileName,
        formato: foreignFormats[input.format],
        tamanho: formatBytes(bytes.byteLength),
      },
      ...{ 'SHA-256 do ficheiro enviado': sha256, origem: declaration.origin },
      ...(file.kind === 'onnx'
        ? { operadores: file.operators.join(', ').slice(0, 400), 'versão dos operadores': file.opset }
        : { termos: file.model.terms.length }),
      entradas: declaration.variables
        .map(({ name, column, unit }) => `${name} = ${column}${unit === undefined ? '' : ` (${unit})`}`)
        .join('; '),
    },
    limits: [
      'Veio de fora: não se sabe com que linhas aprendeu, e as que aqui se põem de parte podem estar entre elas.',
      ...table.limits,
    ],
    sources: [
      { name: `Modelo de fora: ${declaration.origin}`, rows: 0, licence: declaration.licence, from: null, to: null },
      ...table.sources.map(({ name, rows, licence, from, to }) => ({
        ...{ name: `Medido com ${name}`, rows, licence },
        ...{ from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
      })),
    ],
  };
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
