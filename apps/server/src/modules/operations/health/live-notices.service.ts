import type { LiveNotice } from '@kianda/contract/operations/health/live.contract';
import type { AlertRepository } from './alerts.repository.ts';
import type { NoticeSource } from './live-metrics.service.ts';

const types = { info: 'info', warning: 'warning', error: 'error', critical: 'error' } as const;

/** Alerts of the platform as they were raised and closed. */
export function alertNotices(repository: AlertRepository): NoticeSource {
  return async () =>
    (await repository.latestAlerts(5)).map(
      (alert): LiveNotice =>
        alert.resolved_at === null
          ? {
              id: `alert-${alert.id}`,
              type: types[alert.type],
              title: alert.title,
              message: alert.message,
              timestamp: alert.raised_at.toISOString(),
            }
          : {
              id: `alert-${alert.id}-resolved`,
              type: 'success',
              title: 'Alerta resolvido',
              message: alert.title,
              timestamp: alert.resolved_at.toISOString(),
            },
    );
}
