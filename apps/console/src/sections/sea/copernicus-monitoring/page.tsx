import { PageHeader, PageStack, PeriodPicker } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { z } from 'zod';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { useMonitoring } from './api/use-monitoring.ts';
import { AccessPanel } from './components/access-panel.tsx';
import { CoveragePanel } from './components/coverage-panel.tsx';
import { ProbesPanel } from './components/probes-panel.tsx';
import { FreshnessPanel, ProductsChart } from './components/products-panel.tsx';
import { SummaryTiles } from './components/summary-tiles.tsx';
import styles from './page.module.css';
import { monitoringTexts as texts } from './texts.pt.ts';

const periods = ['7', '30', '90'] as const;
const searchSchema = z.object({ period: z.enum(periods).catch('30') });

/** Section `copernicus-monitoring`: satellite products over time, their freshness, what they cover, and the access to them. */
export default function CopernicusMonitoringPage() {
  const [{ period }, change] = useSectionSearch(searchSchema);
  const monitoring = useMonitoring(Number(period));
  return (
    <PageStack>
      <PageHeader
        description={texts.description}
        actions={
          <>
            <PeriodPicker
              label={texts.period}
              options={periods.map((value) => ({ value, label: texts.periods[value] }))}
              value={period}
              onChange={(next) => change({ period: next }, { replace: true })}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              onClick={monitoring.refresh}
              loading={monitoring.isRefreshing}
            >
              {texts.refresh}
            </Button>
          </>
        }
      />
      <SummaryTiles monitoring={monitoring} />
      <ProductsChart monitoring={monitoring} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <CoveragePanel monitoring={monitoring} />
          <FreshnessPanel monitoring={monitoring} />
        </div>
        <div className={styles.side}>
          <AccessPanel monitoring={monitoring} />
          <ProbesPanel monitoring={monitoring} />
        </div>
      </div>
    </PageStack>
  );
}
