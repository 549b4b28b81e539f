import type { DataOf } from '@kianda/contract';
import {
  type LiveMetric,
  type LiveMetricId,
  type liveMetrics,
  liveStepSeconds,
} from '@kianda/contract/operations/health/live.contract';

const figures: readonly (readonly [LiveMetricId, string, string, number, number])[] = [
  ['cpu', 'CPU Usage', '%', 45.2, -2.5],
  ['memory', 'Memory Usage', '%', 67.8, 1.2],
  ['network', 'Network I/O', 'MB/s', 234.5, 15.3],
  ['requests', 'Requests/sec', 'req/s', 1247, 8.7],
  ['database', 'DB Connections', 'conn', 24, 0],
  ['errors', 'Error Rate', '%', 0.02, -0.01],
  ['uptime', 'System Uptime', '%', 99.97, 0.01],
  ['users', 'Active Users', 'users', 1247, 12.5],
];

/** The specification's sample values, for when the server cannot be reached; nobody measured them. */
export const liveFallback: DataOf<typeof liveMetrics> = {
  instance: 'fallback',
  at: '2025-01-15T00:00:00.000Z',
  stepSeconds: liveStepSeconds,
  metrics: figures.map(
    ([id, name, unit, value, change]): LiveMetric => ({
      id,
      name,
      unit,
      value,
      change,
      trend: change > 0.1 ? 'up' : change < -0.1 ? 'down' : 'stable',
      status: 'healthy',
      reason: null,
      history: [],
    }),
  ),
  availabilitySince: null,
  notifications: [],
};
