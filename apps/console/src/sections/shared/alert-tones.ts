import type { AlertHandling } from '@kianda/contract/operations/health/health.contract';
import type { StatusTone } from '@kianda/ui';

/** How far people have come with an alert of the platform: coral only while nobody has seen it. */
export const handlingTones = {
  new: 'attention',
  acknowledged: 'info',
  investigating: 'caution',
  resolved: 'good',
} as const satisfies Record<AlertHandling, StatusTone>;
