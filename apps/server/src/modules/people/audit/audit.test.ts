import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAuditService } from './audit.service.ts';
import { canonicalJson } from './chain.rules.ts';
import { type Audit, createAudit } from './index.ts';
import { createTestPlatform, noQueue as queue, testMasterKey } from './testing/platform.ts';

let world: Awaited<ReturnType<typeof createTestPlatform>>;
let audit: Audit;

beforeEach(async () => {
  world = await createTestPlatform();
  audit = createAudit({ platform: world.platform, masterKey: testMasterKey, queue });
  return () => world.close();
});

const entry: AuditEntry = {
  event: 'user.updated',
  severity: 'medium',
  actorId: '0b8a4d4e-6c2a-4a0e-9a53-0f2c6a9d1a11',
  actorName: 'Marta Kiala',
  resource: 'user/17',
  ipAddress: '41.63.160.1',
  userAgent: 'Mozilla/5.0',
  metadata: { from: 'cientista', to: 'operador', attempts: 3, ratio: 0.25, first: false, note: null },
};

function database() {
  return world.platform.database.for<Record<never, never>>();
}

async function record(count: number) {
  for (let index = 0; index < count; index += 1) {
    await audit.record({ ...entry, resource: `user/${index}` });
    world.advanceSeconds(1);
  }
}

/** Changes by an attacker with the database owner's rights. */
async function tamper(statement: string) {
  await sql.raw('alter table audit.events disable trigger user').execute(database());
  await sql.raw(statement).execute(database());
  await sql.raw('alter table audit.events enable trigger user').execute(database());
}

test('an untouched chain verifies, an empty one too', async () => {
  expect(await audit.verify()).toEqual({ intact: true, checked: 0, headSeq: 0, fault: null, checkpointSeq: null });
  await record(12);
  expect(await audit.verify()).toMatchObject({ intact: true, checked: 12, headSeq: 12 });
});

test('fifty concurrent events leave no gap and no fork', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, index) => audit.record({ ...entry, resource: `user/${index}` })));
  expect(await audit.verify()).toMatchObject({ intact: true, headSeq: 50 });
});

test('an event of a transaction that fails leaves no trace and no gap', async () => {
  await record(1);
  const failing = database()
    .transaction()
    .execute(async (transaction) => {
      await audit.record(entry, transaction);
      throw new Error('the change itself failed');
    });
  await expect(failing).rejects.toThrow('the change itself failed');
  await record(1);
  expect(await audit.verify()).toMatchObject({ intact: true, headSeq: 2 });
});

test('the database refuses to change, delete or truncate', async () => {
  await record(3);
  for (const statement of [
    `update audit.events set severity = 'low' where seq = 2`,
    'delete from audit.events where seq = 3',
    'truncate audit.events',
  ]) {
    await expect(sql.raw(statement).execute(database())).rejects.toThrow(/append-only/);
  }
  expect(await audit.verify()).toMatchObject({ intact: true, headSeq: 3 });
});

test.each([
  ['severity', `severity = 'low'`],
  ['actor', `actor_name = 'Outro'`],
  ['metadata', `metadata = jsonb_set(metadata, '{to}', '"cliente"')`],
  ['instant', `occurred_at = occurred_at + interval '1 millisecond'`],
])('an edited %s is found at its row', async (_name, change) => {
  await record(6);
  await tamper(`update audit.events set ${change} where seq = 4`);
  expect(await audit.verify()).toMatchObject({ intact: false, fault: { kind: 'edited', seq: 4 } });
});

test('a deleted event is found, also when its successors are renumbered', async () => {
  await record(6);
  await tamper('delete from audit.events where seq = 3');
  expect(await audit.verify()).toMatchObject({ intact: false, fault: { kind: 'missing', seq: 3 } });
  await tamper('update audit.events set seq = seq - 1 where seq > 3');
  expect(await audit.verify()).toMatchObject({ intact: false, fault: { kind: 'edited', seq: 3 } });
});

test('a cut tail is invisible to the chain alone and found against a checkpoint', async () => {
  await record(6);
  await tamper('delete from audit.events where seq > 4');
  expect(await audit.verify()).toMatchObject({ intact: true, headSeq: 4, checkpointSeq: null });

  await audit.checkpoint();
  await record(2);
  await tamper('delete from audit.events where seq > 3');
  expect(await audit.verify()).toMatchObject({ intact: false, fault: { kind: 'truncated', seq: 4 } });
  await record(3);
  expect(await audit.verify()).toMatchObject({ intact: false, fault: { kind: 'truncated', seq: 4 } });
});

