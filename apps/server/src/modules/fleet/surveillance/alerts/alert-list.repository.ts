import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { alertGroupResource, vesselAlertResource } from '@kianda/contract/fleet/surveillance/alerts.resource';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type Conditions,
  conditionOf,
  containing,
  type ListPage,
  listPage,
} from '../../../../platform/db/list-query.ts';
import type { AlertRow, SurveillanceTables } from '../surveillance.tables.ts';
import { containsShip } from './holds-ship.ts';

type Filters = FilterValues<typeof vesselAlertResource>;
type Sort = SortOf<typeof vesselAlertResource>;
export type AlertPage = ListPage<Filters, Sort>;

/** States in which an alert still needs action. */
export const openStates = ['new', 'acknowledged', 'investigating', 'confirmed'] as const;

/** Gravest first in descending order. */
const rank = sql`array_position(ARRAY['low', 'medium', 'high'], severity)`;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  begun: sql`event_at`,
  raised: sql`raised_at`,
  updated: sql`updated_at`,
  due: sql`due_at`,
  severity: rank,
  state: sql`state`,
  rule: sql`rule`,
  assignee: sql`assignee_name`,
};

/** Facts that conditions need besides the filters: the present, and the ships that the searched text is of. */
export type AlertFacts = { readonly now: Date; readonly mentioned: readonly number[] };

const conditionsOf = ({ now, mentioned }: AlertFacts): Conditions<Filters> => ({
  search: (text) =>
    text === '' ? null : sql`(description ILIKE ${containing(text)} OR ship_ids && ${[...mentioned]}::int4[])`,
  state: (state) => (state === 'open' ? sql`state IN (${sql.join([...openStates])})` : sql`state = ${state}`),
  severity: (severity) => sql`severity = ${severity}`,
  minSeverity: (least) => sql`${rank} >= array_position(ARRAY['low', 'medium', 'high'], ${least}::text)`,
  rule: (rule) => sql`rule = ${rule}`,
  vesselId: (shipId) => containsShip(shipId),
  from: (from) => sql`event_at >= ${new Date(from)}`,
  to: (to) => sql`event_at <= ${new Date(to)}`,
  areaId: (areaId) => sql`area_id = ${areaId}`,
  minLat: (degrees) => sql`lat >= ${degrees}`,
  maxLat: (degrees) => sql`lat <= ${degrees}`,
  minLon: (degrees) => sql`lon >= ${degrees}`,
  maxLon: (degrees) => sql`lon <= ${degrees}`,
  assignee: (id) => (id === 'none' ? sql`assignee_id IS NULL` : sql`assignee_id = ${id}::uuid`),
  overdue: (only) => (only === 'true' ? sql`due_at < ${now} AND state IN (${sql.join([...openStates])})` : null),
});

/** Alerts of a vessel among those of the filters; null: of no vessel. */
export type AlertGroupRow = {
  readonly ship_id: number | null;
  readonly alerts: number;
  readonly severity: AlertRow['severity'];
  readonly raised_at: Date;
  readonly simulated: boolean;
};
export type AlertGroupPage = ListPage<Filters, SortOf<typeof alertGroupResource>>;

const groupSorts: Readonly<Record<AlertGroupPage['sort'], RawBuilder<unknown>>> = {
  severity: rank,
  raised: sql`raised_at`,
};

/** The vessels of alerts as a list; an alert of two vessels counts for both. */
export const alertGroupPage = (db: Kysely<SurveillanceTables>, page: AlertGroupPage, facts: AlertFacts) =>
  listPage<AlertGroupRow>(db, {
    from: sql`(
      SELECT ship_id, count(*)::int AS alerts, (ARRAY['low', 'medium', 'high'])[max(${rank})] AS severity,
        max(raised_at) AS raised_at, bool_and(simulated) AS simulated
      FROM surveillance.alerts LEFT JOIN LATERAL unnest(ship_ids) AS ship_id ON true
      WHERE ${conditionOf(conditionsOf(facts), page.filters)}
      GROUP BY ship_id) AS groups`,
    where: sql`true`,
    by: groupSorts[page.sort],
    tie: sql`alerts DESC, raised_at DESC, ship_id`,
    page,
  });

/** Alerts as a list: one page in order, and how many there are. */
export const alertPage = (db: Kysely<SurveillanceTables>, page: AlertPage, facts: AlertFacts) =>
  listPage<AlertRow>(db, {
    from: sql`surveillance.alerts`,
    where: conditionOf(conditionsOf(facts), page.filters),
    by: sorts[page.sort],
    tie: sql`id`,
    page,
  });
