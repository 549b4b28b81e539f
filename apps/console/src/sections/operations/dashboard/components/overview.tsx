import type { Endpoint } from '@kianda/contract';
import { dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { metricCurve, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { PageStack, SkeletonCards } from '@kianda/ui';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useRefreshAll } from '../../../shared/use-refresh-all.ts';
import { WhenSeen } from '../../../shared/when-seen.tsx';
import { useStats } from '../api/use-overview.ts';
import styles from '../page.module.css';
import { FirstDayLine } from './first-day-line.tsx';
import { InterfaceCards } from './interface-cards.tsx';
import { StatTiles } from './stat-tiles.tsx';
import { StatusBanner } from './status-banner.tsx';

const Below = lazy(() => import('./below.tsx'));
const shown = [dashboardStats, systemHealth, metricCurve] as const;
const none: readonly Endpoint[] = [];

/** The enhanced dashboard: state, five indicators, addresses, holdings and six ways in. */
export function Overview() {
  const stats = useStats();
  const [below, setBelow] = useState(none);
  const { refresh, isRefreshing } = useRefreshAll(useMemo(() => [...shown, ...below], [below]));
  return (
    <PageStack>
      <FirstDayLine />
      <StatusBanner stats={stats} onRefresh={refresh} isRefreshing={isRefreshing} />
      <StatTiles stats={stats} />
      <InterfaceCards />
      <WhenSeen className={styles.end}>
        <Suspense fallback={<SkeletonCards count={2} />}>
          <Below onRefreshed={setBelow} />
        </Suspense>
      </WhenSeen>
    </PageStack>
  );
}
