import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf, QueryOf } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type {
  AnalysisRequest,
  changeAnalysis,
  duplicateAnalysis,
  listAnalyses,
} from '@kianda/contract/space/spatial/analyses.contract';
import { analysisRequestSchema } from '@kianda/contract/space/spatial/analyses.contract';
import type { SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import type { QgisAnalysis } from '@kianda/contract/space/spatial/qgis.contract';
import { formatDate } from '@kianda/format';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobRun } from '../../../platform/jobs/jobs.ts';
import { createAnalysisList } from './analysis-list.repository.ts';
import { analysisOf, qgisOf, type ShownAnalysis, summaryOf } from './analysis-views.rules.ts';
import { checkAsked } from './inputs/check-inputs.service.ts';
import type { Asked } from './inputs/inputs.types.ts';
import { askedHash, completedInputs, readInputs } from './inputs/read-inputs.service.ts';
import { forgetRasters, methodEdition, takeStored } from './runs.service.ts';
import type { SpatialActor, SpatialContext } from './spatial.context.ts';
import { analyseJobName } from './spatial.jobs.ts';
import type { AnalysisRow } from './spatial.tables.ts';
import { spatialTexts } from './spatial.texts.ts';
import { mayManage, mayRead } from './spatial-access.rules.ts';

/** Inputs of this size are read while the caller waits, to give a stored result at once. */
const quick = { features: 5_000, vertices: 200_000 } as const;
const quickMs = 5_000;
/** An analysis that was not queued within this never will be. */
const unqueuedMs = 300_000;
const qgisListed = 200;

/** Analyses: who makes one, who reads it, and what is asked of it. */
export function createAnalyses(context: SpatialContext) {
  const reads = analysisReads(context);
  return { ...reads, ...analysisRequests(context, reads), ...analysisActs(context, reads) };
}

export type Analyses = ReturnType<typeof createAnalyses>;
type Reads = ReturnType<typeof analysisReads>;

function analysisReads(context: SpatialContext) {
  const { repository, platform, settings } = context;
  const list = createAnalysisList(platform.database);

  const settled = (rows: readonly AnalysisRow[]) => settleOpen(context, rows);

  async function shown(row: AnalysisRow, reader: Principal): Promise<ShownAnalysis> {
    const runs = row.state === 'open' ? await settled([row]) : null;
    const now = runs === null || runs.has(row.id) ? row : ((await repository.analysis(row.id)) ?? row);
    const [result, source] = await Promise.all([
      now.result_id === null ? undefined : repository.result(now.result_id),
      now.reused_from === null ? undefined : repository.analysis(now.reused_from),
    ]);
    return { row: now, run: runs?.get(row.id) ?? null, result, source, reader, keptDays: settings.limits.keptDays };
  }

  async function find(id: string, reader: Principal): Promise<AnalysisRow> {
    const row = await repository.analysis(id);
    if (row === undefined || !mayRead(row, reader)) throw noAnalysis();
    return row;
  }

  async function page(query: QueryOf<typeof listAnalyses>, reader: Principal) {
    const runs = await settled(await repository.open());
    const running = [...runs].filter(([, run]) => run.state === 'running').map(([id]) => id);
    const asked = listPageOf(query);
    const { rows, total } = await list.page(asked, { accountId: reader.accountId, running });
    const results = await repository.results(rows.flatMap(({ result_id: id }) => (id === null ? [] : [id])));
    const byId = new Map(results.map((result) => [result.id, result]));
    const data = rows.map(
      (row): ShownAnalysis => ({
        ...{ row, reader, run: runs.get(row.id) ?? null, keptDays: settings.limits.keptDays },
        result: byId.get(row.result_id ?? ''),
      }),
    );
    return { data, total };
  }

  return {
    find,
    settled,
    detail: async (id: string, reader: Principal): Promise<SpatialAnalysis> =>
      analysisOf(await shown(await find(id, reader), reader)),

    async list(query: QueryOf<typeof listAnalyses>, reader: Principal): Promise<DataOf<typeof listAnalyses>> {
      const { data, total } = await page(query, reader);
      return pageAnswer(data.map(summaryOf), total, query);
    },

    async newest(reader: Principal): Promise<QgisAnalysis[]> {
      const query = { page: 1, pageSize: qgisListed, sort: 'created', order: 'desc' } as const;
      return (await page(query, reader)).data.map(qgisOf);
    },

    /** A completed analysis and its result. Throws a conflict for one that has none yet. */
    async completed(id: string, reader: Principal) {
      const row = await find(id, reader);
      const result = row.result_id === null ? undefined : await repository.result(row.result_id);
      if (result === undefined) throw new AppError('conflict', { detail: 'Esta análise ainda não tem resultado.' });
      return { row, result };
    },
  };
}

