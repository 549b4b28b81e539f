import type { RejectedRow } from '../core/port.ts';
import type { VesselDetection } from '../core/records.ts';
import { edgeOf, number } from './map.ts';
import { detectionRowWire } from './wire.ts';

type MappedDetections = {
  readonly records: readonly VesselDetection[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one could be read. */
  readonly drifted: boolean;
};

/** Cells of a report at HIGH resolution in one degree. */
const cellsPerDegree = 100;

/** Maps rows of a daily report of radar detections (WGS84 degrees); rows of one cell and day are one record. */
export function mapDetections(rows: readonly unknown[]): MappedDetections {
  const sums = new Map<string, VesselDetection>();
  const rejected: RejectedRow[] = [];
  for (const raw of rows) {
    const record = toRecord(raw);
    if (typeof record === 'string') rejected.push({ reason: record, raw });
    else {
      const key = `${record.date}|${record.lon}|${record.lat}`;
      const { detections = 0 } = sums.get(key) ?? {};
      sums.set(key, { ...record, detections: detections + record.detections });
    }
  }
  return { records: [...sums.values()], rejected, drifted: rows.length > 0 && sums.size === 0 };
}

function toRecord(raw: unknown): VesselDetection | string {
  const parsed = detectionRowWire.safeParse(raw);
  if (!parsed.success) return 'não é uma linha de deteções';
  const { data } = parsed;
  const [lat, lon, detections] = [number(data.lat), number(data.lon), number(data.detections)];
  const date = /^\d{4}-\d{2}-\d{2}/.exec(data.date)?.[0];
  if (date === undefined || Number.isNaN(Date.parse(date))) return `Data inválida: ${data.date}`;
  if (lat === null || Math.abs(lat) > 90) return `Latitude inválida: ${data.lat}`;
  if (lon === null || Math.abs(lon) > 180) return `Longitude inválida: ${data.lon}`;
  if (detections === null || !Number.isInteger(detections) || detections <= 0)
    return `Número de deteções inválido: ${data.detections}`;
  return {
    kind: 'vessel-detection',
    date,
    lon: edgeOf(lon, cellsPerDegree),
    lat: edgeOf(lat, cellsPerDegree),
    detections,
  };
}
