import type { DataOf } from '@kianda/contract';
import { latestPositions, vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let token: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  token = (await app.signIn('cientista')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const latest = async (query: Record<string, string> = {}) =>
  app.call<DataOf<typeof latestPositions>>(latestPositions, { token, query });

test('from the simulated coast and the monitoring centre to the map: live, simulated, with their way back', async () => {
  const [ais, vms] = await Promise.all([app.ingest('angola-ais'), app.ingest('angola-vms')]);
  expect([...ais, ...vms].map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
  const { data, metadata } = await latest({ limit: '5000' });
  expect(metadata.provenance.state).toBe('simulated');
  const byLine = Map.groupBy(data.positions, ({ sources }) => sources.join());
  expect([...byLine.keys()].toSorted()).toEqual(['tcp simulador', 'vms naf']);
  expect(byLine.get('tcp simulador')?.length).toBeGreaterThan(20);
  expect(data.positions.every(({ simulated }) => simulated)).toBe(true);
  // The monitoring centre's messages name their vessels.
  for (const vessel of byLine.get('vms naf') ?? []) {
    expect(vessel.mmsi).toBeNull();
    expect(vessel.name).not.toBeNull();
  }
  const [run] = await app.select<{ pages: number; raw: number }>(`
    SELECT count(DISTINCT p.origin_id) AS pages, count(DISTINCT w.run_id) AS raw
    FROM vessels.positions p
    JOIN vessels.position_origins o ON o.id = p.origin_id
    LEFT JOIN connectors.raw_pages w ON w.run_id = o.run_id`);
  expect(run).toEqual({ pages: 2, raw: 2 });
});

test('the hour that the lines are read is announced and followed by tracks', async () => {
  const { data } = await latest({ bbox: '8,-18,14,-4', maxAgeHours: '6' });
  const vessel = data.positions.find(({ sources }) => sources.includes('vms naf'));
  const reply = await app.call<DataOf<typeof vesselTrack>>(vesselTrack, {
    token,
    params: { id: String(vessel?.id) },
    query: { toleranceMeters: '0' },
  });
  expect(reply.data.recorded).toBeGreaterThan(3);
  expect(reply.data.identities).toMatchObject([{ source: 'vms naf', name: vessel?.name }]);
  expect(reply.metadata.provenance).toMatchObject({ state: 'simulated', source: 'SNFPA' });
});

test('a second reading of the same files changes nothing', async () => {
  const count = async () => (await app.select<{ n: number }>('SELECT count(*) AS n FROM vessels.positions'))[0]?.n;
  const read = async () => {
    expect((await app.ingest('angola-vms')).map(({ state }) => state)).toEqual(['succeeded']);
    return count();
  };
  // On a busy machine one run does not reach the end of the folder; the next one goes on. Files read twice would grow forever.
  let before = await read();
  for (let after = await read(); after !== before; after = await read()) before = after;
  expect(await read()).toBe(before);
});

test('only who may see vessels', async () => {
  const denied = await app.call(latestPositions, {});
  expect(denied.status).toBe(401);
});

test('without stations nor simulator AIS is off, and says how to switch it on', async () => {
  const bare = await createTestApplication({ settings: { KIANDA_MODE: 'production' } });
  const [connector] = (await bare.composition.connectors.service.list()).filter(({ id }) => id === 'angola-ais');
  expect(connector).toMatchObject({ status: 'inactive', statusReason: expect.stringContaining('KIANDA_AIS_SERVERS') });
  await bare.close();
  const set = await createTestApplication({
    simulatorUrl: simulator.url,
    settings: { KIANDA_AIS_TCP_LISTEN: '127.0.0.1:0', KIANDA_AIS_ALLOWED_ADDRESSES: '127.0.0.1' },
  });
  const [own] = (await set.composition.connectors.service.list()).filter(({ id }) => id === 'angola-ais');
  expect(own?.status).not.toBe('inactive');
  await set.close();
});