/** Ends open analyses whose run has ended without a word; gives the runs of the others. */
async function settleOpen(context: SpatialContext, rows: readonly AnalysisRow[]): Promise<ReadonlyMap<string, JobRun>> {
  const { repository, platform, queue } = context;
  const runs = new Map<string, JobRun>();
  for (const row of rows) {
    const run = row.run_id === null ? null : await queue().get(row.run_id);
    const at = new Date(platform.clock.nowMs());
    if (run?.state === 'queued' || run?.state === 'running') runs.set(row.id, run);
    else if (run?.state === 'cancelled') {
      await repository.end(row.id, { state: 'cancelled', error: spatialTexts.cancelled, completed_at: at });
      await forgetRasters(context, row.id);
    } else if (run?.state === 'failed') {
      const error = spatialTexts.interrupted(run.error ?? 'o processo acabou.');
      await repository.end(row.id, { state: 'failed', error, completed_at: at });
      await forgetRasters(context, row.id);
    } else if (run === null && row.batch_id === null && at.getTime() - row.created_at.getTime() > unqueuedMs) {
      await repository.end(row.id, { state: 'failed', error: spatialTexts.neverQueued, completed_at: at });
    }
  }
  return runs;
}

export type NewAnalysis = Pick<AnalysisRequest, 'name' | 'readers' | 'isFresh'> & Asked & { readonly copyOf?: string };

/** The row of an analysis that was asked for and waits; its inputs are complete. */
export function newRow(
  { type, parameters, inputs, name, readers, isFresh, copyOf }: NewAnalysis,
  { principal, at }: { readonly principal: Pick<Principal, 'accountId' | 'name'>; readonly at: Date },
) {
  return {
    ...{ id: randomUUID(), type, readers, is_fresh: isFresh, created_at: at, copy_of: copyOf ?? null },
    name: name ?? `${analysisTypes[type]}, ${formatDate(at.toISOString())}`,
    ...{ parameters: JSON.stringify(parameters), inputs: JSON.stringify(inputs) },
    ...{ owner_id: principal.accountId, owner_name: principal.name, state: 'open' as const, run_id: null },
    ...{ started_at: null, completed_at: null, error: null, result_id: null, reused_from: null, pinned: '[]' },
    log: JSON.stringify([{ time: at.toISOString(), message: 'Pedida.' }]),
  };
}

/** Asks for analyses: new ones, and others made from one that is there. */
function analysisRequests(context: SpatialContext, { find, detail }: Pick<Reads, 'find' | 'detail'>) {
  const { repository, platform, queue } = context;
  const now = () => new Date(platform.clock.nowMs());

  async function begin(request: NewAnalysis, { principal }: Pick<SpatialActor, 'principal'>): Promise<SpatialAnalysis> {
    const { type, parameters, isFresh } = request;
    const asked: Asked = { type, parameters, inputs: completedInputs(request) };
    await checkAsked(context, asked, principal);
    const row = newRow({ ...request, inputs: asked.inputs }, { principal, at: now() });
    const stored = isFresh ? null : await storedFor(context, asked, principal);
    await repository.add(stored === null ? row : { ...row, pinned: JSON.stringify(stored.pinned), started_at: now() });
    if (stored !== null) {
      const log = (message: string) => ({ time: now().toISOString(), message });
      await takeStored(context, row, { resultId: stored.resultId, log });
      return detail(row.id, principal);
    }
    const by = { actorId: principal.accountId, trigger: 'manual' };
    await repository.change(row.id, { run_id: await queue().enqueue(analyseJobName, { analysisId: row.id }, by) });
    return detail(row.id, principal);
  }

  return {
    create: (request: NewAnalysis, actor: Pick<SpatialActor, 'principal'>): Promise<SpatialAnalysis> =>
      begin(request, actor),

    async rerun(id: string, actor: SpatialActor): Promise<SpatialAnalysis> {
      const { name, type, parameters, inputs } = await find(id, actor.principal);
      return begin({ name, type, parameters, inputs, readers: 'private', isFresh: false, copyOf: id }, actor);
    },

    async duplicate(
      id: string,
      changes: BodyOf<typeof duplicateAnalysis>,
      actor: SpatialActor,
    ): Promise<SpatialAnalysis> {
      const original = await find(id, actor.principal);
      const request = analysisRequestSchema.safeParse({
        ...{ type: original.type, name: changes.name ?? `${original.name} (cópia)`.slice(0, 120) },
        parameters: { ...original.parameters, ...changes.parameters },
        inputs: { ...original.inputs, ...changes.inputs },
      });
      if (request.success) return begin({ ...request.data, copyOf: id }, actor);
      const issues = request.error.issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message }));
      throw new AppError('validation_failed', { detail: issues[0]?.message ?? 'Parâmetros inválidos.', issues });
    },
  };
}

