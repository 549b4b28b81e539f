import type { DataOf, Provenance, Sourced } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import { dashboardOverview, dashboardStats, platformInfo } from '@kianda/contract/dashboard/dashboard.contract';
import { oceanographicData, realtimeData, satelliteData } from '@kianda/contract/ocean/ocean.contract';
import { angolaBbox, fishingZones, zeeAreas } from '@kianda/geo';
import { createCache } from '../../platform/cache/cache.ts';
import { nowIso } from '../../platform/clock/clock.ts';
import { type Answer, type Bindings, bind } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/module.ts';
import type { BiodiversityModule } from '../biodiversity/index.ts';
import type { CachesModule } from '../caches/index.ts';
import type { ConnectorsModule } from '../connectors/index.ts';
import { activeFishingZones } from '../geography/index.ts';
import type { HealthModule } from '../health/index.ts';
import { overallOf } from '../health/index.ts';
import type { OceanModule } from '../ocean/index.ts';
import type { SecurityModule } from '../security/index.ts';
import type { VesselsModule } from '../vessels/index.ts';
import { collectFigures } from './figures.ts';
import { satelliteAnswer } from './satellite.ts';

export type InstallationInfo = {
  readonly version: string;
  readonly mode: 'demo' | 'production';
  readonly operatorName: string;
  readonly supportEmail: string;
  readonly interfacesUrl: string;
  readonly serviceUrls: Readonly<Record<string, string>>;
};

type State = 'online' | 'warning' | 'offline';

