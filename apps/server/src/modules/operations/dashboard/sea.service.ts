import { type DataOf, type Provenance, type Sourced, worstProvenance } from '@kianda/contract';
import type { oceanographicData, realtimeData } from '@kianda/contract/sea/ocean/ocean.contract';
import { angolaBbox, zeeAreas } from '@kianda/geo';
import type { Answer } from '../../../platform/http/bind.ts';
import { configuredProvenance } from '../../../platform/http/own-provenance.ts';
import type { DashboardSources } from './dashboard.types.ts';
import { collectFigures, stationSource } from './figures.rules.ts';
import { oceanFigures } from './ocean-figures.service.ts';

/** Newest readings of the sea and of the vessels in it. */
export async function realtimeAnswer(sources: DashboardSources): Promise<Answer<DataOf<typeof realtimeData>>> {
  const { clock, ocean, vessels, geography } = sources;
  const [figures, presence, zones, stations] = await Promise.all([
    oceanFigures(sources),
    vessels.service.presence(24),
    geography.activeFishingZones(),
    ocean.service.stationCount(),
  ]);
  const collected = collectFigures();
  const count = presence.value === null ? null : presence.value.flags.reduce((sum, row) => sum + row.vessels, 0);
  const data = {
    sea_temperature: collected.take('sea_temperature', figures.temperature),
    chlorophyll: collected.take('chlorophyll', figures.chlorophyll),
    wave_height: collected.take('wave_height', figures.waves),
    current_speed: collected.take('current_speed', figures.current.speed),
    active_vessels: collected.take('active_vessels', { ...presence, value: count }),
    // Zones are counted by the presence of vessels: without one there are no others.
    active_fishing_zones: collected.take('active_fishing_zones', zones ?? { ...presence, value: null }),
    monitoring_stations: collected.take('monitoring_stations', {
      value: stations,
      provenance: configuredProvenance(clock, stationSource),
    }),
  };
  return {
    data,
    provenance: worstProvenance(Object.values(collected.fields)),
    fields: collected.fields,
    missing: collected.missing,
  };
}

/** Present conditions of the ZEE, with the providers that they come from. */
export async function oceanographicAnswer(
  sources: DashboardSources,
): Promise<Answer<DataOf<typeof oceanographicData>>> {
  const { clock, ocean } = sources;
  const [figures, salinity, stations, passes] = await Promise.all([
    oceanFigures(sources),
    ocean.service.zeeFigure('salinity', 'mean'),
    ocean.service.stationCount(),
    ocean.products.passesToday(),
  ]);
  const [west, south, east, north] = angolaBbox;
  const collected = collectFigures();
  const take = <T>(name: string, sourced: Sourced<T>) => collected.take(`current_conditions.${name}`, sourced);
  const data = {
    region: 'ZEE de Angola',
    area_km2: collected.take('area_km2', {
      value: zeeAreas.configured.value,
      provenance: configuredProvenance(clock, zeeAreas.configured.source),
    }),
    coordinates: collected.take('coordinates', {
      value: { north, south, east, west },
      provenance: configuredProvenance(clock, zeeAreas.configured.source),
    }),
    current_conditions: {
      temperature: take('temperature', figures.temperature),
      salinity: take('salinity', salinity),
      chlorophyll: take('chlorophyll', figures.chlorophyll),
      wave_height: take('wave_height', figures.waves),
      current_speed: take('current_speed', figures.current.speed),
      current_vector_speed: take('current_vector_speed', figures.current.vectorSpeed),
      current_direction: take('current_direction', figures.current.direction),
    },
    data_sources: sourcesOf(collected.fields),
    monitoring_stations: collected.take('monitoring_stations', {
      value: stations,
      provenance: configuredProvenance(clock, stationSource),
    }),
    satellite_passes_today: collected.take('satellite_passes_today', passes),
  };
  return {
    data,
    provenance: worstProvenance(Object.values(collected.fields)),
    fields: collected.fields,
    missing: collected.missing,
  };
}

/** Providers of figures, each once: those that no figure comes from are no sources of the answer. */
function sourcesOf(fields: Readonly<Record<string, Provenance>>): string[] {
  const delivered = Object.values(fields).filter(({ state }) => state !== 'configured');
  const named = delivered.flatMap((origin) => ('source' in origin ? origin.source.split(', ') : []));
  return [...new Set(named)].toSorted((a, b) => a.localeCompare(b, 'pt'));
}
