import { afterEach, describe, expect, test } from 'vitest';
import type { ProtectedAreaRecord } from '../core/geo-records.ts';
import type { Page, PullInput } from '../core/port.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { mapSites } from './map.ts';
import { protectedPlanet } from './port.ts';

const NOW_MS = Date.UTC(2026, 8, 1, 6);

function site(siteId: number, over: object = {}): object {
  return {
    name_english: `Site ${siteId}`,
    name: `Sítio ${siteId}`,
    site_id: siteId,
    legal_status_updated_at: '26/12/1964',
    geojson: { type: 'Feature', properties: { fill: '#83ad35' }, geometry: { type: 'Point', coordinates: [12, -16] } },
    ...over,
  };
}

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Answers with the sites of a register, ten a page, as the real one pages. */
function register(sites: readonly object[], total: number | null = sites.length) {
  return ({ url }: FixtureRequest): FixtureAnswer => {
    const page = Number(url.searchParams.get('page'));
    return {
      headers: total === null ? {} : { 'x-total': String(total), 'x-page': String(page) },
      body: { protected_areas: sites.slice((page - 1) * 10, page * 10) },
    };
  };
}

async function run(
  answer: (request: FixtureRequest) => FixtureAnswer,
  input: Partial<PullInput<unknown>> = {},
  credentials: Record<string, string> = { token: 'segredo' },
): Promise<Page<unknown>[]> {
  await server?.close();
  server = await serveFixtures(answer, { nowMs: () => NOW_MS, credentials });
  const [stream] = protectedPlanet.streams;
  if (stream === undefined) throw new Error('no stream');
  return collect(stream.pull({ mode: 'incremental', cursor: null, ...input }, server.settings, server.context));
}

const many = (count: number, from = 1): object[] => Array.from({ length: count }, (_, index) => site(from + index));
const idsOf = (pages: readonly Page<unknown>[], withdrawn: boolean): string[] =>
  pages.flatMap(({ records }) =>
    records.flatMap((record) =>
      record.kind === 'protected-area' && record.withdrawn === withdrawn ? [record.siteId] : [],
    ),
  );

describe('token', () => {
  test('without one nothing is asked', async () => {
    await expect(run(register([]), {}, {})).rejects.toMatchObject({ failure: 'auth', permanent: true });
    expect(server?.requests).toHaveLength(0);
  });

  test('a refused one ends the run at once, with what the provider says', async () => {
    const refusal = { status: 401, body: { error: 'Unauthorized. Invalid or expired token.' } };
    await expect(run(() => refusal)).rejects.toMatchObject({
      failure: 'auth',
      permanent: true,
      message: expect.stringContaining('Invalid or expired token'),
    });
    expect(server?.requests).toHaveLength(1);
  });

  test('is sent as a bearer token, and is in no address, stored or not, nor in an error', async () => {
    const pages = await run(register(many(1)));
    expect(server?.requests[0]?.headers.authorization).toBe('Bearer segredo');
    expect(server?.requests[0]?.url.href).not.toContain('segredo');
    expect(pages[0]?.raw.map(({ url }) => url).join()).not.toContain('segredo');
    const error: unknown = await run(() => ({ status: 404, body: { error: 'not_found' } })).catch((caught) => caught);
    expect(String(error)).not.toContain('segredo');
  });

  test('one that may not see some fields leaves them out: null, not wrong', async () => {
    const { records, rejected } = mapSites([{ site_id: 7, name: 'Iona', name_english: 'Iona' }]);
    expect(rejected).toEqual([]);
    expect(records).toMatchObject([
      { siteId: '7', geometry: null, marine: null, iucnCategory: null, reportedAreaKm2: null, statusYear: null },
    ]);
  });
});

describe('sites', () => {
  const mapped = (over: object): ProtectedAreaRecord => {
    const [record] = mapSites([site(1, over)]).records;
    if (record === undefined) throw new Error('rejected');
    return record;
  };

  test('areas are decimal texts, dates are day first, and «Not Reported» is nothing', () => {
    expect(
      mapped({
        reported_area: '15150.0',
        gis_area: '15093.123456',
        gis_marine_area: '0.0',
        legal_status_updated_at: '05/11/1964',
        iucn_category: { id: 8, name: 'Not Reported' },
        designation: { id: 1, name: 'Parque Nacional', jurisdiction: { id: 1, name: 'National' } },
        governance: { id: 2, governance_type: 'Federal or national ministry or agency' },
        no_take_status: { id: 1, name: 'Not Applicable', area: '0.0' },
        countries: [{ name: 'Angola', iso_3: 'AGO', id: 'AGO' }],
        sources: [{ id: 1, title: 'Lista', responsible_party: 'Ministério', year_updated: '2019' }],
      }),
    ).toMatchObject({
      reportedAreaKm2: 15_150,
      gisAreaKm2: 15_093.123456,
      gisMarineAreaKm2: 0,
      legalStatusDate: '1964-11-05',
      statusYear: 1964,
      iucnCategory: null,
      noTake: null,
      designation: 'Parque Nacional',
      jurisdiction: 'National',
      governance: 'Federal or national ministry or agency',
      countries: ['AGO'],
      sources: ['Ministério'],
    });
  });

  test('an unknown year is written as year 0, and an empty text is no area', () => {
    expect(mapped({ legal_status_updated_at: '01/01/0000', reported_area: '' })).toMatchObject({
      legalStatusDate: null,
      statusYear: null,
      reportedAreaKm2: null,
    });
  });

  test('a bare geometry is read as a Feature is, without heights', () => {
    expect(mapped({ geojson: { type: 'Point', coordinates: [0, 0, 12] } }).geometry).toEqual({
      type: 'Point',
      coordinates: [0, 0],
    });
    expect(mapped({ geojson: { type: 'Feature', geometry: null } }).geometry).toBeNull();
  });

  test('a shape that is none is rejected with its reason; one bad row does not lose the others', () => {
    const open = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    };
    const { records, rejected, drifted } = mapSites([site(1), site(2, { geojson: open }), { name: 'sem número' }]);
    expect(records.map(({ siteId }) => siteId)).toEqual(['1']);
    expect(rejected.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Geometria inválida em coordinates/),
      expect.stringMatching(/^Não é um sítio: site_id/),
    ]);
    expect(drifted).toBe(false);
  });

  test('in another form are refused, not an empty register', async () => {
    await expect(run(register([{ wdpa_id: 1 }, { wdpa_id: 2 }]))).rejects.toMatchObject({ failure: 'schema' });
  });
});

