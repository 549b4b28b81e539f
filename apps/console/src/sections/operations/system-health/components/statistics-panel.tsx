import { Panel } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { FigureList } from '../../../shared/figure-list.tsx';
import { pick } from '../../../shared/sourced.ts';
import type { Health } from '../api/use-system-health.ts';
import { healthTexts } from '../texts.pt.ts';

const texts = healthTexts.statistics;
const format = { maxDecimals: 0 } as const;

/** Counts of what runs and of what is wrong. */
export function StatisticsPanel({ health }: { readonly health: EndpointResult<Health> }) {
  const { figure } = health;
  return (
    <Panel title={texts.title} source={health}>
      {({ statistics }, provenance) => (
        <FigureList
          within={provenance}
          rows={[
            { label: texts.total, value: figure('statistics.total_services'), format },
            { label: texts.online, value: figure('statistics.online_services'), format },
            {
              label: texts.warning,
              value: pick(
                health,
                () => statistics.total_services - statistics.online_services - statistics.offline_services,
              ),
              format,
            },
            { label: texts.offline, value: figure('statistics.offline_services'), format },
            { label: texts.endpoints, value: figure('statistics.total_endpoints'), format },
            { label: texts.connections, value: figure('statistics.active_connections'), format },
            { label: texts.alerts, value: figure('alerts.active'), format },
            { label: texts.critical, value: figure('alerts.critical'), format },
          ]}
        />
      )}
    </Panel>
  );
}
