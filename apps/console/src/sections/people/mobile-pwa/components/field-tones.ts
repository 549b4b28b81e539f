import type { FieldState } from '@kianda/contract/ingestion/field/field.schemas';
import type { StatusTone } from '@kianda/ui';

export const fieldTones: Readonly<Record<FieldState, StatusTone>> = {
  received: 'unknown',
  asked: 'caution',
  accepted: 'good',
  rejected: 'bad',
};
