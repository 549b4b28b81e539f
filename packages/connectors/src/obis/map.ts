import type { RejectedRow } from '../core/port.ts';
import type { OccurrenceRecord } from '../core/records.ts';
import { datasetWire, type OccurrenceWire, occurrenceWire } from './wire.ts';

type MappedOccurrences = {
  readonly records: readonly OccurrenceRecord[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one had the shape of an occurrence: the schema changed. */
  readonly drifted: boolean;
};

/**
 * Maps rows of `/occurrence` (WGS84 degrees, metres, epoch milliseconds); a row that does not fit is rejected with its
 * reason. `licences` is by dataset id.
 */
export function mapOccurrences(
  rows: readonly unknown[],
  licences: ReadonlyMap<string, string | null> = new Map(),
): MappedOccurrences {
  const records: OccurrenceRecord[] = [];
  const rejected: RejectedRow[] = [];
  let misshapen = 0;
  for (const raw of rows) {
    const parsed = occurrenceWire.safeParse(raw);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      misshapen += 1;
      rejected.push({ reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'formato inesperado'}`, raw });
      continue;
    }
    const reason = whyUnusable(parsed.data);
    if (reason === null) records.push(toRecord(parsed.data, licences));
    else rejected.push({ reason, raw });
  }
  return { records, rejected, drifted: rows.length > 0 && misshapen === rows.length };
}

function whyUnusable(row: OccurrenceWire): string | null {
  if (row.dropped === true) return 'Registo retirado pelo OBIS (dropped)';
  if (row.scientificName.trim() === '') return 'scientificName vazio';
  if (Math.abs(row.decimalLatitude) > 90) return `Latitude fora de −90..90: ${row.decimalLatitude}`;
  if (Math.abs(row.decimalLongitude) > 180) return `Longitude fora de −180..180: ${row.decimalLongitude}`;
  return null;
}

const RANKS = ['kingdom', 'phylum', 'class', 'order', 'family', 'genus'] as const;

function toRecord(row: OccurrenceWire, licences: ReadonlyMap<string, string | null>): OccurrenceRecord {
  const taxonomy: Partial<Record<(typeof RANKS)[number], string>> = {};
  for (const rank of RANKS) {
    const name = text(row[rank]);
    if (name !== null) taxonomy[rank] = name;
  }
  return {
    kind: 'occurrence',
    sourceId: row.id,
    scientificName: row.scientificName.trim(),
    aphiaId: row.aphiaID ?? null,
    taxonomy,
    redListCategory: text(row.category),
    lon: row.decimalLongitude,
    lat: row.decimalLatitude,
    depthMeters: depthOf(row),
    eventDate: text(row.eventDate),
    eventStartMs: row.date_start ?? null,
    basisOfRecord: text(row.basisOfRecord) ?? 'Occurrence',
    datasetId: row.dataset_id,
    licence: licences.get(row.dataset_id) ?? null,
    flags: row.flags ?? [],
    absence: row.absence === true,
    occurrenceId: text(row.occurrenceID),
    catalogNumber: text(row.catalogNumber),
    institutionCode: text(row.institutionCode),
  };
}

/** OBIS gives the mean of the two bounds as `depth`; where it does not, the mean is taken here. Zero is a depth. */
function depthOf(row: OccurrenceWire): number | null {
  if (row.depth != null) return row.depth;
  const least = row.minimumDepthInMeters ?? null;
  const most = row.maximumDepthInMeters ?? null;
  if (least !== null && most !== null) return (least + most) / 2;
  return least ?? most;
}

function text(value: string | null | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

type DatasetInfo = {
  readonly id: string;
  readonly title: string;
  /** When OBIS last imported the dataset: a change calls for a new full read of the dataset. */
  readonly updated: string;
  /** As the institute wrote it, null where it wrote nothing. */
  readonly licence: string | null;
};

/** Maps rows of `/dataset`. Rows without the shape of a dataset are left out and counted. */
export function mapDatasets(rows: readonly unknown[]): {
  readonly datasets: readonly DatasetInfo[];
  readonly bad: number;
} {
  const datasets: DatasetInfo[] = [];
  for (const raw of rows) {
    const parsed = datasetWire.safeParse(raw);
    if (!parsed.success) continue;
    const row = parsed.data;
    datasets.push({
      id: row.id,
      title: text(row.title) ?? row.id,
      updated: text(row.updated) ?? text(row.published) ?? text(row.created) ?? '',
      licence: text(row.intellectualrights),
    });
  }
  return { datasets, bad: rows.length - datasets.length };
}
