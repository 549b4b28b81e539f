import type { VesselAlert } from '@kianda/contract/surveillance/alerts.contract';
import type { ConfidenceLevel } from '../api/settings.ts';

/** Alerts of a confidence level: from 3 on none of low severity, from 4 on only those of high. */
export function byLevel<A extends Pick<VesselAlert, 'severity'>>(
  alerts: readonly A[],
  level: ConfidenceLevel,
): readonly A[] {
  if (level >= 4) return alerts.filter(({ severity }) => severity === 'high');
  return level >= 3 ? alerts.filter(({ severity }) => severity !== 'low') : alerts;
}
