import type { ChangeSource } from '../../../platform/changes.ts';
import type { ReportsRepository } from './reports.repository.ts';
import { visibleTo } from './view.rules.ts';

/** Reports that were finished, of the matters that an account may read. */
export function reportChanges(repository: Pick<ReportsRepository, 'finishedSince'>): readonly ChangeSource[] {
  return [
    {
      kind: 'report',
      access: 'reports:read',
      async since(from, { role }, limit) {
        const { count, newest } = await repository.finishedSince(visibleTo(role), from, limit);
        return {
          count,
          newest: newest.map(({ id, name, ended_at: at }) => ({
            id,
            title: name,
            at,
            target: { section: 'reports', search: { report: id } },
          })),
        };
      },
    },
  ];
}
