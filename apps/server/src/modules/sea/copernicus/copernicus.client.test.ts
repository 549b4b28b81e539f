import { connectorById, simulatorSettings } from '@kianda/connectors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnSimulator, type TestSimulator } from '../../../testing/simulator.ts';
import { createProber } from './copernicus.client.ts';

let simulator: TestSimulator;
beforeAll(async () => {
  simulator = await spawnSimulator();
});
afterAll(() => simulator.stop());

const deps = { clock: { nowMs: () => Date.now() }, random: () => 0 };

test('an interface slower than the limit is said to be so, and the others are not waited for', async () => {
  const settings = simulatorSettings('cdse-sentinel3', simulator.url);
  const host = new URL(simulator.url).host;
  const access = {
    settings,
    allowPrivateHosts: [host],
    simulatedSeed: 8478,
    account: null,
    userAgent: () => 'Kianda/teste',
  };
  // The simulator makes its catalogue at the first question.
  const before = await createProber(access, deps)(new AbortController().signal);
  expect(before.map(({ api, ok }) => [api, ok])).toEqual([
    ['odata', true],
    ['stac', true],
    ['opensearch', false],
    ['identity', true],
  ]);
  await fetch(`${simulator.url}/_faults/cdse-stac`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ latencyMs: 60_000 }),
  });
  const rows = await createProber({ ...access, timeoutMs: 3_000 }, deps)(new AbortController().signal);
  const row = (api: string) => rows.find((candidate) => candidate.api === api);
  expect(row('stac')).toMatchObject({ ok: false, products: null, error: 'A interface não respondeu a tempo.' });
  expect(row('odata')).toMatchObject({ ok: true, error: null });
  expect(row('identity')).toMatchObject({ ok: true, token_expires_at: null });
});

test('addresses of a private network that the operator did not allow are not asked', async () => {
  const settings = simulatorSettings('cdse-sentinel3', simulator.url);
  const access = {
    settings,
    allowPrivateHosts: [],
    simulatedSeed: null,
    account: null,
    userAgent: () => 'Kianda/teste',
  };
  const rows = await createProber(access, deps)(new AbortController().signal);
  expect(rows.every(({ ok, error }) => !ok && error === 'A interface está fora dos endereços permitidos.')).toBe(true);
});

test('the provider itself is reached at the addresses of its documentation', () => {
  const connector = connectorById('cdse-sentinel3');
  expect(connector?.defaultExtraBaseUrls).toEqual({
    stac: 'https://stac.dataspace.copernicus.eu/v1',
    opensearch: 'https://catalogue.dataspace.copernicus.eu/resto/api',
    identity: 'https://identity.dataspace.copernicus.eu/auth/realms/CDSE',
  });
});
