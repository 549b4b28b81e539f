import { afterEach, describe, expect, test } from 'vitest';
import type { Page } from '../core/port.ts';
import type { StationSeries } from '../core/records.ts';
import { collect, type FixtureAnswer, type FixtureServer, serveFixtures } from '../testing/fixture-server.ts';
import { waitSeconds } from './client.ts';
import body from './fixtures/two-points.json' with { type: 'json' };
import { waves } from './port.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 8, 1, 6);
const stations = Array.from({ length: 25 }, (_, index) => ({
  id: `e${index}`,
  lon: 9 + index / 10,
  lat: -6 - index / 4,
}));

let nowMs = NOW_MS;
let intercept: (latitudes: readonly string[]) => FixtureAnswer | null = () => null;
let server: FixtureServer | undefined;

async function run(
  cursor: unknown,
  mode: 'incremental' | 'backfill' = 'incremental',
  window?: { fromMs: number; toMs: number },
  count = stations.length,
): Promise<Page<unknown>[]> {
  server ??= await serveFixtures(
    ({ url }) => {
      const latitudes = (url.searchParams.get('latitude') ?? '').split(',');
      const special = intercept(latitudes);
      if (special !== null) return special;
      const longitudes = (url.searchParams.get('longitude') ?? '').split(',').map(Number);
      const points = latitudes.map((latitude, index) => ({
        ...body[0],
        latitude: Number(latitude),
        longitude: longitudes[index],
      }));
      // One point comes bare, several in an array.
      return { body: points.length === 1 ? points[0] : points };
    },
    { nowMs: () => nowMs, stations: stations.slice(0, count) },
  );
  const input = { mode, cursor, ...(window === undefined ? {} : { window }) };
  return collect(waves.pull(input, server.settings, server.context));
}

const asked = (name: string): (string | null)[] =>
  (server?.requests ?? []).map(({ url }) => url.searchParams.get(name));

afterEach(async () => {
  await server?.close();
  server = undefined;
  nowMs = NOW_MS;
  intercept = () => null;
});

describe('pull', () => {
  test('asks for all stations, twenty at a time, in UTC and Unix time, and moves the cursor at the end alone', async () => {
    const pages = await run(null);
    expect(asked('latitude').map((list) => list?.split(',').length)).toEqual([20, 5]);
    expect(asked('past_days')).toEqual(['7', '7']);
    expect(asked('forecast_days')).toEqual(['2', '2']);
    expect(asked('timezone')).toEqual(['UTC', 'UTC']);
    expect(asked('timeformat')).toEqual(['unixtime', 'unixtime']);
    expect(pages.map((page) => page.cursor)).toEqual([{ lastRunMs: null }, { lastRunMs: NOW_MS }]);
    expect(pages.map((page) => page.progress)).toEqual([0.5, 1]);
    const ids = pages.flatMap((page) => page.records.map((record) => (record as StationSeries).stationId));
    expect(new Set(ids).size).toBe(25);
    expect(ids).toHaveLength(25 * 5);
  });

  test('later runs redo two days, and after a stop all days since', async () => {
    await run({ lastRunMs: NOW_MS - 3_600_000 });
    expect(asked('past_days')).toEqual(['2', '2']);
    await server?.close();
    server = undefined;
    await run({ lastRunMs: NOW_MS - 10 * DAY_MS });
    expect(asked('past_days')).toEqual(['11', '11']);
  });

  test('backfills by dates and leaves the cursor; beyond 92 days it says from when it could', async () => {
    const window = { fromMs: Date.UTC(2026, 6, 1), toMs: Date.UTC(2026, 6, 9, 23) };
    const pages = await run({ lastRunMs: 5 }, 'backfill', window);
    expect(asked('start_date')[0]).toBe('2026-07-01');
    expect(asked('end_date')[0]).toBe('2026-07-09');
    expect(asked('past_days')[0]).toBeNull();
    expect(pages.at(-1)?.cursor).toEqual({ lastRunMs: 5 });
    await expect(run(null, 'backfill', { fromMs: Date.UTC(2026, 4, 31), toMs: NOW_MS })).rejects.toThrow(
      'pedido desde 2026-05-31, possível desde 2026-06-01',
    );
  });

  test('a single station comes as a bare object', async () => {
    const pages = await run(null, 'incremental', undefined, 1);
    expect(pages[0]?.records).toHaveLength(5);
  });

  test('one point without data costs its own series, not those of its batch', async () => {
    const dry = String(stations[3]?.lat);
    intercept = (latitudes) =>
      latitudes.includes(dry)
        ? { status: 400, body: { error: true, reason: 'No data is available for this location' } }
        : null;
    const pages = await run(null);
    expect(pages[0]?.records).toHaveLength(19 * 5);
    expect(pages[0]?.rejected).toEqual([{ reason: expect.stringContaining('e3:'), raw: stations[3] }]);
  });

  test('a point missing from the answer is a change of schema, never a shifted station', async () => {
    intercept = (latitudes) => ({ body: latitudes.slice(1).map(() => body[0]) });
    await expect(run(null)).rejects.toMatchObject({ failure: 'schema' });
  });
});

test('other points than those asked for are a passing fault of the provider', async () => {
  intercept = (latitudes) => ({ body: latitudes.map(() => ({ ...body[0], latitude: 60, longitude: 5 })) });
  await expect(run(null)).rejects.toMatchObject({ failure: 'provider', permanent: false });
});

describe('refusals', () => {
  test('a 400 is permanent and says why', async () => {
    intercept = () => ({
      status: 400,
      body: { error: true, reason: 'Latitude must be in range of -90 to 90°. Given: 91.0.' },
    });
    await expect(run(null)).rejects.toMatchObject({
      failure: 'request',
      permanent: true,
      message: expect.stringContaining('Given: 91.0.'),
    });
  });

  test('a 429 without Retry-After tells in words how long to wait, and is not hammered', async () => {
    intercept = () => ({
      status: 429,
      body: { error: true, reason: 'Hourly API request limit exceeded. Please try again in the next hour.' },
    });
    await expect(run(null)).rejects.toMatchObject({ failure: 'quota', status: 429, retryAfterSeconds: 3600 });
    expect(server?.requests).toHaveLength(1);
  });

  test('a 429 with Retry-After is waited for', async () => {
    let left = 1;
    intercept = () =>
      left-- > 0 ? { status: 429, headers: { 'retry-after': '1' }, body: { error: true, reason: 'x' } } : null;
    expect(await run(null)).toHaveLength(2);
  });

  test('waitSeconds reads the words of the provider', () => {
    expect(waitSeconds('Minutely API request limit exceeded. Please try again in one minute.', NOW_MS)).toBe(60);
    expect(waitSeconds('Daily API request limit exceeded. Please try again tomorrow.', NOW_MS)).toBe(18 * 3600);
    expect(waitSeconds('Too many concurrent requests', NOW_MS)).toBe(5);
  });
});
