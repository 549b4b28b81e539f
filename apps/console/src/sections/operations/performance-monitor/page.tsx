import { formatCount, formatDuration } from '@kianda/format';
import { downloadText, PageHeader, PageStack, PanelFailure, PanelFrame, PeriodPicker } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { useMetrics } from '../../shared/use-metrics.ts';
import { performanceSearch, periodHours, periods } from './api/periods.ts';
import { samplesCsv } from './api/samples-csv.ts';
import { Charts } from './components/charts.tsx';
import { LiveTiles } from './components/live-tiles.tsx';
import { RoutesPanel } from './components/routes-panel.tsx';
import styles from './page.module.css';
import { performanceTexts as texts } from './texts.pt.ts';

const options = periods.map((value) => ({ value, label: texts.periods[value] }));

/** Section `performance-monitor`: the platform's own measures, live and over a chosen period. */
export default function PerformanceMonitorPage() {
  const [{ period, sort, q }, change] = useSectionSearch(performanceSearch);
  const metrics = useMetrics(periodHours[period]);
  const samples = metrics.samples?.value ?? [];
  return (
    <PageStack>
      <PageHeader
        description={texts.description}
        actions={
          <>
            <PeriodPicker
              label={texts.period}
              options={options}
              value={period}
              onChange={(value) => change({ period: value })}
            />
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              title={texts.exportTitle}
              disabled={samples.length === 0}
              onClick={() => downloadText(texts.csv.file(period), 'text/csv', samplesCsv(samples))}
            >
              {texts.exportAll}
            </Button>
          </>
        }
      />
      {metrics.samples === undefined && metrics.history.error !== null ? (
        <PanelFrame title={texts.charts.title}>
          <PanelFailure error={metrics.history.error} onRetry={metrics.history.refresh} />
        </PanelFrame>
      ) : (
        <>
          <LiveTiles metrics={metrics} />
          <div className={styles.head}>
            <h2 className={styles.title}>{texts.charts.title}</h2>
            {metrics.samples === undefined ? null : (
              <p className={styles.step}>
                {texts.step(
                  formatDuration(metrics.stepSeconds),
                  formatCount(samples.length, texts.sample, texts.samples),
                )}
              </p>
            )}
          </div>
          <Charts metrics={metrics} />
        </>
      )}
      <RoutesPanel period={period} sort={sort} filter={q} onView={(view) => change(view, { replace: true })} />
    </PageStack>
  );
}
