import { afterEach, describe, expect, test } from 'vitest';
import type { Page } from '../core/port.ts';
import type { OccurrenceRecord } from '../core/records.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { occurrences } from './port.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 8, 1, 6);
const DATASETS = ['d1', 'd2'];

const rows = Array.from({ length: 4100 }, (_, index) => ({
  id: `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`,
  scientificName: 'Sardinella aurita',
  decimalLatitude: -9,
  decimalLongitude: 12.5,
  dataset_id: index < 4000 ? 'd1' : 'd2',
}));

let nowMs = NOW_MS;
let updated: Record<string, string> = {};
let intercept: (request: FixtureRequest) => FixtureAnswer | null = () => null;
let server: FixtureServer | undefined;

function answer(request: FixtureRequest): FixtureAnswer {
  const special = intercept(request);
  if (special !== null) return special;
  const query = request.url.searchParams;
  const dataset = query.get('datasetid');
  const found = rows.filter((row) => dataset === null || row.dataset_id === dataset);
  switch (request.url.pathname) {
    case '/v3/statistics':
      return { body: { records: found.length, species: 1 } };
    case '/v3/dataset':
      return {
        body: {
          total: DATASETS.length,
          results: DATASETS.map((id) => ({ id, updated: updated[id] ?? '2026-01-01', intellectualrights: 'CC0' })),
        },
      };
    case '/v3/occurrence': {
      const after = query.get('after') ?? '';
      const results = found.filter((row) => row.id > after).slice(0, Number(query.get('size')));
      return { body: { total: found.length, results } };
    }
    default:
      return { status: 404, body: '<html>Cannot GET</html>' };
  }
}

async function run(
  cursor: unknown,
  mode: 'incremental' | 'full' | 'backfill' = 'incremental',
): Promise<Page<unknown>[]> {
  server ??= await serveFixtures(answer, { nowMs: () => nowMs, prefix: '/v3/' });
  const window = { fromMs: Date.UTC(2019, 0, 1), toMs: Date.UTC(2019, 11, 31) };
  const input = { mode, cursor, ...(mode === 'backfill' ? { window } : {}) };
  return collect(occurrences.pull(input, server.settings, server.context));
}

const ids = (pages: readonly Page<unknown>[]): string[] =>
  pages.flatMap((page) => page.records.map((record) => (record as OccurrenceRecord).sourceId));
const asked = (path: string): URLSearchParams[] =>
  (server?.requests ?? []).filter(({ url }) => url.pathname === path).map(({ url }) => url.searchParams);

afterEach(async () => {
  await server?.close();
  server = undefined;
  nowMs = NOW_MS;
  updated = {};
  intercept = () => null;
});

describe('full sweep', () => {
  test('walks the keyset to the empty page, with the share done and the licence of each dataset', async () => {
    const pages = await run(null);
    expect(ids(pages)).toEqual(rows.map((row) => row.id));
    expect(pages.map((page) => page.progress)).toEqual([2000 / 4100, 4000 / 4100, 1, 1]);
    expect(pages[0]?.records[0]).toMatchObject({ licence: 'CC0', datasetId: 'd1' });
    expect(pages.at(-1)?.cursor).toEqual({
      sweepAfter: null,
      sweepStartedMs: null,
      sweptRecords: 0,
      lastFullSweepMs: NOW_MS,
      lastDatasetPollMs: NOW_MS,
      datasetsSeen: { d1: '2026-01-01', d2: '2026-01-01' },
    });
    expect(asked('/v3/occurrence')[0]?.get('geometry')).toBe('POLYGON((8 -18,14 -18,14 -4.4,8 -4.4,8 -18))');
    expect(asked('/v3/occurrence')[0]?.get('exclude')).toBe('ON_LAND,NO_COORD,ZERO_COORD');
  });

  test('resumes after the last page stored', async () => {
    const first = (await run(null))[0];
    const resumed = await run(first?.cursor);
    expect(ids(resumed)).toEqual(rows.slice(2000).map((row) => row.id));
    expect(resumed[0]?.progress).toBe(4000 / 4100);
  });

  test('keeps the list of datasets as it was when the sweep began', async () => {
    const first = (await run(null))[0];
    updated = { d2: '2026-09-01T07:00:00Z' };
    const resumed = await run(first?.cursor);
    expect(resumed.at(-1)?.cursor).toMatchObject({ datasetsSeen: { d2: '2026-01-01' } });
  });
});

