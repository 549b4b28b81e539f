import type { DataOf, Provenance } from '@kianda/contract';
import type {
  Baseline,
  BaselineId,
  boundaryDrawing,
  LimitDrawing,
  LimitLine,
  LimitWork,
  MaritimeBoundary,
} from '@kianda/contract/sea/limits/limits.contract';
import { fishingZones, type MultiPolygonGeometry, polygonAreaSquareMeters } from '@kianda/geo';
import { metersBetween } from '@kianda/science/spatial/limits/line-index';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobContext, JobRunDetail } from '../../../platform/jobs/jobs.ts';
import { runThread } from '../../../platform/threads/run-thread.ts';
import type { DrawingTask, DrawnLimits } from './drawing/drawing.types.ts';
import type { LimitContext } from './limits.context.ts';
import { type DrawInput, drawJobName, drawResult } from './limits.jobs.ts';
import type { BaselineSource, DrawingRow } from './limits.tables.ts';
import * as texts from './limits.texts.ts';

/** Name of the platform where nobody asked. */
const ownName = 'Kianda';
const nationalLayer = 'AGO_OEM_BASE_LINHA_BASE';

/** Drawings of the maritime limits, and the coasts that they may begin from. */
export function createLimits(context: LimitContext) {
  const { platform, repository, regionalLines, queue } = context;

  async function baselines(): Promise<readonly Baseline[]> {
    const national = await regionalLines.lines(nationalLayer);
    return [
      { ...texts.naturalEarth, absence: null },
      national === null
        ? { ...nationalSource(null), absence: texts.noNational }
        : { ...nationalSource(national), absence: null },
    ];
  }

  /** The last work that was asked for, where it did not end well or has not ended. */
  async function work(): Promise<LimitWork | null> {
    const [last] = await queue().list({ name: drawJobName, limit: 1 });
    const run = last === undefined ? null : await queue().get(last.id);
    if (run === null) return null;
    const view = workView(run);
    return view.state === 'succeeded' ? null : view;
  }

  return {
    newest: () => repository.newest(),

    async list(): Promise<MaritimeBoundary[]> {
      const row = await repository.newest();
      return [...(row === undefined ? [] : zonesOf(row)), ...workingZones];
    },

    async drawing(): Promise<DataOf<typeof boundaryDrawing>> {
      const [row, held, current] = await Promise.all([repository.newest(), baselines(), work()]);
      return { drawing: row === undefined ? null : drawingView(row), baselines: [...held], work: current };
    },

    /** Throws `conflict` where the baseline is not held, `already_running` while one is being drawn. */
    async process(
      baseline: BaselineId,
      { accountId, name }: { readonly accountId: string; readonly name: string },
    ): Promise<LimitWork> {
      const chosen = (await baselines()).find(({ id }) => id === baseline);
      if (chosen?.absence != null) throw new AppError('conflict', { detail: chosen.absence });
      const id = await queue().enqueue(
        drawJobName,
        { baseline, requestedBy: name },
        { actorId: accountId, trigger: 'manual' },
      );
      const run = await queue().get(id);
      if (run === null) throw new AppError('not_found', { detail: 'Não existe esta tarefa.' });
      return workView(run);
    },

    drawFirst: () => drawFirst(context),

    async draw(input: DrawInput, job: JobContext): Promise<{ refusal: string | null }> {
      if (await repository.has(job.runId)) return { refusal: null };
      const national = input.baseline === 'national' ? await regionalLines.lines(nationalLayer) : null;
      if (input.baseline === 'national' && national === null) return { refusal: texts.noNational };
      const begun = platform.clock.nowMs();
      await job.progress(0, 'A ler as costas');
      const task: DrawingTask = { national: national?.features.flatMap(({ lines }) => lines) ?? null };
      const result = await runThread<DrawnLimits>(new URL('./drawing/limits-worker.ts', import.meta.url), task, {
        signal: job.signal,
        progress: (share) =>
          void job.progress(share, 'A desenhar as zonas e as linhas medianas').catch(() => undefined),
      });
      job.signal.throwIfAborted();
      const source: BaselineSource = national === null ? texts.naturalEarth : nationalSource(national);
      await repository.add({
        ...{ id: job.runId, made_at: new Date(platform.clock.nowMs()), requested_by: input.requestedBy },
        ...{ seconds: (platform.clock.nowMs() - begun) / 1000, baseline: JSON.stringify(source) },
        ...{ result: JSON.stringify(result), simulated_seed: national?.simulatedSeed ?? null },
      });
      return { refusal: null };
    },

    provenance: async (row: DrawingRow | undefined): Promise<Provenance> => originOf(row),
  };
}

export type Limits = ReturnType<typeof createLimits>;

/**
 * Asks for a drawing where none was ever asked for, and says whether it did. A failed or cancelled one is not asked for
 * again: its reason stands where a person asks for the next.
 */
