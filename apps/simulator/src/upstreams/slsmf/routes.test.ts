import { readFileSync } from 'node:fs';
import { readingsWire, readingWire, stationsWire, stationWire } from '@kianda/connectors/slsmf/wire';
import { hourMs } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { slsmf } from './routes.ts';

const recorded: readonly { slevel: number; stime: string; sensor: string }[] = JSON.parse(
  readFileSync(
    new URL('../../../../../packages/connectors/src/slsmf/recorded/station-data.json', import.meta.url),
    'utf8',
  ),
);
const nowMs = Date.UTC(2026, 8, 1, 6);
const clock = manualClock(nowMs);
const app = createSimulator({ seed: 8478, clock, providers: [slsmf] });

async function get(path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  return app.inject({
    url: `/slsmf/v2${path}?${new URLSearchParams(query)}`,
    headers: { 'x-api-key': 'test', accept: 'application/json', ...headers },
  });
}

const week = { timestart: '2026-08-25T00:00', timestop: '2026-09-01T06:00' };
const readings = (body: unknown) => readingsWire.parse(body).map((row) => readingWire.parse(row));

describe('stations', () => {
  test('two in Angola among others', async () => {
    const rows = stationsWire.parse((await get('/stations')).json()).map((row) => stationWire.parse(row));
    expect(rows.filter(({ country }) => country === 'AGO').map(({ code }) => code)).toEqual(['lobi', 'luan']);
  });

  test('one of them without a position, which has no readings', async () => {
    const rows = stationsWire.parse((await get('/stations')).json()).map((row) => stationWire.parse(row));
    const [unplaced] = rows.filter(({ lat, lon }) => lat === null && lon === null);
    expect((await get(`/stations/${unplaced?.code}/data`, week)).json()).toEqual([]);
  });

  test('not without a key', async () => {
    expect((await app.inject({ url: '/slsmf/v2/stations' })).statusCode).toBe(401);
    expect((await get('/stations', {}, { 'x-api-key': 'invalid' })).statusCode).toBe(403);
  });
});

describe('readings', () => {
  test('every quarter of an hour and sensor, two tides a day of a metre or more, none from the future', async () => {
    const rows = readings((await get('/stations/luan/data', week)).json());
    expect(new Set(rows.map(({ sensor }) => sensor))).toEqual(new Set(['prs', 'rad']));
    const levels = rows.filter(({ sensor }) => sensor === 'rad').map(({ slevel }) => Number(slevel));
    expect(levels.length).toBeGreaterThan(600);
    const range = Math.max(...levels) - Math.min(...levels);
    expect(range > 0.9 && range < 2).toBe(true);
    expect(rows.at(-1)?.stime.trimEnd()).toBe('2026-09-01 05:45:00');
  });

  test('one sensor when asked for', async () => {
    const rows = readings((await get('/stations/luan/data', { ...week, 'includesensors[]': 'prs' })).json());
    expect(new Set(rows.map(({ sensor }) => sensor))).toEqual(new Set(['prs']));
  });

  test('are written as in a recorded answer: a bare array, the same fields in the same form', async () => {
    const rows: unknown = (await get('/stations/lobi/data', week)).json();
    const [real] = recorded;
    const [simulated] = readings(rows);
    expect(Object.keys(simulated ?? {}).toSorted()).toEqual(Object.keys(real ?? {}).toSorted());
    expect(simulated?.stime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +$/);
    expect(simulated?.stime).toHaveLength(real?.stime.length ?? 0);
    expect(typeof simulated?.slevel).toBe(typeof real?.slevel);
  });

  test('as CSV with two header lines', async () => {
    const { body, headers } = await get('/stations/lobi/data', week, { accept: 'text/csv' });
    expect(headers['content-type']).toContain('text/csv');
    const [title, columns, first] = body.split('\n');
    expect(title).toMatch(/^# /);
    expect(columns).toBe('stime,slevel,sensor');
    expect(first).toMatch(/^2026-08-25 00:00:00,-?\d\.\d+,rad$/);
  });

  test('time goes on', async () => {
    const before = await get('/stations/lobi/data', { ...week, timestop: '2026-09-02T00:00' });
    clock.set(nowMs + hourMs);
    const after = await get('/stations/lobi/data', { ...week, timestop: '2026-09-02T00:00' });
    clock.set(nowMs);
    expect(after.json().length).toBeGreaterThan(before.json().length);
  });

  test('an unknown station is 404', async () => {
    expect((await get('/stations/xxxx/data')).statusCode).toBe(404);
  });
});
