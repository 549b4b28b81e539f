import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import { type intakeFileResource, intakeStates } from '@kianda/contract/ingestion/connectors/files.resource';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { type Conditions, conditionOf, containing, type ListPage, listPage } from '../../../platform/db/list-query.ts';
import type { FileRow } from './intake.tables.ts';

type Filters = FilterValues<typeof intakeFileResource>;
type Sort = SortOf<typeof intakeFileResource>;
export type FilePage = ListPage<Filters, Sort>;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  name: sql`name`,
  state: sql`array_position(ARRAY[${sql.join(intakeStates)}]::text[], state)`,
  received: sql`received_at`,
  way: sql`way`,
  rows: sql`rows_total`,
  rejected: sql`rows_rejected`,
  size: sql`size_bytes`,
  from: sql`received_from`,
};

const conditions: Conditions<Filters> = {
  search: (text) => (text === '' ? null : sql`concat_ws(' ', name, received_from, reason) ILIKE ${containing(text)}`),
  state: (state) => sql`state = ${state}`,
  way: (way) => sql`way = ${way}`,
  from: (from) => sql`received_at >= ${new Date(from)}`,
  to: (to) => sql`received_at <= ${new Date(to)}`,
};

/** Received files of a connector as a list: one page in order, and how many there are. */
export const filePage = (db: QueryExecutorProvider, connectorId: string, page: FilePage) =>
  listPage<FileRow>(db, {
    from: sql`intake.files`,
    where: sql`connector_id = ${connectorId} AND ${conditionOf(conditions, page.filters)}`,
    by: sorts[page.sort],
    tie: sql`id`,
    page,
  });