describe('sweep', () => {
  test('pages to the end that the provider states, then begins anew', async () => {
    const pages = await run(register(many(20)));
    expect(server?.requests.map(({ url }) => url.searchParams.get('page'))).toEqual(['1', '2']);
    expect(idsOf(pages, false)).toHaveLength(20);
    expect(pages.at(-1)?.cursor).toMatchObject({ nextPage: 1, seen: [], known: expect.arrayContaining(['1', '20']) });
  });

  test('without the header, to the first page that is not full', async () => {
    expect(idsOf(await run(register(many(13), null)), false)).toHaveLength(13);
  });

  test('goes on at the page after the last one stored', async () => {
    const sites = many(25);
    const [first] = await run(register(sites));
    const rest = await run(register(sites), { cursor: first?.cursor });
    expect(server?.requests[0]?.url.searchParams.get('page')).toBe('2');
    expect(idsOf(rest, false)).toHaveLength(15);
  });

  test('a site that a whole sweep no longer has is withdrawn', async () => {
    const before = await run(register(many(12)));
    const after = await run(register(many(11)), { cursor: before.at(-1)?.cursor });
    expect(idsOf(after, true)).toEqual(['12']);
  });

  test('none is withdrawn when rows are missing, rejected or repeated: pages have no order', async () => {
    const cursor = (await run(register(many(12)))).at(-1)?.cursor;
    expect(idsOf(await run(register(many(11), 12), { cursor }), true)).toEqual([]);
    const broken = [...many(11), site(12, { geojson: { type: 'Circle' } })];
    const pages = await run(register(broken), { cursor });
    expect(idsOf(pages, true)).toEqual([]);
    expect(pages.at(-1)?.cursor).toMatchObject({ known: expect.arrayContaining(['12']) });
    expect(server?.logs).toMatchObject([{ level: 'warn' }]);
    expect(idsOf(await run(register([], 0), { cursor }), true)).toEqual([]);
  });

  test('a page that repeats another one, or is another one, is a passing fault', async () => {
    const repeated = register(many(10), 20);
    const first = (request: FixtureRequest) => {
      const url = new URL(request.url);
      url.searchParams.set('page', '1');
      return { ...repeated({ ...request, url }), headers: { 'x-total': '20' } };
    };
    await expect(run(first)).rejects.toMatchObject({ failure: 'provider', permanent: false });
    const other = () => ({ headers: { 'x-page': '9' }, body: { protected_areas: many(1) } });
    await expect(run(other)).rejects.toMatchObject({
      message: expect.stringContaining('pedida a página 1, recebida a 9'),
    });
  });

  test('a window chooses sites by the day of their legal status, and leaves the cursor alone', async () => {
    const sites = [
      site(1, { legal_status_updated_at: '01/06/2011' }),
      site(2),
      site(3, { legal_status_updated_at: null }),
    ];
    const cursor = { nextPage: 4, seen: ['9'], known: ['9'] };
    const window = { fromMs: Date.UTC(2011, 0, 1), toMs: Date.UTC(2011, 11, 31) };
    const pages = await run(register(sites), { mode: 'backfill', cursor, window });
    expect(idsOf(pages, false)).toEqual(['1']);
    expect(pages.at(-1)?.cursor).toEqual(cursor);
    await expect(run(register(sites), { mode: 'backfill' })).rejects.toMatchObject({ failure: 'request' });
  });
});

test('a rejected site, edited, is mapped again; still wrong, it says why', () => {
  const [stream] = protectedPlanet.streams;
  const context = { nowMs: NOW_MS };
  expect(stream?.replayRow?.(site(5), context)).toMatchObject({ records: [{ siteId: '5' }] });
  expect(stream?.replayRow?.(site(5, { geojson: { type: 'Circle' } }), context)).toMatchObject({
    reason: expect.stringContaining('Geometria inválida'),
  });
});
