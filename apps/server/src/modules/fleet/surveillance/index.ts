import type { DeliverAlert } from '../../../platform/alert-message.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { storageModule } from '../../open/storage/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { deliveryModule } from '../../people/delivery/index.ts';
import { identityModule } from '../../people/identity/index.ts';
import {
  type Distress,
  type Fleet,
  type LicencePeriod,
  type Structures,
  type TrackReader,
  type VesselHistory,
  vesselRegistry,
  vesselsModule,
} from '../vessels/index.ts';
import { findAlerts } from './alerts/alert-search.repository.ts';
import { createAlertRepository } from './alerts/alerts.repository.ts';
import { alertBindings } from './alerts/alerts.routes.ts';
import { createAlertService } from './alerts/alerts.service.ts';
import { createEventRepository } from './alerts/events.repository.ts';
import { createFindingProvenance } from './alerts/finding-provenance.ts';
import { type OwnFishing, ownFishing } from './alerts/own-fishing.service.ts';
import { areaReportAnalyses } from './area-report/area-report.analyses.ts';
import { areaReportBindings } from './area-report/area-report.routes.ts';
import { createAreaReports } from './area-report/area-report.service.ts';
import type { SurveillanceAudit } from './audit.service.ts';
import type { DetectionCounts } from './detection/detection.service.ts';
import { createDetection } from './detection/index.ts';
import { evidenceBindings } from './evidence/evidence.routes.ts';
import { createEvidence } from './evidence/evidence.service.ts';
import type { AuditHead } from './evidence/evidence.types.ts';
import { createExports } from './exports/index.ts';
import type { SignedLink } from './exports/large-export-context.ts';
import { createGroupRepository } from './groups/groups.repository.ts';
import { groupBindings } from './groups/groups.routes.ts';
import { createGroupService } from './groups/groups.service.ts';
import { type FishingLimits, fishingLimits } from './registry/fishing-limits.service.ts';
import { createRegistry } from './registry/index.ts';
import { createRegistryRepository } from './registry/registry.repository.ts';
import { licencePeriods } from './registry/registry.service.ts';
import { type RegistryCopy, registryCopy } from './registry/registry-copy.service.ts';
import { createSimulatedRegistry } from './registry/simulated-registry.ts';
import { createStructureZones } from './registry/structure-zones.service.ts';
import { surveillanceChanges } from './surveillance.changes.ts';
import { watchedAreaFeatures } from './surveillance.collections.ts';
import { surveillanceMetrics } from './surveillance.metrics.ts';
import { surveillanceMigrations } from './surveillance.migrations.ts';
import { surveillancePlaces } from './surveillance.places.ts';
import { surveillanceSearches } from './surveillance.searches.ts';
import { accountData } from './surveillance.service.ts';
import type { SurveillanceTables } from './surveillance.tables.ts';

export type { FishingLimits } from './registry/fishing-limits.service.ts';
export type { RegistryCopy } from './registry/registry-copy.service.ts';

export type SurveillanceModule = Module & {
  /** Vessels of a group that an account sees, by their ids in the list. */
  groupMembers(groupId: string, accountId: string): Promise<readonly string[]>;
  /** Periods in which ships held or hold licences; null where the registry is empty. */
  licencePeriods(): Promise<readonly LicencePeriod[] | null>;
  /** Limits of fishing on a day: closed areas and seasons, and licences. */
  fishingLimits(day: string): Promise<FishingLimits>;
  /** Licences and closed seasons, for those who check a record against them. */
  registryCopy(): Promise<RegistryCopy>;
  /** Places of valid fishing events that began since an instant. */
  fishingPlaces(since: Date): Promise<readonly (readonly [lon: number, lat: number])[]>;
  /** Valid fishing events of a period, with their origin. */
  readonly ownFishing: OwnFishing;
  /** Runs the detection job: finds silences, then works until no ship waits. */
  detect(signal: AbortSignal): Promise<DetectionCounts & { readonly silent: number; readonly provided: number }>;
};

type SurveillanceOptions = {
  platform: Platform;
  tracks: TrackReader;
  distress: Distress;
  history: VesselHistory;
  fleet: Fleet;
  structures: Structures;
  audit: SurveillanceAudit;
  /** False in a process that only answers requests. */
  detects: boolean;
  /** Seed of the demonstration, whose fleet gets a simulated registry; absent or null: it gets none. */
  demonstrationSeed?: number | null;
  /** Name of an account that may act on alerts; null where there is none. */
  accountName(id: string): Promise<string | null>;
  /** Last record of the audit trail; absent: dossiers name none. */
  auditHead?: () => Promise<AuditHead | null>;
  /** Front door of delivery; absent: alerts do not leave the console. */
  deliver?: DeliverAlert;
  /** Queue of the jobs that write large exports. */
  queue: () => JobQueue;
  /** Signs links to the files of large exports. */
  signedLink: SignedLink;
};
type Repositories = ReturnType<typeof createRepositories>;

