import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import {
  type AnalysisState,
  analysisStates,
  type BatchEstimate,
} from '@kianda/contract/space/spatial/analysis-results';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import {
  type BatchSummary,
  batchRoles,
  type createBatch,
  isBatchType,
  mostBatchAreas,
  type SpatialBatch,
} from '@kianda/contract/space/spatial/batches.contract';
import { formatDate } from '@kianda/format';
import { boundsOf } from '../../../platform/geometry/wkb.ts';
import type { Download, Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobRun } from '../../../platform/jobs/jobs.ts';
import { type Analyses, forgetUnused, newRow } from './analyses.service.ts';
import { areasOf, areasRefusal, drawingOf } from './areas.service.ts';
import { batchCsv, columnsOf, figuresOf } from './batch-table.rules.ts';
import type { BatchRepository } from './batches.repository.ts';
import { estimateOf } from './figures.service.ts';
import { checkAsked, checkOne } from './inputs/check-inputs.service.ts';
import type { Asked } from './inputs/inputs.types.ts';
import { completedInputs, type NamedArea } from './inputs/read-inputs.service.ts';
import type { SpatialActor, SpatialContext } from './spatial.context.ts';
import { analyseJobName } from './spatial.jobs.ts';
import type { AnalysisRow, BatchRow } from './spatial.tables.ts';
import { spatialTexts } from './spatial.texts.ts';
import { mayManage, mayRead } from './spatial-access.rules.ts';

type Body = BodyOf<typeof createBatch>;
type Runs = ReadonlyMap<string, JobRun>;

/** The same analysis for one area after the other. */
export function createBatches(context: SpatialContext, batches: BatchRepository, analyses: Analyses) {
  const reads = batchReads(context, batches, analyses);
  return { ...reads, ...batchOrders(context, batches, reads), ...batchEnds(context, batches, { analyses, ...reads }) };
}

export type Batches = ReturnType<typeof createBatches>;
type Reads = ReturnType<typeof batchReads>;

function batchReads({ repository }: SpatialContext, batches: BatchRepository, analyses: Analyses) {
  async function find(id: string, reader: Principal): Promise<BatchRow> {
    const row = await batches.find(id);
    if (row !== undefined && mayRead(row, reader)) return row;
    throw new AppError('not_found', { detail: 'Não existe este lote.' });
  }

  /** The analyses of batches that the reader sees, as they are now, and the runs of those that are open. */
  async function partsOf(ids: readonly string[], reader: Principal) {
    const before = await batches.analysesOf(ids);
    const open = before.filter(({ state }) => state === 'open');
    const runs = await analyses.settled(open);
    const rows = open.length === 0 ? before : await batches.analysesOf(ids);
    return { rows: rows.filter((row) => mayRead(row, reader)), runs };
  }

  async function detail(id: string, reader: Principal): Promise<SpatialBatch> {
    const row = await find(id, reader);
    const { rows, runs } = await partsOf([id], reader);
    const ids = [...new Set(rows.flatMap(({ result_id: result }) => result ?? []))];
    const [results, features] = await Promise.all([repository.results(ids), batches.onlyFeatures(ids)]);
    const figures = new Map(
      results.map((result) => [
        result.id,
        figuresOf(
          result,
          features.filter((one) => one.result_id === result.id),
        ),
      ]),
    );
    return {
      ...summaryOf(row, { rows, runs, reader }),
      columns: columnsOf(rows.map(({ result_id: result }) => figures.get(result ?? '') ?? [])),
      rows: rows.map((part, place) => ({
        ...{ place: part.batch_place ?? place + 1, area: part.batch_area ?? part.name, analysisId: part.id },
        ...{ status: stateOf(part, runs), error: part.error, isReused: part.reused_from !== null },
        values: Object.fromEntries(
          (figures.get(part.result_id ?? '') ?? []).map(({ id: name, value }) => [name, value]),
        ),
      })),
    };
  }

  return {
    find,
    detail,

    async list(reader: Principal): Promise<BatchSummary[]> {
      const rows = await batches.readableBy(reader.accountId);
      const parts = await partsOf(
        rows.map(({ id }) => id),
        reader,
      );
      return rows.map((row) =>
        summaryOf(row, { runs: parts.runs, reader, rows: parts.rows.filter((part) => part.batch_id === row.id) }),
      );
    },

    async table(id: string, reader: Principal): Promise<Download> {
      const batch = await detail(id, reader);
      const name = batch.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
      return {
        ...{ bytes: Buffer.from(batchCsv(batch)), contentType: 'text/csv; charset=utf-8', fileName: `${name}.csv` },
      };
    },
  };
}

