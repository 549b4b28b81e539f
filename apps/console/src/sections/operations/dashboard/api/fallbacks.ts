import type { DataOf } from '@kianda/contract';
import type { dashboardOverview, dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import type { SystemCondition } from '@kianda/contract/operations/health/condition';
import type { servicesStatus, systemHealth } from '@kianda/contract/operations/health/health.contract';
import type { fisheriesStats } from '@kianda/contract/sea/fisheries/fisheries.contract';
import type { oceanographicData, satelliteData } from '@kianda/contract/sea/ocean/ocean.contract';

/** Fallback figures have no moment of their own; no screen shows this one. */
const never = '1970-01-01T00:00:00.000Z';

/** Nobody answered: what stands in for the figures says nothing of the state. */
const nobodyAnswered: SystemCondition = {
  level: 'unknown',
  sentence: 'O servidor não responde.',
  findings: [],
  services: { total: 0, online: 0, warning: 0, offline: 0, unknown: 0 },
  checkedAt: null,
};

/** Samples of the enhanced dashboard for when neither server nor copy answers: shown as examples, never as figures. */
export const statsFallback: DataOf<typeof dashboardStats> = {
  servicesOnline: 24,
  totalServices: 24,
  apiLatency: 89,
  mlAccuracy: 95,
  availability: 99.99,
  availabilitySince: null,
  activeAlerts: 0,
  asyncTasks: 0,
  cacheHitRate: null,
  securityScore: null,
  maxentModels: 0,
  verifiedAt: never,
};

export const overviewFallback: DataOf<typeof dashboardOverview> = {
  system_status: { overall: 'degraded', condition: nobodyAnswered, uptime: 99.7, last_update: never },
  zee_angola: { area_km2: 518_000, monitoring_stations: 47, species_recorded: 1_247, fishing_zones: 12 },
  real_time_data: { sea_temperature: 24.5, chlorophyll: 2.1, wave_height: 1.8, current_speed: 0.5 },
  services: { copernicus: 'warning', data_processing: 'warning', monitoring: 'warning', apis: 'warning' },
  alerts: { active: 0, resolved_today: 3, total_this_week: 12 },
  performance: { api_response_time: 89, data_freshness: 95, success_rate: 98.7 },
};

export const healthFallback: DataOf<typeof systemHealth> = {
  overall_status: 'unknown',
  condition: nobodyAnswered,
  health_percentage: 85.7,
  uptime: 99.7,
  uptime_since: null,
  process_uptime_seconds: 0,
  components: [],
  performance: { cpu_usage: 45.2, memory_usage: 67.8, disk_usage: 23.1, network_io: null, api_response_time: 89 },
  statistics: {
    total_services: 7,
    online_services: 5,
    offline_services: 2,
    total_endpoints: 25,
    active_connections: 12,
  },
  alerts: { active: 0, critical: 0 },
  last_check: null,
  timestamp: never,
};

export const satelliteFallback: DataOf<typeof satelliteData> = {
  status: 'error',
  data_source: 'Copernicus',
  region: 'ZEE de Angola',
  real_time_data: {
    timestamp: null,
    parameters: {
      analysedSst: { value: 24.5, unit: '°C', observedAt: null },
      chlorophyll: { value: 2.1, unit: 'mg/m³', observedAt: null },
    },
    coverage: { spatial: 98, temporal: 95 },
  },
  metadata: {
    satellites: ['Sentinel-3A', 'Sentinel-3B', 'MODIS'],
    models: ['CMEMS', 'Copernicus'],
    processing_level: 'L3',
    update_frequency: 'diária',
    data_latency: 6,
  },
  quality_flags: { overall_quality: 'good', data_completeness: 95, spatial_coverage: 98, temporal_consistency: null },
};

export const oceanographicFallback: DataOf<typeof oceanographicData> = {
  region: 'ZEE de Angola',
  area_km2: 518_000,
  coordinates: { north: -4.4, south: -18, east: 16.8, west: 11.4 },
  current_conditions: {
    temperature: 24.5,
    salinity: null,
    chlorophyll: 2.1,
    wave_height: 1.8,
    current_speed: 0.5,
    current_vector_speed: null,
    current_direction: null,
  },
  data_sources: ['Copernicus', 'NOAA', 'Local Stations'],
  monitoring_stations: 47,
  satellite_passes_today: 8,
};

export const fisheriesFallback: DataOf<typeof fisheriesStats> = {
  region: 'ZEE de Angola',
  year: null,
  total_catch_tons: 485_000,
  main_species: [{ name: 'Sardinella aurita', catch_tons: 125_000, percentage: 25.8, trend: 'stable' }],
  by_year: [],
  fishing_zones: 12,
  sustainability_metrics: {
    overall_index: 7.2,
    overfishing_risk: null,
    stock_status: null,
    conservation_measures: 15,
  },
  economic_impact: { gdp_contribution_percent: 3.8, employment_total: 125_000, export_value_usd: 890_000_000 },
  published: [],
};

export const servicesFallback: DataOf<typeof servicesStatus> = {
  services: [],
  summary: { total: 7, online: 5, offline: 2, health_percentage: 85.7, last_updated: never },
};