/** Bindings of the dashboards: every figure is another module's measurement, told with its origin. */
export function dashboardBindings(options: {
  platform: Platform;
  ocean: OceanModule;
  biodiversity: BiodiversityModule;
  vessels: VesselsModule;
  connectors: ConnectorsModule;
  health: HealthModule;
  queue: () => JobQueue;
  caches: Pick<CachesModule, 'hitRate'>;
  security: Pick<SecurityModule, 'score'>;
  installation: InstallationInfo;
}): Bindings {
  const { platform, ocean, biodiversity, vessels, connectors, health } = options;
  const { clock } = platform;
  const own = (observedAt?: string): Provenance => ownProvenance(clock, observedAt);
  const measured = <T>(value: T, missingReason?: string): Sourced<T> => ({
    value,
    provenance: own(),
    ...(missingReason === undefined ? {} : { missingReason }),
  });

  // Every open console asks every few seconds: they share one answer, which keeps the instants of its own reading.
  const overview = createCache<Answer<DataOf<typeof dashboardOverview>>>({
    name: 'dashboard/overview',
    clock,
    ttlMs: 2_000,
    maxStaleMs: 0,
    maxEntries: 1,
  });

  // Of an alert raised or closed meanwhile, every screen tells at once.
  platform.events.subscribe(({ channel }) => {
    if (channel === 'alerts') overview.clear();
  });

  /** The readings several screens share. */
  async function oceanFigures() {
    const [temperature, chlorophyll, waves, current] = await Promise.all([
      ocean.service.zeeFigure('analysedSst', 'mean'),
      ocean.service.zeeFigure('chlorophyll', 'median'),
      ocean.service.stationMean('waveHeight'),
      ocean.service.current(),
    ]);
    return { temperature, chlorophyll, waves, current };
  }

  function componentState(id: string): State {
    return health.registry.components.find((component) => component.id === id)?.report.state ?? 'warning';
  }

  async function copernicusState(): Promise<State> {
    const connector = (await connectors.service.list()).find((candidate) => candidate.id === 'cmems');
    if (connector === undefined || connector.status === 'error' || connector.status === 'inactive') return 'offline';
    return connector.fresh === true ? 'online' : 'warning';
  }

  /** The overview as it is now: a dozen questions to the modules. */
  async function readOverview(): Promise<Answer<DataOf<typeof dashboardOverview>>> {
    const [figures, species, stations, alerts, uptime, freshness, copernicus] = await Promise.all([
      oceanFigures(),
      biodiversity.speciesCount(),
      ocean.service.stationCount(),
      health.service.alertCounts(),
      health.service.availability(1),
      connectors.service.freshnessPercent(),
      copernicusState(),
    ]);
    const window = health.service.window();
    const components = health.registry.components;
    const overall = overallOf(components);
    const noRequests = 'Sem pedidos nos últimos 5 minutos.';
    const collected = collectFigures();
    const data = {
      system_status: {
        overall: overall === 'unknown' ? ('degraded' as const) : overall,
        uptime: collected.take('system_status.uptime', measured(uptime, 'Ainda sem verificações registadas.')),
        last_update: components[0]?.checkedAt ?? nowIso(clock),
      },
      zee_angola: {
        area_km2: collected.take('zee_angola.area_km2', {
          value: zeeAreas.configured.value,
          provenance: { ...own(), source: zeeAreas.configured.source } as Provenance,
        }),
        monitoring_stations: collected.take('zee_angola.monitoring_stations', measured(stations)),
        species_recorded: collected.take('zee_angola.species_recorded', species),
        fishing_zones: collected.take('zee_angola.fishing_zones', measured(fishingZones.length)),
      },
      real_time_data: {
        sea_temperature: collected.take('real_time_data.sea_temperature', figures.temperature),
        chlorophyll: collected.take('real_time_data.chlorophyll', figures.chlorophyll),
        wave_height: collected.take('real_time_data.wave_height', figures.waves),
        current_speed: collected.take('real_time_data.current_speed', figures.current.speed),
      },
      services: {
        copernicus,
        data_processing: componentState('data-processing'),
        monitoring: componentState('database'),
        apis: window !== null && window.errorShare >= 0.05 ? ('warning' as const) : ('online' as const),
      },
      alerts: { active: alerts.active, resolved_today: alerts.resolved_today, total_this_week: alerts.week },
      performance: {
        api_response_time: collected.take('performance.api_response_time', measured(window?.p95Ms ?? null, noRequests)),
        data_freshness: collected.take('performance.data_freshness', measured(freshness, 'Ainda sem dados ingeridos.')),
        success_rate: collected.take(
          'performance.success_rate',
          measured(window === null ? null : 100 * (1 - window.errorShare), noRequests),
        ),
      },
    };
    return {
      data,
      provenance: worstProvenance(Object.values(collected.fields)),
      fields: collected.fields,
      missing: collected.missing,
    };
  }

  return [
    bind(dashboardOverview, async () => (await overview.get('', readOverview)).value),

    bind(dashboardStats, async () => {
      const [alerts, availability, jobs, securityScore] = await Promise.all([
        health.service.alertCounts(),
        health.service.availability(30),
        options.queue().list({ limit: 500 }),
        options.security.score(),
      ]);
      const cacheHitRate = options.caches.hitRate();
      const components = health.registry.components;
      const window = health.service.window();
      const noModel = 'Ainda não há modelos treinados.';
      return {
        data: {
          servicesOnline: components.filter((component) => component.report.state !== 'offline').length,
          totalServices: components.length,
          apiLatency: window?.p95Ms ?? null,
          mlAccuracy: null,
          availability,
          activeAlerts: alerts.active,
          asyncTasks: jobs.filter((job) => job.state === 'queued' || job.state === 'running').length,
          cacheHitRate,
          securityScore,
          maxentModels: 0,
          verifiedAt: components[0]?.checkedAt ?? nowIso(clock),
        },
        provenance: own(components[0]?.checkedAt),
        missing: {
          mlAccuracy: noModel,
          ...(cacheHitRate === null ? { cacheHitRate: 'Ainda ninguém pediu nada que se guarde em memória.' } : {}),
          ...(securityScore === null ? { securityScore: 'Nenhuma proteção pôde ser verificada.' } : {}),
          ...(window === null ? { apiLatency: 'Sem pedidos nos últimos 5 minutos.' } : {}),
          ...(availability === null ? { availability: 'Ainda sem verificações registadas.' } : {}),
        },
      };
    }),

    bind(platformInfo, async () => ({
      data: { name: 'Kianda' as const, ...options.installation, serviceUrls: { ...options.installation.serviceUrls } },
      provenance: own(),
    })),

    bind(realtimeData, async () => {
      const [figures, presence, zones, stations] = await Promise.all([
        oceanFigures(),
        vessels.service.presence(24),
        activeFishingZones(vessels.service),
        ocean.service.stationCount(),
      ]);
      const collected = collectFigures();
      const noPresence = 'Ainda sem presença de embarcações.';
      const count = presence.value === null ? null : presence.value.flags.reduce((sum, row) => sum + row.vessels, 0);
      const data = {
        sea_temperature: collected.take('sea_temperature', figures.temperature),
        chlorophyll: collected.take('chlorophyll', figures.chlorophyll),
        wave_height: collected.take('wave_height', figures.waves),
        current_speed: collected.take('current_speed', figures.current.speed),
        active_vessels: collected.take('active_vessels', { ...presence, value: count }),
        active_fishing_zones: collected.take(
          'active_fishing_zones',
          zones ?? { value: null, provenance: { state: 'fallback', reason: noPresence }, missingReason: noPresence },
        ),
        monitoring_stations: collected.take('monitoring_stations', measured(stations)),
      };
      return {
        data,
        provenance: worstProvenance(Object.values(collected.fields)),
        fields: collected.fields,
        missing: collected.missing,
      };
    }),

    bind(oceanographicData, async () => {
      const [figures, salinity, stations, all, passes] = await Promise.all([
        oceanFigures(),
        ocean.service.zeeFigure('salinity', 'mean'),
        ocean.service.stationCount(),
        connectors.service.list(),
        ocean.products.passesToday(),
      ]);
      const [west, south, east, north] = angolaBbox;
      const collected = collectFigures();
      const take = <T>(name: string, sourced: Sourced<T>) => collected.take(`current_conditions.${name}`, sourced);
      const data = {
        region: 'ZEE de Angola',
        area_km2: zeeAreas.configured.value,
        coordinates: { north, south, east, west },
        current_conditions: {
          temperature: take('temperature', figures.temperature),
          salinity: take('salinity', salinity),
          chlorophyll: take('chlorophyll', figures.chlorophyll),
          wave_height: take('wave_height', figures.waves),
          current_speed: take('current_speed', figures.current.speed),
          current_direction: take('current_direction', figures.current.direction),
        },
        data_sources: all.filter((connector) => connector.lastSuccess !== null).map((connector) => connector.provider),
        monitoring_stations: stations,
        satellite_passes_today: collected.take('satellite_passes_today', passes),
      };
      return {
        data,
        provenance: worstProvenance(Object.values(collected.fields)),
        fields: collected.fields,
        missing: collected.missing,
      };
    }),

    bind(satelliteData, () => satelliteAnswer(ocean.service, nowIso(clock))),
  ];
}
