import { eezWire, errorWire, lastReportWire, presenceRowWire, reportWire } from '@kianda/connectors/gfw/wire';
import { dayMs, isInZee } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { createAccount } from './account.ts';
import { gfw } from './routes.ts';

const nowMs = Date.UTC(2026, 8, 1, 6);
const clock = manualClock(nowMs);
const app = createSimulator({ seed: 8478, clock, providers: [gfw] });
const headers = { authorization: 'Bearer test' };
const region = { region: { dataset: 'public-eez-areas', id: 8478 } };
const standard = {
  'datasets[0]': 'public-global-presence:latest',
  'date-range': '2026-08-20,2026-09-01',
  'temporal-resolution': 'DAILY',
  'spatial-resolution': 'LOW',
  'group-by': 'VESSEL_ID',
  format: 'JSON',
};

async function post(
  query: Record<string, string> = {},
  payload: object = region,
  authorization = headers.authorization,
) {
  const url = `/gfw/v3/4wings/report?${new URLSearchParams({ ...standard, ...query })}`;
  return app.inject({ method: 'POST', url, headers: { authorization }, payload });
}

function rowsOf(body: unknown) {
  const [entry] = reportWire.parse(body).entries;
  return (Object.values(entry ?? {})[0] ?? []).map((row) => presenceRowWire.parse(row));
}

describe('report', () => {
  test('rows lie in the zone, one a vessel, cell and day, and end with the last complete day 96 hours ago', async () => {
    const answer = await post();
    expect(answer.headers['x-datasets']).toBe('public-global-presence:v4.0');
    const rows = rowsOf(answer.json());
    expect(new Set(rows.map(({ date }) => date))).toEqual(
      new Set(['20', '21', '22', '23', '24', '25', '26', '27'].map((day) => `2026-08-${day}`)),
    );
    expect(new Set(rows.map((row) => `${row.date}|${row.vesselId}|${row.lon}|${row.lat}`)).size).toBe(rows.length);
    for (const { lon, lat, hours } of rows) {
      expect(isInZee([Number(lon) + 0.05, Number(lat) + 0.05])).toBe(true);
      expect(Number(hours) > 0 && Number(hours) <= 24).toBe(true);
    }
    expect(rows.every(({ vesselId }) => /^[0-9a-f]{9}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(String(vesselId)))).toBe(
      true,
    );
  });

  test('a day later there is a day more', async () => {
    clock.set(nowMs + dayMs);
    expect(rowsOf((await post()).json()).some(({ date }) => date === '2026-08-28')).toBe(true);
    clock.set(nowMs);
  });

  test('GET takes the region in the query and gives the same rows', async () => {
    const query = new URLSearchParams({ ...standard, 'region-dataset': 'public-eez-areas', 'region-id': '8478' });
    const answer = await app.inject({ url: `/gfw/v3/4wings/report?${query}`, headers });
    expect(answer.json()).toEqual((await post()).json());
  });

  test('groups by flag, filters, takes a polygon, and has nothing elsewhere', async () => {
    const rows = rowsOf((await post()).json());
    const flags = reportWire.parse((await post({ 'group-by': 'FLAG', 'temporal-resolution': 'ENTIRE' })).json());
    const sums = z.array(z.object({ date: z.string(), flag: z.string(), hours: z.number() }));
    const grouped = sums.parse(flags.entries[0]?.['public-global-presence:v4.0']);
    const hours = (list: readonly { hours?: unknown }[]) => list.reduce((sum, row) => sum + Number(row.hours), 0);
    expect(hours(grouped)).toBeCloseTo(hours(rows), 0);
    expect(grouped.every(({ date }) => date === '2026-08-20,2026-09-01')).toBe(true);

    const angolan = rowsOf((await post({ 'filters[0]': "flag in ('AGO')" })).json());
    expect(angolan.length).toBeGreaterThan(0);
    expect(angolan).toEqual(rows.filter(({ flag }) => flag === 'AGO'));

    const ring = [
      [8, -12],
      [14, -12],
      [14, -4.4],
      [8, -4.4],
      [8, -12],
    ];
    const north = rowsOf((await post({}, { geojson: { type: 'Polygon', coordinates: [ring] } })).json());
    expect(north.length).toBeGreaterThan(0);
    expect(north.every(({ lat }) => Number(lat) + 0.05 > -12)).toBe(true);

    const namibia = (await post({}, { region: { dataset: 'public-eez-areas', id: 8395 } })).json();
    expect(namibia.entries).toEqual([{ 'public-global-presence:v4.0': null }]);
  });
});

test('by the hour the same hours, none longer than one; for the whole area one row a vessel and day', async () => {
  const few = { 'date-range': '2026-08-24,2026-08-26' };
  const [daily, hourly] = [
    rowsOf((await post(few)).json()),
    rowsOf((await post({ ...few, 'temporal-resolution': 'HOURLY' })).json()),
  ];
  const sum = (rows: readonly { hours?: unknown }[]) => rows.reduce((hours, row) => hours + Number(row.hours), 0);
  expect(sum(hourly)).toBeCloseTo(sum(daily), 0);
  expect(hourly.length).toBeGreaterThan(daily.length);
  expect(hourly.every(({ date }) => /^2026-08-2[45] \d{2}:00$/.test(date))).toBe(true);
  expect(hourly.every(({ hours }) => Number(hours) <= 1.0001)).toBe(true);

  const whole = rowsOf((await post({ ...few, 'spatial-aggregation': 'true' })).json());
  expect(sum(whole)).toBeCloseTo(sum(daily), 0);
  expect(new Set(whole.map(({ date, vesselId }) => `${date} ${vesselId}`)).size).toBe(whole.length);
  expect(whole.every(({ lat, lon }) => lat === undefined && lon === undefined)).toBe(true);
});

