import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import { type deliveryResource, deliveryStateNames } from '@kianda/contract/people/delivery/delivery.resource';
import { deliverySeverityNames } from '@kianda/contract/people/delivery/scale';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { type Conditions, conditionOf, containing, type ListPage, listPage } from '../../../platform/db/list-query.ts';
import type { DeliveryRow } from './delivery.types.ts';

type Filters = FilterValues<typeof deliveryResource>;
type Sort = SortOf<typeof deliveryResource>;
export type DeliveryPage = ListPage<Filters, Sort>;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  created: sql`created_at`,
  title: sql`title`,
  state: sql`array_position(ARRAY[${sql.join(deliveryStateNames)}]::text[], state)`,
  /** Mildest first in ascending order. */
  severity: sql`array_position(ARRAY[${sql.join(deliverySeverityNames)}]::text[], severity)`,
  channel: sql`channel_name`,
  attempts: sql`attempts`,
  ended: sql`ended_at`,
};

const conditions: Conditions<Filters> = {
  search: (text) => (text === '' ? null : sql`concat_ws(' ', title, target, last_error) ILIKE ${containing(text)}`),
  channelId: (id) => sql`channel_id = ${id}`,
  kind: (kind) => sql`kind = ${kind}`,
  state: (state) => sql`state = ${state}`,
  severity: (severity) => sql`severity = ${severity}`,
  from: (from) => sql`created_at >= ${new Date(from)}`,
  to: (to) => sql`created_at <= ${new Date(to)}`,
};

/** The log of deliveries as a list: one page in order, and how many there are. */
export const deliveryPage = (db: QueryExecutorProvider, page: DeliveryPage) =>
  listPage<DeliveryRow>(db, {
    from: sql`delivery.deliveries`,
    where: conditionOf(conditions, page.filters),
    by: sorts[page.sort],
    tie: sql`id`,
    page,
  });
