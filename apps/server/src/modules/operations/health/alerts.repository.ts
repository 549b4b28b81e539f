import type { AlertStepKind } from '@kianda/contract/operations/alerts/casework.contract';
import { type AlertType, alertTypeNames } from '@kianda/contract/operations/alerts/rules.contract';
import {
  type Generated,
  type GeneratedAlways,
  type JSONColumnType,
  type QueryExecutorProvider,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { containsWords, folded } from '../../../platform/db/folded.ts';
import { type AlertPage, alertPage } from './alert-list.repository.ts';

type AlertsTable = {
  id: string;
  rule: string;
  subject: string;
  type: AlertType;
  title: string;
  message: string;
  source: string;
  metadata: JSONColumnType<Record<string, unknown>, string, string>;
  raised_at: Date;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  resolved_at: Date | null;
  delivered_type: AlertType | null;
  held: Generated<boolean>;
  investigating_at: Generated<Date | null>;
  assignee_id: Generated<string | null>;
  assignee_name: Generated<string | null>;
  tells_end: Generated<boolean>;
};
type StepsTable = {
  alert_id: string;
  seq: GeneratedAlways<number>;
  at: Date;
  kind: AlertStepKind;
  type: AlertType | null;
  value: number | null;
  threshold: number | null;
  actor: string | null;
  note: string | null;
};
export type AlertRow = Selectable<AlertsTable>;
/** An alert as a search finds it. */
export type FoundAlert = Pick<AlertRow, 'id' | 'type' | 'title' | 'message' | 'source' | 'raised_at' | 'resolved_at'>;
type RaisedAlerts = {
  readonly count: number;
  readonly newest: readonly Pick<AlertRow, 'id' | 'title' | 'raised_at' | 'resolved_at'>[];
};
export type AlertsSince = (from: Date, limit: number) => Promise<RaisedAlerts>;
/** Alerts that answer a search at most: the list shows all. */
const mostFound = 40;
export type AlertStep = Omit<Selectable<StepsTable>, 'alert_id' | 'seq'>;

/** An alert to raise: the same rule and subject is the same alert while it is open. */
export type NewAlert = {
  readonly id: string;
  readonly rule: string;
  readonly subject: string;
  readonly type: AlertType;
  readonly title: string;
  readonly message: string;
  readonly source: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether the recipients of the alert get a message that it has ended; absent: no. */
  readonly tellsEnd?: boolean;
  readonly at: Date;
};

/** Delivers the end of an alert outside the console, in the transaction that closes it. */
type DeliverEnd = (row: AlertRow, store: QueryExecutorProvider) => Promise<void>;

const gravityOf = (type: AlertType | null): number => (type === null ? -1 : alertTypeNames.indexOf(type));
const figureOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const connect = (database: Database) =>
  database.for<{ 'health.alerts': AlertsTable; 'health.alert_steps': StepsTable }>();
type Db = ReturnType<typeof connect>;

/** Closes the open alerts of a rule that `isOver` selects; answers their subjects. */
const closeAlerts = (
  db: Db,
  rule: string,
  isOver: RawBuilder<boolean>,
  { at, deliverEnd }: { at: Date; deliverEnd: DeliverEnd },
): Promise<string[]> =>
  db.transaction().execute(async (store) => {
    const ofRule = store.updateTable('health.alerts').where('rule', '=', rule).where(isOver);
    await ofRule.set({ held: false }).where('held', '=', true).execute();
    const rows = await ofRule
      .set({ resolved_at: sql<Date>`greatest(raised_at, ${at}::timestamptz)` })
      .where('resolved_at', 'is', null)
      .returningAll()
      .execute();
    for (const row of rows) await deliverEnd(row, store);
    if (rows.length > 0) {
      const step = {
        at,
        kind: 'resolved',
        type: null,
        value: null,
        threshold: null,
        actor: null,
        note: null,
      } as const;
      await store
        .insertInto('health.alert_steps')
        .values(rows.map(({ id }) => ({ alert_id: id, ...step })))
        .execute();
    }
    return rows.map(({ subject }) => subject);
  });

function alertRaising(db: Db) {
  return {
    /**
     * Opens an alert, or updates the open one of the same rule and subject. `deliver` is called in the same transaction
     * for an alert that was not delivered in its severity yet, and answers whether it was. Null where a person closed the
     * alert while its condition lasts, and where this very alert was raised before.
     */
    raise: (
      alert: NewAlert,
      deliver: (row: AlertRow, store: QueryExecutorProvider) => Promise<boolean>,
    ): Promise<{ row: AlertRow; isNew: boolean; hasChanged: boolean } | null> =>
      db.transaction().execute(async (store) => {
        const { metadata, at, tellsEnd = false, ...rest } = alert;
        const ofObject = store
          .selectFrom('health.alerts')
          .where('rule', '=', alert.rule)
          .where('subject', '=', alert.subject);
        const shut = await ofObject
          .select('id')
          .where('resolved_at', 'is not', null)
          .where((eb) => eb.or([eb('held', '=', true), eb('raised_at', '=', at)]))
          .executeTakeFirst();
        if (shut !== undefined) return null;
        const before = await ofObject.select('type').where('resolved_at', 'is', null).forUpdate().executeTakeFirst();
        const text = JSON.stringify(metadata);
        const row = await store
          .insertInto('health.alerts')
          .values({
            ...{ ...rest, metadata: text, raised_at: at, tells_end: tellsEnd },
            ...{ acknowledged_at: null, acknowledged_by: null, resolved_at: null, delivered_type: null },
          })
          .onConflict((conflict) =>
            conflict.columns(['rule', 'subject']).where('resolved_at', 'is', null).doUpdateSet({
              title: alert.title,
              message: alert.message,
              metadata: text,
              type: alert.type,
              tells_end: tellsEnd,
            }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        const isNew = row.id === alert.id;
        const hasChanged = !isNew && before !== undefined && before.type !== alert.type;
        if (isNew || hasChanged) {
          const facts = { value: figureOf(metadata.value), threshold: figureOf(metadata.threshold) };
          await store
            .insertInto('health.alert_steps')
            .values({
              alert_id: row.id,
              at: isNew ? row.raised_at : at,
              kind: isNew ? 'raised' : 'changed',
              type: alert.type,
              actor: null,
              note: alert.message,
              ...facts,
            })
            .execute();
        }
        if (gravityOf(row.type) > gravityOf(row.delivered_type) && (await deliver(row, store))) {
          await store.updateTable('health.alerts').set({ delivered_type: row.type }).where('id', '=', row.id).execute();
        }
        return { row, isNew, hasChanged };
      }),
  };
}

function alertClosing(db: Db) {
  return {
    /** Closes the open alerts of a rule whose subject is not among those still affected; answers the subjects closed. */
    resolveOthers: (rule: string, affected: readonly string[], at: Date, deliverEnd: DeliverEnd): Promise<string[]> =>
      closeAlerts(db, rule, sql<boolean>`not (subject = any(${[...affected]}))`, { at, deliverEnd }),
    /** Closes the open alert of one object; answers whether there was one. */
    resolveOne: async (rule: string, subject: string, at: Date, deliverEnd: DeliverEnd): Promise<boolean> =>
      (await closeAlerts(db, rule, sql<boolean>`subject = ${subject}`, { at, deliverEnd })).length > 0,

    /** Closes an alert by hand; undefined where it is closed already, or there is none. */
    resolve: (id: string, step: AlertStep, deliverEnd: DeliverEnd): Promise<AlertRow | undefined> =>
      db.transaction().execute(async (store) => {
        const row = await store
          .updateTable('health.alerts')
          .set({ resolved_at: step.at, held: true })
          .where('id', '=', id)
          .where('resolved_at', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await store
          .insertInto('health.alert_steps')
          .values({ alert_id: id, ...step })
          .execute();
        await deliverEnd(row, store);
        return row;
      }),
  };
}

/** Steps that people take. */
function alertHandling(db: Db) {
  return {
    /** Acknowledges an alert. The first account stays on record; each note is stored. */
    acknowledge: (id: string, accountId: string, step: AlertStep): Promise<AlertRow | undefined> =>
      db.transaction().execute(async (store) => {
        const before = await store
          .selectFrom('health.alerts')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (before === undefined) return undefined;
        if (before.acknowledged_at === null || step.note !== null) {
          await store
            .insertInto('health.alert_steps')
            .values({ alert_id: id, ...step })
            .execute();
        }
        if (before.acknowledged_at !== null) return before;
        return store
          .updateTable('health.alerts')
          .set({ acknowledged_at: step.at, acknowledged_by: accountId })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
      }),

    /** Changes an open alert and adds the steps of the change; undefined where it has ended, or there is none. */
    handle: (
      id: string,
      change: (before: AlertRow) => {
        readonly columns: Partial<
          Pick<AlertRow, 'acknowledged_at' | 'acknowledged_by' | 'investigating_at' | 'assignee_id' | 'assignee_name'>
        >;
        readonly steps: readonly AlertStep[];
      },
    ): Promise<AlertRow | undefined> =>
      db.transaction().execute(async (store) => {
        const before = await store
          .selectFrom('health.alerts')
          .selectAll()
          .where('id', '=', id)
          .where('resolved_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (before === undefined) return undefined;
        const { columns, steps } = change(before);
        if (steps.length === 0) return before;
        const written = steps.map((step) => ({ alert_id: id, ...step }));
        await store.insertInto('health.alert_steps').values(written).execute();
        return store
          .updateTable('health.alerts')
          .set(columns)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
      }),

    async addStep(id: string, step: AlertStep): Promise<void> {
      await db
        .insertInto('health.alert_steps')
        .values({ alert_id: id, ...step })
        .execute();
    },
  };
}

function alertReads(db: Db) {
  return {
    alert: (id: string): Promise<AlertRow | undefined> =>
      db.selectFrom('health.alerts').selectAll().where('id', '=', id).executeTakeFirst(),
    steps: (id: string): Promise<AlertStep[]> =>
      db
        .selectFrom('health.alert_steps')
        .select(['at', 'kind', 'type', 'value', 'threshold', 'actor', 'note'])
        .where('alert_id', '=', id)
        .orderBy('seq')
        .execute(),

    /** Open ones first, then the newest. */
    alerts: (limit: number): Promise<AlertRow[]> =>
      db
        .selectFrom('health.alerts')
        .selectAll()
        .orderBy(sql`resolved_at IS NOT NULL`)
        .orderBy('raised_at', 'desc')
        .limit(limit)
        .execute(),
    page: (page: AlertPage) => alertPage<AlertRow>(db, page),

    /** Alerts whose texts have all of the words: open ones first, then those raised last. */
    findAlerts: (words: readonly string[]): Promise<FoundAlert[]> =>
      db
        .selectFrom('health.alerts')
        .select(['id', 'type', 'title', 'message', 'source', 'raised_at', 'resolved_at'])
        .where(containsWords(folded(sql`title || ' ' || message || ' ' || source`), words))
        .orderBy(sql`resolved_at IS NULL`, 'desc')
        .orderBy('raised_at', 'desc')
        .limit(mostFound)
        .execute(),

    /** How many alerts were raised since, and the newest of them. */
    async alertsSince(from: Date, limit: number): Promise<RaisedAlerts> {
      const raised = db.selectFrom('health.alerts').where('raised_at', '>=', from);
      const [counted, newest] = await Promise.all([
        raised.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
        raised.select(['id', 'title', 'raised_at', 'resolved_at']).orderBy('raised_at', 'desc').limit(limit).execute(),
      ]);
      return { count: Number(counted.count), newest };
    },

    /** The alerts that were raised or closed last. */
    latestAlerts: (limit: number) =>
      db
        .selectFrom('health.alerts')
        .select(['id', 'type', 'title', 'message', 'raised_at', 'resolved_at'])
        .orderBy(sql`coalesce(resolved_at, raised_at)`, 'desc')
        .limit(limit)
        .execute(),

    /** The one count of alerts, which every screen uses. */
  };
}

function alertCounting(db: Db) {
  return {
    /** Alerts that are open, the gravest first; enough of them to judge the whole by. */
    openAlerts: (limit: number) =>
      db
        .selectFrom('health.alerts')
        .where('resolved_at', 'is', null)
        .select(['rule', 'subject', 'type', 'title'])
        .orderBy(sql`array_position(array['critical', 'error', 'warning', 'info'], type)`)
        .orderBy('raised_at', 'desc')
        .limit(limit)
        .execute(),

    async alertCounts(now: Date) {
      const startOfDay = new Date(now);
      startOfDay.setUTCHours(0, 0, 0, 0);
      const week = new Date(now.getTime() - 7 * 86_400_000);
      return db
        .selectFrom('health.alerts')
        .select([
          sql<number>`count(*) filter (where resolved_at is null)`.as('active'),
          sql<number>`count(*) filter (where resolved_at is null and type = 'critical')`.as('critical'),
          sql<number>`count(*) filter (where resolved_at >= ${startOfDay})`.as('resolved_today'),
          sql<number>`count(*) filter (where raised_at >= ${week})`.as('week'),
          sql<number>`count(*)`.as('total'),
        ])
        .executeTakeFirstOrThrow();
    },
  };
}

/** Alerts and the steps of their life: the only SQL that touches them. */
export function createAlertRepository(database: Database) {
  const db = connect(database);
  return { ...alertRaising(db), ...alertClosing(db), ...alertHandling(db), ...alertReads(db), ...alertCounting(db) };
}

export type AlertRepository = ReturnType<typeof createAlertRepository>;