test('the newest checkpoint counts, and a forged one is refused', async () => {
  await record(2);
  await audit.checkpoint();
  world.advanceSeconds(86_400);
  await record(2);
  await audit.checkpoint();
  expect(await audit.verify()).toMatchObject({ intact: true, checkpointSeq: 4 });

  const other = createAudit({ platform: world.platform, masterKey: new Uint8Array(32).fill(8), queue });
  await expect(other.verify()).rejects.toThrow(/signature does not match/);
});

test('the chain depends on the master key', async () => {
  await record(2);
  const other = createAudit({ platform: world.platform, masterKey: new Uint8Array(32).fill(8), queue });
  expect(await other.verify()).toMatchObject({ intact: false, fault: { kind: 'edited', seq: 1 } });
});

test('hostile text is kept harmless and still verifies', async () => {
  await audit.record({
    ...entry,
    actorName: 'eva\u0000@x\r\n2026-08-31 auth.login.success',
    userAgent: `half \ud83d surrogate ${'x'.repeat(2000)}`,
    metadata: { refreshToken: 'abc', newPassword: 'def', e_mail: 'a\nb', size: Number.NaN },
  });
  const { rows } = await sql<{ actor_name: string; user_agent: string; metadata: unknown }>`
    select actor_name, user_agent, metadata from audit.events
  `.execute(database());
  expect(rows[0]?.actor_name).toBe('eva\u{fffd}@x\u{fffd}\u{fffd}2026-08-31 auth.login.success');
  expect(rows[0]?.user_agent).toHaveLength(512);
  expect(rows[0]?.metadata).toEqual({
    refreshToken: '[omitido]',
    newPassword: '[omitido]',
    e_mail: 'a\u{fffd}b',
    size: null,
  });
  expect(await audit.verify()).toMatchObject({ intact: true });
});

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [1, { z: null, a: 'ç' }], a: undefined, c: 2 })).toBe('{"b":[1,{"a":"ç","z":null}],"c":2}');
  expect(canonicalJson({ c: 2, b: [1, { a: 'ç', z: null }] })).toBe('{"b":[1,{"a":"ç","z":null}],"c":2}');
});

test('the trail is read newest first, by filters and pages', async () => {
  const reader = createAuditService({ platform: world.platform, masterKey: testMasterKey });
  await record(3);
  await audit.record({ ...entry, event: 'data.delete', severity: 'high', actorId: null, resource: 'area/100%_sul' });
  const read = async (query: object) => reader.list({ page: 1, pageSize: 50, sort: 'at', order: 'desc', ...query });

  const all = await read({});
  expect(all).toMatchObject({ total: 4, hasNext: false, hasPrev: false });
  expect(all.data.map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
  expect(all.data[3]).toEqual({ ...entry, seq: 1, occurredAt: '2026-08-31T09:00:00.000Z', resource: 'user/0' });

  const second = await read({ page: 2, pageSize: 3 });
  expect(second).toMatchObject({ total: 4, hasNext: false, hasPrev: true });
  expect(second.data.map(({ seq }) => seq)).toEqual([1]);
  const seqs = async (query: object) => (await read(query)).data.map(({ seq }) => seq);
  expect(await seqs({ event: 'data.delete' })).toEqual([4]);
  expect(await seqs({ severity: 'medium', search: 'USER/2' })).toEqual([3]);
  expect(await seqs({ actorId: entry.actorId })).toEqual([3, 2, 1]);
  expect(await seqs({ search: '100%_sul' })).toEqual([4]);
  expect(await seqs({ search: '%' })).toEqual([4]);
  expect(await seqs({ actor: 'kiala', resource: 'user/' })).toEqual([3, 2, 1]);
  expect(await seqs({ resource: 'area/100%' })).toEqual([4]);
  expect(await seqs({ resource: '%' })).toEqual([]);
  expect(await seqs({ search: 'operador', event: 'data.delete' })).toEqual([4]);
  expect(await seqs({ sort: 'at', order: 'asc' })).toEqual([1, 2, 3, 4]);
  expect((await seqs({ sort: 'severity', order: 'desc' }))[0]).toBe(4);
  expect(await seqs({ from: '2026-08-31T09:00:01Z', to: '2026-08-31T09:00:02Z' })).toEqual([3, 2]);
});
