import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataOf } from '@kianda/contract';
import { type SecurityCheckResult, securityChecks } from '@kianda/contract/operations/security/security.contract';
import { authLogin } from '@kianda/contract/people/identity/identity.contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { readAdvisories } from './checks/advisories.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await createTestApplication();
});
afterAll(() => app.close());

async function checks(): Promise<ReadonlyMap<string, SecurityCheckResult>> {
  const { token } = await app.signIn('administrador');
  // The cached answer must not hide a later change.
  app.clock.advance(10_000);
  const { data } = await app.call<DataOf<typeof securityChecks>>(securityChecks, { token });
  return new Map(data.checks.map((check) => [check.id, check]));
}

it('says what is so, what should be better, and what could not be found out', async () => {
  const found = await checks();
  expect(found.get('passwords')?.state).toBe('enforced');
  // Nothing listens in a test: no page, no headers to look at.
  expect(found.get('headers')).toMatchObject({ state: 'unknown', evidence: [] });
  expect(found.get('backups')?.state).toBe('missing');
  expect(found.get('tls')?.state).toBe('attention');
  expect(found.get('master-key')?.evidence).toEqual([{ label: 'Origem', value: 'KIANDA_SECRET_KEY' }]);
});

it('counts sign-ins that failed today', async () => {
  const failedOf = async () => (await checks()).get('sign-ins')?.evidence[0]?.value;
  expect(await failedOf()).toBe('0');
  const body = { email: 'ninguem@exemplo.ao', password: 'uma frase qualquer 77' };
  expect((await app.call(authLogin, { body, ip: '10.9.9.9' })).status).toBe(401);
  expect(await failedOf()).toBe('1');
});

it('advisories: none asked, none known, a grave one, and a registry that did not answer', async () => {
  const folder = join(app.folder, randomUUID());
  await mkdir(folder);
  const file = join(folder, 'avisos.json');
  const nowMs = Date.parse('2026-08-31T09:00:00Z');
  const of = async (content: object) => {
    await writeFile(file, JSON.stringify(content));
    return (await readAdvisories(file, nowMs)).state;
  };
  const none = { critical: 0, high: 0, moderate: 0, low: 0 };
  expect((await readAdvisories(file, nowMs)).state).toBe('unknown');
  const checkedAt = '2026-08-30T09:00:00.000Z';
  expect(await of({ checkedAt, counts: none, reason: null })).toBe('enforced');
  expect(await of({ checkedAt: '2026-06-30T09:00:00.000Z', counts: none, reason: null })).toBe('attention');
  expect(await of({ checkedAt, counts: { ...none, high: 1 }, reason: null })).toBe('missing');
  expect(await of({ checkedAt, counts: null, reason: '405' })).toBe('unknown');
});
