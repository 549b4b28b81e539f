import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataOf, servicePrefixes } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { runConnector } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { listInterfaces, openInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { openApiDocument, servicesStatus } from '@kianda/contract/operations/health/health.contract';
import { usersCreate } from '@kianda/contract/people/identity/users.contract';
import { listPorts } from '@kianda/contract/sea/geography/geography.contract';
import { listStations } from '@kianda/contract/sea/ocean/ocean.contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveConsole } from '../../apps/server/src/platform/http/pages.ts';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await createTestApplication();
});
afterAll(() => app.close());

describe('for operators', () => {
  test('alive at once, ready only once everything serves', async () => {
    const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((url) => app.inject({ url })));
    expect(alive?.status).toBe(200);
    expect(ready).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });

  test('metrics as Prometheus text, for this machine only', async () => {
    await app.composition.health.service.checkComponents();
    const metrics = await app.inject({ url: '/metrics' });
    expect(metrics.headers['content-type']).toContain('text/plain');
    expect(metrics.text).toMatch(/^kianda_component_up\{component="database"\} 1$/m);
    expect(metrics.text).toMatch(/^kianda_http_requests_total \d+$/m);
    expect((await app.inject({ url: '/metrics', remoteAddress: '10.0.0.9' })).status).toBe(403);
  });

  test('with a token set, it alone opens the metrics', async () => {
    const guarded = await createTestApplication({ settings: { KIANDA_METRICS_TOKEN: 'um-segredo-comprido' } });
    const ask = async (authorization?: string) =>
      (await guarded.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })).status;
    expect([await ask(), await ask('Bearer outro'), await ask('Bearer um-segredo-comprido')]).toEqual([403, 403, 200]);
    await guarded.close();
  });
});

describe('the contract, described', () => {
  test('OpenAPI 3.1 names every endpoint once, with its access and its errors', async () => {
    const document = (await app.call(openApiDocument)).json() as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; responses: object; security: unknown[] }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      allEndpoints.map(({ id }) => id).toSorted(),
    );
    const run = document.paths[servicePrefixes[runConnector.service] + runConnector.path]?.post;
    expect(Object.keys(run?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '401', '403', '404', '409', '429']),
    );
    expect(run?.security).toEqual([{ bearer: [] }]);
  });
});

describe('conditional and repeated requests on real endpoints', () => {
  test('stations asked for again: 304; reference data may be kept for an hour', async () => {
    const { token } = await app.signIn('cliente');
    const first = await app.call(listStations, { token });
    app.clock.advance(1_000);
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await app.call(listStations, { token, headers })).status).toBe(304);
    expect((await app.call(listPorts, { token })).headers['cache-control']).toBe('private, max-age=3600');
  });

  test('a status measured anew is the same answer while nothing changed', async () => {
    const { token } = await app.signIn('cliente');
    await app.composition.health.service.checkComponents();
    const first = await app.call(servicesStatus, { token });
    const again = await app.call(servicesStatus, { token, headers: { 'if-none-match': String(first.headers.etag) } });
    expect(again.status).toBe(304);
  });

  test('an account is never made twice by a replay: its answer carries a secret, so the second is a conflict', async () => {
    const { token } = await app.signIn('administrador');
    const body = { email: 'nova@exemplo.ao', name: 'Nova', role: 'cliente' };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await app.call(usersCreate, { token, body, headers });
    const second = await app.call(usersCreate, { token, body, headers });
    expect(first.status).toBeLessThan(300);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(second.problem.code).toBe('conflict');
  });

  test('a run asked for again with its key is the same run', async () => {
    const { token } = await app.signIn('operador');
    const ask = (key: string) =>
      app.call<DataOf<typeof runConnector>>(runConnector, {
        token,
        params: { id: 'obis' },
        body: {},
        headers: { 'idempotency-key': key },
      });
    const key = randomUUID();
    const [first, again] = [await ask(key), await ask(key)];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.data.runIds).toEqual(first.data.runIds);
    await app.composition.queue.cancel(first.data.runIds[0] ?? '');
    await app.ended(first.data.runIds[0] ?? '');
  });
});

describe('pages', () => {
  const folder = join(tmpdir(), `kianda-pages-${randomUUID()}`);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('the console is one page at two paths; files with a hash in their name never change', async () => {
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Kianda</title>');
    await writeFile(join(folder, 'assets', 'a-1f2e.js'), 'export {};');
    const server = Fastify();
    await serveConsole(server, folder);
    for (const url of ['/', '/login', '/?section=ocean', '/login?x=1']) {
      const response = await server.inject(url);
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(response.body).toContain('Kianda');
    }
    const script = await server.inject('/assets/a-1f2e.js');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toContain('javascript');
    for (const url of ['/nada', '/assets/', '/assets/../../package.json', '/%2e%2e/package.json']) {
      expect((await server.inject(url)).statusCode).toBe(404);
    }
    await server.close();
  });

  test('while it is not built the console says so', async () => {
    const server = Fastify();
    await serveConsole(server, join(folder, 'vazia'));
    const response = await server.inject('/');
    expect(response.statusCode).toBe(503);
    expect(response.json().message).toContain('ainda não foi construída');
    await server.close();
  });

  test('an interface whose page is not there is not opened', async () => {
    const { token } = await app.signIn('cliente');
    expect((await app.call(openInterface, { token, params: { id: 'nenhuma' } })).problem.code).toBe('not_found');
    const { data } = await app.call<DataOf<typeof listInterfaces>>(listInterfaces, { token });
    expect(data.interfaces.map(({ lastAccessed }) => lastAccessed)).toEqual(data.interfaces.map(() => null));
  });
});

test('another process of the installation starts beside the first and knows its sessions', async () => {
  const { token } = await app.signIn('cliente');
  const other = await createTestApplication({ installation: app, settings: { KIANDA_ROLES: 'api' } });
  expect((await other.call(listStations, { token })).status).toBe(200);
  await other.close();
  expect((await app.call(listStations, { token })).status).toBe(200);
});
