import { dashboardOverview } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/embedded.ts';
import { createLogger } from '../../apps/server/src/platform/log/log.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';
import { createApi, signIn } from './testing/api.ts';
import { freePort, newFolder, removeFolder, startPlatform } from './testing/platform.ts';

const administrator = { email: 'chefe@exemplo.ao', password: 'a restinga do Lobito ao fim da tarde' };

let databaseDir: string;
let dataDir: string;
let stopDatabase: () => Promise<void>;
let simulator: TestSimulator;
let settings: Record<string, string>;

beforeAll(async () => {
  const log = createLogger({ level: 'silent', pretty: false });
  databaseDir = await newFolder('servidor');
  const server = await startEmbeddedPostgres({ dataDir: databaseDir, log });
  stopDatabase = server.stop;
  simulator = await spawnSimulator();
  dataDir = await newFolder('papéis');
  settings = {
    KIANDA_DATABASE_URL: server.url,
    KIANDA_SIMULATOR_URL: simulator.url,
    KIANDA_PORT: String(await freePort()),
    KIANDA_INTERFACES_PORT: String(await freePort()),
    KIANDA_ADMIN_EMAIL: administrator.email,
    KIANDA_ADMIN_PASSWORD: administrator.password,
  };
});
afterAll(async () => {
  await removeFolder(dataDir);
  await simulator.stop();
  await stopDatabase();
  await removeFolder(databaseDir);
});

test('roles run as processes of their own over one database: what the worker ingests, the api answers', async () => {
  const start = (roles: string) => startPlatform({ dataDir, settings: { ...settings, KIANDA_ROLES: roles } });
  const api = await start('api');
  expect([api.email, api.oneTimePassword]).toEqual([null, null]);
  await Promise.all([start('worker'), start('interfaces')]);
  const { accessToken, mustChangePassword } = await signIn(api.url, administrator.email, administrator.password);
  expect(mustChangePassword).toBe(false);
  const overview = () =>
    createApi(api.url, accessToken).call<{
      zee_angola: { species_recorded: number };
      real_time_data: { sea_temperature: number | null };
    }>(dashboardOverview);
  // Species come with several runs, of which each ends after some time.
  await expect.poll(async () => (await overview()).zee_angola.species_recorded).toBeGreaterThanOrEqual(400);
  expect((await overview()).real_time_data.sea_temperature).toBeTypeOf('number');
  const page = await fetch(`http://localhost:${settings.KIANDA_INTERFACES_PORT}/realtime_angola.html`);
  expect(page.status).toBe(200);
  expect((await fetch(`${api.url}/realtime_angola.html`)).status).toBe(404);
});
