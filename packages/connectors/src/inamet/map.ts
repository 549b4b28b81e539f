import type { RejectedRow } from '../core/port.ts';
import type { CoastalStation, StationSeries } from '../core/records.ts';
import { inOwnUnit, variableNamed } from './variables.ts';
import { observationWire, stationWire } from './wire.ts';

type Box = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** `0-20000-0-66160` → `66160`: the block and station number that bulletins and files use. Others stay as they are. */
export function stationCode(identifier: string): string {
  return /^0-20000-0-(\d{5})$/.exec(identifier.trim())?.[1] ?? identifier.trim().toUpperCase();
}

/** Name of a station in the platform, however its institute wrote it. */
export function stationId(identifier: string): string {
  return `inamet:${stationCode(identifier)}`;
}

/**
 * Stations in a box, by identifier; invalid rows are rejected. A station without a position is included: it may be on
 * the coast.
 */
export function mapStations(rows: readonly unknown[], box: Box) {
  const stations = new Map<string, CoastalStation>();
  const rejected: RejectedRow[] = [];
  let misfits = 0;
  for (const raw of rows) {
    const parsed = stationWire.safeParse(raw);
    if (!parsed.success) {
      misfits += 1;
      rejected.push({ reason: `Não é uma estação: ${parsed.error.issues[0]?.message ?? ''}`, raw });
      continue;
    }
    const { geometry, properties } = parsed.data;
    const [lon, lat] = geometry?.coordinates ?? [];
    if (lon !== undefined && lat !== undefined && !isWithin(lon, lat, box)) continue;
    const code = stationCode(properties.wigos_station_identifier);
    stations.set(properties.wigos_station_identifier, {
      code: properties.wigos_station_identifier,
      name: properties.name?.trim() || code,
      lon: lon ?? null,
      lat: lat ?? null,
    });
  }
  return { stations, rejected, drifted: rows.length > 0 && misfits === rows.length };
}

function isWithin(lon: number, lat: number, { west, south, east, north }: Box): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north;
}

/**
 * Observations as one series for each station and variable, in its own unit. Variables that are not stored and stations
 * away from the coast are skipped; impossible values are rejected. Of two values of one instant the later counts.
 */
export function mapObservations(rows: readonly unknown[], stations: ReadonlyMap<string, CoastalStation>) {
  const rejected: RejectedRow[] = [];
  const series = new Map<
    string,
    { station: CoastalStation; variable: string; unit: string; values: Map<number, number | null> }
  >();
  let misfits = 0;
  for (const raw of rows) {
    const parsed = observationWire.safeParse(raw);
    if (!parsed.success) {
      misfits += 1;
      const issue = parsed.error.issues[0];
      rejected.push({
        reason: `Não é uma observação: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`,
        raw,
      });
      continue;
    }
    const { wigos_station_identifier: identifier, phenomenonTime, name, value, units } = parsed.data.properties;
    const station = stations.get(identifier);
    const variable = variableNamed(name);
    if (station === undefined || variable === null) continue;
    // Sums come as start/end; their instant is the end.
    const timeMs = Date.parse(phenomenonTime.split('/').at(-1) ?? '');
    const converted = value === null ? null : inOwnUnit(variable, value, units ?? '');
    if (Number.isNaN(timeMs)) rejected.push({ reason: `Instante inválido: ${phenomenonTime}`, raw });
    else if (value !== null && converted === null)
      rejected.push({ reason: `Unidade de ${name}: esperado ${variable.unit}, recebido ${units ?? 'nada'}`, raw });
    else if (converted !== null && (converted < variable.min || converted > variable.max))
      rejected.push({ reason: `${name} impossível: ${converted} ${variable.unit}`, raw });
    else {
      const key = `${identifier}\n${variable.id}`;
      const kept = series.get(key) ?? { station, variable: variable.id, unit: variable.unit, values: new Map() };
      series.set(key, kept);
      kept.values.set(timeMs, converted);
    }
  }
  const records = [...series.values()].map(({ station, variable, unit, values }): StationSeries => {
    const sorted = [...values].toSorted(([a], [b]) => a - b);
    return {
      kind: 'station-series',
      dataset: 'inamet',
      stationId: stationId(station.code),
      variable,
      unit,
      timesMs: sorted.map(([timeMs]) => timeMs),
      values: sorted.map(([, value]) => value),
      coastalStation: station,
    };
  });
  return { records, rejected, drifted: rows.length > 0 && misfits === rows.length };
}
