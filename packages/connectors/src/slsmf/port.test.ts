import { afterEach, describe, expect, test } from 'vitest';
import type { Page } from '../core/port.ts';
import type { StationSeries } from '../core/records.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { mapReadings } from './map.ts';
import { slsmfMares } from './port.ts';
import recorded from './recorded/station-data.json' with { type: 'json' };

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 8, 1, 6);
const stations = [
  { Code: 'lobi', Location: 'Lobito', country: 'AGO', Lat: -12.345, Lon: 13.548 },
  { Code: 'luan', Location: 'Luanda ', country: 'AGO', Lat: -8.748, Lon: 13.279 },
  { Code: 'walv', Location: 'Walvis Bay', country: 'NAM', Lat: -22.95, Lon: 14.5 },
  { Code: 'nowhere', Location: '', country: '', Lat: null, Lon: null },
];

let server: FixtureServer | undefined;
let list: unknown = stations;
let data: (request: FixtureRequest) => FixtureAnswer = () => ({ body: [] });

async function run(
  cursor: unknown,
  mode: 'incremental' | 'full' | 'backfill' = 'incremental',
  window?: { fromMs: number; toMs: number },
): Promise<Page<unknown>[]> {
  server ??= await serveFixtures(
    (request) => (request.url.pathname.endsWith('/data') ? data(request) : { body: list }),
    { nowMs: () => NOW_MS, credentials: { apiKey: 'segredo' } },
  );
  const [stream] = slsmfMares.streams;
  if (stream === undefined) throw new Error('no stream');
  const input = { mode, cursor, ...(window === undefined ? {} : { window }) };
  return collect(stream.pull(input, server.settings, server.context));
}

const asked = (): string[] =>
  (server?.requests ?? [])
    .filter(({ url }) => url.pathname.endsWith('/data'))
    .map(({ url: { pathname, searchParams } }) =>
      [pathname.split('/')[3], searchParams.get('timestart'), searchParams.get('timestop')].join(' '),
    );

afterEach(async () => {
  await server?.close();
  server = undefined;
  list = stations;
  data = () => ({ body: [] });
});

describe('readings', () => {
  const station = { code: 'luan', location: 'Luanda', country: 'AGO', lat: -8.748, lon: 13.279 };

  test('one series a sensor, ascending, the later of two readings counts, bad rows with their reason', () => {
    const { records, rejected } = mapReadings(
      [
        { stime: '2026-08-31 00:15:00', slevel: 2.4, sensor: 'rad' },
        { stime: '2026-08-31 00:00:00        ', slevel: '2.350', sensor: 'rad' },
        { stime: '2026-08-31 00:15:00', slevel: 2.41, sensor: 'rad' },
        { stime: '2026-08-31 00:00:00', slevel: null, sensor: 'prs' },
        { stime: '31/08/2026 00:00', slevel: 2.4, sensor: 'rad' },
        { stime: '2026-08-31 00:30:00', slevel: 9999.9, sensor: 'rad' },
        { slevel: 2.4 },
      ],
      station,
    );
    const gauge = { code: 'luan', name: 'Luanda', country: 'AGO', lat: -8.748, lon: 13.279 };
    const common = { kind: 'station-series', stationId: 'ioc:luan', variable: 'seaLevel', unit: 'm' } as const;
    expect(records).toEqual([
      {
        ...common,
        dataset: 'slsmf-rad',
        timesMs: [Date.UTC(2026, 7, 31), Date.UTC(2026, 7, 31, 0, 15)],
        values: [2.35, 2.41],
        gauge: { ...gauge, sensor: 'rad' },
      },
      {
        ...common,
        dataset: 'slsmf-prs',
        timesMs: [Date.UTC(2026, 7, 31)],
        values: [null],
        gauge: { ...gauge, sensor: 'prs' },
      },
    ] satisfies StationSeries[]);
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'Instante inválido: 31/08/2026 00:00',
      'Nível inválido: 9999.9',
      expect.stringMatching(/^Não é uma leitura/),
    ]);
  });

  test('in another form are refused, not a quiet week', async () => {
    data = () => ({ body: [{ time: 1, level: 2 }] });
    await expect(run(null)).rejects.toMatchObject({ failure: 'schema' });
  });
});

