import { areaReport, areaReportPdf } from '@kianda/contract/fleet/surveillance/area-report.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import type { AreaReports } from './area-report.service.ts';

export function areaReportBindings(reports: AreaReports): Bindings {
  return [
    bind(areaReport, async ({ params, query }) => reports.report(params.id, query)),
    bind(areaReportPdf, async (c) => reports.pdf(c.params.id, c.query, c)),
  ];
}
