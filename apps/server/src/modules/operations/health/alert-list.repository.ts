import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { alertResource } from '@kianda/contract/operations/alerts/alerts.resource';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { type Conditions, conditionOf, containing, type ListPage, listPage } from '../../../platform/db/list-query.ts';

type Filters = FilterValues<typeof alertResource>;
type Sort = SortOf<typeof alertResource>;
export type AlertPage = ListPage<Filters, Sort>;

/** The furthest of the steps that were taken, as `handlingOf` reads it from a row. */
const handling = sql`CASE WHEN resolved_at IS NOT NULL THEN 'resolved'
  WHEN investigating_at IS NOT NULL THEN 'investigating'
  WHEN acknowledged_at IS NOT NULL THEN 'acknowledged' ELSE 'new' END`;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  title: sql`title`,
  /** Mildest first in ascending order. */
  type: sql`array_position(ARRAY['info', 'warning', 'error', 'critical'], type)`,
  source: sql`source`,
  raised: sql`raised_at`,
  resolved: sql`resolved_at`,
  duration: sql`resolved_at - raised_at`,
};

const conditions: Conditions<Filters> = {
  search: (text) => (text === '' ? null : sql`(title || ' ' || message || ' ' || source) ILIKE ${containing(text)}`),
  rule: (rule) => (rule === '' ? null : sql`rule = ${rule}`),
  type: (type) => sql`type = ${type}`,
  state: (state) => sql`${handling} = ${state}`,
  from: (from) => sql`raised_at >= ${new Date(from)}`,
  to: (to) => sql`raised_at <= ${new Date(to)}`,
};

/** Alerts, open and closed, as a list: one page in order, and how many there are. */
export const alertPage = <Row>(db: QueryExecutorProvider, page: AlertPage) =>
  listPage<Row>(db, {
    from: sql`health.alerts`,
    where: conditionOf(conditions, page.filters),
    by: sorts[page.sort],
    tie: sql`id`,
    page,
  });
