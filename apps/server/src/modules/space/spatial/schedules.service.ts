import { randomUUID } from 'node:crypto';
import { allows, type BodyOf } from '@kianda/contract';
import type { AnalysisState } from '@kianda/contract/space/spatial/analysis-results';
import {
  type changeSpatialSchedule,
  createSpatialSchedule,
  type ScheduleOutcome,
  type SpatialSchedule,
} from '@kianda/contract/space/spatial/schedules.contract';
import { formatDate } from '@kianda/format';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { checkCron, nextRunsOf } from '../../../platform/jobs/cron.ts';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import type { Analyses } from './analyses.service.ts';
import type { Chains } from './chains/chains.service.ts';
import { checkAsked } from './inputs/check-inputs.service.ts';
import type { Asked } from './inputs/inputs.types.ts';
import { askedHash, readInputs } from './inputs/read-inputs.service.ts';
import { methodEdition } from './runs.service.ts';
import type { ScheduleRepository } from './schedules.repository.ts';
import type { SpatialActor, SpatialContext } from './spatial.context.ts';
import { scheduleJobName } from './spatial.jobs.ts';
import type { ScheduleRow } from './spatial.tables.ts';
import { mayManage, mayRead } from './spatial-access.rules.ts';

type Body = BodyOf<typeof createSpatialSchedule>;
type Change = BodyOf<typeof changeSpatialSchedule>;

const shownRuns = 10;
const shownNext = 3;

/** Analyses that run by the clock on the data of then. */
export function createSchedules(
  context: SpatialContext,
  schedules: ScheduleRepository,
  { analyses, chains }: Scheduled,
) {
  const { one, list } = scheduleViews(context, schedules);
  return {
    list,
    ...scheduleChanges(context, schedules, { analyses, chains, one }),
    ...scheduleRuns(context, schedules, { analyses, chains }),
  };
}

/** The kinds of work that run by the clock. */
type Scheduled = { readonly analyses: Analyses; readonly chains: Pick<Chains, 'find' | 'run'> };
type ChangeParts = Scheduled & Pick<ReturnType<typeof scheduleViews>, 'one'>;
export type Schedules = ReturnType<typeof createSchedules>;

function scheduleViews({ platform }: SpatialContext, schedules: ScheduleRepository) {
  async function shown(rows: readonly ScheduleRow[], reader: Principal): Promise<SpatialSchedule[]> {
    const runs = await schedules.runsOf(rows.map(({ id }) => id));
    return rows.map((row) => ({
      ...{ id: row.id, name: row.name, type: row.type, chainId: row.chain_id, cron: row.cron, enabled: row.enabled },
      ...{ ownerName: row.owner_name, isManageable: mayManage(row, reader) },
      nextRuns: row.enabled
        ? nextRunsOf(row.cron, platform.clock.nowMs(), shownNext).map((at) => at.toISOString())
        : [],
      runs: runs
        .filter((run) => run.schedule_id === row.id)
        .slice(0, shownRuns)
        .map((run) => ({
          ...{ at: run.at.toISOString(), outcome: run.outcome, reason: run.reason },
          analysis: analysisOf(run, reader),
          chainRun: chainRunOf(run, reader),
        })),
    }));
  }

  const one = async (id: string, reader: Principal): Promise<SpatialSchedule> => {
    const row = await schedules.find(id);
    const [view] = row === undefined ? [] : await shown([row], reader);
    if (view === undefined) throw new AppError('not_found', { detail: 'Não existe esta agenda.' });
    return view;
  };

  return {
    one,
    list: async (reader: Principal): Promise<SpatialSchedule[]> =>
      shown(await schedules.readableBy(reader.accountId), reader),
  };
}

