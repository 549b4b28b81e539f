import { afterEach, describe, expect, test } from 'vitest';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { condition, createGfwClient } from './client.ts';
import { eventStream } from './event-stream.ts';
import { insightFigures, mapIdentities, vesselDetail } from './map-vessels.ts';
import { insightsWire, vesselWire } from './wire.ts';

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const nowMs = Date.UTC(2026, 8, 1, 6);
async function clientOf(answer: (request: FixtureRequest) => FixtureAnswer) {
  server = await serveFixtures(answer, {
    nowMs: () => nowMs,
    prefix: '/v3',
    credentials: { token: `t${Math.random()}` },
  });
  return createGfwClient(server.settings, server.context);
}
const range = { startDate: '2026-08-20', endDate: '2026-08-27' };

describe('vessels', () => {
  test('search pages by token, with arrays by index', async () => {
    const client = await clientOf(({ url }) => ({
      body: { total: 2, since: url.searchParams.get('since') === null ? 'abc' : '', entries: [{}] },
    }));
    const first = await client.searchVessels({ where: condition('mmsi', "603'1") });
    expect(first).toMatchObject({ since: 'abc', total: 2 });
    const last = await client.searchVessels({ query: 'atlantis', since: first.since ?? '' });
    expect(last.since).toBeNull();
    const [one, two] = server?.requests ?? [];
    // The field that the provider knows, and no quote of the user's in it.
    expect(one?.url.searchParams.get('where')).toBe("ssvid='6031'");
    expect(one?.url.searchParams.get('datasets[0]')).toBe('public-global-vessel-identity:latest');
    expect(one?.url.searchParams.has('datasets')).toBe(false);
    expect(two?.url.searchParams.get('since')).toBe('abc');
  });

  test.each([
    ['both', { query: 'abc', where: "flag='AGO'" }],
    ['neither', {}],
    ['two characters', { query: 'ab' }],
    ['more than fifty', { query: 'abc', limit: 51 }],
  ])('%s: not even asked', async (_name, search) => {
    const client = await clientOf(() => ({ body: {} }));
    await expect(client.searchVessels(search)).rejects.toMatchObject({ failure: 'request' });
    expect(server?.requests).toEqual([]);
  });

  test('one vessel takes «dataset» in the singular; 404 is no vessel', async () => {
    const client = await clientOf(() => ({ status: 404, body: { statusCode: 404, error: 'Not Found', messages: [] } }));
    expect(await client.vessel('a/b')).toBeNull();
    const url = server?.requests[0]?.url;
    expect([url?.pathname, url?.searchParams.get('dataset')]).toEqual([
      '/v3/vessels/a%2Fb',
      'public-global-vessel-identity:latest',
    ]);
  });

  const vessel = {
    selfReportedInfo: [
      {
        id: '8c7304226-6c71-edbe-0b63-c246734b3c01',
        ssvid: '210631000',
        shipname: 'FRIO FORWIN',
        flag: 'CYP',
        callsign: '5BWC3',
        imo: '9076260',
        transmissionDateFrom: '2013-05-15T20:18:31Z',
        transmissionDateTo: '2024-07-04T14:25:05Z',
      },
      { id: 'x', ssvid: '', transmissionDateFrom: '2013-05-15T20:18:31Z' },
    ],
    registryInfo: [
      {
        sourceCode: ['ICCAT'],
        ssvid: '210631000',
        shipname: 'BEARER_TOKEN_REQUIRED',
        transmissionDateFrom: '2014-01-01T00:00:00Z',
        transmissionDateTo: '2015-01-01T00:00:00Z',
        lengthM: '126.8',
        geartypes: ['SPECIALIZED_REEFER'],
      },
    ],
    combinedSourcesInfo: [
      {
        vesselId: '8c7304226-6c71-edbe-0b63-c246734b3c01',
        geartypes: [{ name: 'CARRIER', yearFrom: 2013, yearTo: '2024' }],
      },
    ],
  };

  test('identities come with their period, by two lines; what the token may not see is null', () => {
    const { records, rejected } = mapIdentities([vessel, { selfReportedInfo: [] }]);
    expect(records).toMatchObject([
      {
        vesselKey: 'mmsi:210631000',
        feed: 'ais',
        name: 'FRIO FORWIN',
        timeMs: Date.UTC(2013, 4, 15, 20, 18, 31),
        untilMs: Date.UTC(2024, 6, 4, 14, 25, 5),
        gears: [
          {
            gear: 'CARRIER',
            source: 'Global Fishing Watch',
            fromMs: Date.UTC(2013, 0, 1),
            untilMs: Date.UTC(2025, 0, 1) - 1000,
          },
        ],
      },
      {
        feed: 'registos',
        name: null,
        lengthMeters: 126.8,
        gears: [{ gear: 'SPECIALIZED_REEFER', source: 'Registos: ICCAT' }],
      },
    ]);
    expect(rejected).toHaveLength(1);
    expect(vesselDetail(vesselWire.parse(vessel)).registered[0]).toMatchObject({ name: null, source: 'ICCAT' });
  });
});

