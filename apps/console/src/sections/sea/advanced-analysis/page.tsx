import { type UsageReport, usagePeriods, usageReport } from '@kianda/contract/people/usage/usage.contract';
import { formatCount, formatDate } from '@kianda/format';
import { downloadText, PageHeader, PageStack, PeriodPicker, provenanceWord, SkeletonLines, useClock } from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { usageFallback } from './api/fallback.ts';
import { tabCsv } from './api/tables.ts';
import styles from './page.module.css';
import { analysisSearch, analysisTabs } from './search.ts';
import { analysisTexts as texts } from './texts.pt.ts';

const OverviewTab = lazy(() => import('./tabs/overview-tab.tsx'));
const HeatmapTab = lazy(() => import('./tabs/heatmap-tab.tsx'));
const CohortTab = lazy(() => import('./tabs/cohort-tab.tsx'));
const FunnelTab = lazy(() => import('./tabs/funnel-tab.tsx'));
const SegmentsTab = lazy(() => import('./tabs/segments-tab.tsx'));

const periodOptions = usagePeriods.map((value) => ({ value, label: texts.periods[value] }));

/** Section `advanced-analysis`: how the platform is used, from its own records. */
export default function AdvancedAnalysisPage() {
  const [{ tab, period }, change] = useSectionSearch(analysisSearch);
  const clock = useClock();
  const fallback = useMemo(() => ({ data: usageFallback(period) }), [period]);
  const result = useEndpoint(usageReport, { query: { period } }, { refetchSeconds: 120, staleSeconds: 600, fallback });
  // There is nothing to take away of an example.
  const sourced = result.example === undefined ? result.sourced : undefined;
  const fileOf = (part: string) => texts.file(part, period, new Date(clock()).toISOString().slice(0, 10));
  const exportCsv = () => {
    if (sourced === undefined) return;
    const source = `${texts.source} (${provenanceWord(sourced.provenance, clock())})`;
    downloadText(`${fileOf(tab)}.csv`, 'text/csv', tabCsv(tab, sourced.value, source));
  };
  const exportJson = () => {
    if (sourced === undefined) return;
    const { value, provenance } = sourced;
    const text = JSON.stringify({ exportedAt: new Date(clock()).toISOString(), provenance, ...value }, null, 2);
    downloadText(`${fileOf('completa')}.json`, 'application/json', text);
  };
  return (
    <PageStack>
      <PageHeader
        description={texts.description}
        actions={
          <>
            <PeriodPicker
              label={texts.period}
              options={periodOptions}
              value={period}
              onChange={(next) => change({ period: next })}
            />
            {(
              [
                [texts.exportCsv, texts.exportCsvTitle, exportCsv],
                [texts.exportJson, texts.exportJsonTitle, exportJson],
              ] as const
            ).map(([label, title, run]) => (
              <Button
                key={label}
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden="true" />}
                title={title}
                disabled={sourced === undefined}
                onClick={run}
              >
                {label}
              </Button>
            ))}
          </>
        }
      />
      {sourced === undefined ? null : <Recording report={sourced.value} />}
      <Tabs
        value={tab}
        onChange={(next) => change({ tab: analysisTabs.find((name) => name === next) ?? 'overview' })}
        keepMounted={false}
      >
        <Tabs.List aria-label={texts.tabsLabel} className={styles.tabs ?? ''}>
          {analysisTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {texts.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={styles.panel ?? ''}>
          <Suspense fallback={<SkeletonLines lines={8} />}>
            {tab === 'overview' ? <OverviewTab result={result} /> : null}
            {tab === 'heatmap' ? <HeatmapTab result={result} /> : null}
            {tab === 'cohort' ? <CohortTab result={result} /> : null}
            {tab === 'funnel' ? <FunnelTab result={result} /> : null}
            {tab === 'segments' ? <SegmentsTab result={result} /> : null}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </PageStack>
  );
}

function Recording({ report: { from, to, recording } }: { readonly report: UsageReport }) {
  const day = (text: string) => formatDate(`${text}T12:00:00Z`, 'Africa/Luanda');
  return (
    <p className={styles.note}>
      {texts.range(day(from), day(to))}{' '}
      {recording.since === null ? texts.noRecords : texts.recordedSince(day(recording.since))}{' '}
      {recording.enabled ? texts.kept(formatCount(recording.retentionDays, 'dia', 'dias')) : texts.disabled}{' '}
      {texts.privacy}
    </p>
  );
}
