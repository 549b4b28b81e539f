import { areaReport, areaReportPdf } from '@kianda/contract/surveillance/area-report.contract';
import { alertEvidence } from '@kianda/contract/surveillance/evidence.contract';
import * as groupContract from '@kianda/contract/surveillance/groups.contract';
import * as jobContract from '@kianda/contract/vessels/export-jobs.contract';
import * as exportContract from '@kianda/contract/vessels/exports.contract';
import type { Analysis } from '../../platform/analyses.ts';
import { type Bindings, bind } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Job, JobQueue } from '../../platform/jobs/jobs.ts';
import type { Holding, Platform } from '../../platform/module.ts';
import type { Fleet, TrackReader, VesselHistory } from '../vessels/index.ts';
import type { AlertRepository } from './alerts.repository.ts';
import { createAreaReports } from './area-report/area-report.service.ts';
import { createEvidence } from './evidence/evidence.service.ts';
import type { AuditHead } from './evidence/evidence-document.ts';
import { createExports } from './exports/exports.service.ts';
import { createLargeExportRepository } from './exports/large-exports.repository.ts';
import { createLargeExports, type SignedLink } from './exports/large-exports.ts';
import { createExportSources } from './exports/sources.ts';
import type { GroupRepository } from './groups/groups.repository.ts';
import { createGroupService, type GroupService } from './groups/groups.service.ts';
import type { RegistryRepository } from './registry.repository.ts';
import { surveillanceAnalyses } from './surveillance.analyses.ts';
import type { SurveillanceAudit } from './surveillance.audit.ts';
import type { SurveillanceTables } from './surveillance.tables.ts';

/** The officer's desk: what is written of alerts, areas and groups of vessels. */
export function createDesk(options: {
  platform: Platform;
  alerts: AlertRepository;
  registry: RegistryRepository;
  tracks: TrackReader;
  history: VesselHistory;
  fleet: Fleet;
  groups: GroupRepository;
  audit: SurveillanceAudit;
  auditHead?: (() => Promise<AuditHead | null>) | undefined;
  queue: () => JobQueue;
  signedLink: SignedLink;
}): {
  readonly analyses: readonly Analysis[];
  readonly bindings: Bindings;
  readonly groups: GroupService;
  readonly jobs: readonly Job[];
  readonly holdings: readonly Holding[];
} {
  const { clock } = options.platform;
  const evidence = createEvidence({ ...options, clock });
  const reports = createAreaReports({ ...options, clock });
  const groups = createGroupService({ ...options, repository: options.groups, clock });
  const sources = createExportSources({ ...options, members: groups.vesselIds, clock });
  const exports = createExports({ sources, clock, audit: options.audit });
  const repository = createLargeExportRepository(options.platform.database.for<SurveillanceTables>());
  const large = createLargeExports({ ...options, sources, repository });
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  return {
    groups,
    analyses: surveillanceAnalyses(reports.report),
    jobs: [large.job],
    holdings: [
      {
        id: 'prepared-exports',
        label: 'Exportações preparadas',
        fate: 'removed',
        note: 'Os ficheiros são eliminados passados 7 dias, como sempre; mais ninguém os tinha na sua lista.',
        count: repository.countOf,
      },
    ],
    bindings: [
      bind(jobContract.startExport, async (c) => ({ ...answer(await large.start(c.body, c)), status: 201 as const })),
      bind(jobContract.listExports, async ({ principal }) =>
        answer({ exports: await large.list(principal.accountId) }),
      ),
      bind(jobContract.noteBrowserExport, async (c) => {
        await exports.note(c.body, c);
        return answer({ noted: true as const });
      }),
      bind(exportContract.exportVessels, async (c) => exports.vessels(c.query, c)),
      bind(exportContract.exportTrack, async (c) => exports.track(c.params.id, c.query, c)),
      bind(exportContract.exportVesselEvents, async (c) => exports.events(c.query, c)),
      bind(groupContract.listVesselGroups, async ({ principal }) => answer({ groups: await groups.list(principal) })),
      bind(groupContract.vesselGroupDetail, async (c) => answer(await groups.detail(c.params.id, c.principal))),
      bind(groupContract.createVesselGroup, async (c) => ({
        ...answer(await groups.create(c.body, c)),
        status: 201 as const,
      })),
      bind(groupContract.updateVesselGroup, async (c) => answer(await groups.update(c.params.id, c.body, c))),
      bind(groupContract.deleteVesselGroup, async (c) => {
        await groups.remove(c.params.id, c);
        return answer({ id: c.params.id });
      }),
      bind(groupContract.changeGroupMembers, async (c) => answer(await groups.members(c.params.id, c.body, c))),
      bind(areaReport, async ({ params, query }) => reports.report(params.id, query)),
      bind(areaReportPdf, async (c) => reports.pdf(c.params.id, c.query, c)),
      bind(alertEvidence, async (c) => evidence.pdf(c.params.id, c)),
    ],
  };
}
