/** Prometheus of Debian scrapes the platform's measures and those of the tasks, each by its own credential. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataOf } from '@kianda/contract';
import { apiKeyCreate } from '@kianda/contract/people/identity/api-keys.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { debianTools } from '../../tools/shared/debian.mjs';
import { freePort, missing, openPlatform } from './testing/world.ts';

const absent = missing('prometheus');
const metricsToken = 'medidas-de-Baia-Farta-2026';
const patience = { timeout: 120_000, interval: 500 };

type Target = { readonly labels: { readonly job: string }; readonly health: string; readonly lastError: string };
type Sample = { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] };

describe.skipIf(absent !== false)(`Prometheus (${absent || 'instalado'})`, () => {
  let world: Awaited<ReturnType<typeof openPlatform>>;
  let folder: string;
  let prometheus: ChildProcess;
  let address: string;
  let key: string;

  beforeAll(async () => {
    world = await openPlatform({ settings: { KIANDA_METRICS_TOKEN: metricsToken } });
    folder = await mkdtemp(join(tmpdir(), 'kianda-prometheus-'));
    const { token, password } = await world.app.newSession('operador');
    const body = { name: 'Prometheus', permissions: ['jobs:read'], days: 1, currentPassword: password };
    key = (await world.app.call<DataOf<typeof apiKeyCreate>>(apiKeyCreate, { token, body })).data.secret;
    const { host } = new URL(world.url);
    const job = (name: string, more: object) => ({ job_name: name, static_configs: [{ targets: [host] }], ...more });
    const configuration = {
      global: { scrape_interval: '5s', scrape_timeout: '5s' },
      scrape_configs: [
        job('plataforma', {
          scrape_interval: '2s',
          scrape_timeout: '2s',
          authorization: { credentials: metricsToken },
        }),
        job('tarefas', { metrics_path: '/monitor/metrics', basic_auth: { username: 'prometheus', password: key } }),
        job('sem-credencial', { metrics_path: '/monitor/metrics' }),
      ],
    };
    // JSON is YAML.
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(configuration));
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    prometheus = spawn(
      '/usr/bin/prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore', env: { PATH: '/usr/bin:/bin', NO_PROXY: '*', no_proxy: '*' } },
    );
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => prometheus.once('exit', resolve));
    prometheus.kill('SIGTERM');
    await ended;
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function api<T>(path: string): Promise<T | null> {
    const response = await fetch(`${address}/api/v1/${path}`).catch(() => null);
    return response?.ok === true ? ((await response.json()) as { data: T }).data : null;
  }

  const samples = async (query: string) =>
    (await api<{ result: readonly Sample[] }>(`query?query=${encodeURIComponent(query)}`))?.result ?? [];

  test('reaches both with their credentials, and neither without', async () => {
    const health = async () => {
      const targets = (await api<{ activeTargets: readonly Target[] }>('targets'))?.activeTargets ?? [];
      return Object.fromEntries(targets.map(({ labels, health: state }) => [labels.job, state]));
    };
    await expect.poll(health, patience).toEqual({ plataforma: 'up', tarefas: 'up', 'sem-credencial': 'down' });
  });

  test('has the services by state, and the process that does tasks under the name of Flower', async () => {
    await expect
      .poll(async () => new Set((await samples('kianda_services')).map(({ metric }) => metric.state)), patience)
      .toEqual(new Set(['offline', 'online', 'unknown', 'warning']));
    await expect
      .poll(async () => (await samples('flower_worker_online')).map(({ value }) => value[1]), patience)
      .toEqual(['1']);
  });

  test.each(['/metrics', '/monitor/metrics'])('promtool reads every line of %s', async (path) => {
    const authorization =
      path === '/metrics' ? `Bearer ${metricsToken}` : `Basic ${Buffer.from(`prometheus:${key}`).toString('base64')}`;
    const text = await (await fetch(world.url + path, { headers: { authorization } })).text();
    expect(text).toContain('# TYPE');
    const { status, stderr } = spawnSync(debianTools.prometheus, ['check', 'metrics'], { input: text });
    // 3 says that a name could be better: those of Node's and Flower's own are what they are.
    expect([status === 0 || status === 3, stderr.toString().includes('error while linting')]).toEqual([true, false]);
  });
});
