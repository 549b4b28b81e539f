import type { DataOf } from '@kianda/contract';
import { componentChecks, listAlerts, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { useChannel } from '../../../../client/use-channel.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useThrottled } from '../../../shared/use-throttled.ts';

export type Health = DataOf<typeof systemHealth>;
export type Component = Health['components'][number];
export type Check = DataOf<typeof componentChecks>['components'][number]['checks'][number];

/** Checks shown for each component. */
export const shownChecks = 90;

/** State of every component, the newest checks and the alerts; asked again as soon as the server tells of a change. */
export function useSystemHealth() {
  const health = useEndpoint(systemHealth, {}, { refetchSeconds: 15 });
  const checks = useEndpoint(componentChecks, { query: { limit: shownChecks } }, { refetchSeconds: 30 });
  const alerts = useEndpoint(listAlerts, { query: { limit: 100 } }, { refetchSeconds: 60 });
  const onChange = () => {
    health.refresh();
    checks.refresh();
    alerts.refresh();
  };
  useChannel('alerts', { onEvent: onChange, onGap: onChange });
  // A sample every ten seconds per server process: one question for all of them is enough.
  const onSample = useThrottled(health.refresh, 5_000);
  useChannel('metrics', { onEvent: onSample, onGap: health.refresh });
  return { health, checks, alerts };
}
