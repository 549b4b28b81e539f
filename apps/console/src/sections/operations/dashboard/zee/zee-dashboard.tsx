import { dashboardOverview } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { servicesStatus, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { biodiversitySummary } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { fisheriesStats } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { fieldGrid, oceanographicData, satelliteData, zeeSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { More, PageStack, RelativeTime, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { narrowQuery, useMedia } from '../../../../platform/use-media.ts';
import { useSectionSearch } from '../../../../shell/use-section.ts';
import { FailureShownAbove } from '../../../shared/card-source.tsx';
import { conditionTones } from '../../../shared/condition/condition-line.tsx';
import { useCondition } from '../../../shared/condition/use-condition.ts';
import { useRefreshAll } from '../../../shared/use-refresh-all.ts';
import { useOverview } from '../api/use-overview.ts';
import {
  useBiodiversity,
  useBoundary,
  useFisheries,
  useHealth,
  useOceanographic,
  useSatellite,
  useSeries,
  useServices,
} from './api/use-zee.ts';
import { FisheriesCard } from './cards/fisheries-card.tsx';
import { OceanographicCard, SatelliteCard, TemperatureCard } from './cards/ocean-cards.tsx';
import { AreaCard, BiodiversityCard } from './cards/place-cards.tsx';
import { ApiCard, HealthCard, ServicesCard } from './cards/system-cards.tsx';
import { ZeeCharts } from './charts/zee-charts.tsx';
import { ConnectionError } from './connection-error.tsx';
import { MapCard } from './map/map-card.tsx';
import { zeeTexts } from './texts.pt.ts';
import styles from './zee.module.css';

const shown = [
  dashboardOverview,
  systemHealth,
  satelliteData,
  oceanographicData,
  fisheriesStats,
  servicesStatus,
  biodiversitySummary,
  zeeSeries,
  fieldGrid,
] as const;

const searchSchema = z.object({
  mapa: z.enum(['tsm', 'clorofila']).catch('tsm'),
  period: z.enum(['30d', '90d']).catch('30d'),
});

/** The complete dashboard of the ZEE: nine cards, a map and the series behind them, refreshed every 30 s. */
export default function ZeeDashboard() {
  const [{ mapa, period }, change] = useSectionSearch(searchSchema);
  const overview = useOverview();
  const health = useHealth();
  const satellite = useSatellite();
  const oceanographic = useOceanographic();
  const fisheries = useFisheries();
  const services = useServices();
  const biodiversity = useBiodiversity();
  const boundary = useBoundary();
  const monthOfTemperature = useSeries('analysedSst', 30);
  const { refresh, isRefreshing } = useRefreshAll(shown);
  const condition = useCondition();
  const isHealthy = condition?.level === 'healthy';

  return (
    <FailureShownAbove value={overview.failure !== null}>
      <PageStack>
        <div className={styles.head}>
          <p className={styles.status} role="status">
            {condition === undefined ? null : (
              <>
                <StatusPill tone={conditionTones[condition.level]}>
                  {isHealthy ? zeeTexts.healthy : condition.level === 'unknown' ? condition.word : zeeTexts.degraded}
                </StatusPill>
                <span>{condition.sentence}</span>
              </>
            )}
            {overview.sourced === undefined || overview.sourced.provenance.state === 'fallback' ? null : (
              <span>
                {zeeTexts.updated}: <RelativeTime at={overview.sourced.value.system_status.last_update} />
              </span>
            )}
            <span>{zeeTexts.auto}</span>
          </p>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={refresh}
            loading={isRefreshing}
          >
            {zeeTexts.refresh}
          </Button>
        </div>
        {overview.failure === null ? null : (
          <ConnectionError detail={overview.failure.message} onRetry={refresh} isRetrying={isRefreshing} />
        )}
        <Cards
          {...{ overview, boundary, oceanographic, satellite, biodiversity, fisheries, health, services }}
          series={monthOfTemperature}
          map={
            <MapCard
              className={styles.map}
              variable={mapa}
              onVariable={(variable) => change({ mapa: variable }, { replace: true })}
            />
          }
        />
        <ZeeCharts
          period={period}
          onPeriod={(value) => change({ period: value }, { replace: true })}
          fisheries={fisheries}
          biodiversity={biodiversity}
        />
      </PageStack>
    </FailureShownAbove>
  );
}

type CardsProps = {
  readonly overview: ReturnType<typeof useOverview>;
  readonly boundary: ReturnType<typeof useBoundary>;
  readonly oceanographic: ReturnType<typeof useOceanographic>;
  readonly satellite: ReturnType<typeof useSatellite>;
  readonly biodiversity: ReturnType<typeof useBiodiversity>;
  readonly fisheries: ReturnType<typeof useFisheries>;
  readonly health: ReturnType<typeof useHealth>;
  readonly services: ReturnType<typeof useServices>;
  readonly series: ReturnType<typeof useSeries>;
  readonly map: ReactNode;
};

/** The nine cards about the map; on a narrow screen the sea stands first, and the others are folded. */
function Cards({ overview, boundary, oceanographic, satellite, biodiversity, fisheries, ...others }: CardsProps) {
  const isNarrow = useMedia(narrowQuery);
  const rest = (
    <>
      <SatelliteCard satellite={satellite} />
      <OceanographicCard oceanographic={oceanographic} />
      <FisheriesCard fisheries={fisheries} />
      <ApiCard overview={overview} />
      <HealthCard health={others.health} />
      <ServicesCard services={others.services} />
    </>
  );
  return (
    <>
      <div className={styles.cards}>
        <TemperatureCard overview={overview} series={others.series} satellite={satellite} />
        {others.map}
        <AreaCard overview={overview} boundary={boundary} oceanographic={oceanographic} />
        <BiodiversityCard overview={overview} summary={biodiversity} />
        {isNarrow ? null : rest}
      </div>
      {isNarrow ? (
        <More of={zeeTexts.otherCards} count={6}>
          <div className={styles.cards}>{rest}</div>
        </More>
      ) : null}
    </>
  );
}