describe('refusals', () => {
  test('no token, or a wrong one, is 401 in the standard shape', async () => {
    const none = await app.inject('/gfw/v3/4wings/last-report');
    expect([none.statusCode, errorWire.parse(none.json()).messages?.[0]?.detail]).toEqual([
      401,
      'No login token provided',
    ]);
    const wrong = await post({}, region, 'Bearer invalid');
    expect([wrong.statusCode, errorWire.parse(wrong.json()).messages?.[0]?.detail]).toEqual([
      401,
      'Invalid access token',
    ]);
  });

  test.each([
    ['datasets', { 'datasets[0]': '', datasets: 'public-global-presence:latest' }],
    ['datasets', { 'datasets[0]': 'public-global-presence:v2.0' }],
    ['format', { format: '' }],
    ['date-range', { 'date-range': '2026-08-01' }],
    ['date-range', { 'date-range': '2025-08-01,2026-08-20' }],
    ['temporal-resolution', { 'temporal-resolution': 'DAYLY' }],
    ['group-by', { 'group-by': 'GEARTYPE' }],
    ['group-by', { 'group-by': '', 'spatial-aggregation': 'true' }],
    ['filters', { 'filters[0]': 'mmsi=1' }],
  ])('%s: %j is 422', async (title, query) => {
    const answer = await post(query);
    expect(answer.statusCode).toBe(422);
    expect(errorWire.parse(answer.json())).toMatchObject({ error: 'Unprocessable Entity', messages: [{ title }] });
  });

  test('a GET without region says so in the words of the provider', async () => {
    const answer = await app.inject({ url: `/gfw/v3/4wings/report?${new URLSearchParams(standard)}`, headers });
    expect(answer.json().messages).toEqual([{ title: 'region-id', detail: 'region-id query param is required' }]);
  });
});

test('a long report is 524, then runs behind last-report, in the way of any other, and is kept half an hour', async () => {
  const authorization = 'Bearer slow';
  const last = () => app.inject({ url: '/gfw/v3/4wings/last-report', headers: { authorization } });
  expect((await last()).statusCode).toBe(404);
  expect((await post({ 'date-range': '2026-07-01,2026-08-10' }, region, authorization)).statusCode).toBe(524);

  const running = lastReportWire.parse((await last()).json());
  expect(running).toMatchObject({ status: 'running', lastUpdate: '2026-09-01T06:00:00+0000' });
  const refused = await post({}, region, authorization);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({
    statusCode: 429,
    error: 'Too Many Requests',
    messages: [
      {
        title: 'Too Many Requests',
        detail:
          'Your application token is not currently enabled to perform more than one concurrent report. If you need to generate more than one report concurrently, contact us at apis@globalfishingwatch.org',
        metadata: {
          currentReportBody: { geojson: null, ...region },
          currentReportUrl: expect.stringMatching(/^\/v3\/4wings\/report\?/),
        },
      },
    ],
  });
  expect((await post()).statusCode).toBe(200);

  clock.advance(60_000);
  expect(rowsOf((await last()).json()).length).toBeGreaterThan(0);
  clock.advance(31 * 60_000);
  expect((await last()).statusCode).toBe(404);
  clock.set(nowMs);
});

test('the quota of the day stands in the headers of every answer and counts up', async () => {
  const first = await post({}, region, 'Bearer quota');
  const second = await post({ format: '' }, region, 'Bearer quota');
  expect(first.headers['x-ratelimit-daily-limit-requests']).toBe('50000');
  expect(first.headers['x-ratelimit-daily-current-usage']).toBe('1');
  expect(second.headers['x-ratelimit-daily-current-usage']).toBe('2');
  expect(second.headers['x-ratelimit-daily-remaining-requests']).toBe('49998');
  expect(second.headers['x-ratelimit-daily-reset-hours']).toBe('18');
});

test('past the quota of a day the account waits a day, whatever the date', () => {
  const account = createAccount();
  const last = Array.from({ length: 50_000 }, () => account.count(nowMs)).at(-1);
  expect([last?.isOver, last?.headers['x-ratelimit-daily-remaining-requests']]).toEqual([false, '0']);
  expect(account.count(nowMs).isOver).toBe(true);
  // Midnight comes after 18 hours; the block ends after 24.
  expect(account.count(nowMs + 20 * 3_600_000).isOver).toBe(true);
  expect(account.count(nowMs + dayMs).isOver).toBe(false);
});

test('the zones are a bare array with Angola as 8478', async () => {
  const answer = await app.inject({ url: '/gfw/v3/datasets/public-eez-areas/context-layers', headers });
  const zones = z.array(eezWire).parse(answer.json());
  expect(zones).toContainEqual({ id: 8478, label: 'Angola', iso3: 'AGO' });
});
