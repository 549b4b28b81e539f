import { areaReport, areaReportPdf } from '@kianda/contract/surveillance/area-report.contract';
import { alertEvidence } from '@kianda/contract/surveillance/evidence.contract';
import { type Bindings, bind } from '../../platform/http/bind.ts';
import type { Platform } from '../../platform/module.ts';
import type { TrackReader, VesselHistory } from '../vessels/index.ts';
import type { AlertRepository } from './alerts.repository.ts';
import { createAreaReports } from './area-report/area-report.service.ts';
import { createEvidence } from './evidence/evidence.service.ts';
import type { AuditHead } from './evidence/evidence-document.ts';
import type { RegistryRepository } from './registry.repository.ts';
import type { SurveillanceAudit } from './surveillance.audit.ts';

/** The officer's desk: what is written of alerts, areas and groups of vessels. */
export function createDesk(options: {
  platform: Platform;
  alerts: AlertRepository;
  registry: RegistryRepository;
  tracks: TrackReader;
  history: VesselHistory;
  audit: SurveillanceAudit;
  auditHead?: (() => Promise<AuditHead | null>) | undefined;
}): { readonly bindings: Bindings } {
  const { clock } = options.platform;
  const evidence = createEvidence({ ...options, clock });
  const reports = createAreaReports({ ...options, clock });
  return {
    bindings: [
      bind(areaReport, async ({ params, query }) => reports.report(params.id, query)),
      bind(areaReportPdf, async (c) => reports.pdf(c.params.id, c.query, c)),
      bind(alertEvidence, async (c) => evidence.pdf(c.params.id, c)),
    ],
  };
}
