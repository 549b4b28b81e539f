import { afterEach, describe, expect, test } from 'vitest';
import type { Page } from '../core/port.ts';
import type { ProfileRecord } from '../core/records.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import body from './fixtures/profiles.json' with { type: 'json' };
import { mapProfiles } from './map.ts';
import { argo } from './port.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 8, 1, 6);
const EMPTY: FixtureAnswer = {
  status: 404,
  body: { code: 404, message: 'Not found: No matching results found in database.' },
};

let server: FixtureServer | undefined;
let answers: ((request: FixtureRequest) => FixtureAnswer)[] = [];

async function run(
  cursor: unknown,
  mode: 'incremental' | 'full' | 'backfill' = 'incremental',
  window?: { fromMs: number; toMs: number },
): Promise<Page<unknown>[]> {
  server ??= await serveFixtures((request) => (answers.shift() ?? (() => EMPTY))(request), { nowMs: () => NOW_MS });
  const [stream] = argo.streams;
  if (stream === undefined) throw new Error('no stream');
  const input = { mode, cursor, ...(window === undefined ? {} : { window }) };
  return collect(stream.pull(input, server.settings, server.context));
}

const spans = (): string[] =>
  (server?.requests ?? []).map(({ url }) => {
    const [from, to] = ['startDate', 'endDate'].map((name) => url.searchParams.get(name)?.slice(0, 10));
    return `${from}/${to}`;
  });

afterEach(async () => {
  await server?.close();
  server = undefined;
  answers = [];
});

describe('profiles', () => {
  test('keep good levels with strictly increasing pressure, and say why others are refused', () => {
    const { records, rejected, drifted } = mapProfiles(body);
    expect(records).toEqual([
      {
        kind: 'profile',
        sourceId: '4902911_001',
        platform: '4902911',
        cycle: 1,
        timeMs: Date.UTC(2026, 6, 12, 4, 11),
        lon: 9.87,
        lat: -11.2,
        levels: {
          pressureDecibar: [4.2, 8, 8.1, 20.4, 30.9],
          temperatureCelsius: [24.8, 24.7, 24.7, 23.1, null],
          salinityPsu: [35.6, 35.61, 35.61, null, 35.7],
        },
        dataMode: 'A',
        doi: '10.17882/42182',
        url: 'ftp://ftp.ifremer.fr/ifremer/argo/dac/aoml/4902911/profiles/R4902911_001.nc',
      } satisfies ProfileRecord,
    ]);
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'Posição recusada pelo controlo de qualidade: 0, -90',
      'Unidade de temperature: esperado degree_Celsius, recebido degree_Fahrenheit',
      expect.stringMatching(/^Não é um perfil: geolocation/),
    ]);
    expect(drifted).toBe(false);
  });

  test('none that fits means another schema, not a quiet day', async () => {
    answers = [() => ({ body: [{ id: 1 }, { id: 2 }] })];
    await expect(run(null)).rejects.toMatchObject({ failure: 'schema', permanent: true });
  });
});

describe('windows', () => {
  test('first two months in pages of thirty days over the box; a 404 is a quiet month', async () => {
    const pages = await run(null);
    expect(spans()).toEqual(['2026-07-03/2026-08-02', '2026-08-02/2026-09-01']);
    expect(pages.map(({ records }) => records)).toEqual([[], []]);
    expect(pages.at(-1)?.cursor).toEqual({ readUntilMs: NOW_MS });
    const query = server?.requests[0]?.url.searchParams;
    expect(JSON.parse(query?.get('polygon') ?? '')).toEqual([
      [8, -18],
      [14, -18],
      [14, -4.4],
      [8, -4.4],
      [8, -18],
    ]);
    expect(server?.requests[0]?.headers['x-argokey']).toBe('guest');
  });

  test("a key of one's own takes the place of the guest's", async () => {
    await run(null);
    if (server === undefined) throw new Error('no server');
    const own = { ...server.settings, credentials: { key: 'chave-propria' } };
    const [stream] = argo.streams;
    if (stream === undefined) throw new Error('no stream');
    await collect(stream.pull({ mode: 'incremental', cursor: null }, own, server.context));
    expect(server.requests.at(-1)?.headers['x-argokey']).toBe('chave-propria');
    const blank = { ...server.settings, credentials: { key: '  ' } };
    await collect(stream.pull({ mode: 'incremental', cursor: null }, blank, server.context));
    expect(server.requests.at(-1)?.headers['x-argokey']).toBe('guest');
  });

  test('then the last ten days again', async () => {
    await run({ readUntilMs: NOW_MS - DAY_MS });
    expect(spans()).toEqual(['2026-08-21/2026-09-01']);
  });

  test('backfill leaves the cursor', async () => {
    const window = { fromMs: Date.UTC(2020, 0, 1), toMs: Date.UTC(2020, 0, 11) - 1 };
    const [page] = await run({ readUntilMs: 5 }, 'backfill', window);
    expect(spans()).toEqual(['2020-01-01/2020-01-11']);
    expect(page?.cursor).toEqual({ readUntilMs: 5 });
  });
});

describe('limits', () => {
  test('413: the span is asked for in halves', async () => {
    answers = [() => ({ status: 413, body: { code: 413, message: 'The temporospatial extent of your request …' } })];
    const pages = await run({ readUntilMs: NOW_MS });
    expect(spans()).toEqual(['2026-08-22/2026-09-01', '2026-08-22/2026-08-27', '2026-08-27/2026-09-01']);
    expect(pages[0]?.raw).toHaveLength(2);
  });

  test('413 down to a day ends', async () => {
    answers = Array.from({ length: 20 }, () => () => ({ status: 413, body: { code: 413, message: 'too large' } }));
    await expect(run({ readUntilMs: NOW_MS })).rejects.toMatchObject({ failure: 'request', status: 413 });
  });

  test('429: a delay beyond patience ends the run and says when to come back', async () => {
    answers = [
      () => ({ status: 429, body: { code: 429, delay: [131.4, 6.6], message: 'You have temporarily exceeded …' } }),
    ];
    await expect(run({ readUntilMs: NOW_MS })).rejects.toMatchObject({ failure: 'quota', retryAfterSeconds: 132 });
    expect(server?.requests).toHaveLength(1);
  });

  test('429 with a short delay, or with none that can be read, is waited out', async () => {
    answers = [
      () => ({ status: 429, body: { code: 429, delay: [2, 0.1], message: '…' } }),
      () => ({ status: 429, body: '<html>busy</html>' }),
    ];
    expect(await run({ readUntilMs: NOW_MS })).toHaveLength(1);
    expect(server?.context.http.metrics).toMatchObject({ throttled: 2, retries: 2 });
  });

  test('a 404 that is not a search without results is a fault', async () => {
    answers = [() => ({ status: 404, body: { code: 404, message: 'not found' } })];
    await expect(run(null)).rejects.toMatchObject({ failure: 'request', status: 404 });
  });

  test('profiles of another span are not taken', async () => {
    answers = [() => ({ body })];
    await expect(run({ readUntilMs: NOW_MS })).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });
});
