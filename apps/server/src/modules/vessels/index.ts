import type { VesselEventRecord, VesselIdentityRecord, VesselPositionRecord, VesselPresence } from '@kianda/connectors';
import { listVessels } from '@kianda/contract/vessels/list.contract';
import { presenceCells, presenceLagHours, vesselPresence } from '@kianda/contract/vessels/vessels.contract';
import { bind } from '../../platform/http/bind.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { type ProvenanceOf, type Sink, whenStored } from '../connectors/index.ts';
import { fillDirectory } from './directory.repository.ts';
import { createGfw, type GfwReach, type VesselAudit } from './gfw.ts';
import { createHeat } from './heat/index.ts';
import type { LicencePeriods } from './heat/licences.ts';
import { createVesselList } from './list.repository.ts';
import { createListService, type ListService } from './list.service.ts';
import { createPositions } from './positions/index.ts';
import type { Retention } from './positions/positions.jobs.ts';
import type { PositionService } from './positions/positions.service.ts';
import type { TrackReader } from './positions/tracks.repository.ts';
import { presenceCollection } from './presence-collection.ts';
import { vesselAnalyses } from './vessels.analyses.ts';
import { vesselFeatures } from './vessels.features.ts';
import { vesselMigrations } from './vessels.migrations.ts';
import { createVesselRepository } from './vessels.repository.ts';
import { attribution, createVesselService, type VesselService } from './vessels.service.ts';

export type { LicencePeriod } from './heat/licences.ts';
export type { GearClaimRow } from './positions/gears.repository.ts';
export type { ChangedShip, TrackReader } from './positions/tracks.repository.ts';
export type { VesselService } from './vessels.service.ts';

/** Where one vessel was and who it said it was, with where that comes from; and where periods of several come from. */
export type VesselHistory = Pick<PositionService, 'track' | 'toldBy'>;

/** The list of vessels, for those who pick from it. */
export type Fleet = Pick<ListService, 'list' | 'byIds'>;

export type VesselsModule = Module & {
  readonly sink: Sink<VesselPresence>;
  readonly positionSink: Sink<VesselPositionRecord>;
  readonly identitySink: Sink<VesselIdentityRecord>;
  /** Events as the provider found them. */
  readonly eventSink: Sink<VesselEventRecord>;
  readonly service: VesselService;
  /** Whole tracks, and which of them have news. */
  readonly tracks: TrackReader;
  readonly history: VesselHistory;
  readonly fleet: Fleet;
};

/** No way to the provider: nothing is asked for on demand. */
const outOfReach: GfwReach = { connector: async () => null, userAgent: () => 'Kianda' };

/** How long positions and their hourly summaries are kept, where nothing else is set. */
const defaultRetention: Retention = { positionDays: 365, summaryDays: 1825 };

/** Front door of vessels: positions and identities they report, and presence by day and cell from the provider. */
export function createVessels(options: {
  platform: Platform;
  provenanceOf: ProvenanceOf;
  retention?: Retention;
  /** How the provider is asked on demand. */
  gfw?: GfwReach;
  /** Absent: nothing is noted. */
  audit?: VesselAudit;
  /** Vessels of a group that an account sees; absent: there are no groups. */
  groupMembers?(groupId: string, accountId: string): Promise<readonly string[]>;
  /** When ships held and hold licences, null where the registry is empty; absent: there is none. */
  licencePeriods?: LicencePeriods;
}): VesselsModule {
  const repository = createVesselRepository(options.platform.database);
  const { clock, events } = options.platform;
  const service = createVesselService(repository, options.provenanceOf, clock);
  const heat = createHeat(options);
  const positions = createPositions({
    ...options,
    retention: options.retention ?? defaultRetention,
    heat: heat.builder,
  });
  const list = createListService(createVesselList(options.platform.database.for()), options.provenanceOf, clock);
  const { platform, provenanceOf, gfw: reach = outOfReach } = options;
  const gfw = createGfw({ platform, provenanceOf, service, reach, audit: options.audit });
  let unsubscribe: (() => void) | null = null;

  async function membersOf(group: string | undefined, accountId: string): Promise<readonly string[] | null> {
    if (group === undefined) return null;
    return (await options.groupMembers?.(group, accountId)) ?? [];
  }

  return {
    name: 'vessels',
    migrations: vesselMigrations,
    collections: [presenceCollection(options.platform.database)],
    analyses: vesselAnalyses(heat.overview),
    featureCollections: vesselFeatures(options.platform, options.provenanceOf),
    service,
    tracks: positions.tracks,
    history: positions.service,
    fleet: list,
    async start() {
      await fillDirectory(options.platform.database.for());
      unsubscribe = whenStored(events, 'vessel-presence', service.forgetCounts);
    },
    async stop() {
      unsubscribe?.();
      positions.sinks.stop();
    },
    jobs: positions.jobs,
    positionSink: positions.sinks.positions,
    identitySink: positions.sinks.identity,
    eventSink: gfw.eventSink,
    sink: async (records, origin) => {
      const written = await repository.upsertPresence(records, origin);
      const newest = records.reduce<number | null>((latest, record) => {
        const endMs = Date.parse(`${record.date.slice(0, 10)}T00:00:00Z`) + 86_400_000;
        return latest === null ? endMs : Math.max(latest, endMs);
      }, null);
      return { written, duplicates: records.length - written, newestObservedMs: newest };
    },
    bindings: [
      ...positions.bindings,
      ...heat.bindings,
      ...gfw.bindings,
      bind(listVessels, async ({ query, principal }) =>
        list.list(query, await membersOf(query.group, principal.accountId)),
      ),
      bind(vesselPresence, async ({ query }) => {
        const presence = await service.presence(query.hours);
        const known = presence.value;
        const missing = presence.missingReason;
        const end = known === null ? null : new Date(Date.parse(`${known.to}T00:00:00Z`) + 86_400_000).toISOString();
        const { state } = presence.provenance;
        return {
          data: {
            vessel_count: known === null ? null : known.flags.reduce((sum, row) => sum + row.vessels, 0),
            total_hours: known === null ? null : known.flags.reduce((sum, row) => sum + row.hours, 0),
            window_hours: query.hours,
            window_end: end,
            updated_at: presence.provenance.state === 'fallback' ? null : presence.provenance.retrievedAt,
            data_source: 'Global Fishing Watch (AIS, 4Wings)',
            api_status:
              known === null ? ('offline' as const) : state === 'cached' ? ('warning' as const) : ('online' as const),
            note: `Os dados AIS do fornecedor terminam ${presenceLagHours} h antes do presente. ${attribution}`,
            by_flag: known === null ? [] : known.flags,
          },
          provenance: presence.provenance,
          ...(missing === undefined ? {} : { missing: { vessel_count: missing, total_hours: missing } }),
        };
      }),
      bind(presenceCells, async ({ query }) => {
        const presence = await service.cells(query.days);
        return {
          data: {
            cellDegrees: 0.1,
            from: presence.value?.from ?? null,
            to: presence.value?.to ?? null,
            cells: presence.value === null ? [] : presence.value.cells,
            attribution,
          },
          provenance: presence.provenance,
        };
      }),
    ],
  };
}
