import { type ReportTemplateId, reportTemplates } from '@kianda/contract/operations/reports/report-types';
import * as contract from '@kianda/contract/operations/reports/reports.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { ReportsService } from './reports.service.ts';
import type { ScheduleService } from './schedules.service.ts';
import { visibleTo } from './view.rules.ts';

function templateView(id: ReportTemplateId) {
  const { label, description, type, icon, period, regional, sections } = reportTemplates[id];
  const named = Object.entries<string>(sections).map(([section, words]) => ({ id: section, label: words }));
  return { id, label, description, type, icon, period, regional, sections: named };
}

/** `mailFrom`: who mail comes from; null where there is no mail server. */
export function reportsBindings(
  { service, schedules }: { service: ReportsService; schedules: ScheduleService },
  clock: Clock,
  mailFrom: () => string | null,
  retentionDays: () => number,
): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  return [
    bind(contract.reportsList, async ({ principal }) => answer(await service.list(principal))),
    bind(contract.reportDetail, async ({ params, principal }) => answer(await service.detail(params.id, principal))),
    bind(contract.reportsPage, async ({ query, principal }) => answer(await service.page(query, principal))),
    bind(contract.reportGenerate, async (c) => ({
      ...answer(await service.generate(c.body, c)),
      status: 202 as const,
    })),
    bind(contract.reportRetry, async (c) => ({ ...answer(await service.again(c.params.id, c)), status: 202 as const })),
    bind(contract.reportFile, async (c) => service.file(c.params.id, c)),
    bind(contract.reportSharedFile, async (c) =>
      service.sharedFile(c.params.id, c.query.expires, c.query.signature, c),
    ),
    bind(contract.reportDelete, async (c) => {
      await service.remove(c.params.id, c);
      return { ...answer({ id: c.params.id }), message: 'Relatório eliminado.' };
    }),
    bind(contract.reportTemplatesList, async ({ principal }) =>
      answer({
        templates: visibleTo(principal.role).map(templateView),
        // 0: for ever.
        retentionDays: retentionDays() || null,
        mail: { configured: mailFrom() !== null, from: mailFrom() },
      }),
    ),
    bind(contract.reportSchedules, async ({ principal }) => answer({ schedules: await schedules.list(principal) })),
    bind(contract.createReportSchedule, async (c) => ({
      ...answer(await schedules.create(c.body, c)),
      status: 201 as const,
    })),
    bind(contract.updateReportSchedule, async (c) => answer(await schedules.update(c.params.id, c.body, c))),
    bind(contract.runReportSchedule, async (c) => ({
      ...answer(await schedules.runNow(c.params.id, c)),
      status: 202 as const,
    })),
    bind(contract.deleteReportSchedule, async (c) => {
      await schedules.remove(c.params.id, c);
      return { ...answer({ id: c.params.id }), message: 'Agenda eliminada.' };
    }),
  ];
}
