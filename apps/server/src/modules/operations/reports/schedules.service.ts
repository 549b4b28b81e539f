import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import { allows } from '@kianda/contract';
import { reportTemplates } from '@kianda/contract/operations/reports/report-types';
import type {
  createReportSchedule,
  Report,
  ReportSchedule,
} from '@kianda/contract/operations/reports/reports.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { checkCron, nextRunsOf } from '../../../platform/jobs/cron.ts';
import type { ReportsRepository } from './reports.repository.ts';
import { type Actor, checkTemplate, newReport, type ReportsAudit, recordAct } from './reports.service.ts';
import type { ReportRow, ScheduleRow } from './reports.types.ts';
import { mayChange, reportView, scheduleView } from './view.rules.ts';

type Body = BodyOf<typeof createReportSchedule>;

/** Schedules that come with the platform; people change, switch off and remove them. */
const seeds = [
  {
    seed: 'biodiversity_angola',
    name: 'Biodiversidade de Angola',
    template: 'biodiversity',
    cron: '0 8 1 * *',
    format: 'pdf',
    period: 'previous_year',
  },
  {
    seed: 'marine_biomass',
    name: 'Biomassa marinha e pesca',
    template: 'fisheries',
    cron: '0 8 15 * *',
    format: 'pdf',
    period: 'previous_year',
  },
  {
    seed: 'data_quality',
    name: 'Qualidade dos dados',
    template: 'quality',
    cron: '0 9 * * 1',
    format: 'html',
    period: 'last_7_days',
  },
] as const;

const ownName = 'Kianda';

type ScheduleDependencies = {
  readonly repository: ReportsRepository;
  readonly clock: Clock;
  readonly audit: ReportsAudit;
  readonly enqueue: (id: string, actorId: string) => Promise<void>;
};

const reportOf = (row: ScheduleRow, nowMs: number): ReportRow =>
  newReport(row, { id: row.owner_id, name: row.owner_name }, { id: row.id, name: row.name }, nowMs);

/** A schedule with its first run and no history. */
function newRow(
  details: Pick<ScheduleRow, 'seed' | 'name' | 'template' | 'config' | 'cron' | 'owner_id' | 'owner_name'>,
  nowMs: number,
): ScheduleRow {
  return {
    ...details,
    id: randomUUID(),
    recipients: [],
    delivery: 'auto',
    enabled: true,
    next_run_at: nextRunsOf(details.cron, nowMs, 1)[0] ?? null,
    last_run_at: null,
    last_report_id: null,
    problem: null,
    deleted_at: null,
    updated_at: new Date(nowMs),
  };
}

/** The row that a person wrote: it runs with the permissions of the account that wrote it last. */
function writtenRow(body: Body, { principal }: Actor, before: ScheduleRow | null, nowMs: number): ScheduleRow {
  const { template, config, cron } = body;
  checkTemplate(template, config, principal);
  checkCron(cron, nowMs);
  const owner = { owner_id: principal.accountId, owner_name: principal.name };
  const row = newRow({ seed: before?.seed ?? null, name: body.name, template, config, cron, ...owner }, nowMs);
  return {
    ...row,
    id: before?.id ?? row.id,
    recipients: [...new Set(body.recipients.map((address) => address.toLowerCase()))],
    delivery: body.delivery,
    enabled: body.enabled,
    next_run_at: body.enabled ? row.next_run_at : null,
    last_run_at: before?.last_run_at ?? null,
    last_report_id: before?.last_report_id ?? null,
  };
}

function scheduleChanges({ repository, clock, audit, enqueue }: ScheduleDependencies) {
  const written = (body: Body, actor: Actor, before: ScheduleRow | null) =>
    writtenRow(body, actor, before, clock.nowMs());

  /** A schedule that the account may change; one whose matter it may not see does not exist for it. */
  async function findOwn(id: string, principal: Principal): Promise<ScheduleRow> {
    const row = await repository.schedule(id);
    if (row === undefined || !allows(reportTemplates[row.template].access, principal.role)) {
      throw new AppError('not_found', { detail: 'A agenda não existe.' });
    }
    if (mayChange(row, principal)) return row;
    throw new AppError('forbidden', {
      detail: `Esta agenda é de ${row.owner_name}: só quem a fez, ou um administrador, a altera, corre ou elimina.`,
    });
  }

  const record = (actor: Actor, row: ScheduleRow, change: string) => {
    const { name, template, cron } = row;
    return recordAct(audit, actor, {
      event: 'system.config.change',
      severity: change === 'run' ? 'low' : 'medium',
      resource: `report-schedule/${row.id}`,
      metadata: { change, name, template, cron, recipients: row.recipients.join(', ') },
    });
  };

  return {
    async list(principal: Principal): Promise<ReportSchedule[]> {
      const rows = await repository.schedules();
      return rows
        .filter(({ template }) => allows(reportTemplates[template].access, principal.role))
        .map((row) => scheduleView(row, principal, clock.nowMs()));
    },

    async create(body: Body, actor: Actor): Promise<ReportSchedule> {
      const row = written(body, actor, null);
      await repository.insertSchedule(row);
      await record(actor, row, 'create');
      return scheduleView(row, actor.principal, clock.nowMs());
    },

    async update(id: string, body: Body, actor: Actor): Promise<ReportSchedule> {
      const row = written(body, actor, await findOwn(id, actor.principal));
      await repository.updateSchedule(row);
      await record(actor, row, 'update');
      return scheduleView(row, actor.principal, clock.nowMs());
    },

    async remove(id: string, actor: Actor): Promise<void> {
      const row = await findOwn(id, actor.principal);
      const at = new Date(clock.nowMs());
      await repository.updateSchedule({ ...row, enabled: false, next_run_at: null, deleted_at: at, updated_at: at });
      await record(actor, row, 'delete');
    },

    async runNow(id: string, actor: Actor): Promise<Report> {
      const row = await findOwn(id, actor.principal);
      const report = reportOf(row, clock.nowMs());
      await repository.insert(report);
      await repository.updateSchedule({ ...row, last_run_at: new Date(clock.nowMs()), last_report_id: report.id });
      await record(actor, row, 'run');
      await enqueue(report.id, actor.principal.accountId);
      return reportView(report, actor.principal);
    },
  };
}

/** Schedules of reports: changed by people, and run by the clock. */
export function createScheduleService(dependencies: ScheduleDependencies) {
  const { repository, clock } = dependencies;
  return {
    ...scheduleChanges(dependencies),

    async seed(): Promise<void> {
      for (const { seed, name, template, cron, format, period } of seeds) {
        const config = { region: 'zee', format, period } as const;
        const owner = { owner_id: null, owner_name: ownName };
        await repository.insertSchedule(newRow({ seed, name, template, config, cron, ...owner }, clock.nowMs()));
      }
    },

    /** Writes the reports that are due; a run missed while the platform was down is made once. */
    conduct: (): Promise<number> => {
      const nowMs = clock.nowMs();
      return repository.takeDue(new Date(nowMs), (row) => {
        const next_run_at = nextRunsOf(row.cron, nowMs, 1)[0] ?? null;
        const report = reportOf(row, nowMs);
        const schedule = {
          ...row,
          next_run_at,
          last_run_at: new Date(nowMs),
          last_report_id: report.id,
          problem: null,
        };
        return { schedule, report };
      });
    },
  };
}

export type ScheduleService = ReturnType<typeof createScheduleService>;
