import { type DataOf, worstProvenance } from '@kianda/contract';
import type { dashboardOverview } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { fishingZones, zeeAreas } from '@kianda/geo';
import { createCache } from '../../../platform/cache/cache.ts';
import { nowIso } from '../../../platform/clock/clock.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import type { Answer } from '../../../platform/http/bind.ts';
import { configuredProvenance } from '../../../platform/http/own-provenance.ts';
import { overallOf } from '../health/index.ts';
import type { DashboardSources } from './dashboard.types.ts';
import { collectFigures, measured, stationSource, zoneSource } from './figures.rules.ts';
import { oceanFigures } from './ocean-figures.service.ts';

type OverviewAnswer = Answer<DataOf<typeof dashboardOverview>>;
type State = 'online' | 'warning' | 'offline';
type Readings = Awaited<ReturnType<typeof readings>>;
type Figures = ReturnType<typeof collectFigures>;

/** The overview, shared by every open console for two seconds; a change of the alerts shows at once. */
export function createOverview(sources: DashboardSources, events: EventBus) {
  const cache = createCache<OverviewAnswer>({
    name: 'dashboard/overview',
    clock: sources.clock,
    ttlMs: 2_000,
    maxStaleMs: 0,
    maxEntries: 1,
  });
  let unsubscribe: (() => void) | null = null;
  return {
    read: async (): Promise<OverviewAnswer> =>
      (await cache.get('', async () => overviewOf(sources, await readings(sources)))).value,
    start(): void {
      unsubscribe = events.subscribe(({ channel }) => {
        if (channel === 'alerts') cache.clear();
      });
    },
    stop(): void {
      unsubscribe?.();
      unsubscribe = null;
    },
  };
}

async function readings(sources: DashboardSources) {
  const { biodiversity, ocean, health, connectors } = sources;
  const [figures, species, stations, alerts, uptime, freshness, copernicus, condition] = await Promise.all([
    oceanFigures(sources),
    biodiversity.speciesCount(),
    ocean.service.stationCount(),
    health.service.alertCounts(),
    health.service.availability(1),
    connectors.service.freshnessPercent(),
    copernicusState(sources),
    health.condition(),
  ]);
  return { figures, species, stations, alerts, uptime, freshness, copernicus, condition };
}

function overviewOf(sources: DashboardSources, read: Readings): OverviewAnswer {
  const { clock } = sources;
  const { alerts, uptime, condition } = read;
  const collected = collectFigures();
  const data = {
    system_status: {
      overall: overallOf(condition),
      condition,
      uptime: collected.take('system_status.uptime', measured(clock, uptime, 'Ainda sem verificações registadas.')),
      last_update: condition.checkedAt ?? nowIso(clock),
    },
    zee_angola: zeeFigures(sources, read, collected),
    real_time_data: seaFigures(read, collected),
    services: serviceStates(sources, read),
    alerts: { active: alerts.active, resolved_today: alerts.resolved_today, total_this_week: alerts.week },
    performance: performanceFigures(sources, read, collected),
  };
  return {
    data,
    provenance: worstProvenance(Object.values(collected.fields)),
    fields: collected.fields,
    missing: collected.missing,
  };
}

function zeeFigures({ clock }: DashboardSources, { stations, species }: Readings, collected: Figures) {
  return {
    area_km2: collected.take('zee_angola.area_km2', {
      value: zeeAreas.configured.value,
      provenance: configuredProvenance(clock, zeeAreas.configured.source),
    }),
    monitoring_stations: collected.take('zee_angola.monitoring_stations', {
      value: stations,
      provenance: configuredProvenance(clock, stationSource),
    }),
    species_recorded: collected.take('zee_angola.species_recorded', species),
    fishing_zones: collected.take('zee_angola.fishing_zones', {
      value: fishingZones.length,
      provenance: configuredProvenance(clock, zoneSource),
    }),
  };
}

function seaFigures({ figures }: Readings, collected: Figures) {
  return {
    sea_temperature: collected.take('real_time_data.sea_temperature', figures.temperature),
    chlorophyll: collected.take('real_time_data.chlorophyll', figures.chlorophyll),
    wave_height: collected.take('real_time_data.wave_height', figures.waves),
    current_speed: collected.take('real_time_data.current_speed', figures.current.speed),
  };
}

function serviceStates({ health }: DashboardSources, { copernicus }: Readings) {
  const window = health.service.window();
  return {
    copernicus,
    data_processing: componentState(health, 'data-processing'),
    monitoring: componentState(health, 'monitor'),
    apis: window !== null && window.errorShare >= 0.05 ? ('warning' as const) : ('online' as const),
  };
}

function performanceFigures({ clock, health }: DashboardSources, { freshness }: Readings, collected: Figures) {
  const window = health.service.window();
  const noRequests = 'Sem pedidos nos últimos 5 minutos.';
  return {
    api_response_time: collected.take(
      'performance.api_response_time',
      measured(clock, window?.p95Ms ?? null, noRequests),
    ),
    data_freshness: collected.take(
      'performance.data_freshness',
      measured(clock, freshness, 'Ainda sem dados ingeridos.'),
    ),
    success_rate: collected.take(
      'performance.success_rate',
      measured(clock, window === null ? null : 100 * (1 - window.errorShare), noRequests),
    ),
  };
}

function componentState(health: DashboardSources['health'], id: string): State {
  return health.registry.components.find((component) => component.id === id)?.report.state ?? 'warning';
}

async function copernicusState({ connectors }: DashboardSources): Promise<State> {
  const connector = (await connectors.service.list()).find((candidate) => candidate.id === 'cmems');
  if (connector === undefined || connector.status === 'error' || connector.status === 'inactive') return 'offline';
  return connector.fresh === true ? 'online' : 'warning';
}
