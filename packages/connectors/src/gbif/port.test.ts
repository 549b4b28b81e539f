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
import { bandWkt, WHOLE } from './area.ts';
import { gbif } from './port.ts';

const NOW_MS = Date.UTC(2026, 8, 1, 6);
const DAY_MS = 86_400_000;

/** The row of the recorded answer, at sea, with the fields that matter here. */
const row = (key: number, over: Record<string, unknown> = {}) => ({
  key,
  gbifID: String(key),
  datasetKey: '963a6b96-4d22-4428-86e4-afee52cf4a8e',
  basisOfRecord: 'HUMAN_OBSERVATION',
  occurrenceStatus: 'PRESENT',
  // The backbone of 2026 has texts for keys, the one before had numbers: neither is relied upon.
  taxonKey: key % 2 === 0 ? '8SRWY' : 3329049,
  scientificName: 'Euthynnus pelamis (Linnaeus, 1758)',
  acceptedScientificName: 'Katsuwonus pelamis (Linnaeus, 1758)',
  taxonomicStatus: 'SYNONYM',
  taxonRank: 'SPECIES',
  species: 'Katsuwonus pelamis',
  genus: 'Katsuwonus',
  family: 'Scombridae',
  iucnRedListCategory: 'LC',
  decimalLatitude: -9,
  decimalLongitude: 12.5,
  eventDate: '2024-07-19',
  issues: ['COORDINATE_ROUNDED'],
  lastInterpreted: '2024-10-02T10:04:31.233+00:00',
  license: 'http://creativecommons.org/licenses/by-nc/4.0/legalcode',
  occurrenceID: `https://example.org/${key}`,
  ...over,
});

let rows: Record<string, unknown>[] = [];
/** Count in a search's answer; a large one need not be made to be counted. */
let countOf: (query: URLSearchParams) => number = () => rows.length;
let intercept: (request: FixtureRequest) => FixtureAnswer | null = () => null;
let nowMs = NOW_MS;
let server: FixtureServer | undefined;

function answer(request: FixtureRequest): FixtureAnswer {
  const special = intercept(request);
  if (special !== null) return special;
  const query = request.url.searchParams;
  const [offset, asked] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 20)];
  const limit = Math.min(asked, 300);
  if (offset + limit > 100_001)
    return {
      status: 400,
      headers: { 'content-type': 'text/plain' },
      body: `Max offset of 100001 exceeded: ${offset} + ${limit}`,
    };
  const count = countOf(query);
  const results = count > rows.length ? [] : rows.slice(offset, offset + limit);
  return { body: { offset, limit, endOfRecords: offset + limit >= count, count, results, facets: [] } };
}

async function run(
  cursor: unknown,
  mode: 'incremental' | 'full' | 'backfill' = 'incremental',
): Promise<Page<unknown>[]> {
  server ??= await serveFixtures(answer, { nowMs: () => nowMs, prefix: '/v1' });
  const window = { fromMs: Date.UTC(2019, 0, 1), toMs: Date.UTC(2019, 11, 31) };
  const input = { mode, cursor, ...(mode === 'backfill' ? { window } : {}) };
  const [stream] = gbif.streams;
  if (stream === undefined) throw new Error('no stream');
  return collect(stream.pull(input, server.settings, server.context));
}

const records = (pages: readonly Page<unknown>[]) => pages.flatMap((page) => page.records as OccurrenceRecord[]);
const asked = () => (server?.requests ?? []).map(({ url }) => url.searchParams);
const pagesAsked = () => asked().filter((query) => query.get('limit') !== '0');

afterEach(async () => {
  await server?.close();
  server = undefined;
  rows = [];
  countOf = () => rows.length;
  intercept = () => null;
  nowMs = NOW_MS;
});

