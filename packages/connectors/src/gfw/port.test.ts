import { afterEach, describe, expect, test } from 'vitest';
import { ProviderError } from '../core/failures.ts';
import type { Page } from '../core/port.ts';
import type { VesselPresence } from '../core/records.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import body from './fixtures/report.json' with { type: 'json' };
import { presenceStream } from './port.ts';

const DAY_MS = 86_400_000;
/** 96 hours before lies within 28 August: the last complete day is the 27th. */
const NOW_MS = Date.UTC(2026, 8, 1, 6);
const CONCURRENT: FixtureAnswer = {
  status: 429,
  body: {
    statusCode: 429,
    error: 'Too Many Requests',
    messages: [
      {
        title: 'Too Many Requests',
        detail: 'Your application token is not currently enabled to perform more than one concurrent report. …',
      },
    ],
  },
};

let server: FixtureServer | undefined;
let nowMs = NOW_MS;
let answers: ((request: FixtureRequest) => FixtureAnswer)[] = [];

/** One row on the first day of the window. */
const report = ({ url }: FixtureRequest): FixtureAnswer => {
  const date = url.searchParams.get('date-range')?.split(',')[0];
  const row = { ...body.entries[0]?.['public-global-presence:v4.0']?.[0], date };
  return {
    headers: {
      'x-ratelimit-daily-current-usage': '12',
      'x-ratelimit-daily-limit-requests': '50000',
      'x-datasets': 'public-global-presence:v4.0',
    },
    body: { entries: [{ 'public-global-presence:v4.0': [row] }] },
  };
};

async function run(
  cursor: unknown,
  mode: 'incremental' | 'backfill' = 'incremental',
  window?: { fromMs: number; toMs: number },
): Promise<Page<unknown>[]> {
  server ??= await serveFixtures((request) => (answers.shift() ?? report)(request), {
    nowMs: () => nowMs,
    prefix: '/v3',
    credentials: { token: 'segredo' },
  });
  const input = { mode, cursor, ...(window === undefined ? {} : { window }) };
  return collect(presenceStream({ pollMs: 1, maxPolls: 5 }).pull(input, server.settings, server.context));
}

const ranges = (): (string | null)[] => (server?.requests ?? []).map(({ url }) => url.searchParams.get('date-range'));

afterEach(async () => {
  await server?.close();
  server = undefined;
  nowMs = NOW_MS;
  answers = [];
});

describe('windows', () => {
  test('first the last seven complete days the source has published, as one report on the EEZ', async () => {
    const pages = await run(null);
    expect(ranges()).toEqual(['2026-08-21,2026-08-28']);
    expect(pages[0]?.cursor).toEqual({ lastDate: '2026-08-27' });
    expect(server?.requests[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer segredo' },
      body: JSON.stringify({ region: { dataset: 'public-eez-areas', id: 8478 } }),
    });
    const query = server?.requests[0]?.url.searchParams;
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      'datasets[0]': 'public-global-presence:latest',
      'temporal-resolution': 'DAILY',
      'spatial-resolution': 'LOW',
      'group-by': 'VESSEL_ID',
      format: 'JSON',
    });
  });

  test('asks nothing while no new day is out, then the new day with the two before it', async () => {
    expect(await run({ lastDate: '2026-08-27' })).toEqual([]);
    nowMs = NOW_MS + DAY_MS;
    const pages = await run({ lastDate: '2026-08-27' });
    expect(ranges()).toEqual(['2026-08-26,2026-08-29']);
    expect(pages[0]?.cursor).toEqual({ lastDate: '2026-08-28' });
  });

  test('after a long stop comes in weeks, oldest first, each with its own cursor', async () => {
    const pages = await run({ lastDate: '2026-08-10' });
    expect(ranges()).toEqual(['2026-08-09,2026-08-16', '2026-08-16,2026-08-23', '2026-08-23,2026-08-28']);
    expect(pages.map(({ cursor }) => cursor)).toEqual([
      { lastDate: '2026-08-15' },
      { lastDate: '2026-08-22' },
      { lastDate: '2026-08-27' },
    ]);
    expect(pages.map(({ progress }) => progress)).toEqual([1 / 3, 2 / 3, 1]);
  });

  test('backfill covers the days of its window that are published and leaves the cursor', async () => {
    const window = { fromMs: Date.UTC(2026, 7, 25, 15), toMs: NOW_MS };
    const pages = await run({ lastDate: '2026-08-01' }, 'backfill', window);
    expect(ranges()).toEqual(['2026-08-25,2026-08-28']);
    expect(pages[0]?.cursor).toEqual({ lastDate: '2026-08-01' });
  });
});

