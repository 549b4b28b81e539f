import { PageHeader, PageStack, PanelFailure, PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { z } from 'zod';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { AlertsPanel } from '../../shared/system-alerts/alerts-panel.tsx';
import { useSystemHealth } from './api/use-system-health.ts';
import { ComponentCards } from './components/component-cards.tsx';
import { OverallStrip } from './components/overall-strip.tsx';
import { PerformanceTiles } from './components/performance-tiles.tsx';
import { StatisticsPanel } from './components/statistics-panel.tsx';
import styles from './page.module.css';
import { healthTexts } from './texts.pt.ts';

const searchSchema = z.object({ view: z.enum(['todos', 'ativos']).catch('todos') });

/** Section `system-health`: the whole, its components, their measures and the alerts, live. */
export default function SystemHealthPage() {
  const { health, checks, alerts } = useSystemHealth();
  const [{ view }, change] = useSectionSearch(searchSchema);
  const checked = checks.sourced?.value.components;
  const byComponent = useMemo(
    () => (checked === undefined ? undefined : new Map(checked.map((component) => [component.id, component.checks]))),
    [checked],
  );
  const refresh = () => {
    health.refresh();
    checks.refresh();
    alerts.refresh();
  };
  const alertsPanel = (
    <AlertsPanel alerts={alerts} filter={view} onFilter={(filter) => change({ view: filter }, { replace: true })} />
  );
  return (
    <PageStack>
      <PageHeader
        description={healthTexts.description}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={refresh}
            loading={health.isRefreshing}
          >
            {healthTexts.refresh}
          </Button>
        }
      />
      {health.sourced === undefined && health.error !== null ? (
        <>
          <PanelFrame title={healthTexts.overall.title}>
            <PanelFailure error={health.error} onRetry={health.refresh} />
          </PanelFrame>
          {alertsPanel}
        </>
      ) : (
        <>
          <OverallStrip health={health} />
          <PerformanceTiles health={health} />
          <ComponentCards health={health} checks={byComponent} />
          <div className={styles.columns}>
            {alertsPanel}
            <StatisticsPanel health={health} />
          </div>
        </>
      )}
    </PageStack>
  );
}
