import type { ChangeSource } from '../../../platform/changes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { alertsSince } from './alerts/alert-search.repository.ts';
import type { SurveillanceTables } from './surveillance.tables.ts';

/** Alerts of vessels that were raised. */
export function surveillanceChanges(database: Database): readonly ChangeSource[] {
  return [
    {
      kind: 'vessel-alert',
      access: 'surveillance:read',
      async since(from, _principal, limit) {
        const { count, newest } = await alertsSince(database.for<SurveillanceTables>(), from, limit);
        return {
          count,
          newest: newest.map(({ id, description: title, raised_at: at }) => ({
            id,
            title,
            at,
            target: { section: 'global-fishing-watch', search: { tab: 'alerts', alert: id } },
          })),
        };
      },
    },
  ];
}