function scheduleChanges(
  context: SpatialContext,
  schedules: ScheduleRepository,
  { analyses, chains, one }: ChangeParts,
) {
  const { platform, queue } = context;
  const now = () => new Date(platform.clock.nowMs());

  async function manageable(id: string, { principal }: SpatialActor): Promise<ScheduleRow> {
    const row = await schedules.find(id);
    if (row === undefined || !mayRead(row, principal)) {
      throw new AppError('not_found', { detail: 'Não existe esta agenda.' });
    }
    if (mayManage(row, principal)) return row;
    throw new AppError('forbidden', { detail: 'Só quem fez esta agenda a pode mudar.' });
  }

  /** The question of an analysis, as its schedule keeps it. */
  async function askedOf(analysisId: string, principal: Principal) {
    const { name, type, parameters, inputs, readers, owner_id: ownerId } = await analyses.find(analysisId, principal);
    await checkAsked(context, { type, parameters, inputs }, principal);
    const asked = { parameters: JSON.stringify(parameters), inputs: JSON.stringify(inputs) };
    return { row: { name, type, chain_id: null, ...asked }, readers, ownerId };
  }

  async function chainOf(chainId: string, principal: Principal) {
    const { id, name, readers, owner_id: ownerId } = await chains.find(chainId, principal);
    return { row: { name, type: null, chain_id: id, parameters: '{}', inputs: '{}' }, readers, ownerId };
  }

  return {
    async create({ analysisId, chainId, name, cron }: Body, actor: SpatialActor): Promise<SpatialSchedule> {
      const { principal } = actor;
      checkCron(cron, platform.clock.nowMs());
      const of =
        analysisId === undefined ? await chainOf(chainId ?? '', principal) : await askedOf(analysisId, principal);
      const row = {
        ...{ id: randomUUID(), cron, enabled: true, last_hash: null, ...of.row, name: name ?? of.row.name },
        // Shared by whom it belongs to alone.
        readers: of.ownerId === principal.accountId ? of.readers : ('private' as const),
        ...{ owner_id: principal.accountId, owner_name: principal.name, updated_at: now() },
        next_run_at: nextRunsOf(cron, platform.clock.nowMs(), 1)[0] ?? null,
      };
      await schedules.add(row);
      await record(context, row, { actor, change: 'create' });
      return one(row.id, principal);
    },

    async change(id: string, { cron, enabled }: Change, actor: SpatialActor): Promise<SpatialSchedule> {
      const row = await manageable(id, actor);
      const next = { cron: cron ?? row.cron, enabled: enabled ?? row.enabled };
      checkCron(next.cron, platform.clock.nowMs());
      const [first = null] = next.enabled ? nextRunsOf(next.cron, platform.clock.nowMs(), 1) : [];
      await schedules.change(id, { ...next, next_run_at: first, updated_at: now() });
      await record(context, { ...row, ...next }, { actor, change: 'update' });
      return one(id, actor.principal);
    },

    async runNow(id: string, actor: SpatialActor): Promise<{ id: string }> {
      const row = await manageable(id, actor);
      const by = { actorId: actor.principal.accountId, trigger: 'manual' };
      return { id: await queue().enqueue(scheduleJobName, { scheduleId: row.id }, by) };
    },

    async remove(id: string, actor: SpatialActor): Promise<{ id: string }> {
      const row = await manageable(id, actor);
      await schedules.remove(id);
      await record(context, row, { actor, change: 'delete' });
      return { id };
    },
  };
}

