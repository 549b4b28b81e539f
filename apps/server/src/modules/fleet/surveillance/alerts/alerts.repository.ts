import { type AlertRule, alertSeverities } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { Bbox } from '@kianda/geo';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { AlertRow, EventKind, EventRow, StepRow, SurveillanceTables } from '../surveillance.tables.ts';

export type AlertFilter = {
  readonly state: AlertRow['state'] | 'open' | null;
  readonly severity: AlertRow['severity'] | null;
  /** This one and the graver ones. */
  readonly minSeverity: AlertRow['severity'] | null;
  readonly rule: AlertRule | null;
  readonly shipId: number | null;
};
export type EventFilter = {
  readonly kind: EventKind | null;
  readonly shipId: number | null;
  readonly from: Date | null;
  readonly to: Date | null;
};

/** What is written in the same transaction as an alert, for it to be true together with it. */
type Also = (store: QueryExecutorProvider) => Promise<void>;

/** States in which an alert still asks something of somebody. */
export const openStates = ['new', 'acknowledged', 'investigating', 'confirmed'] as const;

const holdsShip = (shipId: number) => sql<boolean>`ship_ids @> ARRAY[${shipId}]::integer[]`;

/** Events and alerts: the only SQL that touches them. */
export function createAlertRepository(db: Kysely<SurveillanceTables>) {
  const alerts = ({ state, severity, minSeverity, rule, shipId }: AlertFilter) => {
    let query = db.selectFrom('surveillance.alerts');
    if (state === 'open') query = query.where('state', 'in', [...openStates]);
    else if (state !== null) query = query.where('state', '=', state);
    if (severity !== null) query = query.where('severity', '=', severity);
    if (minSeverity !== null) {
      query = query.where('severity', 'in', alertSeverities.slice(0, alertSeverities.indexOf(minSeverity) + 1));
    }
    if (rule !== null) query = query.where('rule', '=', rule);
    return shipId === null ? query : query.where(holdsShip(shipId));
  };
  const events = ({ kind, shipId, from, to }: EventFilter) => {
    let query = db.selectFrom('surveillance.events');
    if (kind !== null) query = query.where('kind', '=', kind);
    if (from !== null) query = query.where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', from)]));
    if (to !== null) query = query.where('started_at', '<=', to);
    return shipId === null ? query : query.where(holdsShip(shipId));
  };
  const countOf = (row: { total: number } | undefined): number => Number(row?.total ?? 0);

  return {
    async alertPage(filter: AlertFilter, offset: number, limit: number) {
      const rows = await alerts(filter)
        .selectAll()
        .orderBy('event_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute();
      const counted = await alerts(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirst();
      return { rows, total: countOf(counted) };
    },
    /** Kinds of the valid events that began after an instant. */
    eventStarts: (after: Date) =>
      db
        .selectFrom('surveillance.events')
        .select(['kind', 'started_at'])
        .where('started_at', '>', after)
        .where('state', '=', 'valid')
        .execute(),
    /**
     * Alerts of a ship about what was after an instant, by severity: those that nobody took back, and of the closed ones
     * those that were confirmed.
     */
    async standingOf(shipId: number, after: Date) {
      const { rows } = await sql<{ severity: AlertRow['severity']; alerts: number }>`
        SELECT severity, count(*)::int AS alerts FROM surveillance.alerts AS a
        WHERE ${holdsShip(shipId)} AND event_at >= ${after} AND state NOT IN ('false_positive', 'annulled')
          AND (state <> 'closed' OR 'confirmed' = (
            SELECT from_state FROM surveillance.alert_steps AS s
            WHERE s.alert_id = a.id AND s.to_state = 'closed' ORDER BY seq DESC LIMIT 1))
        GROUP BY severity`.execute(db);
      const count = (severity: AlertRow['severity']) => rows.find((row) => row.severity === severity)?.alerts ?? 0;
      return { high: count('high'), medium: count('medium'), low: count('low') };
    },
    /** How many alerts still ask something of somebody. */
    async openBySeverity(): Promise<ReadonlyMap<AlertRow['severity'], number>> {
      const rows = await db
        .selectFrom('surveillance.alerts')
        .select((eb) => ['severity', eb.fn.countAll<number>().as('open')])
        .where('state', 'in', [...openStates])
        .groupBy('severity')
        .execute();
      return new Map(rows.map(({ severity, open }) => [severity, Number(open)]));
    },
    alert: (id: string) => db.selectFrom('surveillance.alerts').selectAll().where('id', '=', id).executeTakeFirst(),
    /** The newest alert of each key: what is known of what was told before. */
    latestByKey: (keys: readonly string[]): Promise<AlertRow[]> =>
      db
        .selectFrom('surveillance.alerts')
        .distinctOn('key')
        .selectAll()
        .where('key', 'in', [...keys])
        .orderBy('key')
        .orderBy('raised_at', 'desc')
        .execute(),
    alertsOfEvents: (eventKeys: readonly string[]): Promise<AlertRow[]> =>
      db
        .selectFrom('surveillance.alerts')
        .selectAll()
        .where('event_key', 'in', [...eventKeys])
        .where('state', 'in', [...openStates])
        .execute(),
    /** Answers false where another run opened an alert of the same key first. */
    async insertAlert(row: AlertRow, step: Omit<StepRow, 'alert_id' | 'seq'>, also?: Also): Promise<boolean> {
      return db.transaction().execute(async (store) => {
        const inserted = await store
          .insertInto('surveillance.alerts')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
        await store
          .insertInto('surveillance.alert_steps')
          .values({ alert_id: row.id, seq: 1, ...step })
          .execute();
        await also?.(store);
        return true;
      });
    },
    /** Changes an alert that is still in the state its caller saw; undefined where it is not. */
    change(
      id: string,
      from: AlertRow['state'],
      change: Partial<AlertRow>,
      step: Omit<StepRow, 'alert_id' | 'seq'> | null,
      also?: Also,
    ) {
      return db.transaction().execute(async (store) => {
        const row = await store
          .updateTable('surveillance.alerts')
          .set(change)
          .where('id', '=', id)
          .where('state', '=', from)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined || step === null) return row;
        const last = await store
          .selectFrom('surveillance.alert_steps')
          .select((eb) => eb.fn.max('seq').as('seq'))
          .where('alert_id', '=', id)
          .executeTakeFirst();
        await store
          .insertInto('surveillance.alert_steps')
          .values({ alert_id: id, seq: Number(last?.seq ?? 0) + 1, ...step })
          .execute();
        await also?.(store);
        return row;
      });
    },
    steps: (alertId: string): Promise<StepRow[]> =>
      db.selectFrom('surveillance.alert_steps').selectAll().where('alert_id', '=', alertId).orderBy('seq').execute(),
    async countAssigned(accountId: string): Promise<number> {
      const { total } = await db
        .selectFrom('surveillance.alerts')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('assignee_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    async countByArea(since: Date): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom('surveillance.alerts')
        .select(['area_id', (eb) => eb.fn.countAll<number>().as('total')])
        .where('area_id', 'is not', null)
        .where('raised_at', '>=', since)
        .where('state', 'not in', ['false_positive', 'annulled'])
        .groupBy('area_id')
        .execute();
      return new Map(rows.map(({ area_id, total }) => [area_id ?? '', Number(total)]));
    },

    /** Ships of a simulated alert among those that `countByArea` counts; none where all were heard. */
    async simulatedInAreas(since: Date): Promise<readonly number[]> {
      const row = await db
        .selectFrom('surveillance.alerts')
        .select('ship_ids')
        .where('simulated', '=', true)
        .where('area_id', 'is not', null)
        .where('raised_at', '>=', since)
        .where('state', 'not in', ['false_positive', 'annulled'])
        .limit(1)
        .executeTakeFirst();
      return row?.ship_ids ?? [];
    },

    event: (key: string) => db.selectFrom('surveillance.events').selectAll().where('key', '=', key).executeTakeFirst(),
    async eventPage(filter: EventFilter, offset: number, limit: number) {
      const rows = await events(filter)
        .selectAll()
        .orderBy('started_at', 'desc')
        .orderBy('key')
        .offset(offset)
        .limit(limit)
        .execute();
      const counted = await events(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirst();
      return { rows, total: countOf(counted) };
    },
    /** Events of these ships that began in a window: what finding them again is compared with. */
    eventsBegunIn: (shipIds: readonly number[], from: Date, to: Date): Promise<EventRow[]> =>
      db
        .selectFrom('surveillance.events')
        .selectAll()
        .where(sql<boolean>`ship_ids && ${sql.val([...shipIds])}::integer[]`)
        .where('started_at', '>=', from)
        .where('started_at', '<=', to)
        .execute(),
    /** Valid events that began in a box and touch a period. */
    eventsAt: ([west, south, east, north]: Bbox, from: Date, to: Date): Promise<EventRow[]> =>
      db
        .selectFrom('surveillance.events')
        .selectAll()
        .where('state', '=', 'valid')
        .where('lon', '>=', west)
        .where('lon', '<=', east)
        .where('lat', '>=', south)
        .where('lat', '<=', north)
        .where('started_at', '<', to)
        .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', from)]))
        .orderBy('started_at')
        .execute(),
    /** Alerts of an area by rule, but those that proved to be nothing. */
    async countByRule(areaId: string, from: Date, to: Date): Promise<ReadonlyMap<AlertRule, number>> {
      const rows = await db
        .selectFrom('surveillance.alerts')
        .select(['rule', (eb) => eb.fn.countAll<number>().as('total')])
        .where('area_id', '=', areaId)
        .where('event_at', '>=', from)
        .where('event_at', '<', to)
        .where('state', 'not in', ['false_positive', 'annulled'])
        .groupBy('rule')
        .execute();
      return new Map(rows.map(({ rule, total }) => [rule, Number(total)]));
    },
    /** Those of the ships whose silence is known. */
    async openGaps(shipIds: readonly number[]): Promise<ReadonlySet<number>> {
      const rows = await db
        .selectFrom('surveillance.events')
        .select('ship_ids')
        .where('kind', '=', 'gap')
        .where('state', '=', 'valid')
        .where('ended_at', 'is', null)
        .where(sql<boolean>`ship_ids && ${sql.val([...shipIds])}::integer[]`)
        .execute();
      return new Set(rows.flatMap(({ ship_ids }) => ship_ids));
    },
    async saveEvents(rows: readonly EventRow[]): Promise<void> {
      for (let start = 0; start < rows.length; start += 500) {
        await db
          .insertInto('surveillance.events')
          .values(rows.slice(start, start + 500))
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet((eb) => ({
              started_at: eb.ref('excluded.started_at'),
              ended_at: eb.ref('excluded.ended_at'),
              lon: eb.ref('excluded.lon'),
              lat: eb.ref('excluded.lat'),
              preset: eb.ref('excluded.preset'),
              details: eb.ref('excluded.details'),
              state: eb.ref('excluded.state'),
              revision: eb.ref('excluded.revision'),
              updated_at: eb.ref('excluded.updated_at'),
            })),
          )
          .execute();
      }
    },
  };
}

export type AlertRepository = ReturnType<typeof createAlertRepository>;
