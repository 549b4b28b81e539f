import { isDeepStrictEqual } from 'node:util';
import type { RetainedTable } from '@kianda/contract/models/retention/retention.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModulePlatform, type ModulePlatform } from '../../../../testing/module.ts';
import { retentionMigrations } from '../retention.migrations.ts';
import type { RecordRow, RetentionTables } from '../retention.tables.ts';
import { fillRecords } from '../testing/records.ts';
import { type Cleanup, createCleanupRepository } from './cleanup.repository.ts';
import { createPoliciesRepository } from './policies.repository.ts';
import { fateOf } from './testing/fate.ts';

let base: ModulePlatform;
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'retention', migrations: retentionMigrations }]);
});
afterAll(() => base.close());

const db = () => base.platform.database.for<RetentionTables>();
const all = () => db().selectFrom('retention.records').selectAll().execute();
const totals = () =>
  db()
    .selectFrom('retention.totals')
    .select(['table_name', 'status', ({ fn }) => fn.sum<number>('records').as('records')])
    .groupBy(['table_name', 'status'])
    .orderBy('table_name')
    .orderBy('status')
    .execute();

/** The change of a record over a run, in words. */
function outcomeOf(before: RecordRow, after: RecordRow | undefined): string {
  if (after === undefined) return 'gone';
  return isDeepStrictEqual(before, after) ? 'same' : `${after.status} ${after.policy_id}`;
}

type Wish = {
  readonly force: boolean;
  readonly policyIds: readonly string[] | null;
  readonly table?: RetainedTable;
  readonly days: number;
};
const wishes: readonly Wish[] = [
  { force: false, policyIds: ['fs_low_quality', 'ic_expired'], days: 0 },
  { force: false, policyIds: null, table: 'ml_training_cache', days: 0 },
  { force: false, policyIds: null, days: 0 },
  { force: true, policyIds: null, table: 'ml_inference_cache', days: 3 },
  { force: false, policyIds: null, days: 400 },
  { force: true, policyIds: [], days: 400 },
];

test('over ten thousand states a rehearsal names exactly what the run then takes, and both what the rules say', async () => {
  await fillRecords(db(), { records: 10_000, seed: 'limpeza', nowMs: base.platform.clock.nowMs() });
  await db().updateTable('retention.policies').set({ enabled: false }).where('policy_id', '=', 'as_seasonal').execute();
  const cleanup = createCleanupRepository(base.platform.database);
  const policies = await createPoliciesRepository(base.platform.database).list();
  let concerned = 0;
  for (const { days, ...wish } of wishes) {
    base.advance(days * 86_400_000);
    const nowMs = base.platform.clock.nowMs();
    const asked: Cleanup = { ...wish, table: wish.table, policies, now: new Date(nowMs) };
    const before = await all();
    const told = await cleanup.rehearse(asked);
    expect(await all()).toEqual(before);
    const expected = new Map(
      before.flatMap((record) => {
        const isAsked = wish.table === undefined || record.table_name === wish.table;
        const fate = isAsked ? fateOf(record, policies, { ...wish, nowMs }) : null;
        return fate === null ? [] : [[record.id, fate]];
      }),
    );
    const { summary: done } = await cleanup.run(asked, { actor: null, ran: [], measuresBefore: null });
    expect({ ...done, contents: [] }).toEqual(told);
    const after = new Map((await all()).map((record) => [record.id, record]));
    const outcomes = before.map((record) => outcomeOf(record, after.get(record.id)));
    const foretold = before.map((record) => {
      const fate = expected.get(record.id);
      if (fate === undefined) return 'same';
      return fate.act === 'purge' ? 'gone' : `${fate.act === 'archive' ? 'archived' : 'expired'} ${fate.policyId}`;
    });
    expect(outcomes).toEqual(foretold);
    expect(done.groups.reduce((sum, { records }) => sum + records, 0)).toBe(expected.size);
    concerned += expected.size;
  }
  // Every round is about some records, and the last ones of every kind: the test is about something.
  expect(concerned).toBeGreaterThan(10_000);
});

test('no run ever takes what is held, and the counts are those of the rows', async () => {
  const held = (await all()).filter(({ is_pinned }) => is_pinned);
  expect(held.length).toBeGreaterThan(800);
  const counted = await db()
    .selectFrom('retention.records')
    .select(['table_name', 'status', ({ fn }) => fn.countAll<number>().as('records')])
    .groupBy(['table_name', 'status'])
    .orderBy('table_name')
    .orderBy('status')
    .execute();
  const known = (await totals())
    .map((row) => ({ ...row, records: Number(row.records) }))
    .filter(({ records }) => records > 0);
  expect(known).toEqual(counted);
});
