import type { DataOf, Sourced } from '@kianda/contract';
import type { dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { formatMilliseconds, formatNumber, formatQuantity } from '@kianda/format';
import { Instant, Tile } from '@kianda/ui';
import { IconActivityHeartbeat, IconBellRinging, IconBrain, IconGauge, IconServer2 } from '@tabler/icons-react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { useCondition } from '../../../shared/condition/use-condition.ts';
import { FiveTiles } from '../../../shared/five-tiles.tsx';
import { orReason } from '../../../shared/sourced.ts';
import { useMetricCurve } from '../../../shared/use-metric-curve.ts';
import { useSectionLink } from '../../../shared/use-section-link.ts';
import { dashboardTexts } from '../texts.pt.ts';

const texts = dashboardTexts.tiles;

/** `<1s` below a second, `1,2 s` from there. */
export function latencyStyle(milliseconds: number): string {
  if (milliseconds < 1000) return texts.underSecond;
  return formatQuantity(milliseconds / 1000, 's', { decimals: 1 });
}

/** The five measured tiles of the enhanced dashboard. */
export function StatTiles({ stats }: { readonly stats: EndpointResult<DataOf<typeof dashboardStats>> }) {
  const openServices = useSectionLink('services-status');
  const openPerformance = useSectionLink('performance-monitor');
  const openHealth = useSectionLink('system-health');
  const latencyCurve = useMetricCurve('latencyP95Ms', 1);
  const condition = useCondition();
  const online = orReason(stats.figure('servicesOnline'), stats);
  const total = (stats.example ?? stats.sourced?.value)?.totalServices;
  const latency = orReason(stats.figure('apiLatency'), stats);
  const accuracy = orReason(stats.figure('mlAccuracy'), stats);
  const availability = orReason(stats.figure('availability'), stats);
  const since = stats.sourced?.value.availabilitySince;
  const alerts = orReason(stats.figure('activeAlerts'), stats);
  return (
    <section aria-labelledby="indicadores">
      <h2 id="indicadores" className="k-visually-hidden">
        {texts.title}
      </h2>
      <FiveTiles>
        <Tile
          id="servicos-online"
          label={texts.services}
          icon={<IconServer2 size={16} />}
          value={online}
          display={(value) => texts.servicesValue(String(value), formatNumber(total, { maxDecimals: 0 }))}
          note={isReal(online) && online.value === total && isTroubled(condition) ? texts.servicesNote : undefined}
          onOpen={openServices}
        />
        <Tile
          id="latencia-api"
          label={texts.latency}
          icon={<IconGauge size={16} />}
          value={latency}
          unit="ms"
          display={(value) => (typeof value === 'number' ? latencyStyle(value) : value)}
          history={latencyCurve}
          note={isReal(latency) ? texts.latencyNote(formatMilliseconds(latency.value)) : undefined}
          onOpen={openPerformance}
        />
        <Tile
          id="precisao-modelos"
          label={texts.accuracy}
          icon={<IconBrain size={16} />}
          value={accuracy}
          unit="%"
          note={accuracy?.value === null ? accuracy.missingReason : undefined}
        />
        <Tile
          id="disponibilidade"
          label={texts.availability}
          icon={<IconActivityHeartbeat size={16} />}
          value={availability}
          unit="%"
          format={{ maxDecimals: 2 }}
          note={
            isReal(availability) && since != null ? <Instant at={since} words={texts.availabilityNote} /> : undefined
          }
          onOpen={openHealth}
        />
        <Tile
          id="alertas-ativos"
          label={texts.alerts}
          icon={<IconBellRinging size={16} />}
          value={alerts}
          format={{ maxDecimals: 0 }}
          tone={(alerts?.value ?? 0) > 0 ? 'attention' : 'plain'}
          note={isReal(alerts) ? (alerts.value > 0 ? texts.alertsSome : texts.alertsNone) : undefined}
          onOpen={openHealth}
        />
      </FiveTiles>
    </section>
  );
}

/** All services may answer while the system is not well: the count alone would then read as an all-clear. */
const isTroubled = (condition: ReturnType<typeof useCondition>) =>
  condition !== undefined && condition.level !== 'healthy' && condition.level !== 'unknown';

/** Whether a figure was measured: a note on a stand-in would claim what nobody checked. */
function isReal(figure: Sourced<number | null> | undefined): figure is Sourced<number> {
  return figure !== undefined && figure.value !== null && figure.provenance.state !== 'fallback';
}