describe('between two sweeps', () => {
  test('does nothing on the day of the sweep, and sweeps only changed datasets the day after', async () => {
    const cursor = (await run(null)).at(-1)?.cursor;
    nowMs = NOW_MS + 6 * 3_600_000;
    expect(await run(cursor)).toEqual([]);

    nowMs = NOW_MS + DAY_MS;
    updated = { d2: '2026-09-01T12:00:00Z' };
    const pages = await run(cursor);
    expect(ids(pages)).toEqual(rows.slice(4000).map((row) => row.id));
    expect(pages[0]?.cursor).toMatchObject({ datasetsSeen: { d2: '2026-01-01' } });
    expect(pages.at(-1)?.cursor).toMatchObject({
      datasetsSeen: { d2: '2026-09-01T12:00:00Z' },
      lastFullSweepMs: NOW_MS,
    });
  });

  test('starts a full sweep after a week', async () => {
    const cursor = (await run(null)).at(-1)?.cursor;
    nowMs = NOW_MS + 7 * DAY_MS;
    expect(ids(await run(cursor))).toHaveLength(rows.length);
  });

  test('backfill asks for the window and leaves the cursor as it was', async () => {
    const cursor = (await run(null)).at(-1)?.cursor;
    const pages = await run(cursor, 'backfill');
    expect(asked('/v3/occurrence').at(-1)?.get('startdate')).toBe('2019-01-01');
    expect(asked('/v3/occurrence').at(-1)?.get('enddate')).toBe('2019-12-31');
    expect(pages.every((page) => page.cursor === pages[0]?.cursor)).toBe(true);
    expect(pages[0]?.cursor).toEqual(cursor);
  });
});

describe('status codes that lie', () => {
  test('an error inside a 200 ends the run instead of passing for no results', async () => {
    intercept = ({ url }) =>
      url.pathname === '/v3/occurrence' ? { body: { total: 0, results: [], error: 'NAME_NOT_FOUND' } } : null;
    await expect(run(null)).rejects.toMatchObject({ failure: 'request', permanent: true, status: 200 });
  });

  test('a 500 for an invalid date is asked once', async () => {
    intercept = ({ url }) =>
      url.pathname === '/v3/occurrence'
        ? { status: 500, body: { total: 0, results: [], error: 'Invalid date format: not-a-date' } }
        : null;
    await expect(run(null)).rejects.toMatchObject({ failure: 'request', permanent: true });
    expect(asked('/v3/occurrence')).toHaveLength(1);
  });

  test('any other 500 is asked again', async () => {
    let left = 2;
    intercept = ({ url }) => (url.pathname === '/v3/occurrence' && left-- > 0 ? { status: 500, body: 'oops' } : null);
    expect(ids(await run(null))).toHaveLength(rows.length);
  });

  test('a repeated page stops the sweep', async () => {
    intercept = ({ url }) =>
      url.pathname === '/v3/occurrence' ? { body: { total: 4100, results: rows.slice(0, 2000) } } : null;
    await expect(run(null)).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });

  test('rows of another shape are a change of schema', async () => {
    intercept = ({ url }) =>
      url.pathname === '/v3/occurrence' ? { body: { total: 1, results: [{ id: 'a', latitude: 1 }] } } : null;
    await expect(run(null)).rejects.toMatchObject({ failure: 'schema' });
  });
});
