import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { cog } from '../../../../platform/formats/cog.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobContext } from '../../../../platform/jobs/jobs.ts';
import { RefusedTask } from '../../../../platform/threads/run-thread.ts';
import type { ScoredGrid } from '../scoring/scoring.types.ts';
import { bandsOf, outsideOf, statisticsOf } from './map-bands.rules.ts';
import type { MapContext } from './maps.context.ts';
import type { MapInput, MapResult } from './maps.jobs.ts';
import type { NewMap } from './maps.repository.ts';
import type { MapCard } from './maps.tables.ts';

export const mapFolder = 'model-maps/';

/** Folder of the files of a version's maps. */
export const folderOfVersion = ({ modelType, version }: Pick<MapInput, 'modelType' | 'version'>) =>
  `${mapFolder}${modelType}/${version}/`;

/**
 * Makes and publishes one map: first the whole file, then the row that everything else goes by. Whatever an earlier
 * attempt of the same run published is taken up.
 */
export async function makeMap(context: MapContext, input: MapInput, job: JobContext): Promise<MapResult> {
  const { repository, scores } = context;
  if ((await repository.map(job.runId)) !== undefined) return { refusal: null };
  const { modelType, version, cellDegrees, month, inputs } = input;
  const begun = performance.now();
  await job.progress(0, 'A juntar os dados');
  try {
    const options = { version, cellDegrees, month: month ?? undefined, inputs };
    const scored = await scores(modelType, options, {
      signal: job.signal,
      progress: (share) => void job.progress(share * 0.9, 'A prever as células').catch(() => undefined),
    });
    if (scored.value.every((value) => Number.isNaN(value))) return { refusal: nothing(scored) };
    await job.progress(0.9, 'A guardar o mapa');
    return await publish(context, { input, scored, seconds: (performance.now() - begun) / 1000 }, job);
  } catch (error) {
    const told = toldOf(error);
    if (told === null) throw error;
    job.log.warn({ modelType, version, reason: error instanceof Error ? error.message : '' }, 'map refused');
    return { refusal: told };
  }
}

const nothing = ({ sources }: ScoredGrid) =>
  sources.length === 0
    ? 'Nenhuma variável do mar tem campos guardados: execute os conectores oceânicos e peça o mapa de novo.'
    : 'Nenhuma célula da ZEE tem todas as entradas: execute os conectores oceânicos e peça o mapa de novo.';

/** Reason that a person can act on; null for a fault of the platform. */
function toldOf(error: unknown): string | null {
  if (error instanceof AppError && error.code !== 'internal') return error.detail ?? error.message;
  return error instanceof RefusedTask ? 'A versão não serve para um mapa: as suas entradas não se podem ler.' : null;
}

type Made = { readonly input: MapInput; readonly scored: ScoredGrid; readonly seconds: number };

async function publish(context: MapContext, made: Made, job: JobContext): Promise<MapResult> {
  const { repository, platform } = context;
  const { input, scored } = made;
  const { columns, rows, west, south, cellDegrees } = scored;
  const grid = { west, south, columns, rows, lonStepDegrees: cellDegrees, latStepDegrees: cellDegrees };
  const bytes = await cog(grid, bandsOf(scored));
  job.signal.throwIfAborted();
  const key = `${folderOfVersion(input)}${job.runId}.tif`;
  await platform.storage.put(key, bytes, 'image/tiff');
  const { state, replaced } = await repository.publish(rowOf(made, { id: job.runId, key, bytes }, context));
  if (state === 'gone') await platform.storage.delete(key);
  else if (replaced !== null) await platform.storage.delete(replaced);
  return { refusal: state === 'gone' ? 'A versão foi eliminada entretanto.' : null };
}

function rowOf(
  { input, scored, seconds }: Made,
  file: { readonly id: string; readonly key: string; readonly bytes: Uint8Array },
  { platform }: MapContext,
): NewMap {
  const { unit, classes, spreadKind, without, sources } = scored;
  const card: MapCard = {
    ...{ unit, spreadKind, without: [...without], classes: [...classes], outside: outsideOf(scored) },
    sources: sources.map(({ name, rows, licence, from, to }) => ({
      ...{ name, rows, licence },
      ...{ from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
    })),
  };
  const bands = bandsOf(scored).map(({ band, unit: ofBand, values }) => statisticsOf(band, ofBand, values));
  return {
    ...{ id: file.id, model_type: input.modelType, version: input.version, requested_by: input.requestedBy },
    ...{ made_at: new Date(platform.clock.nowMs()), seconds, cell_degrees: input.cellDegrees },
    ...{ west: scored.west, south: scored.south, columns: scored.columns, rows: scored.rows, month: input.month },
    ...{ inputs: JSON.stringify(input.inputs), card: JSON.stringify(card), bands: JSON.stringify(bands) },
    ...{ oldest_input_at: scored.oldestInputAt, file_key: file.key, file_bytes: file.bytes.byteLength },
    file_sha256: createHash('sha256').update(file.bytes).digest('hex'),
    is_simulated: scored.isSimulated,
  };
}