describe('one report at a time', () => {
  test('waits while another report of the account runs', async () => {
    answers = [() => CONCURRENT, () => CONCURRENT];
    expect(await run(null)).toHaveLength(1);
    expect(server?.requests).toHaveLength(3);
  });

  test('gives up with a quota error that says when to come back', async () => {
    answers = Array.from({ length: 5 }, () => () => CONCURRENT);
    await expect(run(null)).rejects.toMatchObject({ failure: 'quota', status: 429, retryAfterSeconds: 300 });
  });

  test('two runs with one token never overlap', async () => {
    let running = 0;
    let most = 0;
    const counted = (request: FixtureRequest): FixtureAnswer => {
      most = Math.max(most, running);
      return report(request);
    };
    answers = Array.from({ length: 6 }, () => counted);
    const http = await run(null).then(() => server?.context.http);
    if (server === undefined || http === undefined) throw new Error('no server');
    const context = {
      ...server.context,
      http: {
        metrics: http.metrics,
        async request(request: Parameters<typeof http.request>[0]) {
          running += 1;
          most = Math.max(most, running);
          try {
            return await http.request(request);
          } finally {
            running -= 1;
          }
        },
      },
    };
    const settings = server.settings;
    await Promise.all(
      [1, 2, 3].map(() => collect(presenceStream().pull({ mode: 'full', cursor: null }, settings, context))),
    );
    expect(most).toBe(1);
    expect(server.requests).toHaveLength(4);
  });
});

describe('524: the report outlives the request', () => {
  const gone: FixtureAnswer = { status: 524, body: '<html>A timeout occurred</html>' };
  const runningReport: FixtureAnswer = {
    body: { uri: '/v3/4wings/report?…', status: 'running', lastUpdate: '2026-09-01T06:00:01+0000' },
  };

  test('polls the last report until it is done', async () => {
    answers = [() => gone, () => runningReport, () => runningReport, () => ({ body })];
    const pages = await run(null);
    expect(server?.requests.map(({ url }) => url.pathname)).toEqual([
      '/v3/4wings/report',
      '/v3/4wings/last-report',
      '/v3/4wings/last-report',
      '/v3/4wings/last-report',
    ]);
    expect(pages[0]?.records.map((record) => (record as VesselPresence).ssvid)).toEqual(['603100212', '412331038']);
    expect(pages[0]?.rejected).toHaveLength(3);
  });

  test('a failed report tells why', async () => {
    const message = {
      statusCode: 422,
      error: 'Unprocessable Entity',
      messages: [{ title: 'region-id', detail: 'region-id query param is required' }],
    };
    answers = [() => gone, () => ({ body: { message, status: 422 } })];
    await expect(run(null)).rejects.toMatchObject({
      failure: 'request',
      message: expect.stringContaining('region-id'),
    });
  });

  test('a report that the provider keeps no more is a passing fault: the next run asks anew', async () => {
    const missing = {
      statusCode: 404,
      error: 'Not Found',
      messages: [{ title: 'Not Found', detail: 'Report not found' }],
    };
    answers = [() => gone, () => ({ status: 404, body: missing })];
    await expect(run(null)).rejects.toMatchObject({ failure: 'provider', status: 404, permanent: false });
    expect(await run(null)).toHaveLength(1);
  });

  test('a cancelled wait ends with the reason of the cancellation', async () => {
    answers = [() => gone];
    await run(null).catch(() => undefined);
    if (server === undefined) throw new Error('no server');
    const reason = new Error('cancelled by the operator');
    const controller = new AbortController();
    answers = [() => gone];
    const pulled = collect(
      presenceStream({ pollMs: 600_000, maxPolls: 1 }).pull({ mode: 'full', cursor: null }, server.settings, {
        ...server.context,
        signal: controller.signal,
        log: () => undefined,
      }),
    );
    const before = server.requests.length;
    await expect.poll(() => server?.requests.length).toBeGreaterThan(before);
    controller.abort(reason);
    await expect(pulled).rejects.toBe(reason);
  });

  test("another program's report does not pass for ours", async () => {
    answers = [() => gone, () => ({ body: { entries: [{ x: [{ date: '2020-01-01', vesselId: 'a' }] }] } })];
    await expect(run(null)).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });
});

describe('credentials and quota', () => {
  test('without a token nothing is asked', async () => {
    server = await serveFixtures(report, { nowMs: () => nowMs });
    await expect(run(null)).rejects.toThrow(ProviderError);
    await expect(run(null)).rejects.toMatchObject({ failure: 'auth', permanent: true });
    expect(server.requests).toHaveLength(0);
  });

  test('a refused token is permanent', async () => {
    answers = [() => ({ status: 401, body: { statusCode: 401, error: 'Unauthorized', messages: [] } })];
    await expect(run(null)).rejects.toMatchObject({ failure: 'auth', permanent: true, status: 401 });
    expect(server?.requests).toHaveLength(1);
  });

  test('the quota of the account and the resolved dataset go to the log', async () => {
    await run(null);
    expect(server?.logs).toContainEqual({
      level: 'info',
      message: 'Quota da Global Fishing Watch',
      fields: { dailyUsage: 12, dailyLimit: 50000, dataset: 'public-global-presence:v4.0' },
    });
  });
});
