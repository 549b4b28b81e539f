import { ProviderError } from '@kianda/connectors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { landing, scriptedConnector, scriptedStream } from './testing/scripted.ts';
import { type ConnectorWorld, createConnectorWorld } from './testing/world.ts';

const hourMs = 3_600_000;
let world: ConnectorWorld;
let healthy: boolean;
beforeEach(async () => {
  healthy = true;
  const streams = [
    scriptedStream('ano', async function* () {
      if (!healthy) throw new ProviderError('network', 'sem ligação');
      yield { records: [landing(2026)], cursor: 1 };
    }),
    { ...scriptedStream('final', async function* () {}), freshnessLimitHours: 400 },
  ];
  const register = scriptedConnector('registo', [
    scriptedStream('nomes', async function* () {
      yield { records: [landing(2001)], cursor: 1 };
    }),
  ]);
  world = await createConnectorWorld([
    { connector: scriptedConnector('pesca', streams) },
    { connector: { ...register, freshnessBy: 'retrieval' } },
  ]);
});
afterEach(() => world.close());

const told = (ageHours: number, over: { streamId?: string; simulatedSeed?: number; connectorId?: string } = {}) => {
  const nowMs = world.platform.clock.nowMs();
  return world.module.provenanceOf({
    connectorId: 'pesca',
    streamId: 'ano',
    observedAtMs: nowMs - ageHours * hourMs,
    retrievedAtMs: nowMs - hourMs,
    simulatedSeed: null,
    ...over,
  });
};

test('within the limit live, with both instants; beyond it cached, saying since when', async () => {
  await world.run('pesca', { stream: 'ano' });
  expect(await told(36)).toEqual({
    state: 'live',
    source: 'Fornecedor pesca',
    observedAt: '2026-08-29T21:00:01.000Z',
    retrievedAt: '2026-08-31T08:00:01.000Z',
  });
  expect(await told(37)).toMatchObject({ state: 'cached', staleAfter: '2026-08-31T08:00:01.000Z' });
});

test('a stream that comes late by nature has a limit of its own', async () => {
  expect(await told(399, { streamId: 'final' })).toMatchObject({ state: 'live' });
  expect(await told(401, { streamId: 'final' })).toMatchObject({ state: 'cached' });
});

test('while the provider fails its data are cached, however new; after a good run live again', async () => {
  await world.run('pesca', { stream: 'ano' });
  healthy = false;
  await world.run('pesca', { stream: 'ano' });
  world.advance(2_000);
  expect(await told(1)).toMatchObject({ state: 'cached' });
  expect(await told(1, { streamId: 'final' })).toMatchObject({ state: 'live' });
  healthy = true;
  await world.run('pesca', { stream: 'ano' });
  world.advance(2_000);
  expect(await told(1)).toMatchObject({ state: 'live' });
});

test('what was simulated stays so whatever the settings say today, and may be old besides', async () => {
  expect(await told(1, { simulatedSeed: 7 })).toMatchObject({ state: 'simulated', seed: 7 });
  expect(await told(1, { simulatedSeed: 7 })).not.toHaveProperty('staleAfter');
  expect(await told(37, { simulatedSeed: 7 })).toMatchObject({ state: 'simulated', staleAfter: expect.any(String) });
});

test('data of a connector that is gone are a day current, under its id', async () => {
  expect(await told(23, { connectorId: 'antigo' })).toMatchObject({ state: 'live', source: 'antigo' });
  expect(await told(25, { connectorId: 'antigo' })).toMatchObject({ state: 'cached' });
});

test('a register is current since its last successful run, however old its data; without runs it grows old', async () => {
  await world.run('registo', { stream: 'nomes' });
  const retrievedAtMs = world.platform.clock.nowMs();
  const origin = { connectorId: 'registo', streamId: 'nomes', observedAtMs: 0, retrievedAtMs, simulatedSeed: null };
  expect(await world.module.provenanceOf(origin)).toMatchObject({
    state: 'live',
    observedAt: '1970-01-01T00:00:00.000Z',
  });
  world.advance(37 * hourMs);
  expect(await world.module.provenanceOf(origin)).toMatchObject({ state: 'cached' });
  const [summary] = (await world.module.service.list()).filter(({ id }) => id === 'registo');
  expect(summary).toMatchObject({ freshnessBy: 'retrieval', freshness: 'stale', fresh: false });
  await world.run('registo', { stream: 'nomes' });
  world.advance(2_000);
  expect(await world.module.provenanceOf(origin)).toMatchObject({ state: 'live' });
});

test('data without a time of their own say so, and are as current as their retrieval', async () => {
  const nowMs = world.platform.clock.nowMs();
  const origin = { connectorId: 'pesca', streamId: 'ano', observedAtMs: null, simulatedSeed: null };
  expect(await world.module.provenanceOf({ ...origin, retrievedAtMs: nowMs - hourMs })).toMatchObject({
    state: 'live',
    observedAt: null,
  });
  expect(await world.module.provenanceOf({ ...origin, retrievedAtMs: nowMs - 40 * hourMs })).toMatchObject({
    state: 'cached',
  });
});
