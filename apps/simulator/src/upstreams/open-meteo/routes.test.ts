import { HOURLY, type PointWire, pointsWire, WIND } from '@kianda/connectors/open-meteo/wire';
import { hourMs, stations } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { openMeteo } from './routes.ts';

const nowMs = Date.UTC(2026, 8, 1, 6, 30);
const clock = manualClock(nowMs);
const newApp = () => createSimulator({ seed: 8478, clock, providers: [openMeteo] });
const app = newApp();
const luanda = { latitude: '-8.748', longitude: '13.279' };

async function ask(query: Record<string, string>, from = app, service = 'marine') {
  return from.inject(`/open-meteo/v1/${service}?${new URLSearchParams(query)}`);
}

describe('answer', () => {
  test('every station has waves and temperature, several points come in an array, one bare', async () => {
    for (let from = 0; from < stations.length; from += 20) {
      const batch = stations.slice(from, from + 20);
      const answer = await ask({
        latitude: batch.map(({ position }) => position[1]).join(','),
        longitude: batch.map(({ position }) => position[0]).join(','),
        hourly: HOURLY.join(','),
        timeformat: 'unixtime',
        timezone: 'UTC',
        past_days: '1',
        forecast_days: '2',
      });
      const points = pointsWire.parse(answer.json()) as PointWire[];
      expect(points).toHaveLength(batch.length);
      for (const { hourly } of points) {
        expect(hourly.time).toHaveLength(72);
        expect(hourly.time[0]).toBe(Date.UTC(2026, 7, 31) / 1000);
        for (const name of HOURLY) expect(hourly[name]?.every((value) => value !== null)).toBe(true);
        expect(hourly.wave_height?.every((value) => value !== null && value > 0 && value < 8)).toBe(true);
        expect(hourly.wave_direction?.every((value) => value !== null && value >= 0 && value < 360)).toBe(true);
      }
    }
    const single = await ask({ ...luanda, hourly: 'wave_height', timeformat: 'unixtime' });
    expect(Array.isArray(single.json())).toBe(false);
  });

  test('ISO times are local and without offset, Unix times are UTC; both axes start at local midnight', async () => {
    const query = { ...luanda, hourly: 'wave_height', timezone: 'Africa/Luanda', forecast_days: '1' };
    const local = (await ask(query)).json();
    const unix = (await ask({ ...query, timeformat: 'unixtime' })).json();
    expect(local.utc_offset_seconds).toBe(3600);
    expect(local.hourly.time.slice(0, 2)).toEqual(['2026-09-01T00:00', '2026-09-01T01:00']);
    expect(unix.hourly.time[0] * 1000).toBe(Date.UTC(2026, 8, 1) - hourMs);
    expect(unix.hourly.wave_height).toEqual(local.hourly.wave_height);
    expect(local.hourly.time).toHaveLength(24);
  });

  test('what was forecast is what comes later: asked for again the same hour has the same value', async () => {
    const query = {
      ...luanda,
      hourly: 'wave_height',
      timeformat: 'unixtime',
      start_date: '2026-09-02',
      end_date: '2026-09-02',
    };
    const before = (await ask(query)).json();
    clock.set(nowMs + 3 * 24 * hourMs);
    expect((await ask(query)).json()).toEqual(before);
    clock.set(nowMs);
  });

  test('daily and current values come from the same hours', async () => {
    const answer = await ask({
      ...luanda,
      hourly: 'wave_height',
      daily: 'wave_height_max',
      current: 'wave_height',
      forecast_days: '1',
    });
    const body = answer.json();
    expect(body.daily.time).toEqual(['2026-09-01']);
    expect(body.daily.wave_height_max[0]).toBe(Math.max(...body.hourly.wave_height));
    expect(body.current.time).toBe('2026-09-01T06:30');
  });
});

describe('wind', () => {
  test('comes hour by hour in the unit asked for, from where it blows, and changes within a day', async () => {
    const query = { ...luanda, hourly: WIND.join(','), timeformat: 'unixtime', forecast_days: '1' };
    const answer = pointsWire.parse(
      (await ask({ ...query, wind_speed_unit: 'ms' }, app, 'forecast')).json(),
    ) as PointWire;
    const speeds = answer.hourly.wind_speed_10m ?? [];
    expect([speeds.length, answer.hourly_units.wind_speed_10m]).toEqual([24, 'm/s']);
    expect(new Set(speeds).size).toBeGreaterThan(12);
    expect(answer.hourly.wind_direction_10m?.every((from) => from !== null && from >= 0 && from < 360)).toBe(true);
    const usual = (await ask(query, app, 'forecast')).json();
    expect(usual.hourly_units.wind_speed_10m).toBe('km/h');
    expect(usual.hourly.wind_speed_10m[3]).toBeCloseTo((speeds[3] ?? 0) * 3.6, 1);
    const refused = await ask({ ...luanda, hourly: 'wave_height' }, app, 'forecast');
    expect(refused.json().reason).toContain('Cannot initialize ForecastVariable from invalid String value wave_height');
  });
});

describe('refusals', () => {
  test.each([
    [{ latitude: '91', longitude: '13' }, 'Latitude must be in range of -90 to 90°. Given: 91.'],
    [{ latitude: '-9', longitude: '181' }, 'Longitude must be in range of -180 to 180°. Given: 181.'],
    [{ ...luanda, forecast_days: '17' }, 'Forecast days is invalid. Allowed range 0 to 16. Given 17.'],
    [{ ...luanda, past_days: '93' }, 'Past days is invalid. Allowed range 0 to 92. Given 93.'],
    [{ latitude: '-12', longitude: '18' }, 'No data is available for this location'],
    [
      { ...luanda, start_date: '2026-05-31', end_date: '2026-06-02' },
      "Parameter 'start_date' is out of allowed range from 2026-06-01 to 2026-09-17",
    ],
    [
      { latitude: '-9,-10', longitude: '12' },
      "Parameter 'latitude' and 'longitude' must have the same number of elements",
    ],
    [
      { ...luanda, hourly: 'wave_hight' },
      "Data corrupted at path ''. Cannot initialize MarineVariable from invalid String value wave_hight.",
    ],
  ])('%j is a 400 with the reason', async (query, reason) => {
    const answer = await ask({ hourly: 'wave_height', ...query });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ error: true, reason });
  });

  test('the limit of a minute ends with the minute', async () => {
    const fresh = newApp();
    for (let count = 0; count < 600; count += 1) expect((await ask(luanda, fresh)).statusCode).toBe(200);
    const refused = await ask(luanda, fresh);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({
      error: true,
      reason: 'Minutely API request limit exceeded. Please try again in one minute.',
    });
    clock.advance(60_000);
    expect((await ask(luanda, fresh)).statusCode).toBe(200);
    clock.set(nowMs);
  });
});
