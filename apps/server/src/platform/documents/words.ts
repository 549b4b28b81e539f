import type { Provenance } from '@kianda/contract';

const luanda = { timeZone: 'Africa/Luanda' } as const;
const longDay = new Intl.DateTimeFormat('pt-PT', { ...luanda, dateStyle: 'long' });
const shortDay = new Intl.DateTimeFormat('pt-PT', { ...luanda, day: '2-digit', month: '2-digit', year: 'numeric' });
const minute = new Intl.DateTimeFormat('pt-PT', {
  ...luanda,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `21 de novembro de 2026`, in Luanda. */
const longDate = (ms: number): string => longDay.format(ms);
/** `21/11/2026`, in Luanda. */
export const shortDate = (ms: number): string => shortDay.format(ms);
/** `21/11/2026, 18:32`, in Luanda. */
export const shortInstant = (ms: number): string => minute.format(ms);

/** A number as written in Portugal and Angola; a dash where it is not known. As many decimals in a column line up. */
export function figure(value: number | null, maxDecimals = 1, minDecimals = 0): string {
  if (value === null || !Number.isFinite(value)) return '—';
  return new Intl.NumberFormat('pt-PT', {
    minimumFractionDigits: minDecimals,
    maximumFractionDigits: maxDecimals,
    useGrouping: 'always',
  }).format(value);
}

/** `8°48,7′ S 13°14,1′ E`. */
export function place([lon, lat]: readonly [number, number]): string {
  return `${minutesOf(lat, 'N', 'S')} ${minutesOf(lon, 'E', 'O')}`;
}

function minutesOf(degrees: number, positive: string, negative: string): string {
  const tenths = Math.round(Math.abs(degrees) * 600);
  const minutes = figure((tenths % 600) / 10, 1);
  return `${Math.floor(tenths / 600)}°${minutes}′ ${degrees < 0 ? negative : positive}`;
}

/** On every page of a document with a figure of a simulator. */
export const simulatedWord = 'SIMULADO';

/** When a document was made, as it says of itself. */
export const madeWords = (ms: number): string => `Gerado em ${longDate(ms)} (${shortInstant(ms)}, hora de Luanda)`;

const states = {
  live: 'Em direto',
  cached: 'Em cache',
  simulated: 'Simulado',
  fallback: 'Dados de fallback',
} as const;

/** State, source and age of a value, as its badge says them. */
export function provenanceWords(provenance: Provenance): readonly [state: string, source: string, age: string] {
  if (provenance.state === 'fallback') return [states.fallback, provenance.reason, '—'];
  const { state, source, observedAt, retrievedAt } = provenance;
  const seed = state === 'simulated' ? ` (semente ${provenance.seed})` : '';
  const age = `observado ${shortInstant(Date.parse(observedAt))}; obtido ${shortInstant(Date.parse(retrievedAt))}`;
  return [`${states[state]}${seed}`, source, age];
}

/** Text as a page can hold it: one that came from a radio may have anything in it. */
export function clean(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}