/** Front door of surveillance: areas, licences, closed seasons, minimum distances, events of vessels and the alerts they raise. */
export function createSurveillance(options: SurveillanceOptions): SurveillanceModule {
  const { platform, tracks, history } = options;
  const { database, clock } = platform;
  const repositories = createRepositories(platform);
  const { alerts, registry, groups, detection, simulated, zones } = createServices(options, repositories);
  const documents = { ...options, ...repositories, clock };
  const exports = createExports({ ...documents, members: groups.vesselIds });
  const reports = createAreaReports(documents);
  const provenanceOf = createFindingProvenance({ history, tracks, clock });

  return {
    name: 'surveillance',
    migrations: surveillanceMigrations,
    analyses: areaReportAnalyses(reports.report),
    featureCollections: [watchedAreaFeatures({ database, clock, registry: registry.service })],
    bindings: [
      ...registry.bindings,
      ...alertBindings({
        alerts,
        provenanceOf,
        clock,
        audit: options.audit,
      }),
      ...exports.bindings,
      ...groupBindings(groups, clock),
      ...areaReportBindings(reports),
      ...evidenceBindings(createEvidence(documents)),
    ],
    places: surveillancePlaces(repositories.registry.areas, clock),
    changes: surveillanceChanges(database),
    searches: surveillanceSearches({
      alerts: (search) => findAlerts(database.for<SurveillanceTables>(), search),
      tracks,
      areas: repositories.registry.areas,
      clock,
    }),
    metrics: surveillanceMetrics(repositories.vesselEvents, repositories.alerts, clock),
    groupMembers: groups.vesselIds,
    licencePeriods: () => licencePeriods(repositories.registry, tracks),
    fishingLimits: (day) => fishingLimits(repositories.registry, day),
    registryCopy: () => registryCopy(repositories.registry),
    fishingPlaces: (since) => repositories.vesselEvents.fishingPlaces(since),
    ownFishing: ownFishing(repositories.vesselEvents, provenanceOf),
    holdings: [...accountData(repositories.groups, repositories.alerts), exports.holding],
    detect: detection.detect,
    jobs: [exports.job, detection.job],
    async start() {
      await registry.service.seed();
      detection.start();
      await simulated.start();
      await zones.start();
    },
    async stop() {
      simulated.stop();
      zones.stop();
      await Promise.all([detection.stop(), simulated.settled(), zones.settled()]);
    },
  };
}

function createRepositories({ database }: Platform) {
  const db = database.for<SurveillanceTables>();
  return {
    alerts: createAlertRepository(db),
    vesselEvents: createEventRepository(db),
    registry: createRegistryRepository(db),
    groups: createGroupRepository(db),
  };
}

/** The services behind the endpoints, and the work that detects events and fills the simulated registry. */
function createServices(options: SurveillanceOptions, repositories: Repositories) {
  const { platform, tracks, fleet, audit, detects } = options;
  const { clock, events } = platform;
  const alerts = createAlertService({
    repository: repositories.alerts,
    vesselEvents: repositories.vesselEvents,
    registry: repositories.registry,
    tracks,
    accountName: options.accountName,
    clock,
    events,
    audit,
    deliver: options.deliver,
  });
  const registry = createRegistry({
    platform,
    repository: repositories.registry,
    tracks,
    alerts,
    alertRepository: repositories.alerts,
    audit,
  });
  const groups = createGroupService({ repository: repositories.groups, fleet, clock, audit });
  const detection = createDetection({
    platform,
    tracks,
    distress: options.distress,
    registry: repositories.registry,
    events: repositories.vesselEvents,
    alerts,
    groups: repositories.groups,
    detects,
  });
  const simulated = createSimulatedRegistry({
    platform,
    tracks,
    registry: repositories.registry,
    seed: detects ? (options.demonstrationSeed ?? null) : null,
  });
  const zones = createStructureZones({
    platform,
    structures: options.structures,
    repository: repositories.registry,
    clock,
    isOn: detects,
  });
  return { alerts, registry, groups, detection, simulated, zones };
}

type SurveillanceSettings = { readonly detects: boolean; readonly demonstrationSeed: number | null };

export const surveillanceModule = defineModule({
  name: 'surveillance',
  needs: {
    audit: auditModule,
    identity: identityModule,
    vessels: vesselsModule,
    delivery: deliveryModule,
    storage: storageModule,
  },
  settings: settingsOf<SurveillanceSettings>(),
  fills: { registry: vesselRegistry },
  offers: ['detect', 'fishingLimits', 'fishingPlaces', 'ownFishing', 'registryCopy'],
  create({ platform, jobs, settings, needs: { audit, identity, vessels, delivery, storage } }) {
    const surveillance = createSurveillance({
      platform,
      tracks: vessels.tracks,
      distress: vessels.distress,
      history: vessels.history,
      fleet: vessels.fleet,
      structures: vessels.structures,
      audit,
      auditHead: audit.head,
      ...settings,
      deliver: delivery.deliver,
      accountName: (id) => identity.nameOfAccount(id, 'surveillance:act'),
      queue: () => jobs,
      signedLink: storage.signedLink,
    });
    const { groupMembers, licencePeriods } = surveillance;
    return { manifest: surveillance, offers: surveillance, fills: { registry: { groupMembers, licencePeriods } } };
  },
});
