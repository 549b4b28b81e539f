import type { AnswerCard, Turn } from '@kianda/contract/people/assistant/assistant.contract';
import { formatDay, formatInstant, formatQuantity, type TimeZone, UNKNOWN } from '@kianda/format';
import { describeProvenance } from '@kianda/ui';
import { assistantTexts as texts } from './texts.pt.ts';

type Kind = AnswerCard['figures'][number]['kind'];

/** A cell or a figure as people read it. */
export function writtenValue(value: string | number | null, kind: Kind, unit: string | null, timeZone: TimeZone): string {
  if (value === null) return UNKNOWN;
  if (kind === 'instant') return formatInstant(String(value), timeZone);
  if (kind === 'day') return formatDay(String(value));
  // A coordinate of two decimals is a kilometre off.
  if (typeof value === 'number') return formatQuantity(value, unit ?? '', { maxDecimals: unit === '°' ? 4 : 2 }).trim();
  return value;
}

/** An answer as text, with what proves it: for the clipboard and for the file of a conversation. */
export function writtenTurn({ question, text, cards }: Turn, timeZone: TimeZone): string {
  const lines = cards.flatMap((card) => [
    ...card.figures.map(({ label, value, kind, unit }) => `- ${label}: ${writtenValue(value, kind, unit, timeZone)}`),
    `- ${texts.source}: ${describeProvenance(card.provenance).detail}`,
    `- ${texts.query}: \`${card.query}\``,
  ]);
  return [`## ${question}`, '', text, ...(lines.length === 0 ? [] : ['', ...lines])].join('\n');
}
