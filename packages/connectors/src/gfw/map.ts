import type { RejectedRow } from '../core/port.ts';
import type { VesselPresence } from '../core/records.ts';
import { type PresenceRowWire, presenceRowWire, type ReportWire, WITHHELD } from './wire.ts';

type MappedPresence = {
  readonly records: readonly VesselPresence[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one could be read: the schema changed, and the cursor must not pass over the days. */
  readonly drifted: boolean;
};

/** Cells of a report at LOW resolution in one degree. */
const CELLS_PER_DEGREE = 10;

/** All rows of a report, of whatever version of the dataset they come. */
export function rowsOf(report: ReportWire): unknown[] {
  return report.entries.flatMap((entry) => Object.values(entry).flatMap((rows) => rows ?? []));
}

/** Maps rows of a daily report grouped by vessel (WGS84 degrees, hours); a row that does not fit is rejected with its reason. */
export function mapPresence(rows: readonly unknown[]): MappedPresence {
  const records: VesselPresence[] = [];
  const rejected: RejectedRow[] = [];
  for (const raw of rows) {
    const parsed = presenceRowWire.safeParse(raw);
    const mapped = parsed.success ? toRecord(parsed.data) : 'não é uma linha de presença';
    if (typeof mapped === 'string') rejected.push({ reason: mapped, raw });
    else records.push(mapped);
  }
  return { records, rejected, drifted: rows.length > 0 && records.length === 0 };
}

function toRecord(row: PresenceRowWire): VesselPresence | string {
  const vesselId = text(row.vesselId);
  const ssvid = text(row.mmsi);
  const hours = number(row.hours);
  const lat = number(row.lat);
  const lon = number(row.lon);
  const date = /^\d{4}-\d{2}-\d{2}/.exec(row.date)?.[0];
  if (date === undefined || Number.isNaN(Date.parse(date))) return `Data inválida: ${row.date}`;
  if (vesselId === null) return 'Sem vesselId';
  if (ssvid === null) return 'Sem MMSI';
  if (lat === null || Math.abs(lat) > 90) return `Latitude inválida: ${row.lat}`;
  if (lon === null || Math.abs(lon) > 180) return `Longitude inválida: ${row.lon}`;
  if (hours === null || hours < 0) return `Horas inválidas: ${row.hours}`;
  return {
    kind: 'vessel-presence',
    vesselId,
    ssvid,
    shipName: text(row.shipName),
    flag: text(row.flag),
    vesselType: text(row.vesselType),
    gearType: text(row.geartype),
    imo: text(row.imo),
    callsign: text(row.callsign),
    date,
    lon: edgeOf(lon, CELLS_PER_DEGREE),
    lat: edgeOf(lat, CELLS_PER_DEGREE),
    hours,
    firstTransmissionMs: instant(row.firstTransmissionDate),
    lastTransmissionMs: instant(row.lastTransmissionDate),
  };
}

/**
 * The south or west edge (degrees) of the cell that a coordinate of a report names. In recorded reports every
 * coordinate is a whole multiple of the resolution (LOW: 1.4, 65.6; HIGH: 49.33, 141.15), and a centre would leave a
 * remainder of half a cell; the provider's published files call the same numbers `cell_ll_lat` and `cell_ll_lon`, lower
 * left. Centres, and what binary fractions make of an edge (-12.299999), give the same edge, so that the stored cell is the
 * same whichever of them comes.
 */
export function edgeOf(degrees: number, cellsPerDegree: number): number {
  return Math.floor(degrees * cellsPerDegree + 1e-4) / cellsPerDegree;
}

export type Scalar = string | number | null | undefined;

export function text(value: Scalar): string | null {
  const trimmed = value == null ? '' : String(value).trim();
  return trimmed === '' || trimmed === WITHHELD ? null : trimmed;
}

/** An empty text is no number: `Number('')` is 0, which is a position. */
export function number(value: Scalar): number | null {
  const given = text(value);
  const parsed = given === null ? Number.NaN : Number(given);
  return Number.isFinite(parsed) ? parsed : null;
}

export function instant(value: Scalar): number | null {
  const given = text(value);
  const parsed = given === null ? Number.NaN : Date.parse(given);
  return Number.isFinite(parsed) ? parsed : null;
}
