import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { ChainEstimate, ExpectedTime } from '@kianda/contract/space/spatial/analysis-results';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { type ChainStep, sourcesOf } from '@kianda/contract/space/spatial/chain-steps';
import {
  type ChainFile,
  type ChainRun,
  type ChainSummary,
  type changeSpatialChain,
  type createSpatialChain,
  mostChainAreas,
  type runSpatialChainByAreas,
  type SpatialChain,
} from '@kianda/contract/space/spatial/chains.contract';
import type { Download, Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { forgetUnused } from '../analyses.service.ts';
import { areasOf, areasRefusal } from '../areas.service.ts';
import { cellsOf, estimateSignal, sizeOf, usualTime } from '../figures.service.ts';
import { checkAsked, checkOne } from '../inputs/check-inputs.service.ts';
import type { SpatialActor, SpatialContext } from '../spatial.context.ts';
import type { ChainRow } from '../spatial.tables.ts';
import { mayManage, mayRead } from '../spatial-access.rules.ts';
import type { ChainRuns } from './chain-runs.service.ts';
import { orderedSteps, ownInputsOf, stepsOver, wholeSteps } from './chain-steps.rules.ts';
import type { ChainRepository } from './chains.repository.ts';
import { stepsAtOnce } from './do-steps.ts';

/** As many as one order over areas makes. */
const shownRuns = mostChainAreas;

/** Chains of analyses that are saved: who makes one, who reads it, and what it is made of. */
export function createChains(context: SpatialContext, chains: ChainRepository, runs: ChainRuns) {
  const reads = chainReads(context, chains, runs);
  return {
    ...reads,
    ...chainOrders(context, { ...reads, runs }),
    ...chainChanges(context, chains, { ...reads, runs }),
  };
}

export type Chains = ReturnType<typeof createChains>;
type Reads = ReturnType<typeof chainReads>;

function chainReads(context: SpatialContext, chains: ChainRepository, runs: ChainRuns) {
  async function find(id: string, reader: Principal): Promise<ChainRow> {
    const row = await chains.find(id);
    if (row !== undefined && mayRead(row, reader)) return row;
    throw new AppError('not_found', { detail: 'Não existe esta cadeia.' });
  }

  return {
    find,

    async detail(id: string, reader: Principal): Promise<SpatialChain> {
      const row = await find(id, reader);
      const shown = await runs.shown(await chains.runsOf([id], reader.accountId, shownRuns), reader);
      const expected = await expectedTime(context, row.steps);
      return { ...summaryOf(row, shown[0], reader), steps: row.steps, expected, runs: shown };
    },

    async list(reader: Principal): Promise<ChainSummary[]> {
      const rows = await chains.readableBy(reader.accountId);
      const ids = rows.map(({ id }) => id);
      const shown = await runs.shown(await chains.runsOf(ids, reader.accountId, 1), reader);
      return rows.map((row) =>
        summaryOf(
          row,
          shown.find(({ chainId }) => chainId === row.id),
          reader,
        ),
      );
    },

    async file(id: string, reader: Principal): Promise<Download> {
      const { name, description, steps } = await find(id, reader);
      const file: ChainFile = { kind: 'kianda-spatial-chain', edition: 1, name, description, steps };
      const fileName = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.json`;
      return { bytes: Buffer.from(`${JSON.stringify(file, null, 2)}\n`), contentType: 'application/json', fileName };
    },
  };
}

/** Asks for the runs of chains. */
function chainOrders(context: SpatialContext, { find, runs }: Pick<Changes, 'find' | 'runs'>) {
  return {
    /** Size and time of the steps, each by the data that it takes itself. */
    async estimate(given: readonly ChainStep[], principal: Principal): Promise<ChainEstimate> {
      await checkSteps(context, given, principal);
      const ordered = orderedSteps(wholeSteps(given));
      const signal = estimateSignal();
      const steps: ChainEstimate['steps'] = [];
      for (const step of ordered) {
        const own = ownInputsOf(step);
        const cells = step.inputs.area?.kind === 'step' ? null : cellsOf(own);
        const { hash: _, ...size } = await sizeOf(context, own, { reader: principal, cells, signal });
        const sources = sourcesOf(step);
        const waitsFor = ordered.filter(({ id }) => sources.includes(id)).map(({ name }) => name);
        steps.push({ id: step.id, name: step.name, ...size, waitsFor });
      }
      return {
        ...{ steps, ...(await expectedTime(context, ordered)), memoryBytes: memoryAtOnce(steps) },
        isWithinLimits: steps.every(({ refusals }) => refusals.length === 0),
      };
    },

    /** Runs a chain with what the caller may read now. */
    async run(id: string, { principal }: Pick<SpatialActor, 'principal'>): Promise<ChainRun> {
      const row = await find(id, principal);
      await checkSteps(context, row.steps, principal);
      return runs.begin(row, { principal, area: null });
    },

    /** Runs a chain once for each of some areas, which take the place of inputs of its steps. */
    async runByAreas(
      id: string,
      { areas: reference, places }: BodyOf<typeof runSpatialChainByAreas>,
      { principal }: Pick<SpatialActor, 'principal'>,
    ): Promise<ChainRun[]> {
      const row = await find(id, principal);
      await checkOne(context, reference, principal);
      const areas = await areasOf(context, reference, { principal, most: mostChainAreas });
      const chainsOf = areas.map((area) => ({ area, steps: stepsOver(row.steps, places, area) }));
      const [first] = chainsOf;
      if (first === undefined) throw areasRefusal('A entrada das áreas não tem nenhum polígono.');
      // The other inputs are the same for all: what holds for one area holds for each.
      await checkSteps(context, first.steps, principal);
      const begun: ChainRun[] = [];
      for (const { area, steps } of chainsOf) {
        begun.push(await runs.begin({ ...row, steps }, { principal, area: area.name }));
      }
      return begun;
    },
  };
}

type Changes = Pick<Reads, 'find' | 'detail'> & { readonly runs: ChainRuns };

function chainChanges(context: SpatialContext, chains: ChainRepository, { find, detail, runs }: Changes) {
  const now = () => new Date(context.platform.clock.nowMs());

  async function manageable(id: string, { principal }: SpatialActor): Promise<ChainRow> {
    const row = await find(id, principal);
    if (mayManage(row, principal)) return row;
    throw new AppError('forbidden', {
      detail: 'Só quem guardou esta cadeia a pode mudar: exporte-a e importe-a para ter a sua.',
    });
  }

  return {
    async create(
      { name, description, readers, steps }: BodyOf<typeof createSpatialChain>,
      actor: SpatialActor,
    ): Promise<SpatialChain> {
      const { principal } = actor;
      await checkSteps(context, steps, principal);
      const id = randomUUID();
      await chains.add({
        ...{ id, name, description, readers, steps: JSON.stringify(wholeSteps(steps)) },
        ...{ owner_id: principal.accountId, owner_name: principal.name, created_at: now(), updated_at: now() },
      });
      await record(context, 'data.modify', { id, actor }, { change: 'create', name, steps: steps.length });
      return detail(id, principal);
    },

    async change(
      id: string,
      { name, description, readers, steps }: BodyOf<typeof changeSpatialChain>,
      actor: SpatialActor,
    ): Promise<SpatialChain> {
      const row = await manageable(id, actor);
      if (steps !== undefined) await checkSteps(context, steps, actor.principal);
      const next = { name: name ?? row.name, readers: readers ?? row.readers };
      await chains.change(id, {
        ...{ ...next, description: description ?? row.description, updated_at: now() },
        ...(steps === undefined ? {} : { steps: JSON.stringify(wholeSteps(steps)) }),
      });
      await record(context, 'data.modify', { id, actor }, { change: 'update', ...next });
      return detail(id, actor.principal);
    },

    async remove(id: string, confirm: string, actor: SpatialActor): Promise<{ id: string }> {
      const row = await manageable(id, actor);
      if (confirm !== row.name) {
        throw new AppError('validation_failed', {
          detail: 'Escreva o nome da cadeia tal como está, para a eliminar.',
          issues: [{ path: 'query.confirm', message: `Escreva «${row.name}».` }],
        });
      }
      const open = await runs.settled(await chains.openRunsOf(id));
      if (open.size > 0) {
        throw new AppError('conflict', { detail: 'Esta cadeia ainda corre: cancele primeiro a execução.' });
      }
      await chains.remove(id);
      await forgetUnused(context);
      await record(context, 'data.delete', { id, actor }, { name: row.name });
      return { id };
    },
  };
}

/** Refuses data that the account may not read or that are not there, and says of which step. */
async function checkSteps(context: SpatialContext, steps: readonly ChainStep[], principal: Principal): Promise<void> {
  for (const [place, step] of steps.entries()) {
    try {
      await checkAsked(context, ownInputsOf(step), principal);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const detail = `Passo «${step.name}»: ${error.detail ?? error.message}`;
      const issues = error.issues?.map(({ path, message }) => ({
        path: path.replace(/^body/, `body.steps.${place}`),
        message: `Passo «${step.name}»: ${message}`,
      }));
      throw new AppError(error.code, { detail, ...(issues === undefined ? {} : { issues }) });
    }
  }
}

/** The usual times of the kinds of the steps, added up; unknown where one of them has never run. */
async function expectedTime(context: SpatialContext, steps: readonly ChainStep[]): Promise<ExpectedTime> {
  const types = [...new Set(steps.map(({ type }) => type))];
  const times = new Map(await Promise.all(types.map(async (type) => [type, await usualTime(context, type)] as const)));
  const unknown = types.filter((type) => times.get(type)?.seconds == null).map((type) => `«${analysisTypes[type]}»`);
  if (unknown.length > 0) return { seconds: null, basis: `Ainda não correu nenhuma análise de ${unknown.join(', ')}.` };
  const seconds = steps.reduce((sum, { type }) => sum + (times.get(type)?.seconds ?? 0), 0);
  return { seconds, basis: 'Soma das medianas das últimas análises do tipo de cada passo.' };
}

/** Memory of the largest steps that may run side by side; null where no step has a grid to know it by. */
function memoryAtOnce(steps: ChainEstimate['steps']): number | null {
  const known = steps.flatMap(({ memoryBytes }) => memoryBytes ?? []).sort((a, b) => b - a);
  return known.length === 0 ? null : known.slice(0, stepsAtOnce).reduce((sum, bytes) => sum + bytes, 0);
}

function summaryOf(row: ChainRow, last: SpatialChain['runs'][number] | undefined, reader: Principal): ChainSummary {
  return {
    ...{ id: row.id, name: row.name, description: row.description, ownerName: row.owner_name, readers: row.readers },
    ...{ createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString() },
    ...{ isManageable: mayManage(row, reader), stepCount: row.steps.length },
    lastRun:
      last === undefined
        ? null
        : {
            ...{ id: last.id, status: last.status, progress: last.progress, message: last.message },
            createdAt: last.createdAt,
          },
  };
}

function record(
  { audit }: SpatialContext,
  event: AuditEntry['event'],
  of: { readonly id: string; readonly actor: SpatialActor },
  metadata: NonNullable<AuditEntry['metadata']>,
) {
  const { principal, ipAddress, userAgent } = of.actor;
  return audit.record({
    ...{ event, severity: 'medium', resource: `spatial-chain/${of.id}`, metadata },
    ...{ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent },
  });
}
