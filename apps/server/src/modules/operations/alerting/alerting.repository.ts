import type { AlertType, RuleDraft } from '@kianda/contract/operations/alerts/rules.contract';
import { type JSONColumnType, type Selectable, sql } from 'kysely';
import type { MetricPoint } from '../../../platform/alert-metric.ts';
import type { Database } from '../../../platform/db/database.ts';

type RulesTable = {
  id: string;
  body: JSONColumnType<RuleDraft, string, string>;
  version: number;
  preset_version: number | null;
  is_touched: boolean;
  updated_at: Date;
  updated_by: string;
  evaluated_at: Date | null;
};
type StatesTable = {
  rule_id: string;
  subject: string;
  label: string;
  level: AlertType | null;
  rising_since: Date | null;
  rising_level: AlertType | null;
  fired_at: Date | null;
  taken_to: Date | null;
  value: number | null;
  reason: string | null;
};
type SilencesTable = {
  id: string;
  rule_id: string | null;
  subject: string | null;
  reason: string;
  starts_at: Date;
  ends_at: Date;
  created_by: string;
};
type Tables = {
  'alerting.rules': RulesTable;
  'alerting.rule_versions': {
    rule_id: string;
    version: number;
    body: JSONColumnType<RuleDraft | null, string | null, string | null>;
    at: Date;
    by: string;
  };
  'alerting.states': StatesTable;
  'alerting.silences': SilencesTable;
  'alerting.readings': { metric: string; at: Date; subject: string; value: number };
};
export type RuleRow = Selectable<RulesTable>;
export type StateRow = Selectable<StatesTable>;
export type SilenceRow = Selectable<SilencesTable>;
export type Written = { readonly rule: RuleDraft; readonly at: Date; readonly by: string };

const connect = (database: Database) => database.for<Tables>();
type Db = ReturnType<typeof connect>;

const stamp = ({ rule, at, by }: Written) => ({ body: JSON.stringify(rule), updated_at: at, updated_by: by });

function ruleReads(db: Db) {
  return {
    rules: (): Promise<RuleRow[]> =>
      db
        .selectFrom('alerting.rules')
        .selectAll()
        .orderBy(sql`preset_version IS NULL`)
        .orderBy(sql`body->>'title'`)
        .orderBy('id')
        .execute(),
    rule: (id: string): Promise<RuleRow | undefined> =>
      db.selectFrom('alerting.rules').selectAll().where('id', '=', id).executeTakeFirst(),
  };
}

type NewVersion = {
  readonly id: string;
  readonly version: number;
  /** Null where the rule was removed. */
  readonly rule: RuleDraft | null;
  readonly at: Date;
  readonly by: string;
};

async function addVersion(store: Pick<Db, 'insertInto'>, { id, version, rule, at, by }: NewVersion): Promise<void> {
  const body = rule === null ? null : JSON.stringify(rule);
  await store.insertInto('alerting.rule_versions').values({ rule_id: id, version, body, at, by }).execute();
}

/** Changes of rules, each with its version. */
function ruleWrites(db: Db) {
  return {
    insert: (id: string, written: Written): Promise<RuleRow> =>
      db.transaction().execute(async (store) => {
        const row = await store
          .insertInto('alerting.rules')
          .values({ id, version: 1, preset_version: null, is_touched: true, evaluated_at: null, ...stamp(written) })
          .returningAll()
          .executeTakeFirstOrThrow();
        await addVersion(store, { id, version: 1, ...written });
        return row;
      }),
    /** Undefined where the rule is no longer in the version that its writer saw. */
    update: (id: string, version: number, written: Written): Promise<RuleRow | undefined> =>
      db.transaction().execute(async (store) => {
        const before = await store
          .selectFrom('alerting.rules')
          .select('body')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        const row = await store
          .updateTable('alerting.rules')
          .set({ version: version + 1, is_touched: true, ...stamp(written) })
          .where('id', '=', id)
          .where('version', '=', version)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await addVersion(store, { id, version: row.version, ...written });
        const { rule } = written;
        // The remembered states are worthless where the metric or the object is another one.
        if (before?.body.metric !== rule.metric || before.body.subject !== rule.subject || !rule.enabled) {
          await store.deleteFrom('alerting.states').where('rule_id', '=', id).execute();
        }
        return row;
      }),
    remove: (id: string, at: Date, by: string): Promise<RuleRow | undefined> =>
      db.transaction().execute(async (store) => {
        const row = await store.deleteFrom('alerting.rules').where('id', '=', id).returningAll().executeTakeFirst();
        if (row !== undefined) {
          await addVersion(store, { id, version: row.version + 1, rule: null, at, by });
        }
        return row;
      }),
    /** Writes a rule that comes with the platform, unless a person changed it or it has this version already. */
    async seed(id: string, presetVersion: number, written: Written): Promise<void> {
      await db.transaction().execute(async (store) => {
        const row = await store
          .insertInto('alerting.rules')
          .values({
            id,
            version: 1,
            preset_version: presetVersion,
            is_touched: false,
            evaluated_at: null,
            ...stamp(written),
          })
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet({ preset_version: presetVersion, version: sql`rules.version + 1`, ...stamp(written) })
              .where('rules.is_touched' as never, '=', false as never)
              .where('rules.preset_version' as never, '<', presetVersion as never),
          )
          .returning('version')
          .executeTakeFirst();
        if (row === undefined) return;
        await addVersion(store, { id, version: row.version, ...written });
      });
    },
  };
}

