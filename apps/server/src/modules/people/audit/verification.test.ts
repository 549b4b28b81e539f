import { createHash, createPublicKey, verify } from 'node:crypto';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAuditService } from './audit.service.ts';
import { exportPair } from './chain.rules.ts';
import { exportTrail } from './export.files.ts';
import { type Audit, createAudit } from './index.ts';
import { createTestPlatform, noQueue, testMasterKey } from './testing/platform.ts';
import { createVerifications } from './verifications.service.ts';

let world: Awaited<ReturnType<typeof createTestPlatform>>;
let audit: Audit;
let verifications: ReturnType<typeof createVerifications>;

beforeEach(async () => {
  world = await createTestPlatform();
  audit = createAudit({ platform: world.platform, masterKey: testMasterKey, queue: noQueue });
  verifications = createVerifications(
    world.platform,
    createAuditService({ platform: world.platform, masterKey: testMasterKey }),
  );
  return () => world.close();
});

const entry: AuditEntry = {
  event: 'user.updated',
  severity: 'high',
  actorId: '0b8a4d4e-6c2a-4a0e-9a53-0f2c6a9d1a11',
  actorName: 'marta@mar.ao',
  resource: 'user/17',
  ipAddress: '41.63.160.1',
  userAgent: 'Mozilla/5.0',
  metadata: { roleBefore: 'cliente', roleAfter: 'operador' },
};
async function record(count: number) {
  for (let index = 0; index < count; index += 1) {
    await audit.record({ ...entry, resource: `user/${index}` });
    world.advanceSeconds(60);
  }
}
const database = () => world.platform.database.for<Record<never, never>>();
async function tamper(statement: string) {
  await sql.raw('alter table audit.events disable trigger user').execute(database());
  await sql.raw(statement).execute(database());
  await sql.raw('alter table audit.events enable trigger user').execute(database());
}
const raised = async () => (await audit.alerts?.[0]?.judge()) ?? [];

test('a row altered in SQL raises a critical alert that names it, and the alert goes once the row is back', async () => {
  await record(5);
  expect(await raised()).toEqual([]);
  expect(await verifications.run('schedule')).toMatchObject({ intact: true, checked: 5, fault: null });
  expect(await raised()).toEqual([]);

  await tamper(`update audit.events set metadata = '{"roleBefore":"cliente","roleAfter":"cientista"}' where seq = 3`);
  expect(await verifications.run('marta@mar.ao')).toMatchObject({
    intact: false,
    checked: 2,
    trigger: 'marta@mar.ao',
    fault: { kind: 'edited', seq: 3, event: { resource: 'user/2', actorName: 'marta@mar.ao' } },
  });
  expect(await raised()).toEqual([
    expect.objectContaining({
      severity: 'critical',
      message: expect.stringContaining('O evento n.º 3 (user.updated, marta@mar.ao, user/2) foi alterado'),
      metadata: expect.objectContaining({ seq: 3, kind: 'edited' }),
    }),
  ]);

  await tamper(`update audit.events set metadata = '{"roleBefore":"cliente","roleAfter":"operador"}' where seq = 3`);
  await verifications.run('schedule');
  expect(await raised()).toEqual([]);
  expect((await audit.verifications()).map(({ intact }) => intact)).toEqual([true, false, true]);
});

test('a missing row, a cut tail and a mark of another key are told apart', async () => {
  await record(4);
  await audit.checkpoint();
  await tamper('delete from audit.events where seq = 2');
  await verifications.run('schedule');
  expect((await raised())[0]?.message).toContain('Falta o evento n.º 2.');
  await tamper('delete from audit.events where seq > 1');
  await verifications.run('schedule');
  expect((await raised())[0]?.message).toContain('cortada a partir do evento n.º 2');

  const stranger = createAuditService({ platform: world.platform, masterKey: new Uint8Array(32).fill(8) });
  const outcome = await createVerifications(world.platform, stranger).run('schedule');
  expect(outcome).toMatchObject({ intact: false, fault: null, problem: expect.stringContaining('chave-mestra') });
});

test.each([
  ['csv', `,'=1+1,`],
  ['json', `"actorName":"=1+1"`],
] as const)('an export as %s is verified by its digest and signature alone', async (format, last) => {
  await record(3);
  await audit.record({ ...entry, actorName: '=1+1', resource: 'user/99' });
  const pair = exportPair(testMasterKey);
  const asked = { hours: 1, format, by: 'marta@mar.ao' };
  const { bytes, manifest, fileName } = await exportTrail(world.platform, pair, asked);
  expect(fileName).toBe(`kianda-auditoria-2026-08-31-1h-${format}.zip`);
  expect(manifest).toMatchObject({ events: 4, firstSeq: 1, lastSeq: 4, exportedBy: 'marta@mar.ao' });

  const files = unzipSync(bytes);
  const signed = files['manifesto.json'] ?? new Uint8Array();
  const body = files[manifest.file] ?? new Uint8Array();
  const key = createPublicKey(strFromU8(files['chave-publica.pem'] ?? new Uint8Array()));
  const signature = files['manifesto.sig'] ?? new Uint8Array();
  expect(verify(null, signed, key, signature)).toBe(true);
  expect(JSON.parse(strFromU8(signed))).toEqual(manifest);
  expect(createHash('sha256').update(body).digest('hex')).toBe(manifest.sha256);
  expect(verify(null, Buffer.concat([signed, Buffer.from(' ')]), key, signature)).toBe(false);
  expect(strFromU8(body)).toContain(last);
});

test('an export holds the hours asked for', async () => {
  await record(90);
  const { manifest } = await exportTrail(world.platform, exportPair(testMasterKey), {
    hours: 1,
    format: 'json',
    by: 'marta@mar.ao',
  });
  expect(manifest).toMatchObject({ events: 60, firstSeq: 31, lastSeq: 90 });
});
