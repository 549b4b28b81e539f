import { PageHeader, PageStack, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { type FishingSettings, useFishingSettings } from './api/settings.ts';
import { useLive, useOverview, useRefreshButton } from './api/use-fishing.ts';
import { Connected, ConnectionFailure } from './banner.tsx';
import styles from './page.module.css';
import { fishingSearchSchema } from './search.ts';
import { SummaryTiles } from './summary-tiles.tsx';
import { fishingTexts as texts } from './texts.pt.ts';
import { SidePane } from './workspace/side-pane.tsx';
import { useTop } from './workspace/use-top.ts';
import workspace from './workspace/workspace.module.css';

const Workspace = lazy(() => import('./workspace/workspace.tsx'));
const AlertsTab = lazy(() => import('./alerts/alerts-tab.tsx'));
const VesselsPlace = lazy(() => import('./map/vessels-place.tsx'));
const AreasTab = lazy(() => import('./areas/areas-tab.tsx'));
const SafetyTab = lazy(() => import('./safety/safety-tab.tsx'));
const AccessTab = lazy(() => import('./access/access-tab.tsx'));
const SettingsTab = lazy(() => import('./settings/settings-tab.tsx'));

/** Section `global-fishing-watch`: what the officers of the ZEE's surveillance need. */
export default function GlobalFishingWatchPage() {
  const { id } = useAccount();
  const [settings, save] = useFishingSettings(id);
  return settings === undefined ? <SkeletonLines lines={8} /> : <Fishing settings={settings} onSave={save} />;
}

type Props = { readonly settings: FishingSettings; readonly onSave: (settings: FishingSettings) => Promise<unknown> };

function Fishing({ settings, onSave }: Props) {
  const [search, change] = useSectionSearch(fishingSearchSchema);
  const overview = useOverview(settings);
  const button = useRefreshButton();
  useLive(settings, (alert) => change({ tab: 'alerts', alert }));
  const top = useTop();
  const tab = search.tab ?? 'alerts';
  const counts = { alerts: overview.open.sourced?.value.total, vessels: overview.fleet.sourced?.value.known };
  const view = { settings, search, change } as const;
  return (
    <div className={touch.touch}>
      <PageStack>
        <div ref={top.ref} className={workspace.first} style={top.style}>
          <PageHeader
            description={texts.description}
            actions={
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} aria-hidden="true" />}
                loading={button.isRunning}
                onClick={() => void button.run()}
              >
                {texts.refresh}
              </Button>
            }
          />
          <ConnectionFailure overview={overview} />
          <Suspense fallback={<SkeletonLines lines={12} />}>
            <Workspace view={view}>
              <SidePane search={search} change={change} counts={counts}>
                {tab === 'alerts' ? <AlertsTab {...view} /> : null}
                {tab === 'vessels' ? <VesselsPlace {...view} /> : null}
                {tab === 'areas' ? <AreasTab /> : null}
                {tab === 'safety' ? <SafetyTab change={change} /> : null}
                {tab === 'access' ? <AccessTab /> : null}
                {tab === 'settings' ? <SettingsTab settings={settings} onSave={onSave} /> : null}
              </SidePane>
            </Workspace>
          </Suspense>
        </div>
        <Connected overview={overview} />
        <SummaryTiles overview={overview} />
        <p className={styles.attribution}>
          {texts.attribution}{' '}
          <a href={texts.attributionAddress} target="_blank" rel="noreferrer">
            {texts.attributionLink}
          </a>{' '}
          · {texts.licence}
        </p>
      </PageStack>
    </div>
  );
}
