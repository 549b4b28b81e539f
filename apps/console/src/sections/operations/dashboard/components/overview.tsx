import { listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { metricsHistory, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { PageStack, PanelGrid } from '@kianda/ui';
import { PublicUrls } from '../../../shared/public-urls/public-urls.tsx';
import { useRefreshAll } from '../../../shared/use-refresh-all.ts';
import { useStats } from '../api/use-overview.ts';
import { FirstDayLine } from './first-day-line.tsx';
import { InterfaceCards } from './interface-cards.tsx';
import { StatTiles } from './stat-tiles.tsx';
import { StatusBanner } from './status-banner.tsx';
import { SystemInfo } from './system-info.tsx';

const shown = [dashboardStats, systemHealth, metricsHistory, listConnectors] as const;

/** The enhanced dashboard: state, five indicators, addresses, holdings and six ways in. */
export function Overview() {
  const stats = useStats();
  const { refresh, isRefreshing } = useRefreshAll(shown);
  return (
    <PageStack>
      <FirstDayLine />
      <StatusBanner stats={stats} onRefresh={refresh} isRefreshing={isRefreshing} />
      <StatTiles stats={stats} />
      <InterfaceCards />
      <PanelGrid minWidth={420}>
        <SystemInfo />
        <PublicUrls />
      </PanelGrid>
    </PageStack>
  );
}
