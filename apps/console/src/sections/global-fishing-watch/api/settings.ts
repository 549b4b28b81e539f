import { type VesselType, vesselTypes } from '@kianda/contract/vessels/list.contract';
import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { createIndexedStore } from '../../../client/indexed-store.ts';
import type { KeyValueStore } from '../../../client/store.ts';

export const refreshChoices = [1, 5, 10, 30] as const;
export type ConfidenceLevel = 1 | 2 | 3 | 4;

/** What a person set for this section. */
export type FishingSettings = {
  readonly alertsEnabled: boolean;
  readonly autoRefresh: boolean;
  /** Minutes. */
  readonly refreshInterval: (typeof refreshChoices)[number];
  readonly vesselTypes: readonly VesselType[];
  readonly confidenceLevel: ConfidenceLevel;
};

export const defaultSettings: FishingSettings = {
  alertsEnabled: true,
  autoRefresh: true,
  refreshInterval: 5,
  vesselTypes: ['fishing', 'carrier', 'support'],
  confidenceLevel: 3,
};

const schema = z.object({
  alertsEnabled: z.boolean().catch(defaultSettings.alertsEnabled),
  autoRefresh: z.boolean().catch(defaultSettings.autoRefresh),
  refreshInterval: z.union(refreshChoices.map((minutes) => z.literal(minutes))).catch(defaultSettings.refreshInterval),
  vesselTypes: z
    .array(z.enum(Object.keys(vesselTypes) as [VesselType]))
    .min(1)
    .catch([...defaultSettings.vesselTypes]),
  confidenceLevel: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
    .catch(defaultSettings.confidenceLevel),
});

let store: KeyValueStore<FishingSettings> | undefined;
const settingsStore = () => {
  store ??= createIndexedStore<FishingSettings>('kianda-fishing-settings');
  return store;
};

/** Settings of an account in this browser; undefined until they were read. A refused save is a failure to tell. */
export function useFishingSettings(accountId: string) {
  const [settings, setSettings] = useState<FishingSettings>();
  useEffect(() => {
    let isShown = true;
    void settingsStore()
      .get(accountId)
      .then((kept) => schema.safeParse(kept ?? defaultSettings))
      .then((parsed) => parsed.data ?? defaultSettings)
      .catch((cause: unknown) => {
        console.warn('kianda: configurações por ler', cause);
        return defaultSettings;
      })
      .then((read) => {
        if (isShown) setSettings(read);
      });
    return () => {
      isShown = false;
    };
  }, [accountId]);
  const save = useCallback(
    async (next: FishingSettings): Promise<void> => {
      setSettings(next);
      await settingsStore().set(accountId, next);
    },
    [accountId],
  );
  return [settings, save] as const;
}