async function drawFirst({ repository, queue }: LimitContext): Promise<boolean> {
  const [last] = await queue().list({ name: drawJobName, limit: 1 });
  if (last !== undefined || (await repository.newest()) !== undefined) return false;
  await queue().enqueue(drawJobName, { baseline: 'natural-earth', requestedBy: ownName }, { trigger: 'schedule' });
  return true;
}

/** Origin of a drawing: the coast it was drawn from. */
function originOf(row: DrawingRow | undefined): Provenance {
  if (row === undefined) return { state: 'fallback', reason: texts.noDrawing };
  const [at, source] = [row.made_at.toISOString(), row.baseline.source];
  if (row.simulated_seed === null) return { state: 'configured', source, observedAt: at, retrievedAt: at };
  return { state: 'simulated', source, observedAt: at, retrievedAt: at, seed: Number(row.simulated_seed) };
}

function nationalSource(
  held: { readonly title: string; readonly source: string; readonly licence: string } | null,
): BaselineSource {
  return {
    id: 'national',
    title: held?.title ?? 'Linha de base nacional',
    resolution: 'A da camada, com as linhas retas que ela tiver',
    source: held?.source ?? 'BCC GeoData',
    licence: held?.licence ?? 'A da camada',
  };
}

function workView(run: JobRunDetail): LimitWork {
  const refusal = drawResult.safeParse(run.result).data?.refusal ?? null;
  const failed = 'O desenho falhou. A razão está nas tarefas assíncronas; peça-o de novo.';
  return {
    ...{ id: run.id, progress: run.progress, message: run.message },
    state: run.state === 'succeeded' && refusal !== null ? 'failed' : run.state,
    error: refusal ?? (run.state === 'failed' ? failed : null),
  };
}

/** Zones of a drawing; one without any water is left out. */
export function zonesOf(row: DrawingRow): MaritimeBoundary[] {
  return row.result.zones
    .filter(({ area }) => area > 0)
    .map(({ type, geometry, area, perimeter }) => ({
      ...{ id: type, type, name: texts.zoneNames[type], area, perimeter, isActive: true },
      ...{ lastUpdated: row.made_at.toISOString(), geometry: structuredClone(geometry) as never },
      ...{ limitMiles: texts.zoneMiles[type], legal: texts.zoneLaw[type], source: row.baseline.source },
    }));
}

export function linesOf(row: DrawingRow): LimitLine[] {
  const seen = new Map<string, number>();
  return row.result.lines.map(({ kind, neighbour, length, coordinates }) => {
    const stem = neighbour === null ? kind : `${kind}-${neighbour.toLowerCase()}`;
    const count = (seen.get(stem) ?? 0) + 1;
    seen.set(stem, count);
    return {
      ...{ id: count === 1 ? stem : `${stem}-${count}`, kind, length },
      name: lineName(kind, neighbour, coordinates),
      neighbour: neighbour === null ? null : texts.neighbourName(neighbour),
      source: row.baseline.source,
      note: neighbour === null ? null : (texts.neighbours[neighbour]?.note ?? null),
      geometry: { type: 'LineString' as const, coordinates: structuredClone(coordinates) as never },
    };
  });
}

function lineName(
  kind: LimitLine['kind'],
  neighbour: string | null,
  coordinates: readonly (readonly [lon: number, lat: number])[],
): string {
  if (kind === 'median') return `Linha mediana com ${texts.neighbourName(neighbour)}`;
  const name = texts.lineNames[kind];
  return coordinates.every(([, lat]) => lat > texts.cabindaFrom) ? texts.ofCabinda(name) : name;
}

function drawingView(row: DrawingRow): LimitDrawing {
  const { overlaps, bays, comparison } = row.result;
  return {
    ...{ id: row.id, madeAt: row.made_at.toISOString(), requestedBy: row.requested_by, seconds: row.seconds },
    ...{ baseline: row.baseline, method: texts.method, lines: linesOf(row) },
    overlaps: overlaps.map(({ neighbour, area, ownArea }) => ({
      ...{ neighbour: texts.neighbourName(neighbour), area, ownArea },
      note: texts.neighbours[neighbour]?.note ?? null,
    })),
    bays: bays.map((bay) => ({ ...bay })),
    comparison: { ...comparison, note: texts.comparisonNote },
    isSimulated: row.simulated_seed !== null,
  };
}

/** Bands of the platform, which are no legal limits. */
const workingZones: readonly MaritimeBoundary[] = fishingZones.map(({ id, name, geometry, status }) => {
  const [ring = []] = geometry.coordinates;
  const perimeter = ring.slice(1).reduce((sum, at, place) => sum + metersBetween(ring[place] ?? at, at), 0);
  const multi: MultiPolygonGeometry = { type: 'MultiPolygon', coordinates: [geometry.coordinates] };
  return {
    ...{ id, type: 'fishing_zones', name, area: polygonAreaSquareMeters(geometry) / 1e6, perimeter: perimeter / 1000 },
    ...{ isActive: true, lastUpdated: '2026-11-01T00:00:00Z', geometry: structuredClone(multi) as never },
    ...{ limitMiles: null, legal: null, source: `Dados de referência da Kianda: ${status}` },
  };
});