/** Asks for batches, and for the runs of their analyses. */
function batchOrders(context: SpatialContext, batches: BatchRepository, { detail }: Pick<Reads, 'detail'>) {
  const { repository, platform, queue } = context;

  /** Puts into the queue what waits for it: what was just asked for, or what a process that died has left. */
  async function queueWaiting(): Promise<number> {
    const waiting = await batches.unqueued();
    for (const { id, owner_id: actorId } of waiting) {
      try {
        const runId = await queue().enqueue(analyseJobName, { analysisId: id }, { actorId, trigger: 'batch' });
        await repository.change(id, { run_id: runId });
      } catch (error) {
        // Another process has put it there meanwhile.
        if (!(error instanceof AppError) || error.code !== 'already_running') throw error;
      }
    }
    return waiting.length;
  }

  return {
    queueWaiting,

    /** Size of the largest of the areas, by its box, and the time of all. */
    async estimate({ request, areas: reference }: Body, principal: Principal): Promise<BatchEstimate> {
      const asked = batchAsked(request);
      await checkOne(context, reference, principal);
      const areas = await areasOf(context, reference, { principal, most: mostBatchAreas });
      const [largest] = areas.toSorted((a, b) => boxSize(b) - boxSize(a));
      if (largest === undefined) throw areasRefusal('A entrada das áreas não tem nenhum polígono.');
      const inputs = { ...asked.inputs, [asked.role]: drawingOf(largest) };
      const one = await estimateOf(
        context,
        { ...request, parameters: asked.parameters, inputs } as typeof request,
        principal,
      );
      return {
        ...one,
        stored: null,
        seconds: one.seconds === null ? null : one.seconds * areas.length,
        areas: areas.length,
      };
    },

    async create({ request, areas: reference }: Body, { principal }: SpatialActor): Promise<SpatialBatch> {
      const asked = batchAsked(request);
      await checkOne(context, reference, principal);
      const areas = await areasOf(context, reference, { principal, most: mostBatchAreas });
      const [first] = areas;
      if (first === undefined) throw areasRefusal('A entrada das áreas não tem nenhum polígono.');
      const wholeOf = (area: NamedArea): Asked => ({
        ...{ type: asked.type, parameters: asked.parameters },
        inputs: completedInputs({ ...asked, inputs: { ...asked.inputs, [asked.role]: drawingOf(area) } }),
      });
      // The other inputs are the same for all: what holds for one area holds for each.
      await checkAsked(context, wholeOf(first), principal);
      const at = new Date(platform.clock.nowMs());
      const name = request.name ?? `${analysisTypes[asked.type]} por área, ${formatDate(at.toISOString())}`;
      const batch = {
        ...{ id: randomUUID(), name, type: asked.type, readers: request.readers, created_at: at },
        ...{ owner_id: principal.accountId, owner_name: principal.name },
      };
      const { readers, isFresh } = request;
      const rows = areas.map((area, place) => ({
        ...newRow(
          { ...wholeOf(area), name: `${name}: ${area.name}`.slice(0, 120), readers, isFresh },
          { principal, at },
        ),
        ...{ batch_id: batch.id, batch_place: place + 1, batch_area: area.name },
      }));
      await batches.add(batch, rows);
      await queueWaiting();
      return detail(batch.id, principal);
    },
  };
}

