import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DataOf } from '@kianda/contract';
import { listEndpoints, servicesStatus } from '@kianda/contract/operations/health/health.contract';
import {
  clientInfo,
  listServices,
  probeService,
  restartService,
  servicesHistory,
  startService,
  stopService,
  testedServices,
  testServices,
  workflowServices,
} from '@kianda/contract/operations/services/services.contract';
import { flowerHealth, flowerTaskTypes } from '@kianda/contract/operations/tasks/monitor.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { probe } from './probe.client.ts';

describe('probe', () => {
  let server: Server;
  let base: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      if (path === '/mudo') return;
      const status = Number(path.slice(1)) || 200;
      response.writeHead(status, { 'content-type': path === '/texto' ? 'text/plain' : 'application/json' });
      response.end(path === '/estragado' ? '{"a":' : path === '/texto' ? 'OK' : '{"a":1}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = (path: string, ms = 5_000) => probe(`${base}${path}`, AbortSignal.timeout(ms));

  test('goes through name, connection, answer and content', async () => {
    const result = await ask('/bem');
    expect(result).toMatchObject({ status: 'online', httpStatus: 200 });
    expect(result.steps.map(({ step, ok }) => [step, ok])).toEqual([
      ['dns', true],
      ['tcp', true],
      ['http', true],
      ['content', true],
    ]);
    expect((await ask('/texto')).status).toBe('online');
  });

  test('asking for a sign-in is an answer, a server fault is none, an unknown page and broken content are half of one', async () => {
    expect(await ask('/401')).toMatchObject({ status: 'online', httpStatus: 401 });
    expect((await ask('/401')).steps[2]).toMatchObject({ ok: true, detail: 'Responde e pede sessão (HTTP 401)' });
    const strange = await ask('/404');
    expect(strange).toMatchObject({ status: 'warning', httpStatus: 404 });
    expect(strange.steps.at(-1)).toMatchObject({ step: 'http', ok: false });
    expect(await ask('/503')).toMatchObject({ status: 'offline', httpStatus: 503 });
    const broken = await ask('/estragado');
    expect(broken.status).toBe('warning');
    expect(broken.steps.at(-1)).toMatchObject({ step: 'content', ok: false, detail: 'Response is not JSON' });
  });

  test('says where it ended: refused, silent, unknown name', async () => {
    const closed = await probe('http://127.0.0.1:9/', AbortSignal.timeout(5_000));
    expect(closed.steps.at(-1)).toMatchObject({ step: 'tcp', ok: false, detail: 'Ligação recusada' });
    const silent = await ask('/mudo', 300);
    expect(silent).toMatchObject({ status: 'offline', httpStatus: null });
    expect(silent.steps.at(-1)).toMatchObject({ step: 'http', ok: false, detail: 'Sem resposta a tempo' });
    const nameless = await probe('http://nada.invalid/', AbortSignal.timeout(5_000));
    expect(nameless.steps.map(({ step, ok }) => [step, ok])).toEqual([['dns', false]]);
  });
});

describe('control', () => {
  let app: TestApplication;
  let token: string;
  beforeAll(async () => {
    app = await createTestApplication();
    ({ token } = await app.signIn('operador'));
  });
  afterAll(() => app.close());
  const named = async (id: string) =>
    (await app.call<DataOf<typeof listServices>>(listServices, { token })).data.services.find((one) => one.id === id);

  test('a stopped service answers 503, its endpoints are under maintenance, and it comes back', async () => {
    const stopped = await app.call(stopService, { token, params: { id: 'monitor' }, body: { reason: 'ensaio' } });
    expect(stopped.data).toMatchObject({ id: 'monitor', stopped: { reason: 'ensaio' } });
    const refused = await app.call(flowerTaskTypes, { token });
    expect([refused.status, refused.problem.code]).toEqual([503, 'service_stopped']);
    // Also without a session: nobody is sent to sign in for what is not there.
    expect((await app.call(flowerHealth)).status).toBe(503);
    const { endpoints } = (await app.call<DataOf<typeof listEndpoints>>(listEndpoints, { token })).data;
    const states = new Set(endpoints.filter(({ path }) => path.startsWith('/monitor')).map(({ status }) => status));
    expect([...states]).toEqual(['maintenance']);
    const { overall, services } = (await app.call(workflowServices)).json() as DataOf<typeof workflowServices>;
    expect(overall).not.toBe('HEALTHY');
    expect(services.find(({ name }) => name === 'Monitor de tarefas')).toMatchObject({ state: 'unhealthy' });
    const probed = await app.call<DataOf<typeof probeService>>(probeService, { token, params: { id: 'monitor' } });
    expect(probed.data.status).toBe('offline');
    // At once, and not with the next round of checks.
    const told = async () =>
      (await app.call<DataOf<typeof servicesStatus>>(servicesStatus, { token })).data.services.find(
        ({ id }) => id === 'monitor',
      );
    await app.composition.health.registry.checkAll();
    await app.call(startService, { token, params: { id: 'monitor' } });
    await app.call(stopService, { token, params: { id: 'monitor' }, body: { reason: 'ensaio' } });
    expect(await told()).toMatchObject({ status: 'offline', note: expect.stringMatching(/^Parado por .*: ensaio$/) });

    await app.call(startService, { token, params: { id: 'monitor' } });
    expect((await app.call(flowerTaskTypes, { token })).status).toBe(200);
    expect((await named('monitor'))?.stopped).toBeNull();
    const { publicUrl } = app.config;
    expect(await told()).toMatchObject({ note: null, url: `${publicUrl}/monitor`, version: '2.0.0' });
    expect((await told())?.port).toBe(Number(new URL(publicUrl).port));
    // The database is reached by a socket, and the queue lives in it: neither has the address of the console.
    const { services: parts } = (await app.call<DataOf<typeof servicesStatus>>(servicesStatus, { token })).data;
    const withoutAddress = parts.filter(({ url, port }) => url === null && port === null).map(({ id }) => id);
    expect(withoutAddress.toSorted()).toEqual(['data-processing', 'database', 'ingestion', 'object-storage', 'tasks']);
    const trail = await app.select<{ event: string }>(
      "SELECT event FROM audit.events WHERE resource = 'service/monitor' ORDER BY seq",
    );
    expect(trail.map(({ event }) => event)).toEqual(['system.stop', 'system.start', 'system.stop', 'system.start']);
  });

  test('what everything rests on refuses, and says why', async () => {
    for (const id of ['database', 'identity', 'admin-api']) {
      const refused = await app.call(stopService, { token, params: { id }, body: {} });
      expect([refused.status, refused.problem.code]).toEqual([409, 'service_protected']);
      expect(refused.problem.message).toBe((await named(id))?.refusal);
    }
    expect((await app.call(stopService, { token, params: { id: 'nada' }, body: {} })).status).toBe(404);
    const { token: reader } = await app.signIn('cientista');
    expect((await app.call(stopService, { token: reader, params: { id: 'stac' }, body: {} })).status).toBe(403);
  });

  test('the jobs of a stopped service wait, and go on with it', async () => {
    await app.call(stopService, { token, params: { id: 'ingestion' }, body: {} });
    const id = await app.composition.queue.enqueue('intake.collect', {});
    const other = await app.composition.queue.enqueue('audit.checkpoint', {});
    expect((await app.ended(other)).state).toBe('succeeded');
    expect((await app.composition.queue.get(id))?.state).toBe('queued');
    await app.call(restartService, { token, params: { id: 'ingestion' } });
    expect((await app.ended(id)).state).toBe('succeeded');
  });

  test('another process learns of it, and a start later on too', async () => {
    await app.call(stopService, { token, params: { id: 'storage' }, body: {} });
    const beside = await createTestApplication({ installation: app, settings: { KIANDA_ROLES: 'api' } });
    expect((await beside.inject({ url: '/storage/' })).status).toBe(503);
    await app.call(startService, { token, params: { id: 'storage' } });
    await expect.poll(async () => (await beside.inject({ url: '/storage/' })).status).toBe(401);
    await beside.close();
  });

  test('the eight are asked one by one, and say where the asking ended', async () => {
    const { services } = (await app.call<DataOf<typeof testServices>>(testServices, { token })).data;
    expect(services).toHaveLength(8);
    // Nothing listens in this test: the name is found, the connection is not made.
    for (const { status, steps } of services) {
      expect([status, steps.map(({ step, ok }) => [step, ok])]).toEqual([
        'offline',
        [
          ['dns', true],
          ['tcp', false],
        ],
      ]);
    }
    expect(services.map(({ id }) => testedServices[id])).toEqual([
      ...['Admin API', 'STAC API', 'Interfaces científicas', 'Consola'],
      ...['Memória da plataforma', 'Armazenamento', 'Análises', 'Segurança'],
    ]);
    // Every listed page opens, never 404. The console's pages need its build, which a test of the server has not.
    for (const { id, url } of services.filter(({ url }) => url.startsWith(app.config.publicUrl))) {
      const opened = await app.inject({ url: url.slice(app.config.publicUrl.length) });
      const isPage = new URL(url).pathname === '/';
      expect([200, ...(isPage ? [503] : [])], id).toContain(opened.status);
    }
    expect(services.find(({ id }) => id === 'stac')?.url).toMatch(/\/stac$/);
    expect((await app.call(testServices)).status).toBe(401);
  });

  test('clients are told what the platform is; history counts the checks there are', async () => {
    const info = (await app.call(clientInfo)).json() as DataOf<typeof clientInfo>;
    expect(info.accessPoints.stac).toMatch(/\/stac$/);
    expect(info.features).toHaveLength(7);
    await app.composition.health.service.checkComponents();
    const { services } = (await app.call<DataOf<typeof servicesHistory>>(servicesHistory, { token })).data;
    const database = services.find(({ id }) => id === 'database');
    // The installation is minutes old: no window is that short.
    expect(database).toMatchObject({
      since: expect.any(String),
      uptime: { day: null, week: null, quarter: null },
      days: [{ offline: 0, unknown: 0 }],
    });
  });
});
