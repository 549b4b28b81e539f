import type { RejectedRow } from '../core/port.ts';
import type { StationSeries } from '../core/records.ts';
import type { HourlyName, PointWire } from './wire.ts';

type Variable = {
  readonly wire: HourlyName;
  readonly variable: string;
  /** Unit on screen, and its name at the provider. */
  readonly unit: string;
  readonly wireUnit: string;
};

/** Series of one of the provider's services. */
export type Series = { readonly dataset: string; readonly variables: readonly Variable[] };

const WAVE_VARIABLES: readonly Variable[] = [
  { wire: 'wave_height', variable: 'waveHeight', unit: 'm', wireUnit: 'm' },
  { wire: 'wave_direction', variable: 'waveDirection', unit: '°', wireUnit: '°' },
  { wire: 'wave_period', variable: 'wavePeriod', unit: 's', wireUnit: 's' },
  { wire: 'swell_wave_height', variable: 'swellHeight', unit: 'm', wireUnit: 'm' },
  { wire: 'sea_surface_temperature', variable: 'seaSurfaceTemperature', unit: '°C', wireUnit: '°C' },
];
export const waveSeries: Series = { dataset: 'open-meteo-marine/best_match', variables: WAVE_VARIABLES };

/** The direction is the one that the wind comes from, clockwise from north. */
export const windSeries: Series = {
  dataset: 'open-meteo/best_match',
  variables: [
    { wire: 'wind_speed_10m', variable: 'windSpeed', unit: 'm/s', wireUnit: 'm/s' },
    { wire: 'wind_direction_10m', variable: 'windDirection', unit: '°', wireUnit: '°' },
  ],
};

type MappedPoint = { readonly records: readonly StationSeries[]; readonly rejected: readonly RejectedRow[] };

/**
 * Maps the answer for one station into one series a variable (m, °, s, °C, m/s; UTC milliseconds). A variable of another
 * unit, of another length than the time axis, or with no value at all is rejected.
 */
export function mapPoint(point: PointWire, stationId: string, { dataset, variables }: Series): MappedPoint {
  // Unix times are UTC whatever the time zone asked for (only `iso8601` is local, without offset).
  const timesMs = point.hourly.time.map((seconds) => seconds * 1000);
  const records: StationSeries[] = [];
  const rejected: RejectedRow[] = [];
  for (const { wire, variable, unit, wireUnit } of variables) {
    const values = point.hourly[wire] ?? null;
    const reason = whyUnusable(values, timesMs.length, point.hourly_units[wire], wireUnit);
    if (reason === null && values !== null)
      records.push({ kind: 'station-series', dataset, stationId, variable, unit, timesMs, values });
    else rejected.push({ reason: `${stationId}, ${wire}: ${reason}`, raw: { stationId, wire, values } });
  }
  return { records, rejected };
}

function whyUnusable(
  values: readonly (number | null)[] | null,
  length: number,
  unit: string | undefined,
  expected: string,
): string | null {
  if (values === null) return 'variável ausente';
  if (values.length !== length) return `${values.length} valores para ${length} instantes`;
  if (unit !== expected) return `unidade ${unit ?? 'ausente'}, esperada ${expected}`;
  if (values.every((value) => value === null)) return 'sem nenhum valor neste ponto';
  return null;
}
