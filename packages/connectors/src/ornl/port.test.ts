import { afterEach, describe, expect, test } from 'vitest';
import type { GridSlice } from '../core/records.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { landPlaces, lattice } from './map.ts';
import { mod13q1Ndvi } from './port.ts';
import { NDVI_BAND } from './wire.ts';

const days = ['2026-01-01', '2026-01-17', '2026-02-02', '2026-02-18', '2026-03-06', '2026-03-22', '2026-04-07'];
const later = ['2026-04-23', '2026-05-09', '2026-05-25', '2026-06-10', '2026-06-26', '2026-07-12'];
const composite = (day: string) => {
  const number = (Date.parse(day) - Date.UTC(2025, 11, 31)) / 86_400_000;
  return { modis_date: `A2026${String(number).padStart(3, '0')}`, calendar_date: day };
};

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const textOf = ({ url }: FixtureRequest, name: string) => url.searchParams.get(name) ?? '';

/** Every asked place has the NDVI 0.5 in every asked composite. */
function green(request: FixtureRequest, available: readonly string[]): FixtureAnswer {
  const within = available
    .map(composite)
    .filter(({ modis_date }) => modis_date >= textOf(request, 'startDate') && modis_date <= textOf(request, 'endDate'));
  return {
    body: {
      ...{ nrows: 1, ncols: 1, band: NDVI_BAND, scale: '0.0001' },
      ...{ latitude: Number(textOf(request, 'latitude')), longitude: Number(textOf(request, 'longitude')) },
      subset: within.map((one) => ({ ...one, band: NDVI_BAND, data: [5000] })),
    },
  };
}

async function run(
  available: readonly string[],
  input: { readonly cursor?: unknown; readonly window?: { fromMs: number; toMs: number } } = {},
  window: (request: FixtureRequest) => FixtureAnswer = (request) => green(request, available),
) {
  server = await serveFixtures(
    (request) =>
      request.url.pathname.endsWith('/dates') ? { body: { dates: available.map(composite) } } : window(request),
    { nowMs: () => Date.UTC(2026, 8, 1) },
  );
  const [stream] = mod13q1Ndvi.streams;
  if (stream === undefined) throw new Error('no stream');
  const mode = input.window === undefined ? ('incremental' as const) : ('backfill' as const);
  const { cursor = null, ...rest } = input;
  return collect(stream.pull({ mode, cursor, ...rest }, server.settings, server.context));
}

const fieldDays = (pages: Awaited<ReturnType<typeof run>>) =>
  pages.map(({ records }) =>
    (records as GridSlice[])
      .filter(({ variable }) => variable === 'ndvi')
      .map(({ timeMs }) => new Date(timeMs).toISOString().slice(0, 10)),
  );

describe('composites', () => {
  test('the first run takes the last ten, with one request for each place on land', async () => {
    const pages = await run([...days, ...later]);
    expect(fieldDays(pages)).toEqual([[...days, ...later].slice(-10)]);
    expect(pages[0]?.cursor).toEqual({ lastDay: '2026-07-12' });
    expect(server?.requests).toHaveLength(1 + landPlaces.length);
    const asked = server?.requests.at(-1)?.url;
    expect(asked?.pathname).toMatch(/\/MOD13Q1\/subset$/);
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      ...{ band: NDVI_BAND, startDate: 'A2026049', endDate: 'A2026193', kmAboveBelow: '1', kmLeftRight: '1' },
    });
  });

  test('a later run takes the new ones and the one before them; without a new one it asks for the dates alone', async () => {
    const cursor = { lastDay: '2026-02-18' };
    expect(fieldDays(await run(days, { cursor }))).toEqual([days.slice(3)]);
    await server?.close();
    expect(await run(days, { cursor: { lastDay: '2026-04-07' } })).toEqual([]);
    expect(server?.requests).toHaveLength(1);
  });

  test('a window of history is read in parts of ten, and leaves the cursor where it was', async () => {
    const window = { fromMs: Date.UTC(2026, 0, 17), toMs: Date.UTC(2026, 6, 12) };
    const pages = await run([...days, ...later], { cursor: { lastDay: '2026-07-12' }, window });
    expect(fieldDays(pages).map((part) => part.length)).toEqual([10, 2]);
    expect(pages.map(({ cursor }) => cursor)).toEqual([{ lastDay: '2026-07-12' }, { lastDay: '2026-07-12' }]);
  });
});

describe('places', () => {
  const words = 'No data available for time period A2026001 to A2026001 for MOD13Q1 -9.45 14.25 combination.';

  test('one without data is missing, and the others still come', async () => {
    const [missing] = landPlaces;
    const pages = await run(['2026-01-01'], {}, (request) =>
      Number(textOf(request, 'latitude')) === missing?.position[1] &&
      Number(textOf(request, 'longitude')) === missing.position[0]
        ? { status: 400, headers: { 'content-type': 'text/plain' }, body: words }
        : green(request, ['2026-01-01']),
    );
    const [field] = (pages[0]?.records ?? []) as GridSlice[];
    const known = [...(field?.values ?? [])].filter((value) => !Number.isNaN(value));
    expect(known).toHaveLength(landPlaces.length - 1);
    expect(field?.values[missing?.index ?? 0]).toBeNaN();
    expect(field?.values).toHaveLength(lattice.columns * lattice.rows);
  });

  test.each([
    ['another place', { latitude: -1 }, 'pedido o lugar'],
    [
      'a composite that was not asked for',
      { subset: [{ ...composite('2026-03-06'), band: NDVI_BAND, data: [1] }] },
      'não foi pedida',
    ],
  ])('an answer about %s is refused', async (_name, change, message) => {
    const pull = run(['2026-01-01'], {}, (request) => {
      const { body } = green(request, ['2026-01-01']);
      return { body: { ...(body as object), ...change } };
    });
    await expect(pull).rejects.toThrow(message);
  });
});
