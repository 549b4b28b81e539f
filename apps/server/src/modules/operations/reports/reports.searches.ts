import { reportTypes } from '@kianda/contract/operations/reports/report-types';
import { formatPlainInstant } from '@kianda/format';
import type { SearchSource } from '../../../platform/search.ts';
import type { ReportsRepository } from './reports.repository.ts';
import { visibleTo } from './view.rules.ts';

/** The most recent reports, of the matters that an account may read. */
export function reportSearches(repository: Pick<ReportsRepository, 'list'>): readonly SearchSource[] {
  return [
    {
      kind: 'report',
      access: 'reports:read',
      async find(_query, { role }) {
        const { rows } = await repository.list(visibleTo(role));
        return rows.map(({ id, name, description, type, created_at: createdAt }) => ({
          id,
          title: name,
          detail: `${reportTypes[type].label} · ${formatPlainInstant(createdAt.toISOString())}`,
          names: [],
          about: [description],
          target: { section: 'reports', search: { report: id } },
        }));
      },
    },
  ];
}
