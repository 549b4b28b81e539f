import type { OccurrenceRecord } from '@kianda/connectors';

/** Names under which two providers hand on the same observation; null where it has none. */
export type OccurrenceKeys = { readonly occurrence: string | null; readonly catalog: string | null };

/**
 * The publisher's `occurrenceID`, and its collection's catalogue number with place (about 100 m) and day. Dataset ids can
 * take no part: each provider gives the same dataset another. A short id (`123`) is unique in its dataset at best, so it
 * needs place and day as well: else strangers would be taken for one.
 */
export function occurrenceKeys(record: OccurrenceRecord): OccurrenceKeys {
  const where = `${record.lon.toFixed(3)}|${record.lat.toFixed(3)}|${record.eventDate?.slice(0, 10) ?? ''}`;
  const id = tidy(record.occurrenceId)?.replace(/^https?:\/\//, '') ?? null;
  const catalog = tidy(record.catalogNumber);
  return {
    occurrence: id === null || isWorldwide(id) ? id : `${id}|${where}`,
    catalog: catalog === null ? null : `${tidy(record.institutionCode) ?? ''}|${catalog}|${where}`,
  };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function isWorldwide(id: string): boolean {
  return uuid.test(id) || (id.length >= 10 && /[:/]/.test(id));
}

function tidy(value: string | null | undefined): string | null {
  const text = value?.trim().toLowerCase() ?? '';
  return text === '' ? null : text;
}
