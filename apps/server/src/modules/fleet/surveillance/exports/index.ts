import type { Bindings } from '../../../../platform/http/bind.ts';
import type { Job, JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { AccountData, Platform } from '../../../../platform/module.ts';
import type { Fleet, TrackReader, VesselHistory } from '../../vessels/index.ts';
import type { EventRepository } from '../alerts/events.repository.ts';
import type { SurveillanceAudit } from '../audit.service.ts';
import type { SurveillanceTables } from '../surveillance.tables.ts';
import { createExportSources } from './export-sources.ts';
import { exportBindings } from './exports.routes.ts';
import { createExportService } from './exports.service.ts';
import type { SignedLink } from './large-export-context.ts';
import { createLargeExportRepository } from './large-exports.repository.ts';
import { createLargeExports } from './large-exports.service.ts';

/** Exports of vessels, tracks and events: files answered at once, and large ones written by a job. */
export function createExports(options: {
  platform: Platform;
  vesselEvents: EventRepository;
  tracks: TrackReader;
  history: VesselHistory;
  fleet: Fleet;
  /** Vessels of a group that an account sees. */
  members(groupId: string, accountId: string): Promise<readonly string[]>;
  audit: SurveillanceAudit;
  queue: () => JobQueue;
  signedLink: SignedLink;
}): { readonly bindings: Bindings; readonly job: Job; readonly holding: AccountData } {
  const { platform, audit } = options;
  const { clock } = platform;
  const sources = createExportSources({ ...options, clock, database: platform.database });
  const exports = createExportService({ sources, clock, audit });
  const repository = createLargeExportRepository(platform.database.for<SurveillanceTables>());
  const large = createLargeExports({ ...options, sources, repository });
  return {
    bindings: exportBindings({ exports, large, clock }),
    job: large.job,
    holding: {
      id: 'prepared-exports',
      label: 'Exportações preparadas',
      fate: 'removed',
      note: 'Os ficheiros são eliminados passados 7 dias, como sempre; mais ninguém os tinha na sua lista.',
      count: repository.countOf,
    },
  };
}
