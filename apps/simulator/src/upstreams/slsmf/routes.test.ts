import { dataPageWire, readingWire, stationsWire, stationWire } from '@kianda/connectors/slsmf/wire';
import { hourMs } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { slsmf } from './routes.ts';

const nowMs = Date.UTC(2026, 8, 1, 6);
const clock = manualClock(nowMs);
const app = createSimulator({ seed: 8478, clock, providers: [slsmf] });

async function get(path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  return app.inject({
    url: `/slsmf/v2${path}?${new URLSearchParams(query)}`,
    headers: { 'x-api-key': 'test', accept: 'application/json', ...headers },
  });
}

const week = { timestart: '2026-08-25T00:00', timestop: '2026-09-01T06:00', days_per_page: '30', page: '1' };

describe('stations', () => {
  test('two in Angola among others', async () => {
    const rows = stationsWire.parse((await get('/stations')).json()).map((row) => stationWire.parse(row));
    expect(rows.filter(({ country }) => country === 'AGO').map(({ code }) => code)).toEqual(['lobi', 'luan']);
  });

  test('not without a key', async () => {
    expect((await app.inject({ url: '/slsmf/v2/stations' })).statusCode).toBe(401);
    expect((await get('/stations', {}, { 'x-api-key': 'invalid' })).statusCode).toBe(403);
  });
});

describe('readings', () => {
  test('every quarter of an hour and sensor, two tides a day of a metre or more, none from the future', async () => {
    const page = dataPageWire.parse((await get('/stations/luan/data', week)).json());
    expect(page).toMatchObject({ current_page: 1, total_pages: 1, next_page: null });
    const rows = page.data.map((row) => readingWire.parse(row));
    expect(new Set(rows.map(({ sensor }) => sensor))).toEqual(new Set(['prs', 'rad']));
    const levels = rows.filter(({ sensor }) => sensor === 'rad').map(({ slevel }) => Number(slevel));
    expect(levels.length).toBeGreaterThan(600);
    const range = Math.max(...levels) - Math.min(...levels);
    expect(range > 0.9 && range < 2).toBe(true);
    expect(rows.at(-1)?.stime).toBe('2026-09-01 05:45:00');
  });

  test('one sensor when asked for', async () => {
    const page = dataPageWire.parse((await get('/stations/luan/data', { ...week, 'includesensors[]': 'prs' })).json());
    expect(new Set(page.data.map((row) => readingWire.parse(row).sensor))).toEqual(new Set(['prs']));
  });

  test('by pages of days, which together are the whole', async () => {
    const times = async (query: Record<string, string>) =>
      dataPageWire
        .parse((await get('/stations/lobi/data', query)).json())
        .data.map((row) => readingWire.parse(row).stime);
    const first = dataPageWire.parse((await get('/stations/lobi/data', { ...week, days_per_page: '3' })).json());
    expect(first).toMatchObject({ total_pages: 3, next_page: 2, prev_page: null });
    const pages = await Promise.all(['1', '2', '3'].map((page) => times({ ...week, days_per_page: '3', page })));
    expect(pages.flat()).toEqual(await times(week));
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
    expect(after.json().data.length).toBeGreaterThan(before.json().data.length);
  });

  test('an unknown station is 404', async () => {
    expect((await get('/stations/xxxx/data')).statusCode).toBe(404);
  });
});
