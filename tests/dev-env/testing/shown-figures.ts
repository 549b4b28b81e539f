import type { Endpoint } from '@kianda/contract';
import { figureCaption, figureNames, type NamedFigure } from '@kianda/contract/core/figure-names';
import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import { vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import {
  type ConnectorSummary,
  isFailing,
  isOperational,
  listConnectors,
  streamCounts,
} from '@kianda/contract/ingestion/connectors/connectors.contract';
import { stacCollections, stacHealth } from '@kianda/contract/open/catalogue/stac.contract';
import { featureCollections } from '@kianda/contract/open/features/features.contract';
import { listInterfaces } from '@kianda/contract/open/interfaces/interfaces.contract';
import { listBuckets, minioListBuckets, storageStats } from '@kianda/contract/open/storage/storage.contract';
import { dashboardOverview, dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { databaseOverview } from '@kianda/contract/operations/databases/databases.contract';
import {
  currentMetrics,
  listAlerts,
  listEndpoints,
  servicesStatus,
  systemHealth,
} from '@kianda/contract/operations/health/health.contract';
import { jobOutcomes } from '@kianda/contract/operations/tasks/tasks.contract';
import { sessionsList } from '@kianda/contract/people/identity/user-sessions.contract';
import { usersList, usersSummary } from '@kianda/contract/people/identity/users.contract';
import { listNotifications } from '@kianda/contract/people/notifications/bell.contract';
import { biodiversitySummary } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { fisheriesStats } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { listStations, oceanographicData, realtimeData } from '@kianda/contract/sea/ocean/ocean.contract';
import { fishingTexts } from '../../../apps/console/src/sections/fleet/global-fishing-watch/texts.pt.ts';
import { connectorTexts } from '../../../apps/console/src/sections/ingestion/data-connectors/texts.pt.ts';
import { dashboardTexts } from '../../../apps/console/src/sections/operations/dashboard/texts.pt.ts';
import { zeeTexts } from '../../../apps/console/src/sections/operations/dashboard/zee/texts.pt.ts';
import { databaseTexts } from '../../../apps/console/src/sections/operations/databases/texts.pt.ts';
import { demoTexts, stepTexts } from '../../../apps/console/src/sections/operations/demo-enhanced/texts.pt.ts';
import { homeTexts } from '../../../apps/console/src/sections/operations/home/texts.pt.ts';
import { performanceTexts } from '../../../apps/console/src/sections/operations/performance-monitor/texts.pt.ts';
import { liveTexts } from '../../../apps/console/src/sections/operations/realtime-monitoring/texts.pt.ts';
import { integrationTexts } from '../../../apps/console/src/sections/operations/services-integration/texts.pt.ts';
import { healthTexts } from '../../../apps/console/src/sections/operations/system-health/texts.pt.ts';
import { authTexts } from '../../../apps/console/src/sections/people/auth-enterprise/texts.pt.ts';
import { userTexts } from '../../../apps/console/src/sections/people/user-management/texts.pt.ts';
import { realtimeTexts } from '../../../apps/console/src/sections/sea/realtime-angola/texts.pt.ts';
import { healthTexts as interfaceTexts } from '../../../apps/interfaces/src/health-dashboard/texts.pt.ts';

/** An answer of the platform, asked for as a screen asks for it. */
export type Ask = (endpoint: Endpoint, query?: Readonly<Record<string, string>>) => Promise<Answer>;
// biome-ignore lint/suspicious/noExplicitAny: each place knows the answer of its own endpoint
type Answer = any;

/** A place where a figure stands: the screen, the words beside it, and how the screen gets its value. */
export type Place = readonly [screen: string, words: string, read: (ask: Ask) => Promise<unknown>];

const size = (buckets: readonly { readonly size: number }[]) => buckets.reduce((sum, bucket) => sum + bucket.size, 0);
const connectors = async (ask: Ask): Promise<readonly ConnectorSummary[]> => (await ask(listConnectors)).connectors;

/** Figures that stand on more than one screen, each with every place that it has. */
export const shownFigures: Partial<Readonly<Record<NamedFigure, readonly Place[]>>> = {
  vesselsPresent: [
    ['realtime-angola', realtimeTexts.tiles.vessels, async (ask) => (await ask(realtimeData)).active_vessels],
    [
      'demo-enhanced',
      stepTexts.vessels.caption,
      async (ask) => (await ask(vesselPresence, { hours: '24' })).vessel_count,
    ],
  ],
  vesselAlerts: [
    ['global-fishing-watch', fishingTexts.cards.alerts, openVesselAlerts('1')],
    ['home', homeTexts.map.alerts, openVesselAlerts('100')],
    ['demo-enhanced', stepTexts.vesselAlerts.caption, openVesselAlerts('1')],
  ],
  platformAlerts: [
    ['dashboard', dashboardTexts.tiles.alerts, async (ask) => (await ask(dashboardStats)).activeAlerts],
    ['zee-angola', zeeTexts.health.alerts, async (ask) => (await ask(systemHealth)).alerts.active],
    ['system-health', healthTexts.statistics.alerts, async (ask) => (await ask(systemHealth)).alerts.active],
    ['demo-enhanced', stepTexts.alerts.caption, async (ask) => (await ask(dashboardStats)).activeAlerts],
    ['interface de saúde', interfaceTexts.alerts, async (ask) => (await ask(systemHealth)).alerts.active],
    ['auto-alerts', figureNames.platformAlerts, async (ask) => (await ask(listAlerts, { limit: '200' })).active],
    ['sino', figureNames.platformAlerts, async (ask) => (await ask(listNotifications, { limit: '30' })).activeAlerts],
    ['visão geral', figureNames.platformAlerts, async (ask) => (await ask(dashboardOverview)).alerts.active],
  ],
  connectorsWorking: [
    ['dashboard', dashboardTexts.info.connectors, async (ask) => (await connectors(ask)).filter(isOperational).length],
    [
      'data-connectors',
      connectorTexts.tiles.active,
      async (ask) => (await connectors(ask)).filter(isOperational).length,
    ],
    [
      'demo-enhanced',
      stepTexts.connectors.caption,
      async (ask) => (await connectors(ask)).filter(isOperational).length,
    ],
  ],
  connectorsFailing: [
    ['home', homeTexts.tiles['failing-connectors'], async (ask) => (await connectors(ask)).filter(isFailing).length],
  ],
  streamsOnTime: [
    ['dashboard', dashboardTexts.info.streams, async (ask) => streamCounts(await connectors(ask)).fresh],
    ['demo-enhanced', demoTexts.tiles.fresh, async (ask) => streamCounts(await connectors(ask)).fresh],
  ],
  streamsOnTimeShare: [
    ['zee-angola', zeeTexts.api.freshness, async (ask) => (await ask(dashboardOverview)).performance.data_freshness],
    [
      'dashboard, pelas mesmas contas',
      figureNames.streamsOnTimeShare,
      async (ask) => {
        const { fresh, late } = streamCounts(await connectors(ask));
        return (100 * fresh) / (fresh + late);
      },
    ],
  ],
  servicesOnline: [
    ['dashboard', dashboardTexts.tiles.services, async (ask) => (await ask(dashboardStats)).servicesOnline],
    [
      'services-integration',
      integrationTexts.statistics.online,
      async (ask) => (await ask(servicesStatus)).summary.online,
    ],
    [
      'system-health',
      healthTexts.statistics.online,
      async (ask) => (await ask(systemHealth)).statistics.online_services,
    ],
    ['demo-enhanced', stepTexts.services.caption, async (ask) => (await ask(dashboardStats)).servicesOnline],
    ['interface de saúde', interfaceTexts.online, async (ask) => (await ask(servicesStatus)).summary.online],
    [
      'visão geral',
      figureNames.servicesOnline,
      async (ask) => (await ask(dashboardOverview)).system_status.condition.services.online,
    ],
  ],
  databaseSize: [
    ['dashboard', dashboardTexts.info.database, isKnown(async (ask) => (await ask(currentMetrics)).databaseBytes)],
    [
      'performance-monitor',
      performanceTexts.tiles.databaseSize,
      isKnown(async (ask) => (await ask(currentMetrics)).databaseBytes),
    ],
    ['databases', databaseTexts.totalSize, isKnown(async (ask) => (await ask(databaseOverview)).totalBytes)],
  ],
  storageSize: [
    ['dashboard', dashboardTexts.info.storage, async (ask) => size((await ask(listBuckets)).buckets)],
    [
      'services-integration',
      integrationTexts.statistics.space,
      async (ask) => size((await ask(minioListBuckets)).buckets),
    ],
    ['demo-enhanced', stepTexts.storage.caption, async (ask) => (await ask(storageStats)).totalSize],
  ],
  species: [
    ['home', homeTexts.species.species, async (ask) => (await ask(biodiversitySummary)).species],
    [
      'dashboard',
      dashboardTexts.info.species,
      async (ask) => (await ask(dashboardOverview)).zee_angola.species_recorded,
    ],
    [
      'zee-angola',
      zeeTexts.biodiversity.caption,
      async (ask) => (await ask(dashboardOverview)).zee_angola.species_recorded,
    ],
    [
      'demo-enhanced',
      stepTexts.species.caption,
      async (ask) => (await ask(dashboardOverview)).zee_angola.species_recorded,
    ],
  ],
  occurrences: [
    ['home', homeTexts.species.occurrences, async (ask) => (await ask(biodiversitySummary)).occurrences],
    ['zee-angola', zeeTexts.biodiversity.occurrences, async (ask) => (await ask(biodiversitySummary)).occurrences],
  ],
  threatenedSpecies: [
    ['home', homeTexts.species.threatened, async (ask) => (await ask(biodiversitySummary)).threatened_species],
    [
      'zee-angola',
      zeeTexts.biodiversity.threatened,
      async (ask) => (await ask(biodiversitySummary)).threatened_species,
    ],
  ],
  stations: [
    [
      'dashboard',
      dashboardTexts.info.stations,
      async (ask) => (await ask(dashboardOverview)).zee_angola.monitoring_stations,
    ],
    [
      'zee-angola',
      zeeTexts.area.stations,
      async (ask) => (await ask(dashboardOverview)).zee_angola.monitoring_stations,
    ],
    [
      'zee-angola, dados oceanográficos',
      zeeTexts.oceanographic.stations,
      async (ask) => (await ask(oceanographicData)).monitoring_stations,
    ],
    ['mapa', figureNames.stations, async (ask) => (await ask(listStations)).stations.length],
  ],
  fishingZones: [
    ['zee-angola', zeeTexts.area.zones, async (ask) => (await ask(dashboardOverview)).zee_angola.fishing_zones],
    ['zee-angola, pesca', zeeTexts.fisheries.zones, async (ask) => (await ask(fisheriesStats)).fishing_zones],
  ],
  interfaces: [
    ['dashboard', dashboardTexts.info.interfaces, async (ask) => (await ask(listInterfaces)).active],
    ['demo-enhanced', stepTexts.interfaces.caption, async (ask) => (await ask(listInterfaces)).active],
    [
      'scientific-interfaces',
      figureNames.interfaces,
      async (ask) =>
        (await ask(listInterfaces)).interfaces.filter(({ isActive }: { readonly isActive: boolean }) => isActive)
          .length,
    ],
  ],
  catalogueCollections: [
    ['home', homeTexts.datasets.collections, async (ask) => (await ask(stacHealth)).collections],
    ['demo-enhanced', stepTexts.catalogue.caption, async (ask) => (await ask(stacHealth)).collections],
    [
      'services-integration',
      figureNames.catalogueCollections,
      async (ask) => (await ask(stacCollections, { limit: '100' })).numberMatched,
    ],
  ],
  featureCollections: [
    ['demo-enhanced', stepTexts.features.caption, featureCount],
    ['services-integration', figureNames.featureCollections, featureCount],
  ],
  accounts: [
    ['user-management', userTexts.tiles.active, async (ask) => (await ask(usersSummary)).active],
    ['auth-enterprise', authTexts.tiles.active, async (ask) => (await ask(usersSummary)).active],
    [
      'user-management, lista',
      figureNames.accounts,
      async (ask) => (await ask(usersList, { status: 'active', pageSize: '1' })).total,
    ],
  ],
  sessions: [
    ['auth-enterprise', authTexts.tiles.sessions, async (ask) => (await ask(usersSummary)).openSessions],
    ['auth-enterprise, lista', figureNames.sessions, async (ask) => (await ask(sessionsList, { pageSize: '1' })).total],
  ],
  tasksPending: [
    ['home', homeTexts.queue.waiting, pendingTasks],
    ['demo-enhanced', stepTexts.tasks.caption, async (ask) => (await ask(dashboardStats)).asyncTasks],
  ],
  endpoints: [
    [
      'system-health',
      healthTexts.statistics.endpoints,
      async (ask) => (await ask(systemHealth)).statistics.total_endpoints,
    ],
    ['services-integration', figureNames.endpoints, async (ask) => (await ask(listEndpoints)).endpoints.length],
  ],
};

/** Figures of the present moment: two answers may differ by what happened between them, their names may not. */
export const namesOfTheMoment: readonly (readonly [screen: string, words: string, figure: NamedFigure])[] = [
  ['dashboard', dashboardTexts.tiles.latency, 'apiLatency'],
  ['zee-angola', zeeTexts.api.caption, 'apiLatency'],
  ['system-health', healthTexts.performance.api, 'apiLatency'],
  ['performance-monitor', performanceTexts.tiles.p95, 'apiLatency'],
  ['demo-enhanced', stepTexts.latency.caption, 'apiLatency'],
  ['interface de saúde', interfaceTexts.api, 'apiLatency'],
  ['dashboard', dashboardTexts.tiles.availability, 'availability'],
  ['zee-angola', zeeTexts.health.availability, 'availability'],
  ['zee-angola', zeeTexts.api.availability, 'availabilityDay'],
  ['system-health', healthTexts.overall.availability, 'availability'],
  ['realtime-monitoring', liveTexts.cards.uptime.label, 'availability'],
  ['demo-enhanced', stepTexts.availability.caption, 'availability'],
  ...(['cpu', 'memory', 'disk'] as const).flatMap((figure) => [
    ['system-health', healthTexts.performance[figure], figure] as const,
    ['zee-angola', zeeTexts.health[figure], figure] as const,
    ['performance-monitor', performanceTexts.tiles[figure], figure] as const,
    ['performance-monitor, gráfico', performanceTexts.charts[figure], figure] as const,
    ['interface de saúde', interfaceTexts[figure], figure] as const,
  ]),
  ['home', homeTexts.disk.used, 'disk'],
  ['home', homeTexts.disk.memory, 'memory'],
  ['home', homeTexts.disk.cpu, 'cpu'],
  ['realtime-monitoring', liveTexts.cards.cpu.label, 'cpu'],
  ['realtime-monitoring', liveTexts.cards.memory.label, 'memory'],
  ['realtime-monitoring', liveTexts.cards.database.label, 'databaseConnections'],
  ['performance-monitor', performanceTexts.tiles.databaseConnections, 'databaseConnections'],
  ['global-fishing-watch', fishingTexts.cards.vessels, 'vesselsHeard'],
  ['home', homeTexts.datasets.items, 'catalogueItems'],
  ['services-integration', integrationTexts.statistics.items, 'catalogueItems'],
];

/** Whether words name a figure as it is named everywhere. */
export const names = (words: string, figure: NamedFigure): boolean =>
  words === figureNames[figure] || words === figureCaption(figure);

/** Vessels: three figures that were once one word. */
export async function vesselFigures(ask: Ask) {
  const fleet = await ask(listVessels, { pageSize: '1' });
  return { present: (await ask(realtimeData)).active_vessels, heard: fleet.active, known: fleet.known };
}

function openVesselAlerts(pageSize: string) {
  return async (ask: Ask): Promise<unknown> => (await ask(listVesselAlerts, { state: 'open', pageSize })).total;
}

async function featureCount(ask: Ask): Promise<unknown> {
  return (await ask(featureCollections, { f: 'json' })).collections.length;
}

async function pendingTasks(ask: Ask): Promise<unknown> {
  const { queued, running } = await ask(jobOutcomes);
  return queued + running;
}

/** A size that grows while it is asked for: it is known in one place whenever it is in another. */
function isKnown(read: (ask: Ask) => Promise<unknown>) {
  return async (ask: Ask): Promise<unknown> => (await read(ask)) !== null;
}