describe('paging', () => {
  test('walks by 300 until the provider says it is the end, and keeps the day it began', async () => {
    rows = Array.from({ length: 750 }, (_, index) => row(index));
    const pages = await run(null);
    expect(records(pages).map(({ sourceId }) => sourceId)).toEqual(rows.map(({ key }) => String(key)));
    expect(pagesAsked().map((query) => query.get('offset'))).toEqual(['0', '300', '600']);
    expect(pages.map(({ progress }) => progress)).toEqual([0.4, 0.8, 1, 1]);
    expect(pages.at(-1)?.cursor).toEqual({ interpretedTo: '2026-09-01', sweep: null });
  });

  test('an exact multiple of the page needs no empty page: the end is a flag, not a count of rows', async () => {
    rows = Array.from({ length: 600 }, (_, index) => row(index));
    await run(null);
    expect(pagesAsked()).toHaveLength(2);
  });

  test('fewer rows than asked for are not the end', async () => {
    rows = Array.from({ length: 5 }, (_, index) => row(index));
    intercept = ({ url }) => {
      const offset = Number(url.searchParams.get('offset') ?? 0);
      if (url.searchParams.get('limit') === '0') return null;
      const results = rows.slice(offset, offset + 2);
      return { body: { offset, limit: 2, endOfRecords: offset + 2 >= 5, count: 5, results } };
    };
    expect(records(await run(null))).toHaveLength(5);
  });

  test('beyond the offset cap the sea is cut in bands, each within reach, and nothing is asked above it', async () => {
    const heights: number[] = [];
    countOf = (query) => {
      const lats = [...(query.get('geometry') ?? '').matchAll(/ (-?[\d.]+)[,)]/g)].map(([, lat]) => Number(lat));
      const height = Math.max(...lats) - Math.min(...lats);
      if (query.get('limit') !== '0') heights.push(height);
      return height > 4 ? 250_000 : rows.length;
    };
    rows = [row(1)];
    await run(null);
    expect(heights).toEqual([3.4, 3.4, 3.4, 3.4].map((height) => expect.closeTo(height, 2)));
    expect(pagesAsked().every((query) => Number(query.get('offset')) + 300 <= 100_001)).toBe(true);
  });

  test('an interval of interpretation is cut by days before the sea is', async () => {
    countOf = (query) => (query.get('lastInterpreted') === '2026-08-25,2026-09-01' ? 150_000 : rows.length);
    rows = [row(1)];
    await run({ interpretedTo: '2026-08-25', sweep: null });
    expect(pagesAsked().map((query) => query.get('lastInterpreted'))).toEqual([
      '2026-08-25,2026-08-28',
      '2026-08-29,2026-09-01',
    ]);
  });

  test('a page handed out twice ends the run, to be tried again', async () => {
    rows = Array.from({ length: 900 }, (_, index) => row(index));
    intercept = ({ url }) =>
      url.searchParams.get('offset') === '300'
        ? { body: { offset: 0, limit: 300, endOfRecords: false, count: 900, results: rows.slice(0, 300) } }
        : null;
    await expect(run(null)).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });
});

describe('increments', () => {
  test('ask for what was interpreted since, the last day again', async () => {
    rows = [row(1)];
    const cursor = (await run(null)).at(-1)?.cursor;
    nowMs = NOW_MS + 3 * DAY_MS;
    expect((await run(cursor)).at(-1)?.cursor).toEqual({ interpretedTo: '2026-09-04', sweep: null });
    expect(pagesAsked().at(-1)?.get('lastInterpreted')).toBe('2026-09-01,2026-09-04');
  });

  test('a clock ahead yesterday makes no interval that ends before it begins', async () => {
    await run({ interpretedTo: '2026-09-05', sweep: null });
    expect(asked().at(-1)?.get('lastInterpreted')).toBe('2026-09-01,2026-09-01');
  });

  test('a sweep goes on where it stopped, to the day it began', async () => {
    rows = Array.from({ length: 750 }, (_, index) => row(index));
    const first = (await run(null))[0];
    nowMs = NOW_MS + DAY_MS;
    const resumed = await run(first?.cursor);
    expect(records(resumed)).toHaveLength(450);
    expect(resumed.at(-1)?.cursor).toEqual({ interpretedTo: '2026-09-01', sweep: null });
  });

  test('backfill asks for dates of the event and leaves the cursor as it was', async () => {
    rows = [row(1)];
    const cursor = { interpretedTo: '2026-08-01', sweep: null };
    const pages = await run(cursor, 'backfill');
    expect(asked().at(-1)?.get('eventDate')).toBe('2019-01-01,2019-12-31');
    expect(asked().at(-1)?.get('lastInterpreted')).toBeNull();
    expect(pages.map((page) => page.cursor)).toEqual([cursor]);
  });
});

