import type { AlertType } from '@kianda/contract/operations/alerts/rules.contract';
import type { StatusTone } from '@kianda/ui';

export const alertTones = {
  info: 'info',
  warning: 'caution',
  error: 'bad',
  critical: 'attention',
} as const satisfies Record<AlertType, StatusTone>;
