import { alertTypes } from '@kianda/contract/operations/alerts/rules.contract';
import { formatPlainInstant } from '@kianda/format';
import type { SearchSource } from '../../../platform/search.ts';
import type { FoundAlert } from './alerts.repository.ts';

/** Alerts of the platform itself, open ones first. */
export function healthSearches(
  find: (words: readonly string[]) => Promise<readonly FoundAlert[]>,
): readonly SearchSource[] {
  return [
    {
      kind: 'alert',
      access: 'alerts:read',
      find: async ({ words }) =>
        (await find(words)).map(
          ({ id, type, title, message, source, raised_at: raisedAt, resolved_at: resolvedAt }) => ({
            id,
            title,
            detail: [
              alertTypes[type],
              resolvedAt === null ? 'Ativo' : 'Resolvido',
              source,
              formatPlainInstant(raisedAt.toISOString()),
            ].join(' · '),
            names: [],
            about: [message, 'alerta'],
            target: { section: 'auto-alerts', search: { alert: id, view: resolvedAt === null ? 'ativos' : 'todos' } },
            weight: resolvedAt === null ? 1 : 0,
          }),
        ),
    },
  ];
}
