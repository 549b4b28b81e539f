import type { DeliverySeverity } from '@kianda/contract/people/delivery/scale';
import type { StatusTone } from '@kianda/ui';

/** Tone of a notice by its severity. */
export const noticeTones: Readonly<Record<DeliverySeverity, StatusTone>> = {
  low: 'info',
  medium: 'caution',
  high: 'bad',
  critical: 'attention',
};