test('insights: both spellings of the counters, numbers as texts', () => {
  const figures = (counters: object) =>
    insightFigures(
      insightsWire.parse({
        period: range,
        apparentFishing: { periodSelectedCounters: counters },
        coverage: { blocks: '10', percentage: '96.08' },
      }),
    );
  expect(figures({ events: '3', eventsInRFMOWithoutKnownAuthorization: 2, eventsInNoTakeMPAs: 1 })).toEqual({
    fishingEvents: 3,
    fishingWithoutKnownAuthorization: 2,
    fishingInNoTakeAreas: 1,
    gapEvents: null,
    coveragePercent: 96.08,
    iuuListings: null,
  });
  expect(figures({ eventsInRfmoWithoutKnownAuthorization: 4, eventsInNoTakeMpas: 5 })).toMatchObject({
    fishingWithoutKnownAuthorization: 4,
    fishingInNoTakeAreas: 5,
  });
});

test('the quota is kept from the headers of any answer, and what they do not tell is null', async () => {
  const headers = { 'x-ratelimit-daily-limit-requests': '50000', 'x-ratelimit-daily-current-usage': '' };
  const client = await clientOf(() => ({
    headers,
    body: [
      { id: '555745302', label: 'Dorsal' },
      { id: 8478, iso3: null },
    ],
  }));
  expect(client.quota()).toBeNull();
  expect((await client.regions('public-mpa-all')).map(({ id }) => id)).toEqual(['555745302', 8478]);
  expect(client.quota()).toMatchObject({ dailyLimit: 50_000, dailyUsage: null, monthlyLimit: null, observedMs: nowMs });
});

describe('the stream of events', () => {
  const event = (id: string) => ({
    id,
    type: 'fishing',
    start: '2026-08-22T00:00:00Z',
    end: '2026-08-22T05:00:00Z',
    position: { lat: -9, lon: 12 },
    vessel: { id: 'v1' },
    fishing: {},
  });
  const pull = () => {
    if (server === undefined) throw new Error('no server');
    return collect(eventStream().pull({ mode: 'incremental', cursor: null }, server.settings, server.context));
  };

  test('one request for all kinds on the EEZ; the cursor moves on only after the last page', async () => {
    await clientOf(({ url }) => ({
      body:
        url.searchParams.get('offset') === '0'
          ? { total: 501, nextOffset: 500, entries: [event('a')] }
          : { total: 501, nextOffset: null, entries: [event('b')] },
    }));
    const pages = await pull();
    expect(pages.map(({ cursor }) => cursor)).toEqual([{ lastDate: null }, { lastDate: '2026-08-27' }]);
    const body = JSON.parse(server?.requests[0]?.body ?? '{}');
    expect(body).toMatchObject({
      startDate: '2026-08-21',
      endDate: '2026-08-28',
      region: { dataset: 'public-eez-areas', id: 8478 },
    });
    expect(body.datasets).toHaveLength(5);
  });

  test('a provider that repeats a page ends the run as a passing fault', async () => {
    await clientOf(() => ({ body: { total: 9, nextOffset: 0, entries: [event('a')] } }));
    await expect(pull()).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });

  test('not one event that can be read: the schema changed', async () => {
    await clientOf(() => ({ body: { entries: [{ identifier: 1 }] } }));
    await expect(pull()).rejects.toMatchObject({ failure: 'schema' });
  });
});