/** Changes, stops and removes analyses, for those who may. */
function analysisActs(context: SpatialContext, { find, detail, settled }: Reads) {
  const { repository, platform, queue } = context;
  const now = () => new Date(platform.clock.nowMs());

  async function manageable(id: string, { principal }: SpatialActor): Promise<AnalysisRow> {
    const row = await find(id, principal);
    if (mayManage(row, principal)) return row;
    throw new AppError('forbidden', { detail: 'Só quem criou esta análise a pode mudar.' });
  }

  return {
    async change(id: string, change: BodyOf<typeof changeAnalysis>, actor: SpatialActor): Promise<SpatialAnalysis> {
      const row = await manageable(id, actor);
      const { name = row.name, readers = row.readers } = change;
      await repository.change(id, { name, readers });
      if (readers !== row.readers)
        await record(context, 'data.modify', { id, actor }, { from: row.readers, to: readers });
      return detail(id, actor.principal);
    },

    async cancel(id: string, actor: SpatialActor): Promise<SpatialAnalysis> {
      const row = await manageable(id, actor);
      const at = now();
      const isEnded =
        row.state === 'open' &&
        (await repository.end(id, { state: 'cancelled', error: spatialTexts.cancelled, completed_at: at }));
      if (!isEnded) throw new AppError('conflict', { detail: 'Esta análise já acabou.' });
      if (row.run_id !== null) await queue().cancel(row.run_id);
      await repository.note(id, [{ time: at.toISOString(), message: spatialTexts.cancelled }]);
      return detail(id, actor.principal);
    },

    async remove(id: string, confirm: string, actor: SpatialActor): Promise<{ id: string }> {
      const row = await manageable(id, actor);
      if (confirm !== row.name) {
        throw new AppError('validation_failed', {
          detail: 'Escreva o nome da análise tal como está, para a eliminar.',
          issues: [{ path: 'query.confirm', message: `Escreva «${row.name}».` }],
        });
      }
      if ((await settled(row.state === 'open' ? [row] : [])).has(id)) {
        throw new AppError('conflict', { detail: 'Esta análise ainda corre: cancele-a primeiro.' });
      }
      await repository.remove(id);
      await forgetUnused(context);
      await record(context, 'data.delete', { id, actor }, { name: row.name, type: row.type });
      return { id };
    },
  };
}

/** The stored result of the same inputs and parameters, where the inputs are few enough to be read at once. */
export async function storedFor(context: SpatialContext, asked: Asked, { accountId }: Pick<Principal, 'accountId'>) {
  const { repository } = context;
  if (!(await repository.hasResults(asked.type))) return null;
  try {
    const signal = AbortSignal.timeout(quickMs);
    const inputs = await readInputs(context, asked, { accountId, signal, most: quick });
    const stored = await repository.resultOf(askedHash(asked, inputs, methodEdition));
    if (stored === undefined) return null;
    return { resultId: stored.id, pinned: Object.values(inputs).map(({ pinned }) => pinned) };
  } catch (error) {
    // An input that can't be read now, or is too much for now, is the run's to tell.
    if (error instanceof RangeError || (error instanceof Error && error.name === 'TimeoutError')) return null;
    throw error;
  }
}

/** Removes results that no analysis shows, with their files; resolves to their number. */
export async function forgetUnused(context: SpatialContext): Promise<number> {
  const unused = await context.repository.removeUnused();
  for (const { id } of unused) await forgetRasters(context, id);
  return unused.length;
}

function record(
  { audit }: SpatialContext,
  event: AuditEntry['event'],
  of: { readonly id: string; readonly actor: SpatialActor },
  metadata: NonNullable<AuditEntry['metadata']>,
) {
  const { principal, ipAddress, userAgent } = of.actor;
  return audit.record({
    ...{ event, severity: 'medium', resource: `spatial-analysis/${of.id}`, metadata },
    ...{ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent },
  });
}

const noAnalysis = () => new AppError('not_found', { detail: 'Não existe esta análise.' });
