import { confidenceLimits } from '@kianda/contract/space/biomass/biomass.schemas';
import { formatQuantity } from '@kianda/format';
import type { StatusTone } from '@kianda/ui';
import { biomassTexts as texts } from '../texts.pt.ts';

/** Tonnes with no more digits than an estimate has: megatonnes, kilotonnes or tonnes. */
export function tonnesText(tonnes: number | null | undefined): string {
  if (tonnes === null || tonnes === undefined) return formatQuantity(null, 't');
  if (tonnes >= 1e6) return formatQuantity(tonnes / 1e6, 'Mt', { maxDecimals: tonnes >= 1e7 ? 1 : 2 });
  if (tonnes >= 1e3) return formatQuantity(tonnes / 1e3, 'kt', { maxDecimals: tonnes >= 1e5 ? 0 : 1 });
  return formatQuantity(tonnes, 't', { maxDecimals: 1 });
}

/** From here on the digits after the fourth say nothing. */
const mostDigits = 10_000;

/** A quantity with three digits or so, whatever its size. */
export function amountText(value: number | null, unit: string): string {
  if (value === null) return formatQuantity(null, unit);
  if (unit === 't') return tonnesText(value);
  const size = Math.abs(value);
  if (size >= mostDigits) return formatQuantity(Number(value.toPrecision(4)), unit, { maxDecimals: 0 });
  const maxDecimals = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return formatQuantity(value, unit, { maxDecimals });
}

export type ConfidenceLevel = 'high' | 'medium' | 'low';

/** Above 0.8 high, above 0.6 medium, else low. */
export function confidenceLevel(confidence: number): ConfidenceLevel {
  if (confidence > confidenceLimits.high) return 'high';
  return confidence > confidenceLimits.medium ? 'medium' : 'low';
}

const tones = { high: 'good', medium: 'info', low: 'caution' } as const satisfies Record<ConfidenceLevel, StatusTone>;

/** Badge of a confidence: its tone and its words. */
export function confidenceBadge(confidence: number | null): { readonly tone: StatusTone; readonly words: string } {
  if (confidence === null || Number.isNaN(confidence)) return { tone: 'unknown', words: texts.noConfidence };
  const level = confidenceLevel(confidence);
  const value = formatQuantity(confidence * 100, '%', { maxDecimals: 0 });
  return { tone: tones[level], words: texts.confidence(texts[level], value) };
}
