import type { RejectedRow } from '../core/port.ts';
import type { FixedStructure } from '../core/records.ts';
import { number } from './map.ts';
import { structureWire } from './wire.ts';

type MappedStructures = {
  readonly records: readonly FixedStructure[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one could be read. */
  readonly drifted: boolean;
};

const labels = ['oil', 'wind', 'unknown'] as const;
const confidences = ['high', 'medium', 'low'] as const;

/** Maps points of vector tiles of fixed infrastructure; one that stands in the margin of two tiles is one record. */
export function mapStructures(rows: readonly unknown[]): MappedStructures {
  const records = new Map<string, FixedStructure>();
  const rejected: RejectedRow[] = [];
  for (const raw of rows) {
    const record = toRecord(raw);
    if (typeof record === 'string') rejected.push({ reason: record, raw });
    else records.set(record.structureId, record);
  }
  return { records: [...records.values()], rejected, drifted: rows.length > 0 && records.size === 0 };
}

function toRecord(raw: unknown): FixedStructure | string {
  const parsed = structureWire.safeParse(raw);
  if (!parsed.success) return 'não é uma estrutura';
  const { data } = parsed;
  const structureId = String(data.structure_id ?? '').trim();
  const [lat, lon] = [number(data.lat), number(data.lon)];
  const label = labels.find((each) => each === data.label);
  // A structure whose confidence is not told is trusted least.
  const confidence = data.label_confidence == null ? 'low' : confidences.find((each) => each === data.label_confidence);
  if (structureId === '') return 'Estrutura sem identificador';
  if (lat === null || Math.abs(lat) > 90) return `Latitude inválida: ${data.lat}`;
  if (lon === null || Math.abs(lon) > 180) return `Longitude inválida: ${data.lon}`;
  if (label === undefined) return `Rótulo desconhecido: ${data.label}`;
  if (confidence === undefined) return `Confiança desconhecida: ${data.label_confidence}`;
  const [startMs, endMs] = [number(data.structure_start_date), number(data.structure_end_date)];
  if (startMs !== null && endMs !== null && endMs < startMs) return 'Estrutura que acaba antes de começar';
  return { kind: 'fixed-structure', structureId, lon, lat, label, confidence, startMs, endMs };
}
