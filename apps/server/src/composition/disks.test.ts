import { intakeUpload } from '@kianda/contract/ingestion/connectors/intake.contract';
import { beginUpload } from '@kianda/contract/open/storage/uploads.contract';
import {
  backupSettings,
  changeBackupSettings,
  createBackup,
} from '@kianda/contract/operations/backups/backups.contract';
import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../testing/application.ts';

const mebibyte = 2 ** 20;
/** Bytes free on the disk of each folder; every one is a file system of its own. */
const free = new Map<string, number>();
let app: TestApplication;
let token: string;
let backupDir: string;
beforeAll(async () => {
  app = await createTestApplication({
    diskProbe: async (folder) => {
      const name = [...free.keys()].find((end) => folder.endsWith(end));
      if (name === 'longe') return new Promise(() => undefined);
      const device = name === undefined ? 0 : [...free.keys()].indexOf(name) + 1;
      return { freeBytes: free.get(name ?? '') ?? 1e12, totalBytes: 2e12, device };
    },
  });
  ({ token } = await app.signIn('administrador'));
  backupDir = app.config.backupDir;
});
afterAll(() => app.close());

/** Room of one disk alone; the clock moves beyond the time for which one look counts. */
function setFree(end: string | null, bytes = 0): void {
  free.clear();
  if (end !== null) free.set(end, bytes);
  app.clock.advance(120_000);
}

const upload = () => app.call(beginUpload, { token, body: { bucket: 'ensaio', key: 'a.csv', size: 10 } });
const backup = () => app.call(createBackup, { token, body: { type: 'full' } });
const delivery = () => app.call(intakeUpload, { token, params: { id: 'angola-inipm' }, query: { fileName: 'a.csv' } });
async function alertTitles(): Promise<string[]> {
  await app.composition.health.service.checkComponents();
  const { data } = await app.call<{ alerts: { title: string; resolvedAt: string | null }[] }>(listAlerts, { token });
  return data.alerts.filter(({ resolvedAt }) => resolvedAt === null).map(({ title }) => title);
}

test('a file is refused by the disk it goes to, and by no other', async () => {
  setFree('objetos', 100 * mebibyte);
  const { status, problem } = await upload();
  expect({ status, code: problem.code }).toEqual({ status: 507, code: 'disk_full' });
  expect(problem.message).toContain('O disco do armazenamento de objetos só tem 100 MB livres');
  expect((await backup()).status).not.toBe(507);

  setFree(backupDir, 100 * mebibyte);
  expect((await upload()).status).not.toBe(507);
  const refused = await backup();
  expect(refused.status).toBe(507);
  expect(refused.problem.message).toContain(
    'O disco das cópias de segurança só tem 100 MB livres, e 512 MB ficam de reserva: não recebe cópias',
  );
  expect((await delivery()).status).not.toBe(507);
});

test('the alert and the health check name the disk', async () => {
  setFree(backupDir, 100 * mebibyte);
  expect(await alertTitles()).toContain('Disco das cópias de segurança quase cheio');
  setFree('objetos', 100 * mebibyte);
  const titles = await alertTitles();
  expect(titles).toContain('Disco do armazenamento de objetos quase cheio: ficheiros recusados');
  expect(titles).not.toContain('Disco das cópias de segurança quase cheio');
  const storage = app.composition.health.registry.components.find(({ id }) => id === 'object-storage');
  expect(storage?.report).toMatchObject({ state: 'warning', detail: expect.stringContaining('0,1 GB livres') });
});

test('a second target in a folder is watched too, from where it is set', async () => {
  const second = { kind: 'folder', folder: '/mnt/segundo' };
  const { data: body } = await app.call<{ second: unknown }>(backupSettings, { token });
  const changed = await app.call(changeBackupSettings, { token, body: { ...body, second } });
  expect(changed.status, changed.text).toBe(200);
  setFree('segundo', 20 * mebibyte);
  expect(await alertTitles()).toContain('Disco do segundo destino das cópias quase cheio');
});
