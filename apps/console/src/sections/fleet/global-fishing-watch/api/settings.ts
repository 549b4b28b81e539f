import type { UserSettings } from '@kianda/contract/people/identity/settings.contract';
import { useMySettings } from '../../../../client/use-my-settings.ts';

/** Settings of a person for this section. */
export type FishingSettings = UserSettings<'global-fishing-watch'>;
export type ConfidenceLevel = FishingSettings['confidenceLevel'];

export const defaultSettings: FishingSettings = {
  alertsEnabled: true,
  autoRefresh: true,
  refreshInterval: 5,
  vesselTypes: ['fishing', 'carrier', 'support'],
  confidenceLevel: 3,
};

/** Settings of an account; undefined until they were read. A refused save is a failure to tell. */
export const useFishingSettings = (accountId: string) =>
  useMySettings('global-fishing-watch', accountId, defaultSettings);
