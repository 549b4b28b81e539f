import { performance } from 'node:perf_hooks';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import { RefusedTask } from '../../../platform/threads/run-thread.ts';
import type { Computed } from './compute/compute.types.ts';
import { runCompute } from './compute/run-compute.ts';
import { storeLayers } from './files/store-layers.ts';
import type { Asked, ReadInput } from './inputs/inputs.types.ts';
import { askedHash, readInputs } from './inputs/read-inputs.service.ts';
import type { SpatialContext } from './spatial.context.ts';
import type { NewResult } from './spatial.repository.ts';
import type { AnalysisRow, LogLine, StoredLayer } from './spatial.tables.ts';
import { spatialTexts, warningOf } from './spatial.texts.ts';

/** Another one where a kind of analysis would give other numbers for the same inputs: stored results are then not taken. */
export const methodEdition = 1;

export type RunResult = { readonly refusal: string | null };

/**
 * Does one analysis from its beginning, whatever an earlier attempt left: its result is published in one transaction, or
 * not at all. What it can't be made of is its end, with what to do; what went wrong otherwise is tried again by the queue.
 */
export async function runAnalysis(context: SpatialContext, analysisId: string, job: JobContext): Promise<RunResult> {
  const row = await context.repository.analysis(analysisId);
  if (row === undefined || row.state !== 'open') return { refusal: null };
  const { repository, platform } = context;
  const now = () => new Date(platform.clock.nowMs());
  const log = (message: string): LogLine => ({ time: now().toISOString(), message });
  await repository.change(row.id, { started_at: row.started_at ?? now() });
  await repository.note(row.id, [
    log(job.runId === row.run_id ? 'A ler as entradas.' : 'A ler as entradas outra vez.'),
  ]);
  try {
    await work(context, row, { job, log });
    return { refusal: null };
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    await repository.note(row.id, [log(reason)]);
    await repository.end(row.id, { state: 'failed', error: reason, completed_at: now() });
    await forgetRasters(context, row.id);
    return { refusal: reason };
  }
}

/** Why an analysis can't be made of what it was given; null of other faults. */
function refusalOf(error: unknown): string | null {
  if (error instanceof RefusedTask || error instanceof RangeError) return error.message;
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? spatialTexts.outOfMemory : null;
}

type Work = { readonly job: JobContext; readonly log: (message: string) => LogLine };

async function work(context: SpatialContext, row: AnalysisRow, { job, log }: Work): Promise<void> {
  const { repository, platform, settings } = context;
  const begun = performance.now();
  const asked: Asked = { type: row.type, parameters: row.parameters, inputs: row.inputs };
  await job.progress(0, 'A ler as entradas');
  const inputs = await readInputs(context, asked, {
    accountId: row.owner_id,
    signal: job.signal,
    most: settings.limits,
  });
  const pinned = Object.values(inputs).map((input) => input.pinned);
  await repository.change(row.id, { pinned: JSON.stringify(pinned) });
  const read = pinned.map(({ label, title, count }) => `${label}: ${title} (${count}).`);
  await repository.note(row.id, read.map(log));
  const hash = askedHash(asked, inputs, methodEdition);
  const stored = row.is_fresh ? undefined : await repository.resultOf(hash);
  if (stored !== undefined) {
    await takeStored(context, row, { resultId: stored.id, log });
    // An attempt that was interrupted as it published may have left files of its own.
    if (stored.id !== row.id) await forgetRasters(context, row.id);
    return;
  }
  await repository.note(row.id, [log('A calcular.')]);
  const computed = await computedOf(context, asked, inputs, job);
  const { layers, vectors } = await storeLayers(platform.storage, row.id, computed);
  const seconds = (performance.now() - begun) / 1000;
  const at = new Date(platform.clock.nowMs());
  const result = resultOf(context, { row, inputs, computed, layers, seconds, at, hash });
  await job.progress(1, 'A publicar o resultado');
  const resultId = await repository.publish(row.id, { result, vectors, at });
  if (resultId !== row.id) await forgetRasters(context, row.id);
  await repository.note(row.id, [log(`Concluída em ${Math.max(1, Math.round(seconds))} s.`)]);
}

/** Ends an analysis with a result that is stored already. */
export async function takeStored(
  { repository, platform }: SpatialContext,
  row: Pick<AnalysisRow, 'id'>,
  { resultId, log }: { readonly resultId: string; readonly log: (message: string) => LogLine },
): Promise<void> {
  const [first] = await repository.showing(resultId);
  const at = new Date(platform.clock.nowMs());
  await repository.end(row.id, {
    ...{ state: 'completed', completed_at: at, result_id: resultId, reused_from: first?.id ?? null },
  });
  await repository.note(row.id, [log('As mesmas entradas e parâmetros já tinham resultado guardado: é esse.')]);
}

const computedOf = (
  { settings }: SpatialContext,
  { type, parameters }: Asked,
  inputs: Readonly<Record<string, ReadInput>>,
  job: JobContext,
): Promise<Computed> =>
  runCompute(
    {
      ...{ type, parameters, mostCells: settings.limits.cells, mostBytes: settings.limits.memoryBytes },
      inputs: Object.fromEntries(Object.entries(inputs).map(([role, { data }]) => [role, data])),
    },
    {
      signal: job.signal,
      progress: (share) => void job.progress(share, 'A calcular').catch(() => undefined),
      moved: Object.values(inputs).flatMap(ownCells),
    },
  );

/** Cells that were read for this analysis alone. */
function ownCells({ data, pinned }: ReadInput): readonly ArrayBuffer[] {
  if (data.kind !== 'raster' || (pinned.kind !== 'upload' && pinned.kind !== 'result')) return [];
  const { buffer } = data.values;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}

/** Files of a result that was not published. */
export async function forgetRasters({ platform }: SpatialContext, resultId: string): Promise<void> {
  for await (const { key } of platform.storage.list(`spatial/${resultId}/`)) await platform.storage.delete(key);
}

function resultOf(
  { settings }: SpatialContext,
  of: {
    readonly row: AnalysisRow;
    readonly inputs: Readonly<Record<string, ReadInput>>;
    readonly computed: Computed;
    readonly layers: readonly StoredLayer[];
    readonly seconds: number;
    readonly at: Date;
    readonly hash: string;
  },
): NewResult {
  const { row, inputs, computed, layers, seconds, at, hash } = of;
  const pinned = Object.values(inputs).map((input) => input.pinned);
  const left = Object.values(inputs).reduce((sum, { withoutPlace }) => sum + withoutPlace, 0);
  const warnings = [...computed.warnings, ...(left > 0 ? [{ code: 'withoutPlace', count: left }] : [])];
  const sources = [
    ...new Set(pinned.flatMap(({ title, source }) => (source === null ? [title] : [`${title} (${source})`]))),
  ];
  return {
    ...{ id: row.id, type: row.type, seconds, code_version: settings.codeVersion, made_at: at },
    sha256: row.is_fresh ? `${hash}:${row.id}` : hash,
    statistics: JSON.stringify(computed.statistics),
    layers: JSON.stringify(layers),
    warnings: JSON.stringify(warnings.map(warningOf)),
    methods: JSON.stringify(computed.methods),
    citation: `Kianda ${settings.codeVersion}, ${analysisTypes[row.type]}, ${at.toISOString().slice(0, 10)}. Dados: ${sources.join('; ')}.`,
    priorities: computed.priorities === null ? null : JSON.stringify(computed.priorities),
    bytes: layers.reduce((sum, layer) => sum + layer.bytes, 0),
    is_simulated: pinned.some((input) => input.isSimulated),
  };
}
