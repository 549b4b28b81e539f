import { type VesselType, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { refreshChoices } from '@kianda/contract/people/identity/settings.contract';
import { PanelFrame, SkeletonLines } from '@kianda/ui';
import { Checkbox, Group, NativeSelect, Switch } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { notify } from '../../../../platform/notices.ts';
import type { ConfidenceLevel, FishingSettings } from '../api/settings.ts';
import styles from '../page.module.css';
import { fishingTexts, levelTexts } from '../texts.pt.ts';
import { settingsTexts as texts } from './texts.pt.ts';

const ThresholdsPanel = lazy(() => import('./thresholds-panel.tsx'));
const DataExport = lazy(() => import('./data-export.tsx'));

type Props = { readonly settings: FishingSettings; readonly onSave: (settings: FishingSettings) => Promise<unknown> };
const typeNames = Object.keys(vesselTypes) as VesselType[];

/** Tab of settings: each takes effect and is kept at once. */
export default function SettingsTab({ settings, onSave }: Props) {
  const set = (part: Partial<FishingSettings>) => {
    onSave({ ...settings, ...part }).catch((cause: unknown) => {
      console.warn('kianda: configurações por guardar', cause);
      notify({ tone: 'error', message: texts.notKept });
    });
  };
  const toggleType = (name: VesselType, on: boolean) => {
    const next = typeNames.filter((one) => (one === name ? on : settings.vesselTypes.includes(one)));
    if (next.length > 0) set({ vesselTypes: next });
  };
  return (
    <div className={styles.stack}>
      <PanelFrame title={fishingTexts.tabs.settings} description={texts.description}>
        <div className={styles.stack}>
          <Switch
            label={texts.alerts}
            checked={settings.alertsEnabled}
            onChange={({ currentTarget }) => set({ alertsEnabled: currentTarget.checked })}
          />
          <Switch
            label={texts.autoRefresh}
            checked={settings.autoRefresh}
            onChange={({ currentTarget }) => set({ autoRefresh: currentTarget.checked })}
          />
          <div className={styles.filters}>
            <NativeSelect
              label={texts.interval}
              value={String(settings.refreshInterval)}
              disabled={!settings.autoRefresh}
              onChange={({ currentTarget }) => {
                const chosen = refreshChoices.find((minutes) => String(minutes) === currentTarget.value);
                if (chosen !== undefined) set({ refreshInterval: chosen });
              }}
              data={refreshChoices.map((minutes) => ({ value: String(minutes), label: texts.minutes(minutes) }))}
            />
            <NativeSelect
              label={texts.level}
              value={String(settings.confidenceLevel)}
              onChange={({ currentTarget }) => set({ confidenceLevel: Number(currentTarget.value) as ConfidenceLevel })}
              data={Object.entries(levelTexts).map(([value, label]) => ({ value, label }))}
            />
          </div>
          <Group gap="lg" role="group" aria-label={texts.types}>
            <span>{texts.types}:</span>
            {typeNames.map((name) => (
              <Checkbox
                key={name}
                label={vesselTypes[name]}
                checked={settings.vesselTypes.includes(name)}
                disabled={settings.vesselTypes.length === 1 && settings.vesselTypes.includes(name)}
                onChange={({ currentTarget }) => toggleType(name, currentTarget.checked)}
              />
            ))}
          </Group>
          <p className={styles.note}>{texts.where}</p>
        </div>
      </PanelFrame>
      <Suspense fallback={<SkeletonLines lines={3} />}>
        <ThresholdsPanel />
        <DataExport />
      </Suspense>
    </div>
  );
}
