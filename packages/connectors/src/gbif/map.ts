import type { RejectedRow } from '../core/port.ts';
import type { OccurrenceRecord } from '../core/records.ts';
import { isMarinePlace } from './area.ts';
import { type OccurrenceWire, occurrenceWire } from './wire.ts';

type MappedOccurrences = {
  readonly records: readonly OccurrenceRecord[];
  readonly rejected: readonly RejectedRow[];
  /** Sound rows that are not of the living sea: on land, fossils, zoo animals. */
  readonly leftOut: number;
  /** True when there were rows and not one had the shape of an occurrence: the schema changed. */
  readonly drifted: boolean;
};

const RANKS = ['kingdom', 'phylum', 'class', 'order', 'family', 'genus'] as const;
/** Not evidence of something living there then. */
const LEFT_OUT_BASES: readonly string[] = ['FOSSIL_SPECIMEN', 'LIVING_SPECIMEN'];

/** Maps rows of `/occurrence/search` (WGS84 degrees, metres); a row that does not fit is rejected with its reason. */
export function mapOccurrences(rows: readonly unknown[]): MappedOccurrences {
  const records: OccurrenceRecord[] = [];
  const rejected: RejectedRow[] = [];
  let misshapen = 0;
  let leftOut = 0;
  for (const raw of rows) {
    const parsed = occurrenceWire.safeParse(raw);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      misshapen += 1;
      rejected.push({ reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'formato inesperado'}`, raw });
      continue;
    }
    const row = parsed.data;
    const name = nameOf(row);
    if (name === null) rejected.push({ reason: 'Sem nome aceite em nenhum nível', raw });
    else if (Math.abs(row.decimalLatitude) > 90 || Math.abs(row.decimalLongitude) > 180)
      rejected.push({ reason: `Posição impossível: ${row.decimalLongitude}, ${row.decimalLatitude}`, raw });
    else if (LEFT_OUT_BASES.includes(row.basisOfRecord) || !isMarinePlace(row.decimalLongitude, row.decimalLatitude))
      leftOut += 1;
    else records.push(toRecord(row, name));
  }
  return { records, rejected, leftOut, drifted: rows.length > 0 && misshapen === rows.length };
}

/** Accepted name of the species, else of the lowest group known: published names carry authors and synonyms. */
function nameOf(row: OccurrenceWire): string | null {
  for (const name of [row.species, row.genus, row.family, row.order, row.class, row.phylum, row.kingdom]) {
    const found = text(name);
    if (found !== null) return found;
  }
  return null;
}

function toRecord(row: OccurrenceWire, scientificName: string): OccurrenceRecord {
  const taxonomy: Partial<Record<(typeof RANKS)[number], string>> = {};
  for (const rank of RANKS) {
    const name = text(row[rank]);
    if (name !== null) taxonomy[rank] = name;
  }
  const redList = text(row.iucnRedListCategory);
  return {
    kind: 'occurrence',
    sourceId: String(row.key),
    scientificName,
    aphiaId: aphiaIdOf(row),
    taxonomy,
    redListCategory: redList === 'NE' ? null : redList,
    lon: row.decimalLongitude,
    lat: row.decimalLatitude,
    depthMeters: row.depth ?? null,
    eventDate: text(row.eventDate),
    eventStartMs: startOf(row),
    basisOfRecord: pascal(row.basisOfRecord),
    datasetId: row.datasetKey,
    licence: licenceName(row.license),
    flags: row.issues ?? [],
    absence: row.occurrenceStatus === 'ABSENT',
    occurrenceId: text(row.occurrenceID),
    catalogNumber: text(row.catalogNumber),
    institutionCode: text(row.institutionCode),
  };
}

const APHIA_LSID = /^urn:lsid:marinespecies\.org:taxname:(\d+)$/;

/** The publisher's AphiaID, where the name it published is the accepted one: of a synonym it would be another's. */
function aphiaIdOf(row: OccurrenceWire): number | null {
  if (row.taxonomicStatus !== 'ACCEPTED' || text(row.species) === null || row.taxonRank !== 'SPECIES') return null;
  const id = APHIA_LSID.exec(row.scientificNameID ?? '')?.[1] ?? APHIA_LSID.exec(row.taxonID ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

/** Beginning of the event, UTC. GBIF shortens a date to its known parts, and writes intervals with a slash. */
function startOf(row: OccurrenceWire): number | null {
  const start = text(row.eventDate)?.split('/')[0] ?? '';
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(T.*)?)?)?$/.exec(start);
  const [, year, month = '01', day = '01', time = ''] = parts ?? [];
  if (year !== undefined) {
    const zoned = time === '' || /(?:Z|[+-]\d{2}:?\d{2})$/.test(time) ? time : `${time}Z`;
    const atMs = Date.parse(`${year}-${month}-${day}${zoned}`);
    return Number.isNaN(atMs) ? null : atMs;
  }
  return row.year == null ? null : Date.UTC(row.year, (row.month ?? 1) - 1, row.day ?? 1);
}

/** `http://creativecommons.org/licenses/by-nc/4.0/legalcode` → `CC BY-NC 4.0`; what is no such address stays as it is. */
export function licenceName(address: string | null | undefined): string | null {
  const given = text(address);
  const [, kind, version] =
    /creativecommons\.org\/(?:licenses|publicdomain)\/([a-z-]+)\/([\d.]+)/i.exec(given ?? '') ?? [];
  if (kind === undefined || version === undefined) return given;
  return kind.toLowerCase() === 'zero' ? `CC0 ${version}` : `CC ${kind.toUpperCase()} ${version}`;
}

/** `HUMAN_OBSERVATION` → `HumanObservation`, the term of Darwin Core. */
function pascal(constant: string): string {
  return constant
    .toLowerCase()
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

function text(value: string | null | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
