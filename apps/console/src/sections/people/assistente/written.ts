import type { AnswerCard, Turn } from '@kianda/contract/people/assistant/assistant.contract';
import { formatDay, formatInstant, formatNumber, formatQuantity, type TimeZone, UNKNOWN } from '@kianda/format';
import { provenanceDetails, provenanceWord } from '@kianda/ui';
import { assistantTexts as texts } from './texts.pt.ts';

type Kind = AnswerCard['figures'][number]['kind'];

type Described = { readonly kind: Kind; readonly unit: string | null };

/** A coordinate of two decimals is a kilometre off. */
const decimalsOf = (unit: string | null) => ({ maxDecimals: unit === '°' ? 4 : 2 });

/** A cell as people read it, without its unit, which stands over the column. */
export function writtenCell(value: string | number | null, { kind, unit }: Described, timeZone: TimeZone): string {
  if (value === null) return UNKNOWN;
  if (kind === 'instant') return formatInstant(String(value), timeZone);
  if (kind === 'day') return formatDay(String(value));
  return typeof value === 'number' ? formatNumber(value, decimalsOf(unit)) : value;
}

/** A figure with its unit. */
export function writtenValue(value: string | number | null, described: Described, timeZone: TimeZone): string {
  const { unit } = described;
  if (typeof value === 'number' && unit !== null) return formatQuantity(value, unit, decimalsOf(unit));
  return writtenCell(value, described, timeZone);
}

/** An answer as text, with what proves it: for the clipboard and for the file of a conversation. */
export function writtenTurn({ at, question, text, cards }: Turn, timeZone: TimeZone): string {
  const now = Date.parse(at);
  const lines = cards.flatMap((card) => [
    ...card.figures.map((figure) => `- ${figure.label}: ${writtenValue(figure.value, figure, timeZone)}`),
    `- ${provenanceWord(card.provenance, now)}`,
    ...provenanceDetails(card.provenance, now, timeZone).map(([label, value]) => `- ${label}: ${value}`),
    `- ${texts.query}: \`${card.query}\``,
  ]);
  return [`## ${question}`, '', text, ...(lines.length === 0 ? [] : ['', ...lines])].join('\n');
}
