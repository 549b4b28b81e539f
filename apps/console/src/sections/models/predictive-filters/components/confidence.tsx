import { formatQuantity } from '@kianda/format';
import { StatusPill, type StatusTone } from '@kianda/ui';
import { filterTexts as texts } from '../texts.pt.ts';

/** Bands of a filter's confidence in percent: 90, 80 and 70. */
export function confidenceTone(percent: number | null): StatusTone {
  if (percent === null) return 'unknown';
  if (percent >= 90) return 'good';
  if (percent >= 80) return 'info';
  return percent >= 70 ? 'caution' : 'bad';
}

/** A confidence with the shape and colour of its band. */
export function ConfidenceBadge({ confidence }: { readonly confidence: number | null }) {
  return (
    <StatusPill tone={confidenceTone(confidence)}>
      {confidence === null ? texts.noConfidence : texts.confidence(formatQuantity(confidence, '%', { decimals: 1 }))}
    </StatusPill>
  );
}
