import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { analysisResource } from '@kianda/contract/space/spatial/analyses.resource';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { type Conditions, conditionOf, containing, type ListPage, listPage } from '../../../platform/db/list-query.ts';
import type { AnalysisRow } from './spatial.tables.ts';

type Filters = FilterValues<typeof analysisResource>;
type Sort = SortOf<typeof analysisResource>;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  name: sql`lower(a.name)`,
  type: sql`a.type`,
  created: sql`a.created_at`,
  completed: sql`a.completed_at`,
};

/** `running`: ids of the open analyses whose run has begun; the others wait. */
type Reader = { readonly accountId: string; readonly running: readonly string[] };

const conditionsFor = ({ accountId, running }: Reader): Conditions<Filters> => ({
  search: (text) => (text === '' ? null : sql`a.name ILIKE ${containing(text)}`),
  owner: (owner) => (owner === 'mine' ? sql`a.owner_id = ${accountId}` : sql`a.owner_id <> ${accountId}`),
  from: (from) => sql`a.created_at >= ${new Date(from)}`,
  to: (to) => sql`a.created_at <= ${new Date(to)}`,
  types: (types) => (types.length === 0 ? null : sql`a.type = ANY(${types}::text[])`),
  states: (states) => {
    if (states.length === 0) return null;
    const parts = states.map((state) => {
      if (state === 'running') return sql`(a.state = 'open' AND a.id = ANY(${running}::uuid[]))`;
      if (state === 'pending') return sql`(a.state = 'open' AND NOT a.id = ANY(${running}::uuid[]))`;
      return sql`a.state = ${state}`;
    });
    return sql`(${sql.join(parts, sql` OR `)})`;
  },
});

/** Pages of the analyses that an account may read. */
export function createAnalysisList(database: Database) {
  const db = database.for<object>();
  return {
    page: (
      { filters, sort, ...page }: ListPage<Filters, Sort>,
      reader: Reader,
    ): Promise<{ rows: AnalysisRow[]; total: number }> =>
      listPage<AnalysisRow>(db, {
        from: sql`spatial.analyses a`,
        // Those of a batch are in its table, and those of a chain in its runs.
        where: sql`a.batch_id IS NULL AND a.chain_run_id IS NULL AND (a.readers <> 'private' OR a.owner_id = ${reader.accountId}) AND ${conditionOf(conditionsFor(reader), filters)}`,
        ...{ by: sorts[sort], tie: sql`a.id`, page },
      }),
  };
}