describe('run', () => {
  test('asks for the list first, then for a week of each gauge in the box; a station without a position is left out without a word', async () => {
    const pages = await run(null);
    expect(server?.requests[0]?.url.pathname).toBe('/v2/stations');
    expect(server?.requests[0]?.headers['x-api-key']).toBe('segredo');
    expect(asked()).toEqual(['lobi 2026-08-25T06:00 2026-09-01T06:00', 'luan 2026-08-25T06:00 2026-09-01T06:00']);
    expect(pages.flatMap(({ rejected }) => rejected)).toEqual([]);
    expect(pages.map(({ cursor }) => cursor)).toEqual([{ readUntilMs: null }, { readUntilMs: NOW_MS }]);
  });

  test('then the last six hours again', async () => {
    await run({ readUntilMs: NOW_MS - 900_000 });
    expect(asked()[0]).toBe('lobi 2026-08-31T23:45 2026-09-01T06:00');
  });

  test('after a long stop comes in windows of thirty days, each counted when all its gauges are read', async () => {
    const pages = await run({ readUntilMs: NOW_MS - 40 * DAY_MS });
    expect(asked()).toHaveLength(4);
    const middleMs = NOW_MS - 10 * DAY_MS - 6 * 3_600_000;
    expect(pages.map(({ cursor }) => cursor)).toEqual([
      { readUntilMs: NOW_MS - 40 * DAY_MS },
      { readUntilMs: middleMs },
      { readUntilMs: middleMs },
      { readUntilMs: NOW_MS },
    ]);
  });

  test('a recorded answer, a bare array with padded times, becomes a series', async () => {
    list = stations.slice(0, 1);
    data = () => ({ body: recorded });
    const pages = await run(null, 'backfill', {
      fromMs: Date.UTC(2025, 11, 15),
      toMs: Date.UTC(2025, 11, 16),
    });
    expect(pages[0]?.rejected).toEqual([]);
    expect(pages[0]?.records).toMatchObject([
      { dataset: 'slsmf-aqu', timesMs: [Date.UTC(2025, 11, 15, 7, 50)], values: [5.377] },
    ]);
    expect(pages[0]?.raw).toHaveLength(2);
  });

  test('the envelope of the research addresses is no answer of this one', async () => {
    data = () => ({ body: { data: recorded, current_page: 1, total_pages: 1 } });
    await expect(run(null)).rejects.toMatchObject({ failure: 'schema' });
  });

  test('a list row that is no station is rejected', async () => {
    list = [...stations, { Code: 'semlugar', Location: 'Sem posição' }];
    const pages = await run(null);
    expect(pages[0]?.rejected).toHaveLength(1);
  });

  test('readings of other days are not taken', async () => {
    data = () => ({ body: [{ stime: '2020-01-01 00:00:00', slevel: 2, sensor: 'rad' }] });
    await expect(run(null)).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });
});

describe('credentials', () => {
  test('its CSV, with two lines of headings, never passes for readings: JSON is asked for, and text is refused', async () => {
    data = () => ({
      headers: { 'content-type': 'text/csv' },
      body: 'stime,slevel,sensor\nUTC,m,\n2026-08-31 00:00:00,2.35,rad\n',
    });
    await expect(run(null)).rejects.toMatchObject({ name: 'ProviderError' });
    expect(server?.requests.map(({ headers }) => headers.accept)).not.toContain('text/csv');
  });

  test('without a key nothing is asked', async () => {
    server = await serveFixtures(() => ({ body: [] }), { nowMs: () => NOW_MS });
    await expect(run(null)).rejects.toMatchObject({ failure: 'auth', permanent: true });
    expect(server.requests).toHaveLength(0);
  });
});
