import { createHash } from 'node:crypto';
import type { CatchRecord, OccurrenceRecord } from '@kianda/connectors';
import type {
  FieldPayload,
  Landing,
  OwnRecord,
  SendOutcome,
  SentRecord,
} from '@kianda/contract/ingestion/field/field.schemas';
import { daysOf } from '@kianda/contract/ingestion/field/landing-days';
import { speciesOfCode } from '@kianda/contract/sea/fisheries/species-register';
import { changesOf } from './changes.rules.ts';
import type { FieldRecordRow } from './field.tables.ts';

/** Source of accepted records, as badges and files name it. */
export const fieldSource = 'registos-de-campo';
export const licence = 'Registos de campo da plataforma; uso conforme a instituição que os recolheu';

/** Tells two contents apart; keys in the order in which the contract reads them. */
export const hashOf = (payload: FieldPayload): string =>
  createHash('sha256').update(JSON.stringify(payload)).digest('hex');

/** Outcome of a record that comes again, or anew. */
export function outcomeOf(
  sent: SentRecord,
  accountId: string,
  stored: Pick<FieldRecordRow, 'account_id' | 'payload_hash' | 'revision' | 'state' | 'version'> | undefined,
): { readonly outcome: SendOutcome; readonly reason: string | null } {
  if (stored === undefined) return { outcome: 'stored', reason: null };
  if (stored.payload_hash === hashOf(sent.payload)) return { outcome: 'already', reason: null };
  if (stored.account_id !== accountId)
    return { outcome: 'refused', reason: 'Este registo foi enviado por outra conta, com outro conteúdo.' };
  if (sent.revision <= stored.revision)
    return { outcome: 'conflict', reason: 'A plataforma tem uma versão mais recente deste registo.' };
  // Its author may change a record that nobody has dealt with yet, or that they were asked about.
  if (stored.state === 'received' || stored.state === 'asked') return { outcome: 'updated', reason: null };
  if (sent.replaces === stored.version) return { outcome: 'updated', reason: null };
  return { outcome: 'conflict', reason: 'O registo foi revisto enquanto o alterava no telemóvel.' };
}

export function ownView(row: FieldRecordRow): OwnRecord {
  return {
    id: row.id,
    deviceId: row.device_id,
    sequence: row.sequence,
    kind: row.kind,
    state: row.state,
    version: row.version,
    revision: row.revision,
    capturedAt: row.captured_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    payload: row.payload,
    corrected: row.corrected,
    changes: row.corrected === null ? [] : changesOf(row.payload, row.corrected),
    findings: row.findings,
    question: row.question,
    reviewNote: row.review_note,
  };
}

/** An accepted observation as an occurrence; null for another kind of record. */
export function occurrenceOf(row: FieldRecordRow): OccurrenceRecord | null {
  const observed = row.corrected ?? row.payload;
  if (observed.kind !== 'observation') return null;
  const { place, scientificName, aphiaId, depthMeters } = observed;
  return {
    kind: 'occurrence',
    sourceId: row.id,
    scientificName,
    aphiaId,
    taxonomy: {},
    redListCategory: null,
    lon: place.lon,
    lat: place.lat,
    depthMeters,
    eventDate: row.captured_at.toISOString(),
    eventStartMs: row.captured_at.getTime(),
    basisOfRecord: 'HumanObservation',
    datasetId: fieldSource,
    licence,
    flags: row.findings.filter(({ severity }) => severity === 'warning').map(({ rule }) => rule),
    absence: false,
  };
}

type Landed = { readonly landing: Landing; readonly day: string };

/** A landing by its day, and what was landed in it; null for another kind of record. */
export function landedOf({
  captured_at,
  corrected,
  payload,
}: Pick<FieldRecordRow, 'captured_at' | 'corrected' | 'payload'>): Landed | null {
  const landing = corrected ?? payload;
  return landing.kind === 'landing' ? { landing, day: daysOf(landing, captured_at.getTime()).landed } : null;
}

const keyOf = ({ landing, day }: Landed, code: string) =>
  [day, landing.port, landing.segment, landing.gear, code].join('\u0001');

/** Keys of the catches that a landing adds to. */
export const catchKeys = (landed: Landed): readonly string[] =>
  landed.landing.lines.map(({ speciesCode }) => keyOf(landed, speciesCode));

/**
 * Catches by day, port, segment, gear and species, summed over all accepted landings of a day; only those of `keys`. A key
 * that no landing has any more is nought: a correction took it away.
 */
export function catchesOf(landings: readonly Landed[], keys: ReadonlySet<string>): CatchRecord[] {
  const sums = new Map([...keys].map((key) => [key, { kilograms: 0, vessels: new Set<string>() }]));
  for (const landed of landings) {
    for (const { speciesCode, weightKg } of landed.landing.lines) {
      const sum = sums.get(keyOf(landed, speciesCode));
      if (sum === undefined) continue;
      sum.kilograms += weightKg;
      sum.vessels.add(landed.landing.registration ?? landed.landing.vessel);
    }
  }
  return [...sums].map(([key, { kilograms, vessels }]) => {
    const [date = '', port = '', segment = '', gear = '', speciesCode = ''] = key.split('\u0001');
    const species = speciesOfCode(speciesCode);
    return {
      kind: 'catch',
      date,
      port,
      province: null,
      segment: segment as CatchRecord['segment'],
      gear,
      speciesCode,
      commonName: species?.portugueseName ?? null,
      scientificName: species?.scientificName ?? null,
      tonnes: kilograms / 1000,
      effortDays: null,
      vessels: vessels.size,
      notes: null,
    };
  });
}
