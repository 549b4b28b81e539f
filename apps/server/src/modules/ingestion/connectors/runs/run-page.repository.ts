import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import { type ingestRunResource, runStates } from '@kianda/contract/ingestion/connectors/runs.resource';
import { type QueryExecutorProvider, type RawBuilder, type Selectable, sql } from 'kysely';
import {
  type Conditions,
  conditionOf,
  containing,
  type ListPage,
  listPage,
} from '../../../../platform/db/list-query.ts';
import type { ConnectorTables } from '../connectors.tables.ts';

type Filters = FilterValues<typeof ingestRunResource>;
type Sort = SortOf<typeof ingestRunResource>;
export type RunPage = ListPage<Filters, Sort>;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  connector: sql`connector_id`,
  asked: sql`created_at`,
  started: sql`started_at`,
  stream: sql`stream_id`,
  state: sql`array_position(ARRAY[${sql.join(runStates)}]::text[], state)`,
  records: sql`records_written + records_duplicate`,
  written: sql`records_written`,
  rejected: sql`records_rejected`,
  /** A run under way lasts until now, as its cell says. */
  duration: sql`coalesce(ended_at, now()) - started_at`,
  bytes: sql`bytes`,
  errorClass: sql`error_class`,
};

const conditions: Conditions<Filters> = {
  search: (text) =>
    text === '' ? null : sql`concat_ws(' ', connector_id, stream_id, message, error) ILIKE ${containing(text)}`,
  connector: (connector) => sql`connector_id = ${connector}`,
  state: (state) => sql`state = ${state}`,
  mode: (mode) => sql`mode = ${mode}`,
  errorClass: (errorClass) => sql`error_class = ${errorClass}`,
  from: (from) => sql`created_at >= ${new Date(from)}`,
  to: (to) => sql`created_at <= ${new Date(to)}`,
};

/** Runs as a list: one page in order, and how many there are. */
export const runPage = (db: QueryExecutorProvider, page: RunPage) =>
  listPage<Selectable<ConnectorTables['connectors.runs']>>(db, {
    from: sql`connectors.runs`,
    where: conditionOf(conditions, page.filters),
    by: sorts[page.sort],
    tie: sql`id`,
    page,
  });
