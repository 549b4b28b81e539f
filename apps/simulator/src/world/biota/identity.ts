import { hash32 } from '@kianda/geo';
import type { Occurrence, OccurrenceDataset } from '../types.ts';

/** Names that a record carries wherever it is published. */
export type RecordIdentity = {
  readonly occurrenceId: string | null;
  readonly catalogNumber: string | null;
  readonly institutionCode: string;
};

/** Initials of the institution, as collections sign: `Museu Simulado de História Natural` → `MSHN`. */
function codeOf(dataset: OccurrenceDataset): string {
  return dataset.institution
    .split(/\s+/)
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => word.slice(0, 1).normalize('NFD').replaceAll(/\p{M}/gu, ''))
    .join('');
}

/** Specimens have a catalogue number and, in old catalogues, nothing else; observations have an identifier of their own. */
export function identityOf({ id, dataset }: Occurrence): RecordIdentity {
  const institutionCode = codeOf(dataset);
  const number = Number.parseInt(id.slice(0, 8), 16);
  if (dataset.basisOfRecord === 'PreservedSpecimen')
    return { occurrenceId: null, catalogNumber: `${institutionCode}-${number}`, institutionCode };
  const series = (hash32('series', dataset.id) % 9_000) + 1_000;
  return { occurrenceId: `urn:catalog:${institutionCode}:${series}:${number}`, catalogNumber: null, institutionCode };
}
