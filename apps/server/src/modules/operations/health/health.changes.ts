import type { ChangeSource } from '../../../platform/changes.ts';
import type { AlertsSince } from './alerts.repository.ts';

/** Alerts of the platform that were raised. */
export function healthChanges(alertsSince: AlertsSince): readonly ChangeSource[] {
  return [
    {
      kind: 'alert',
      access: 'alerts:read',
      async since(from, _principal, limit) {
        const { count, newest } = await alertsSince(from, limit);
        return {
          count,
          newest: newest.map(({ id, title, raised_at: at, resolved_at: resolvedAt }) => ({
            id,
            title,
            at,
            target: { section: 'auto-alerts', search: { alert: id, view: resolvedAt === null ? 'ativos' : 'todos' } },
          })),
        };
      },
    },
  ];
}
