import type { RejectedRow } from '../core/port.ts';
import type { StationSeries } from '../core/records.ts';
import { readingWire, type StationWire, stationWire } from './wire.ts';

/** A level beyond this is no level in metres, but a pressure or a fill value. */
const MOST_METERS = 50;

type Mapped<T> = {
  readonly records: readonly T[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one fitted the schema. */
  readonly drifted: boolean;
};

/** A station with its position (degrees). */
export type Station = StationWire & { readonly lat: number; readonly lon: number };

type Box = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** Stations that lie in a box. Stations without a position are left out; rows that are no station are rejected. */
export function mapStations(rows: readonly unknown[], box: Box): Mapped<Station> {
  const records: Station[] = [];
  const rejected: RejectedRow[] = [];
  for (const raw of rows) {
    const parsed = stationWire.safeParse(raw);
    if (!parsed.success) rejected.push({ reason: `Não é uma estação: ${parsed.error.issues[0]?.message ?? ''}`, raw });
    else if (hasPosition(parsed.data) && isWithin(parsed.data, box)) records.push(parsed.data);
  }
  return { records, rejected, drifted: rows.length > 0 && rejected.length === rows.length };
}

function hasPosition(station: StationWire): station is Station {
  return station.lat !== null && station.lon !== null;
}

function isWithin({ lon, lat }: Station, { west, south, east, north }: Box): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north;
}

/**
 * Readings as one series for each sensor (metres, UTC): sensors have zeros of their own, so that their levels never mix.
 * Of two readings of one instant the later one counts.
 */
export function mapReadings(rows: readonly unknown[], station: Station): Mapped<StationSeries> {
  const rejected: RejectedRow[] = [];
  const bySensor = new Map<string, Map<number, number | null>>();
  let misfits = 0;
  for (const raw of rows) {
    const parsed = readingWire.safeParse(raw);
    if (!parsed.success) {
      misfits += 1;
      rejected.push({ reason: `Não é uma leitura: ${parsed.error.issues[0]?.message ?? ''}`, raw });
      continue;
    }
    const { stime, slevel, sensor } = parsed.data;
    const timeMs = instantOf(stime);
    const level = levelOf(slevel);
    if (timeMs === null) rejected.push({ reason: `Instante inválido: ${stime}`, raw });
    else if (level === undefined) rejected.push({ reason: `Nível inválido: ${slevel}`, raw });
    else {
      const readings = bySensor.get(sensor.trim()) ?? new Map<number, number | null>();
      bySensor.set(sensor.trim(), readings);
      readings.set(timeMs, level);
    }
  }
  const records = [...bySensor].map(([sensor, readings]) => seriesOf(station, sensor, readings));
  return { records, rejected, drifted: rows.length > 0 && misfits === rows.length };
}

function seriesOf(station: Station, sensor: string, readings: ReadonlyMap<number, number | null>): StationSeries {
  const sorted = [...readings].sort(([a], [b]) => a - b);
  return {
    kind: 'station-series',
    dataset: `slsmf-${sensor}`,
    stationId: `ioc:${station.code}`,
    variable: 'seaLevel',
    unit: 'm',
    timesMs: sorted.map(([timeMs]) => timeMs),
    values: sorted.map(([, level]) => level),
    gauge: {
      code: station.code,
      name: station.location?.trim() || station.code,
      country: station.country?.trim() || null,
      lon: station.lon,
      lat: station.lat,
      sensor,
    },
  };
}

/** Epoch milliseconds of `YYYY-MM-DD HH:MM:SS`, which is UTC, with blanks after it; null for any other text. */
function instantOf(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)\s*$/.exec(text);
  const timeMs = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}Z`);
  return Number.isNaN(timeMs) ? null : timeMs;
}

/** Null is a gap; undefined is no level. */
function levelOf(value: string | number | null | undefined): number | null | undefined {
  if (value == null || value === '') return null;
  const level = Number(value);
  return Number.isFinite(level) && Math.abs(level) <= MOST_METERS ? level : undefined;
}
