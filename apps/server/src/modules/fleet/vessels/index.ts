import type {
  AisSafetyRecord,
  FixedStructure,
  VesselDetection,
  VesselEventRecord,
  VesselIdentityRecord,
  VesselPositionRecord,
  VesselPresence,
} from '@kianda/connectors';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, optionalPort, settingsOf } from '../../../platform/modules/definition.ts';
import {
  type AbsenceOf,
  connectorsModule,
  type ProvenanceOf,
  recordSinks,
  type Sink,
  type StoredQuality,
  storedQuality,
  whenStored,
} from '../../ingestion/connectors/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { createArchive } from './archive/index.ts';
import { fillDirectory } from './directory.repository.ts';
import { createGfw, type GfwConnection, type VesselAudit } from './gfw.service.ts';
import type { ProviderFishingReading } from './gfw-fishing.service.ts';
import { createHeat } from './heat/index.ts';
import type { LicencePeriods } from './heat/licences.ts';
import { createVesselList } from './list.repository.ts';
import { createListService, type ListService } from './list.service.ts';
import { createPositions } from './positions/index.ts';
import type { Retention } from './positions/positions.jobs.ts';
import type { PositionService } from './positions/positions.service.ts';
import type { AisStation } from './positions/stations.repository.ts';
import type { TrackReader } from './positions/tracks.repository.ts';
import { presenceCollection } from './presence.collections.ts';
import { createRadarRepository } from './radar.repository.ts';
import { createRadarService, radarSink } from './radar.service.ts';
import { createSafety } from './safety/index.ts';
import { vesselQuality } from './stored-quality.repository.ts';
import { createStructureRepository, type StructureRepository } from './structures.repository.ts';
import { createStructureService, structureSink } from './structures.service.ts';
import { createVesselNames } from './vessel-names.repository.ts';
import { vesselAnalyses } from './vessels.analyses.ts';
import { vesselFeatures } from './vessels.collections.ts';
import { vesselMigrations } from './vessels.migrations.ts';
import { createVesselRepository } from './vessels.repository.ts';
import { vesselBindings } from './vessels.routes.ts';
import { vesselSearches } from './vessels.searches.ts';
import { createVesselService, presenceSink, type VesselService } from './vessels.service.ts';

export type { LicencePeriod } from './heat/licences.ts';
export type { GearClaimRow } from './positions/gears.repository.ts';
export type { IdentityPeriodRow, SharedImo } from './positions/tracked-ships.repository.ts';
export type {
  ChangedShip,
  ProviderFishing,
  TrackReader,
} from './positions/tracks.repository.ts';
export type { VesselService } from './vessels.service.ts';

/** Track and identities of one vessel with their provenance, and the provenance of periods of several. */
export type VesselHistory = Pick<PositionService, 'track' | 'sourcesOf'>;

/** The list of vessels, for modules that choose from it. */
export type Fleet = Pick<ListService, 'list' | 'byIds'>;

/** Beacons of distress in use: those heard with reports that no alert tells of, and noting that one does. */
export type Distress = ReturnType<typeof createSafety>['distress'];

/** Structures that stand in the sea, those that are still published and all that ever were. */
export type Structures = Pick<StructureRepository, 'standing' | 'all'>;

export type VesselsModule = Module & {
  readonly sink: Sink<VesselPresence>;
  /** Vessels that radar saw without AIS. */
  readonly radarSink: Sink<VesselDetection>;
  readonly structureSink: Sink<FixedStructure>;
  /** Structures that stand in the sea. */
  readonly structures: Structures;
  /** Fishing that Global Fishing Watch found. */
  readonly gfwFishing: ProviderFishingReading;
  readonly positionSink: Sink<VesselPositionRecord>;
  readonly identitySink: Sink<VesselIdentityRecord>;
  /** Events as the provider found them. */
  readonly eventSink: Sink<VesselEventRecord>;
  readonly service: VesselService;
  /** Stations of safety on AIS. */
  readonly safetySink: Sink<AisSafetyRecord>;
  /** Beacons of distress in use. */
  readonly distress: Distress;
  /** Whole tracks, and the ships whose tracks changed. */
  readonly tracks: TrackReader;
  readonly history: VesselHistory;
  readonly fleet: Fleet;
  /** The rules of quality over all presence, events and positions that are stored. */
  readonly quality: readonly StoredQuality[];
};

/** No connection to the provider: nothing is asked for on demand. */
const noConnection: GfwConnection = { connector: async () => null, userAgent: () => 'Kianda' };

/** Default retention of positions and of their hourly summaries. */
const defaultRetention: Retention = { positionDays: 365, summaryDays: 1825 };

type Options = {
  platform: Platform;
  provenanceOf: ProvenanceOf;
  absenceOf: AbsenceOf;
  retention?: Retention;
  /** AIS stations with names and antennas; absent: none is named. */
  stations?: readonly AisStation[];
  /** Connection to the provider for requests on demand; absent: there is none. */
  gfw?: GfwConnection;
  /** Absent: nothing is audited. */
  audit?: VesselAudit;
  /** Absent: no archived day is brought back on demand. */
  queue?(): Pick<JobQueue, 'enqueue'>;
  /** Called after each step of an archiving. */
  afterArchiveStep?: Parameters<typeof createArchive>[0]['after'];
  /** Vessels of a group that an account sees; absent: there are no groups. */
  groupMembers?(groupId: string, accountId: string): Promise<readonly string[]>;
  /** Periods in which ships held or hold licences, null where the registry is empty; absent: there is no registry. */
  licencePeriods?: LicencePeriods;
};

