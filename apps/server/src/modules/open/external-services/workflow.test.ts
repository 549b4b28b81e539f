import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { replay } from '../../../testing/replay.ts';
import { serveExternal } from './testing/serve-external.ts';
import { workflow1 } from './testing/workflow-1.ts';

let real: Awaited<ReturnType<typeof replay>>;
let site: Awaited<ReturnType<typeof serveExternal>>;

beforeAll(async () => {
  real = await replay(workflow1, { status: 404, body: '' });
  site = await serveExternal('workflow', real.url, {});
});
beforeEach(() => real.use({}));
afterAll(async () => {
  await site.close();
  await real.close();
});

const read = (path: string) => site.ask('GET', `/workflow${path}`, { role: null });

test('tells clients what the workflow service elsewhere tells, and where it comes from', async () => {
  const { status, body, headers } = await read('/client-info');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    company: 'Instituto do Mar',
    status: 'online',
    features: ['STAC', 'OGC API Features'],
    accessPoints: { console: 'https://mar.exemplo.ao', api: 'https://mar.exemplo.ao/api' },
    contact: { email: 'apoio@mar.exemplo.ao', website: 'https://mar.exemplo.ao', support: '' },
    timestamp: '2026-08-31T09:00:00.000Z',
  });
  expect(JSON.parse(String(headers['x-kianda-provenance'])).source).toBe(`Workflow (${new URL(real.url).host})`);
});

test('tells its services, and the whole by the rule where it tells none', async () => {
  const { body } = await read('/services');
  expect(body.overall).toBe('WARNING');
  expect(body.services).toMatchObject([
    { name: 'Admin API', port: 8000, priority: 'critical', state: 'healthy', clientAccess: true },
    { name: 'Flower', port: 5555, url: null, status: 'internal', state: 'unhealthy' },
    { name: 'Redis', state: 'unknown', description: '', priority: 'low' },
  ]);
  const down = { name: 'Base de dados', priority: 'critical', state: 'unhealthy' };
  real.use({ 'GET /services': { body: [down] } });
  expect((await read('/services')).body.overall).toBe('CRITICAL');
  real.use({ 'GET /services': { body: { overall: 'healthy', services: [down] } } });
  expect((await read('/services')).body.overall).toBe('HEALTHY');
});

test('its faults say what failed, and where', async () => {
  const { host } = new URL(real.url);
  real.use({ 'GET /client-info': { status: 500, body: '' } });
  expect((await read('/client-info')).body).toMatchObject({
    ...{ code: 'provider_failed', downstream: true },
    message: `Falha ao carregar a informação para clientes (Workflow, ${host}): respondeu HTTP 500.`,
  });
  real.use({ 'GET /client-info': { body: { success: true } } });
  expect((await read('/client-info')).body.message).toContain('não tem o formato esperado');
});