/** Stops and removes batches, for those who may. */
function batchEnds(
  context: SpatialContext,
  batches: BatchRepository,
  { analyses, find, detail }: Pick<Reads, 'find' | 'detail'> & { readonly analyses: Analyses },
) {
  const { repository, platform, queue, audit } = context;

  async function manageable(id: string, { principal }: SpatialActor): Promise<BatchRow> {
    const row = await find(id, principal);
    if (mayManage(row, principal)) return row;
    throw new AppError('forbidden', { detail: 'Só quem pediu este lote o pode mudar.' });
  }

  return {
    async cancel(id: string, actor: SpatialActor): Promise<SpatialBatch> {
      await manageable(id, actor);
      const at = new Date(platform.clock.nowMs());
      let ended = 0;
      for (const row of await batches.analysesOf([id])) {
        const end = { state: 'cancelled', error: spatialTexts.cancelled, completed_at: at } as const;
        if (row.state !== 'open' || !(await repository.end(row.id, end))) continue;
        if (row.run_id !== null) await queue().cancel(row.run_id);
        ended += 1;
      }
      if (ended === 0) throw new AppError('conflict', { detail: 'As análises deste lote já acabaram todas.' });
      return detail(id, actor.principal);
    },

    async remove(id: string, confirm: string, actor: SpatialActor): Promise<{ id: string }> {
      const row = await manageable(id, actor);
      if (confirm !== row.name) {
        throw new AppError('validation_failed', {
          detail: 'Escreva o nome do lote tal como está, para o eliminar.',
          issues: [{ path: 'query.confirm', message: `Escreva «${row.name}».` }],
        });
      }
      const open = (await batches.analysesOf([id])).filter(({ state }) => state === 'open');
      await analyses.settled(open);
      if ((await batches.analysesOf([id])).some(({ state }) => state === 'open')) {
        throw new AppError('conflict', { detail: 'Este lote ainda corre: cancele-o primeiro.' });
      }
      await batches.remove(id);
      await forgetUnused(context);
      const { accountId, email } = actor.principal;
      await audit.record({
        ...{ event: 'data.delete', severity: 'medium', resource: `spatial-batch/${id}`, actorId: accountId },
        ...{ actorName: email, ipAddress: actor.ipAddress, userAgent: actor.userAgent },
        metadata: { name: row.name, type: row.type, analyses: open.length },
      });
      return { id };
    },
  };
}

/** The request, and the role that each area takes in turn. */
function batchAsked({ type, parameters, inputs }: Body['request']): Asked & { readonly role: string } {
  if (!isBatchType(type)) {
    const names = Object.keys(batchRoles).map((one) => analysisTypes[one as keyof typeof batchRoles].toLowerCase());
    throw areasRefusal(
      `«${analysisTypes[type]}» não se pede por áreas; podem pedir-se: ${names.join(', ')}.`,
      'body.request.type',
    );
  }
  const role = batchRoles[type];
  if (inputs[role] !== undefined)
    throw areasRefusal('A área de cada análise vem das áreas do lote.', 'body.request.inputs');
  // Zones have an area only where they are cut to it.
  const own = type === 'buffer' ? { ...parameters, clip_to: 'area' as const } : parameters;
  return { type, parameters: own, inputs, role };
}

/** Square degrees of the box of an area: enough to tell the largest. */
function boxSize({ geometry }: NamedArea): number {
  const [west, south, east, north] = boundsOf(geometry);
  return (east - west) * (north - south);
}

function stateOf(row: AnalysisRow, runs: Runs): AnalysisState {
  if (row.state !== 'open') return row.state;
  return runs.get(row.id)?.state === 'running' ? 'running' : 'pending';
}

function summaryOf(
  row: BatchRow,
  { rows, runs, reader }: { readonly rows: readonly AnalysisRow[]; readonly runs: Runs; readonly reader: Principal },
): BatchSummary {
  const states = rows.map((part) => stateOf(part, runs));
  const done = rows.reduce((sum, part) => sum + (part.state === 'open' ? (runs.get(part.id)?.progress ?? 0) : 1), 0);
  const names = Object.keys(analysisStates) as AnalysisState[];
  const counts = names.map((state) => [state, states.filter((one) => one === state).length] as const);
  return {
    ...{ id: row.id, name: row.name, type: row.type, createdAt: row.created_at.toISOString() },
    ...{ ownerName: row.owner_name, isManageable: mayManage(row, reader), readers: row.readers, areas: rows.length },
    states: Object.fromEntries(counts) as BatchSummary['states'],
    progress: rows.length === 0 ? 1 : done / rows.length,
  };
}