describe('at the wire', () => {
  test('says who is asking, and for the sea alone: an anticlockwise ring', async () => {
    await run(null);
    expect(server?.requests[0]?.headers['user-agent']).toMatch(/^Kianda\//);
    const query = asked()[0];
    expect(query?.get('geometry')).toBe(bandWkt(WHOLE));
    expect(query?.get('hasGeospatialIssue')).toBe('false');
    const ring = [...bandWkt(WHOLE).matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, lon, lat]) => [
      Number(lon),
      Number(lat),
    ]);
    expect(ring[0]).toEqual(ring.at(-1));
    const twice = ring.reduce((sum, [lon = 0, lat = 0], index) => {
      const [nextLon = 0, nextLat = 0] = ring[index + 1] ?? [];
      return index + 1 === ring.length ? sum : sum + lon * nextLat - nextLon * lat;
    }, 0);
    expect(twice).toBeGreaterThan(0);
  });

  test('429 and 503 are waited for, a refusal in plain text is not', async () => {
    let left = 2;
    intercept = () =>
      left-- > 0 ? { status: left === 1 ? 429 : 503, headers: { 'retry-after': '1' }, body: '' } : null;
    rows = [row(1)];
    expect(records(await run(null))).toHaveLength(1);
    intercept = () => ({ status: 400, headers: { 'content-type': 'text/plain' }, body: 'Invalid geometry' });
    await expect(run(null)).rejects.toMatchObject({ failure: 'request', permanent: true, status: 400 });
  });

  test('rows of another shape are a change of schema', async () => {
    rows = [{ key: 'a', latitude: 1 }];
    await expect(run(null)).rejects.toMatchObject({ failure: 'schema' });
  });
});

describe('rows', () => {
  const one = async (over: Record<string, unknown>) => {
    rows = [row(7, over)];
    return (await run(null))[0];
  };

  test('take the accepted name, the licence of the record and its names elsewhere', async () => {
    expect((await one({ catalogNumber: 'X-1', institutionCode: 'MHN', depth: 0 }))?.records[0]).toEqual({
      kind: 'occurrence',
      sourceId: '7',
      scientificName: 'Katsuwonus pelamis',
      aphiaId: null,
      taxonomy: { family: 'Scombridae', genus: 'Katsuwonus' },
      redListCategory: 'LC',
      lon: 12.5,
      lat: -9,
      depthMeters: 0,
      eventDate: '2024-07-19',
      eventStartMs: Date.UTC(2024, 6, 19),
      basisOfRecord: 'HumanObservation',
      datasetId: '963a6b96-4d22-4428-86e4-afee52cf4a8e',
      licence: 'CC BY-NC 4.0',
      flags: ['COORDINATE_ROUNDED'],
      absence: false,
      occurrenceId: 'https://example.org/7',
      catalogNumber: 'X-1',
      institutionCode: 'MHN',
    });
  });

  test.each([
    ['2024-07', Date.UTC(2024, 6, 1)],
    ['2024', Date.UTC(2024, 0, 1)],
    ['2024-07-19T10:00:00', Date.UTC(2024, 6, 19, 10)],
    ['2024-07-19T10:00:00+01:00', Date.UTC(2024, 6, 19, 9)],
    ['2024-07-01/2024-07-31', Date.UTC(2024, 6, 1)],
    [null, null],
  ])('a date as short as %s begins where it begins', async (eventDate, startMs) => {
    expect((await one({ eventDate }))?.records[0]).toMatchObject({ eventDate, eventStartMs: startMs });
  });

  test("a synonym's AphiaID is not that of the accepted name", async () => {
    const lsid = { scientificNameID: 'urn:lsid:marinespecies.org:taxname:127018' };
    expect((await one(lsid))?.records[0]).toMatchObject({ aphiaId: null });
    expect((await one({ ...lsid, taxonomicStatus: 'ACCEPTED' }))?.records[0]).toMatchObject({ aphiaId: 127018 });
  });

  test('absences stay absences, and a name above species is better than none', async () => {
    expect((await one({ occurrenceStatus: 'ABSENT', species: null }))?.records[0]).toMatchObject({
      absence: true,
      scientificName: 'Katsuwonus',
    });
    expect((await one({ species: null, genus: '', family: undefined }))?.rejected).toHaveLength(1);
  });

  test.each([
    ['fossils', { basisOfRecord: 'FOSSIL_SPECIMEN' }],
    ['animals in captivity', { basisOfRecord: 'LIVING_SPECIMEN' }],
    ['what lives on land', { decimalLongitude: 13.9 }],
  ])('%s are left out, not rejected', async (_what, over) => {
    const page = await one(over);
    expect([page?.records, page?.rejected]).toEqual([[], []]);
    expect(server?.logs.at(-1)?.fields).toEqual({ leftOut: 1 });
  });
});
