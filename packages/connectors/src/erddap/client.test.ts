import { afterEach, expect, test } from 'vitest';
import type { PullContext } from '../core/port.ts';
import { mur } from '../noaa-sst/map.ts';
import { type FixtureAnswer, type FixtureServer, serveFixtures } from '../testing/fixture-server.ts';
import { griddapSource } from './client.ts';
import { erddapErrorText } from './wire.ts';

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const flapping: FixtureAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain;charset=UTF-8' },
  body: erddapErrorText({ code: 404, message: 'Not Found: Currently unknown datasetID=jplMURSST41' }),
};
const axis = (...instants: string[]): FixtureAnswer => ({
  body: {
    table: { columnNames: ['time'], columnTypes: ['String'], columnUnits: ['UTC'], rows: instants.map((at) => [at]) },
  },
});

async function source(answers: FixtureAnswer[], over: Partial<PullContext> = {}) {
  server = await serveFixtures(() => answers.shift() ?? { status: 500, body: 'mais pedidos do que respostas' }, {
    nowMs: () => Date.UTC(2026, 8, 1),
    prefix: '/erddap',
  });
  return griddapSource(mur, server.settings, { ...server.context, ...over });
}

test('a dataset that is being reloaded is asked for again, not given up', async () => {
  const newestMs = await (await source([flapping, flapping, axis('2026-08-31T09:00:00Z')])).newestMs();
  expect(newestMs).toBe(Date.UTC(2026, 7, 31, 9));
  expect(server?.requests.length).toBe(3);
});

test('a dataset that stays away is a passing fault of the provider', async () => {
  const griddap = await source([flapping, flapping, flapping]);
  await expect(griddap.newestMs()).rejects.toMatchObject({ failure: 'provider', status: 404, permanent: false });
});

test('a window is cut to the archive, and nearest instants outside of it are left out', async () => {
  const griddap = await source([
    axis('2002-06-01T09:00:00Z'),
    axis('2002-06-01T09:00:00Z', '2002-06-02T09:00:00Z', '2002-06-03T09:00:00Z'),
  ]);
  const times = await griddap.timesMs(Date.UTC(2000, 0, 1), Date.UTC(2002, 5, 2, 23));
  expect(times).toEqual([Date.UTC(2002, 5, 1, 9), Date.UTC(2002, 5, 2, 9)]);
  expect(server?.requests[1]?.url.search).toBe('?time%5B(2002-06-01T09:00:00Z):1:(2002-06-02T23:00:00Z)%5D');
});

test('a day with nothing is empty, and keeps what the provider said', async () => {
  const nothing = erddapErrorText({ code: 404, message: 'Not Found: Your query produced no matching results. x' });
  const fields = await (await source([{ status: 404, body: nothing }])).read(Date.UTC(2026, 7, 31, 9));
  expect(fields.records).toEqual([]);
  expect(fields.raw.map(({ status }) => status)).toEqual([404]);
});

test('a field is read where the context has it read', async () => {
  const asked: string[] = [];
  const readGrids: PullContext['readGrids'] = async (reader, { bytes }) => {
    asked.push(`${reader.name} ${bytes.length}`);
    return [];
  };
  const griddap = await source([{ body: Buffer.from('CDF') }], { readGrids });
  await griddap.read(Date.UTC(2026, 7, 31, 9));
  expect(asked).toEqual(['griddap 3']);
});
