import type { Provenance } from '@kianda/contract';
import {
  formatDate,
  formatLongDate,
  formatMilliseconds,
  formatPlainCoordinates,
  formatPlainInstant,
  formatPlainNumber,
} from '@kianda/format';

/** `21/11/2026`, in Luanda. */
export const shortDate = (ms: number): string => formatDate(ms);
/** `21/11/2026, 18:32`, in Luanda. */
export const shortInstant = (ms: number): string => formatPlainInstant(ms);

/** A number as written in Portugal and Angola; a dash where it is not known. As many decimals in a column line up. */
export function figure(value: number | null, maxDecimals = 1, minDecimals = 0): string {
  return formatPlainNumber(value, { minDecimals, maxDecimals, grouping: 'always' });
}

/** `8°48,7′ S 13°14,1′ E`. */
export const place = (position: readonly [number, number]): string => formatPlainCoordinates(position);

/** On every page of a document with a figure of a simulator. */
export const simulatedWord = 'SIMULADO';

/** When a document was made, as it says of itself. */
export const madeWords = (ms: number): string =>
  `Gerado em ${formatLongDate(ms)} (${shortInstant(ms)}, hora de Luanda)`;

const states = {
  configured: 'Configurado',
  live: 'Em direto',
  cached: 'Em cache',
  simulated: 'Simulado',
  fallback: 'Dados de fallback',
} as const;

/** State, source and age of a value, as its badge says them. */
export function provenanceLabels(provenance: Provenance): readonly [state: string, source: string, age: string] {
  if (provenance.state === 'fallback') return [states.fallback, provenance.reason, '—'];
  if (provenance.state === 'configured') return [states.configured, provenance.source, '—'];
  const { state, source, observedAt, retrievedAt, replicaLagMs } = provenance;
  const seed = state !== 'live' && provenance.seed !== undefined ? ` (semente ${provenance.seed})` : '';
  const observed = observedAt === null ? 'sem data própria' : `observado ${shortInstant(Date.parse(observedAt))}`;
  const copy = replicaLagMs === undefined ? '' : `; réplica com ${formatMilliseconds(replicaLagMs)} de atraso`;
  const age = `${observed}; obtido ${shortInstant(Date.parse(retrievedAt))}${copy}`;
  return [`${states[state]}${seed}`, source, age];
}

/** Text as a page can hold it: one that came from a radio may have anything in it. */
export function clean(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}
