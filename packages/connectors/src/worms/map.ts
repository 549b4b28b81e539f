import type { RejectedRow } from '../core/port.ts';
import type { TaxonRecord } from '../core/taxon-record.ts';
import { type AphiaRecordWire, aphiaRecordWire, type ClassificationWire, type VernacularsWire } from './wire.ts';

type MappedTaxa = {
  readonly records: readonly TaxonRecord[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one had the shape of a record: the schema changed. */
  readonly drifted: boolean;
};

/** Maps records of Aphia; a row that does not fit is rejected with its reason. */
export function mapTaxa(rows: readonly unknown[]): MappedTaxa {
  const records: TaxonRecord[] = [];
  const rejected: RejectedRow[] = [];
  let misshapen = 0;
  for (const raw of rows) {
    const parsed = aphiaRecordWire.safeParse(raw);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      misshapen += 1;
      rejected.push({ reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'formato inesperado'}`, raw });
    } else if (parsed.data.scientificname.trim() === '') rejected.push({ reason: 'scientificname vazio', raw });
    else records.push(toRecord(parsed.data));
  }
  return { records, rejected, drifted: rows.length > 0 && misshapen === rows.length };
}

/** The record that a name stands for: an exact match, the accepted one among several; null where it stays open. */
export function exactMatch(rows: readonly unknown[]): unknown {
  const exact = rows
    .map((raw) => ({ raw, parsed: aphiaRecordWire.safeParse(raw) }))
    .filter(({ parsed }) => parsed.data?.match_type?.startsWith('exact') === true);
  if (exact.length === 1) return exact[0]?.raw ?? null;
  const accepted = exact.filter(({ parsed }) => parsed.data?.status === 'accepted');
  return accepted.length === 1 ? (accepted[0]?.raw ?? null) : null;
}

const RANKS = ['kingdom', 'phylum', 'class', 'order', 'family', 'genus'] as const;

function toRecord(row: AphiaRecordWire): TaxonRecord {
  const taxonomy: Partial<Record<(typeof RANKS)[number], string>> = {};
  for (const rank of RANKS) {
    const name = text(row[rank]);
    if (name !== null) taxonomy[rank] = name;
  }
  const modifiedMs = Date.parse(row.modified ?? '');
  return {
    kind: 'taxon',
    aphiaId: row.AphiaID,
    scientificName: row.scientificname.trim(),
    authority: text(row.authority),
    rank: text(row.rank),
    status: row.status,
    unacceptReason: text(row.unacceptreason),
    acceptedAphiaId: row.valid_AphiaID ?? null,
    acceptedName: text(row.valid_name),
    parentAphiaId: row.parentNameUsageID ?? null,
    taxonomy,
    environment: {
      marine: truth(row.isMarine),
      brackish: truth(row.isBrackish),
      freshwater: truth(row.isFreshwater),
      terrestrial: truth(row.isTerrestrial),
    },
    extinct: truth(row.isExtinct),
    citation: citationOf(row.citation),
    modifiedMs: Number.isNaN(modifiedMs) ? null : modifiedMs,
  };
}

/** Common names and classification of one name, from its two answers. */
export function detailsOf(
  vernaculars: VernacularsWire,
  classification: ClassificationWire | null,
): NonNullable<TaxonRecord['details']> {
  const lineage: { aphiaId: number; rank: string; name: string }[] = [];
  for (let node = classification; node != null; node = node.child ?? null)
    lineage.push({ aphiaId: node.AphiaID, rank: node.rank, name: node.scientificname });
  return {
    vernaculars: vernaculars
      .map(({ vernacular, language_code }) => ({ name: vernacular.trim(), language: language_code?.trim() ?? '' }))
      .filter(({ name, language }) => name !== '' && language !== ''),
    lineage,
  };
}

/** 1, 0 and null are three answers: null means "not stated", not "no". */
function truth(value: 0 | 1 | null | undefined): boolean | null {
  return value == null ? null : value === 1;
}

/** Without the day of access, which would make every record of every request another one. */
function citationOf(value: string | null | undefined): string | null {
  return text(value?.replaceAll('&nbsp;', ' ').replace(/ on \d{4}-\d{2}-\d{2}$/, ''));
}

function text(value: string | null | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