function scheduleRuns(context: SpatialContext, schedules: ScheduleRepository, { analyses, chains }: Scheduled) {
  const { platform, queue, settings } = context;
  const nextOf = ({ cron }: ScheduleRow): Date | null => nextRunsOf(cron, platform.clock.nowMs(), 1)[0] ?? null;

  /** Runs the chain of a schedule: where no step has other inputs, its results are the stored ones. */
  async function makeRun(chainId: string, principal: Principal): Promise<Made> {
    const run = await chains.run(chainId, { principal });
    const isSame = run.status === 'completed' && run.steps.every(({ isReused }) => isReused);
    const reason = isSame ? 'Nenhum passo tem entradas novas: mostram-se os resultados guardados.' : null;
    return { outcome: isSame ? 'unchanged' : 'made', reason, analysisId: null, chainRunId: run.id };
  }

  /** Makes the analysis of a schedule, or finds that what it would be made of has not changed. */
  async function make(row: ScheduleRow, job: JobContext): Promise<Made> {
    const principal = await principalOf(context, row);
    if (principal === null)
      return refusedBy('A conta que fez a agenda já não está ativa, ou já não pode correr análises.');
    const { type, parameters, inputs, name, readers, chain_id: chainId } = row;
    if (chainId !== null) return makeRun(chainId, principal);
    if (type === null) throw new Error(`spatial: schedule ${row.id} is of no analysis and of no chain`);
    const asked: Asked = { type, parameters, inputs };
    await checkAsked(context, asked, principal);
    const read = await readInputs(context, asked, {
      ...{ accountId: row.owner_id, signal: job.signal, most: settings.limits },
    });
    const hash = askedHash(asked, read, methodEdition);
    const last = await schedules.standing(row.id);
    const stands = last !== undefined && (last.state === 'completed' || last.state === 'open');
    if (stands && row.last_hash === hash) {
      const reason = `As entradas são as mesmas de ${formatDate(last.created_at.toISOString())}: não se fez outra.`;
      return { outcome: 'unchanged', reason, analysisId: last.id, chainRunId: null };
    }
    const dated = `${name}, ${formatDate(new Date(platform.clock.nowMs()).toISOString())}`.slice(-120);
    const made = await analyses.create({ ...asked, name: dated, readers, isFresh: false }, { principal });
    await schedules.change(row.id, { last_hash: hash });
    return { outcome: 'made', reason: null, analysisId: made.id, chainRunId: null };
  }

  return {
    /** Asks the queue for the schedules that are due; a run that was missed while the platform was down is made once. */
    async conduct(): Promise<number> {
      const due = await schedules.takeDue(new Date(platform.clock.nowMs()), nextOf);
      for (const { id } of due) {
        try {
          await queue().enqueue(scheduleJobName, { scheduleId: id }, { trigger: 'schedule' });
        } catch (error) {
          // The one before goes on: it reads the data of now.
          if (!(error instanceof AppError) || error.code !== 'already_running') throw error;
        }
      }
      return due.length;
    },

    /** One run of a schedule; what its analysis can't be made of is its outcome. */
    async run(scheduleId: string, job: JobContext): Promise<{ readonly outcome: ScheduleOutcome | null }> {
      const row = await schedules.find(scheduleId);
      if (row === undefined) return { outcome: null };
      await job.progress(null, 'A ler as entradas');
      const made = await make(row, job).catch((error: unknown) => {
        const isRefusal = error instanceof RangeError || error instanceof AppError;
        if (!isRefusal) throw error;
        return refusedBy((error instanceof AppError ? error.detail : null) ?? error.message);
      });
      const { outcome, reason, analysisId, chainRunId } = made;
      const at = new Date(platform.clock.nowMs());
      const ids = { analysis_id: analysisId, chain_run_id: chainRunId };
      await schedules.addRun({ schedule_id: row.id, at, outcome, reason, ...ids });
      return { outcome };
    },
  };
}

type Made = {
  readonly outcome: ScheduleOutcome;
  readonly reason: string | null;
  readonly analysisId: string | null;
  readonly chainRunId: string | null;
};
const refusedBy = (reason: string): Made => ({ outcome: 'refused', reason, analysisId: null, chainRunId: null });

/** The account that a schedule runs for, with what it may do now; null where it may run none. */
async function principalOf({ accountOf }: SpatialContext, { owner_id: id }: ScheduleRow): Promise<Principal | null> {
  const account = await accountOf(id);
  if (account === null || !allows(createSpatialSchedule.access, account.role)) return null;
  const { name, email, role } = account;
  return { accountId: id, name, email, role, sessionId: '', mustChangePassword: false };
}

function analysisOf(
  run: Awaited<ReturnType<ScheduleRepository['runsOf']>>[number],
  reader: Principal,
): { id: string; status: AnalysisState } | null {
  const { analysis_id: id, state, owner_id: owner, readers } = run;
  if (id === null || state == null || owner == null || readers == null) return null;
  if (!mayRead({ owner_id: owner, readers }, reader)) return null;
  return { id, status: state === 'open' ? 'pending' : state };
}

/** The run of a chain belongs to the account that the schedule runs for; others see that it ran. */
function chainRunOf(
  { chain_run_id: id, run_state: state, run_owner: owner }: Awaited<ReturnType<ScheduleRepository['runsOf']>>[number],
  reader: Principal,
): { id: string; status: AnalysisState } | null {
  if (id === null || state == null || owner !== reader.accountId) return null;
  return { id, status: state === 'open' ? 'pending' : state };
}

function record(
  { audit }: SpatialContext,
  row: Pick<ScheduleRow, 'id' | 'name' | 'type' | 'cron' | 'enabled'>,
  { actor, change }: { readonly actor: SpatialActor; readonly change: 'create' | 'update' | 'delete' },
) {
  const { principal, ipAddress, userAgent } = actor;
  const { name, type, cron, enabled } = row;
  return audit.record({
    ...{ event: 'system.config.change', severity: 'medium', resource: `spatial-schedule/${row.id}` },
    ...{ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent },
    metadata: { change, name, type: type ?? 'chain', cron, enabled },
  });
}
