import { allows } from '@kianda/contract';
import { alertResource } from '@kianda/contract/operations/alerts/alerts.resource';
import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import { listDeliveryChannels } from '@kianda/contract/people/delivery/delivery.contract';
import { deliveryResource } from '@kianda/contract/people/delivery/delivery.resource';
import { formatNumber } from '@kianda/format';
import { EmptyState, PageHeader, PageStack, PanelFrame, SkeletonLines } from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { useChannel } from '../../../client/use-channel.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { listSearchOf, useSectionList } from '../../shared/resource/list-state.ts';
import { AlertsPanel } from '../../shared/system-alerts/alerts-panel.tsx';
import touch from '../../shared/touch.module.css';
import { useSectionLink } from '../../shared/use-section-link.ts';
import styles from './auto-alerts.module.css';
import { autoTexts as texts } from './texts.pt.ts';

const RulesPanel = lazy(() => import('./rules-panel.tsx'));
const HistoryPanel = lazy(() => import('./history-panel.tsx'));
const SilencesPanel = lazy(() => import('./silences-panel.tsx'));
const AlertDialog = lazy(() => import('./alert-dialog.tsx'));
const ChannelsPanel = lazy(() => import('./channels-panel.tsx'));
const LogPanel = lazy(() => import('./log-panel.tsx'));

const tabs = ['alerts', 'rules', 'history', 'silences', 'channels', 'log'] as const;
const listShape = {
  ...listSearchOf(alertResource),
  ...listSearchOf(deliveryResource),
  // Two tabs share it: each list reads of it what it has.
  sort: z.string().max(40).optional().catch(undefined),
};
const searchSchema = z.object({
  tab: z.enum(tabs).optional().catch(undefined),
  view: z.enum(['todos', 'ativos']).catch('ativos'),
  /** Alert that a message linked to: it comes first, whether or not it is over. */
  alert: z.uuid().optional().catch(undefined),
  /** Alert whose chronology stands open. */
  detail: z.uuid().optional().catch(undefined),
  /** Metric that another screen asks a new rule for. */
  new: z.string().max(80).optional().catch(undefined),
  ...listShape,
});
/** Another tab begins with none of the filters of this one. */
const noList = Object.fromEntries(Object.keys(listShape).map((name) => [name, undefined]));

/** Section `auto-alerts`: what the platform watches by itself, what it found, and whom it tells. */
export default function AutoAlertsPage() {
  const { role } = useAccount();
  const { search, change, state: list } = useSectionList(searchSchema);
  const { tab = 'alerts', view, alert, detail, new: newMetric } = search;
  const alerts = useEndpoint(listAlerts, { query: { limit: 200 } }, { refetchSeconds: 60 });
  useChannel('alerts', { onEvent: alerts.refresh, onGap: alerts.refresh });
  const openVessels = useSectionLink('global-fishing-watch');
  const active = alerts.sourced?.value.active;
  const mayDeliver = allows(listDeliveryChannels.access, role);
  const open = (id: string) => change({ detail: id });
  const refused = (
    <PanelFrame title={texts.tabs[tab]}>
      <EmptyState title={texts.noAccess} />
    </PanelFrame>
  );
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            openVessels === undefined ? undefined : (
              <Button variant="default" onClick={openVessels} title={texts.vessels}>
                {texts.openVessels}
              </Button>
            )
          }
        />
        <Tabs
          value={tab}
          onChange={(next) =>
            change({ ...noList, tab: tabs.find((name) => name === next), alert: undefined, new: undefined })
          }
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.tabsLabel} className={styles.tabs ?? ''}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {texts.tabs[one]}
                {one === 'alerts' && active !== undefined ? ` (${formatNumber(active, { maxDecimals: 0 })})` : null}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab} className={styles.panel ?? ''}>
            <Suspense fallback={<SkeletonLines lines={8} />}>
              {tab === 'alerts' ? (
                <AlertsPanel
                  alerts={alerts}
                  filter={view}
                  chosen={alert}
                  onFilter={(filter) => change({ view: filter }, { replace: true })}
                  onOpen={open}
                />
              ) : null}
              {tab === 'rules' ? (
                <RulesPanel newMetric={newMetric} onEdited={() => change({ new: undefined }, { replace: true })} />
              ) : null}
              {tab === 'history' ? <HistoryPanel state={list} onOpen={open} /> : null}
              {tab === 'silences' ? <SilencesPanel /> : null}
              {tab === 'channels' ? mayDeliver ? <ChannelsPanel /> : refused : null}
              {tab === 'log' ? mayDeliver ? <LogPanel state={list} /> : refused : null}
            </Suspense>
          </Tabs.Panel>
        </Tabs>
        {detail === undefined ? null : (
          <Suspense fallback={null}>
            <AlertDialog id={detail} onClose={() => change({ detail: undefined })} />
          </Suspense>
        )}
      </PageStack>
    </div>
  );
}
