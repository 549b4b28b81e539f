import type { AlertRule } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { AlertRow, StepRow, SurveillanceTables } from '../surveillance.tables.ts';
import {
  type AlertFacts,
  type AlertGroupPage,
  type AlertPage,
  alertGroupPage,
  alertPage,
  openStates,
} from './alert-list.repository.ts';
import { containsShip } from './holds-ship.ts';

/** Writes more in the transaction of an alert, so that both are stored or neither. */
type WriteAlong = (store: QueryExecutorProvider) => Promise<void>;

type Step = Omit<StepRow, 'alert_id' | 'seq'>;
export type AlertChange = {
  readonly id: string;
  /** State in which the caller saw the alert. */
  readonly from: AlertRow['state'];
  readonly columns: Partial<AlertRow>;
  /** The step to append; null: the change is no step. */
  readonly step: Step | null;
  readonly also?: WriteAlong;
};
type Database = Kysely<SurveillanceTables>;

/** Alerts and their steps: the only SQL that touches them. */
export function createAlertRepository(db: Database) {
  return { ...alertQueries(db), ...alertCounts(db), ...alertWrites(db) };
}

export type AlertRepository = ReturnType<typeof createAlertRepository>;

function alertQueries(db: Database) {
  return {
    alertPage: (page: AlertPage, facts: AlertFacts) => alertPage(db, page, facts),
    groupPage: (page: AlertGroupPage, facts: AlertFacts) => alertGroupPage(db, page, facts),
    alert: (id: string) => db.selectFrom('surveillance.alerts').selectAll().where('id', '=', id).executeTakeFirst(),
    /** The newest alert of each key. */
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
    steps: (alertId: string): Promise<StepRow[]> =>
      db.selectFrom('surveillance.alert_steps').selectAll().where('alert_id', '=', alertId).orderBy('seq').execute(),
  };
}

const alertCounts = (db: Database) => ({
  /**
   * Alerts of a ship about events after an instant, by severity. False positives and annulled alerts do not count, and a
   * closed alert counts only where it was confirmed.
   */
  async severityCountsOf(shipId: number, after: Date) {
    const { rows } = await sql<{ severity: AlertRow['severity']; alerts: number }>`
        SELECT severity, count(*)::int AS alerts FROM surveillance.alerts AS a
        WHERE ${containsShip(shipId)} AND event_at >= ${after} AND state NOT IN ('false_positive', 'annulled')
          AND (state <> 'closed' OR 'confirmed' = (
            SELECT from_state FROM surveillance.alert_steps AS s
            WHERE s.alert_id = a.id AND s.to_state = 'closed' ORDER BY seq DESC LIMIT 1))
        GROUP BY severity`.execute(db);
    const count = (severity: AlertRow['severity']) => rows.find((row) => row.severity === severity)?.alerts ?? 0;
    return { high: count('high'), medium: count('medium'), low: count('low') };
  },
  /** How many alerts still need action. */
  async openBySeverity(): Promise<ReadonlyMap<AlertRow['severity'], number>> {
    const rows = await db
      .selectFrom('surveillance.alerts')
      .select((eb) => ['severity', eb.fn.countAll<number>().as('open')])
      .where('state', 'in', [...openStates])
      .groupBy('severity')
      .execute();
    return new Map(rows.map(({ severity, open }) => [severity, Number(open)]));
  },
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

  /** Alerts of an area by rule, without false positives and annulled ones. */
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
});

const alertWrites = (db: Database) => ({
  /** Answers false where another run opened an alert of the same key first. */
  async insertAlert(row: AlertRow, step: Step, also?: WriteAlong): Promise<boolean> {
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
  change({ id, from, columns, step, also }: AlertChange) {
    return db.transaction().execute(async (store) => {
      const row = await store
        .updateTable('surveillance.alerts')
        .set(columns)
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
});
