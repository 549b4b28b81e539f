import { EmptyState, PageHeader, PageStack, StatusPill, type StatusTone } from '@kianda/ui';
import { Badge, Button, Tabs } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { notify } from '../../../platform/notices.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import tabbed from '../../shared/tabbed.module.css';
import touch from '../../shared/touch.module.css';
import { useRefreshAll } from '../../shared/use-refresh-all.ts';
import { useProbe } from './api/use-probe.ts';
import { retentionAnswers, useHealth, useMetrics } from './api/use-retention.ts';
import { SummaryTiles } from './components/summary-tiles.tsx';
import styles from './page.module.css';
import { type RetentionSearch, retentionSearchSchema, retentionTabs } from './search.ts';
import { retentionTexts as texts } from './texts.pt.ts';

const OverviewTab = lazy(() => import('./components/overview-tab.tsx'));
const ViewerTab = lazy(() => import('./components/viewer-tab.tsx'));
const StatisticsTab = lazy(() => import('./components/statistics-tab.tsx'));
const CacheTab = lazy(() => import('./components/cache-tab.tsx'));
const PoliciesTab = lazy(() => import('./components/policies-tab.tsx'));
const PerformanceTab = lazy(() => import('./components/performance-tab.tsx'));

const nothing = {
  table: undefined,
  q: undefined,
  sort: undefined,
  page: undefined,
  size: undefined,
  record: undefined,
};

const tones: Readonly<Record<'healthy' | 'degraded' | 'critical', StatusTone>> = {
  healthy: 'good',
  degraded: 'caution',
  critical: 'bad',
};

/** Section `ml-retention-system`: what the stores of the models hold, save and lose. */
export default function MlRetentionPage() {
  const [search, change] = useSectionSearch(retentionSearchSchema);
  const { tab = 'overview' } = search;
  const metrics = useMetrics();
  const { refresh, isRefreshing } = useRefreshAll(retentionAnswers);
  const reload = () => {
    refresh();
    if (metrics.error === null) notify({ tone: 'success', message: texts.refreshed });
    else notify({ tone: 'error', title: texts.loadError, message: metrics.error.message });
  };
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          mark={<HealthMarks />}
          actions={
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              loading={isRefreshing}
              onClick={reload}
            >
              {texts.refresh}
            </Button>
          }
        />
        <SummaryTiles metrics={metrics} />
        <Tabs
          value={tab}
          onChange={(next) => change({ ...nothing, tab: retentionTabs.find((name) => name === next) })}
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.tabsLabel} className={tabbed.tabs ?? ''}>
            {retentionTabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {texts.tabs[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab} className={tabbed.panel ?? ''}>
            <Suspense fallback={<EmptyState title={texts.loading} />}>
              <div className={tabbed.stack}>
                <TabBody tab={tab} search={search} onSearch={change} />
              </div>
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      </PageStack>
    </div>
  );
}

type BodyProps = {
  readonly tab: (typeof retentionTabs)[number];
  readonly search: RetentionSearch;
  readonly onSearch: (part: Partial<RetentionSearch>, options?: { readonly replace?: boolean }) => void;
};

function TabBody({ tab, search, onSearch }: BodyProps) {
  switch (tab) {
    case 'overview':
      return <OverviewTab />;
    case 'data-viewer':
      return <ViewerTab search={search} onSearch={onSearch} />;
    case 'data-stats':
      return <StatisticsTab />;
    case 'cache':
      return <CacheTab />;
    case 'policies':
      return <PoliciesTab />;
    case 'performance':
      return <PerformanceTab />;
  }
}

/** The health of the whole, and whether the service is out of reach. */
function HealthMarks() {
  const health = useHealth();
  const isReached = useProbe();
  const status = health.sourced?.value.overall_status;
  return (
    <span className={styles.marks}>
      <StatusPill tone={status === undefined ? 'unknown' : tones[status]}>
        {texts.health[status ?? 'unknown']}
      </StatusPill>
      {isReached ? null : (
        <Badge color="yellow" variant="light" title={texts.demoWhy}>
          {texts.demo}
        </Badge>
      )}
    </span>
  );
}