function stateTable(db: Db) {
  return {
    states: (): Promise<StateRow[]> => db.selectFrom('alerting.states').selectAll().execute(),
    statesOf: (ruleId: string): Promise<StateRow[]> =>
      db.selectFrom('alerting.states').selectAll().where('rule_id', '=', ruleId).execute(),
    /** Writes the outcome of an evaluation, unless the rule was changed or removed meanwhile. */
    saveStates: (ruleId: string, version: number, rows: readonly StateRow[], at: Date): Promise<boolean> =>
      db.transaction().execute(async (store) => {
        const marked = await store
          .updateTable('alerting.rules')
          .set({ evaluated_at: at })
          .where('id', '=', ruleId)
          .where('version', '=', version)
          .executeTakeFirst();
        if (marked.numUpdatedRows === 0n) return false;
        await store
          .deleteFrom('alerting.states')
          .where('rule_id', '=', ruleId)
          .where(sql<boolean>`not (subject = any(${rows.map(({ subject }) => subject)}))`)
          .execute();
        if (rows.length > 0) {
          await store
            .insertInto('alerting.states')
            .values([...rows])
            .onConflict((conflict) =>
              conflict.columns(['rule_id', 'subject']).doUpdateSet((eb) => ({
                label: eb.ref('excluded.label'),
                level: eb.ref('excluded.level'),
                rising_since: eb.ref('excluded.rising_since'),
                rising_level: eb.ref('excluded.rising_level'),
                fired_at: eb.ref('excluded.fired_at'),
                taken_to: eb.ref('excluded.taken_to'),
                value: eb.ref('excluded.value'),
                reason: eb.ref('excluded.reason'),
              })),
            )
            .execute();
        }
        return true;
      }),
  };
}

function silenceTable(db: Db) {
  return {
    silences: (endingAfter: Date): Promise<SilenceRow[]> =>
      db
        .selectFrom('alerting.silences')
        .selectAll()
        .where('ends_at', '>', endingAfter)
        .orderBy('ends_at', 'desc')
        .execute(),
    async isSilenced(ruleId: string, subject: string, at: Date): Promise<boolean> {
      const row = await db
        .selectFrom('alerting.silences')
        .select('id')
        .where('starts_at', '<=', at)
        .where('ends_at', '>', at)
        .where((eb) => eb.or([eb('rule_id', 'is', null), eb('rule_id', '=', ruleId)]))
        .where((eb) => eb.or([eb('subject', 'is', null), eb('subject', '=', subject)]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async addSilence(row: SilenceRow): Promise<void> {
      await db.insertInto('alerting.silences').values(row).execute();
    },
    silence: (id: string): Promise<SilenceRow | undefined> =>
      db.selectFrom('alerting.silences').selectAll().where('id', '=', id).executeTakeFirst(),
    /** Undefined where it has ended already. */
    endSilence: (id: string, at: Date): Promise<SilenceRow | undefined> =>
      db
        .updateTable('alerting.silences')
        .set({ ends_at: at })
        .where('id', '=', id)
        .where('ends_at', '>', at)
        .returningAll()
        .executeTakeFirst(),
  };
}

function readingTable(db: Db) {
  return {
    async addReadings(metric: string, points: readonly MetricPoint[]): Promise<void> {
      if (points.length === 0) return;
      await db
        .insertInto('alerting.readings')
        .values(points.map(({ subject, atMs, value }) => ({ metric, subject, at: new Date(atMs), value })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async readings(metric: string, after: Date): Promise<MetricPoint[]> {
      const rows = await db
        .selectFrom('alerting.readings')
        .select(['subject', 'at', 'value'])
        .where('metric', '=', metric)
        .where('at', '>', after)
        .orderBy('at')
        .execute();
      return rows.map(({ subject, at, value }) => ({ subject, atMs: at.getTime(), value }));
    },
    async prune(readingsBefore: Date, silencesBefore: Date): Promise<number> {
      const removed = await db.deleteFrom('alerting.readings').where('at', '<', readingsBefore).executeTakeFirst();
      await db.deleteFrom('alerting.silences').where('ends_at', '<', silencesBefore).execute();
      return Number(removed.numDeletedRows);
    },
  };
}

/** The only SQL that touches the `alerting` schema. */
export function createAlertingRepository(database: Database) {
  const db = connect(database);
  return { ...ruleReads(db), ...ruleWrites(db), ...stateTable(db), ...silenceTable(db), ...readingTable(db) };
}

export type AlertingRepository = ReturnType<typeof createAlertingRepository>;