/** Front door of vessels: positions and identities they report, and presence by day and cell from the provider. */
export function createVessels(options: Options): VesselsModule {
  const repository = createVesselRepository(options.platform.database);
  const { clock, events } = options.platform;
  const service = createVesselService(repository, options.provenanceOf, options.absenceOf, clock);
  const retention = options.retention ?? defaultRetention;
  const archive = createArchive({
    ...options,
    retention,
    ...(options.afterArchiveStep === undefined ? {} : { after: options.afterArchiveStep }),
  });
  const heat = createHeat({ ...options, archive: archive.reader });
  const positions = createPositions({
    ...options,
    retention,
    archive,
    stations: options.stations ?? [],
    heat: heat.builder,
  });
  const { safety, list } = createListed(options);
  const { platform, provenanceOf, gfw: connection = noConnection } = options;
  const gfw = createGfw({ platform, provenanceOf, service, connection, audit: options.audit });
  const radar = createRadarRepository(platform.database);
  const structures = createStructureRepository(platform.database);
  let unsubscribe: (() => void) | null = null;

  return {
    name: 'vessels',
    migrations: vesselMigrations,
    collections: [presenceCollection(options.platform.database)],
    analyses: vesselAnalyses(heat.overview),
    places: safety.places,
    searches: vesselSearches({
      names: createVesselNames(options.platform.database.for()),
      stations: safety.recent,
      clock,
    }),
    featureCollections: vesselFeatures(options.platform, options.provenanceOf, options.absenceOf),
    service,
    tracks: positions.tracks,
    history: positions.service,
    fleet: list,
    async start() {
      await fillDirectory(options.platform.database.for());
      await positions.nameFeeds();
      unsubscribe = whenStored(events, 'vessel-presence', service.forgetCounts);
    },
    async stop() {
      unsubscribe?.();
      positions.sinks.stop();
      await archive.stop();
    },
    jobs: [...positions.jobs, archive.job],
    positionSink: positions.sinks.positions,
    identitySink: positions.sinks.identity,
    safetySink: safety.sink,
    distress: safety.distress,
    eventSink: gfw.eventSink,
    gfwFishing: gfw.fishing,
    sink: presenceSink(repository),
    radarSink: radarSink(radar),
    structureSink: structureSink(structures),
    structures,
    quality: vesselQuality(options.platform.database),
    bindings: [
      ...positions.bindings,
      ...archive.bindings,
      ...heat.bindings,
      ...gfw.bindings,
      ...safety.bindings,
      ...requestBindings(options, { service, radar, structures, list }),
    ],
  };
}

/** The lists of vessels and of stations of safety. */
function createListed({ platform, provenanceOf, audit, stations = [], licencePeriods = async () => null }: Options) {
  return {
    safety: createSafety({ platform, provenanceOf, audit, stations }),
    list: createListService({
      list: createVesselList(platform.database.for()),
      provenanceOf,
      licencePeriods,
      clock: platform.clock,
    }),
  };
}

/** Bindings of the module's own requests. */
function requestBindings(
  { platform, provenanceOf, absenceOf, groupMembers }: Options,
  {
    service,
    radar,
    structures,
    list,
  }: {
    readonly service: VesselService;
    readonly radar: ReturnType<typeof createRadarRepository>;
    readonly structures: StructureRepository;
    readonly list: ListService;
  },
) {
  return vesselBindings({
    service,
    radar: createRadarService(radar, provenanceOf, absenceOf),
    structures: createStructureService({ repository: structures, provenanceOf, absenceOf, clock: platform.clock }),
    list,
    groupMembers,
  });
}

/** Groups of vessels and licences, which surveillance keeps. */
export const vesselRegistry = optionalPort<{
  groupMembers(groupId: string, accountId: string): Promise<readonly string[]>;
  readonly licencePeriods: LicencePeriods;
}>();

export const vesselsModule = defineModule({
  name: 'vessels',
  needs: { audit: auditModule, connectors: connectorsModule },
  settings: settingsOf<{
    readonly retention: Retention;
    readonly stations: readonly AisStation[];
    readonly userAgent: () => string;
  }>(),
  ports: { registry: vesselRegistry },
  fills: { sinks: recordSinks, storedQuality },
  offers: ['service', 'tracks', 'history', 'fleet', 'distress', 'structures', 'gfwFishing'],
  create({ platform, jobs, settings, needs: { audit, connectors }, ports }) {
    const vessels = createVessels({
      platform,
      provenanceOf: connectors.provenanceOf,
      absenceOf: connectors.absenceOf,
      retention: settings.retention,
      stations: settings.stations,
      audit,
      queue: () => jobs,
      groupMembers: async (groupId, accountId) => (await ports.registry()?.groupMembers(groupId, accountId)) ?? [],
      licencePeriods: async () => (await ports.registry()?.licencePeriods()) ?? null,
      gfw: { connector: () => connectors.connector('gfw'), userAgent: settings.userAgent },
    });
    return {
      manifest: vessels,
      offers: vessels,
      fills: {
        sinks: {
          'vessel-presence': vessels.sink,
          'vessel-detection': vessels.radarSink,
          'fixed-structure': vessels.structureSink,
          'vessel-position': vessels.positionSink,
          'vessel-identity': vessels.identitySink,
          'vessel-event': vessels.eventSink,
          'ais-safety': vessels.safetySink,
        },
        storedQuality: vessels.quality,
      },
    };
  },
});
