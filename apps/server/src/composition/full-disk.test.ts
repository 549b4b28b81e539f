import { startExport } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { intakeUpload } from '@kianda/contract/ingestion/connectors/intake.contract';
import { beginUpload } from '@kianda/contract/open/storage/uploads.contract';
import { createBackup } from '@kianda/contract/operations/backups/backups.contract';
import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import { reportGenerate } from '@kianda/contract/operations/reports/reports.contract';
import { authLogin } from '@kianda/contract/people/identity/identity.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../testing/application.ts';

const mebibyte = 2 ** 20;
let app: TestApplication;
let token: string;
let freeBytes = 1e12;
beforeAll(async () => {
  app = await createTestApplication({ diskProbe: async () => ({ freeBytes, totalBytes: 2e12 }) });
  ({ token } = await app.signIn('administrador'));
});
afterAll(() => app.close());

/** Moves the clock beyond the time for which one look at the disk counts. */
function setFree(bytes: number): void {
  freeBytes = bytes;
  app.clock.advance(2_000);
}

const upload = { body: { bucket: 'ensaio', key: 'a.csv', size: 10 } };
const refused = [
  ['an upload', beginUpload, upload],
  ['a file of an institution', intakeUpload, { params: { id: 'angola-inipm' }, query: { fileName: 'a.csv' } }],
  ['a report', reportGenerate, { body: { type: 'releases' } }],
  ['an export', startExport, { body: {} }],
  ['a backup', createBackup, { body: { type: 'full' } }],
] as const;

test.each(refused)('below the reserve %s is refused with 507 and a sentence', async (_name, endpoint, request) => {
  setFree(100 * mebibyte);
  const { status, problem } = await app.call(endpoint, { token, ...request });
  expect({ status, code: problem.code }).toEqual({ status: 507, code: 'disk_full' });
  expect(problem.message).toContain('só tem 100 MB livres, e 512 MB ficam para os alertas e as entradas');
  // Whoever may not ask learns nothing of the disk.
  expect((await app.call(endpoint, request)).status).not.toBe(507);
  setFree(1e12);
  expect((await app.call(endpoint, { token, ...request })).status).not.toBe(507);
});

test('sign-in and alerts go on; the alert of the disk is raised, and closed once there is room', async () => {
  setFree(100 * mebibyte);
  // Wrong credentials are judged, not refused for the disk.
  const body = { email: 'ninguem@exemplo.ao', password: 'nada de nada 1' };
  expect((await app.call(authLogin, { body, ip: '10.9.9.9' })).status).toBe(401);
  await app.composition.health.service.checkComponents();
  const titles = async () => {
    const { data } = await app.call<{ alerts: { title: string; resolvedAt: string | null }[] }>(listAlerts, { token });
    return data.alerts.filter(({ resolvedAt }) => resolvedAt === null).map(({ title }) => title);
  };
  expect(await titles()).toContain('Disco quase cheio: ficheiros recusados');
  setFree(1e12);
  await app.composition.health.service.checkComponents();
  expect(await titles()).not.toContain('Disco quase cheio: ficheiros recusados');
});

test('jobs keep the reserve too: large objects are refused, small ones stored', async () => {
  setFree(100 * mebibyte);
  const { storage } = app.composition.platform;
  await storage.put('health/small', Buffer.from('kianda'));
  await expect(storage.put('reports/large', Buffer.alloc(mebibyte))).rejects.toMatchObject({ code: 'disk_full' });
  await expect(storage.putStream('reports/large', one())).rejects.toMatchObject({ code: 'disk_full' });
  expect(await storage.stat('reports/large')).toBeNull();
  setFree(1e12);
  await storage.put('reports/large', Buffer.alloc(mebibyte));
  expect((await storage.get('reports/large'))?.byteLength).toBe(mebibyte);
});

async function* one(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('um');
}
