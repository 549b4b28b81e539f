import { dayMs, isoDate, parseIsoDate, startOfUtcDay } from '@kianda/geo';
import { type Catalogue, daily, hourly, type SpeedUnit, speedUnits, windHourly } from './variables.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

export type MarineRequest = {
  readonly catalogue: Catalogue;
  readonly points: readonly { readonly lon: number; readonly lat: number }[];
  readonly hourly: readonly string[];
  readonly daily: readonly string[];
  readonly current: readonly string[];
  readonly timezone: string;
  readonly abbreviation: string;
  readonly offsetSeconds: number;
  readonly unixTime: boolean;
  /** UTC instants of the first hour and of the hour after the last. */
  readonly startMs: number;
  readonly endMs: number;
  readonly cellSelection: string;
};

/** A refusal in the provider's words. */
export class MarineError extends Error {}

const marine: Catalogue = { kind: 'Marine', hourly, daily };

/** The variables of the weather forecast, with speeds as the query wants them. */
function forecastOf(query: Query): Catalogue {
  const unit = text(query, 'wind_speed_unit') ?? 'kmh';
  if (!Object.hasOwn(speedUnits, unit)) throw invalid('WindspeedUnit', unit);
  return { kind: 'Forecast', hourly: windHourly(unit as SpeedUnit), daily: {} };
}

/** Reads a query to a service; throws `MarineError` with the reason the provider gives. */
export function parseRequest(query: Query, nowMs: number, service: 'marine' | 'forecast'): MarineRequest {
  const catalogue = service === 'marine' ? marine : forecastOf(query);
  const latitudes = numbers(query, 'latitude');
  const longitudes = numbers(query, 'longitude');
  if (latitudes.length === 0) throw new MarineError("Value required for key 'latitude'.");
  if (latitudes.length !== longitudes.length)
    throw new MarineError("Parameter 'latitude' and 'longitude' must have the same number of elements");
  const points = latitudes.map((lat, index) => {
    const lon = longitudes[index] ?? 0;
    if (!(Math.abs(lat) <= 90)) throw new MarineError(`Latitude must be in range of -90 to 90°. Given: ${lat}.`);
    if (!(Math.abs(lon) <= 180)) throw new MarineError(`Longitude must be in range of -180 to 180°. Given: ${lon}.`);
    return { lon, lat };
  });
  const zone = zoneOf(text(query, 'timezone') ?? 'GMT', nowMs);
  const timeFormat = text(query, 'timeformat') ?? 'iso8601';
  if (timeFormat !== 'iso8601' && timeFormat !== 'unixtime') throw invalid('Timeformat', timeFormat);
  const type = `${catalogue.kind}Variable`;
  return {
    catalogue,
    points,
    hourly: names(query, 'hourly', catalogue.hourly, type),
    daily: names(query, 'daily', catalogue.daily, `${type}Daily`),
    current: names(query, 'current', catalogue.hourly, type),
    ...zone,
    unixTime: timeFormat === 'unixtime',
    ...rangeOf(query, zone.offsetSeconds * 1000, nowMs),
    cellSelection: text(query, 'cell_selection') ?? 'sea',
  };
}

/** Whole local days: the axis starts at midnight of the requested zone. */
function rangeOf(query: Query, offsetMs: number, nowMs: number): { startMs: number; endMs: number } {
  const today = startOfUtcDay(nowMs + offsetMs);
  const startDate = text(query, 'start_date');
  const endDate = text(query, 'end_date');
  if (startDate !== null || endDate !== null) {
    if (startDate === null || endDate === null) throw new MarineError("Both 'start_date' and 'end_date' must be set");
    const [first, last] = [today - 92 * dayMs, today + 16 * dayMs];
    const [start, end] = [dateOf('start_date', startDate), dateOf('end_date', endDate)];
    for (const [name, timeMs] of [
      ['start_date', start],
      ['end_date', end],
    ] as const)
      if (timeMs < first || timeMs > last)
        throw new MarineError(`Parameter '${name}' is out of allowed range from ${isoDate(first)} to ${isoDate(last)}`);
    if (end < start) throw new MarineError('End-date must be larger or equals than start-date');
    return { startMs: start - offsetMs, endMs: end + dayMs - offsetMs };
  }
  const pastDays = days(query, { key: 'past_days', label: 'Past days', standard: 0, most: 92 });
  const forecastDays = days(query, { key: 'forecast_days', label: 'Forecast days', standard: 7, most: 16 });
  return { startMs: today - pastDays * dayMs - offsetMs, endMs: today + forecastDays * dayMs - offsetMs };
}

type DaysParameter = {
  readonly key: string;
  readonly label: string;
  readonly standard: number;
  readonly most: number;
};

function days(query: Query, { key, label, standard, most }: DaysParameter): number {
  const given = text(query, key);
  const value = given === null ? standard : Number(given);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new MarineError(`${label} is invalid. Allowed range 0 to ${most}. Given ${given}.`);
  return value;
}

function dateOf(name: string, value: string): number {
  try {
    return parseIsoDate(value);
  } catch {
    throw new MarineError(`Invalid date format for '${name}'. Make sure to use 'YYYY-MM-DD'`);
  }
}

/** `auto` is the zone of Angola: the simulated sea has no other shore. */
function zoneOf(name: string, nowMs: number): Pick<MarineRequest, 'timezone' | 'abbreviation' | 'offsetSeconds'> {
  const timezone = name === 'auto' ? 'Africa/Luanda' : name;
  if (timezone === 'GMT' || timezone === 'UTC') return { timezone, abbreviation: timezone, offsetSeconds: 0 };
  try {
    const parts = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(
      nowMs,
    );
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
    const seconds = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
    const abbreviation = seconds === 0 ? 'GMT' : `GMT${sign}${Number(hours)}`;
    return { timezone, abbreviation, offsetSeconds: seconds };
  } catch {
    throw new MarineError('Invalid timezone');
  }
}

function text(query: Query, name: string): string | null {
  const value = query[name];
  const joined = Array.isArray(value) ? value.join(',') : value;
  return joined === undefined || joined === '' ? null : joined;
}

function list(query: Query, name: string): string[] {
  return (
    text(query, name)
      ?.split(',')
      .map((part) => part.trim()) ?? []
  );
}

function numbers(query: Query, name: string): number[] {
  return list(query, name).map((part) => {
    const value = Number(part);
    if (part === '' || Number.isNaN(value)) throw invalid('Float', part);
    return value;
  });
}

function names(query: Query, key: string, known: Readonly<Record<string, unknown>>, type: string): string[] {
  return list(query, key).map((name) => {
    if (!Object.hasOwn(known, name)) throw invalid(type, name);
    return name;
  });
}

function invalid(type: string, value: string): MarineError {
  return new MarineError(`Data corrupted at path ''. Cannot initialize ${type} from invalid String value ${value}.`);
}
