import { gunzipSync } from 'node:zlib';
import {
  checklistWire,
  datasetWire,
  facetWire,
  occurrenceWire,
  pageWire,
  statisticsWire,
} from '@kianda/connectors/obis/wire';
import { dayMs } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { obis } from './routes.ts';

const clock = manualClock(Date.UTC(2026, 8, 1, 6));
const app = createSimulator({ seed: 8478, clock, providers: [obis] });
const box = 'POLYGON((8 -18,14 -18,14 -4.4,8 -4.4,8 -18))';

async function ask(path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  return app.inject({ url: `/obis/v3${path}?${new URLSearchParams(query)}`, headers });
}
const total = async (query: Record<string, string>): Promise<number> =>
  statisticsWire.parse((await ask('/statistics', query)).json()).records;

describe('keyset paging', () => {
  test('walks every record of the box once, in the order of ids, to an empty page', async () => {
    const query = { geometry: box, exclude: 'ON_LAND,NO_COORD,ZERO_COORD', size: '2000' };
    const expected = await total(query);
    const ids: string[] = [];
    for (;;) {
      const after = ids.at(-1);
      const answer = await ask('/occurrence', after === undefined ? query : { ...query, after });
      const page = pageWire.parse(answer.json());
      expect(page.total).toBe(expected);
      if (page.results.length === 0) break;
      const rows = page.results.map((row) => occurrenceWire.parse(row));
      const outside = rows.filter(
        ({ decimalLongitude: lon, decimalLatitude: lat }) => lon < 8 || lon > 14 || lat < -18 || lat > -4.4,
      );
      expect(outside).toEqual([]);
      ids.push(...rows.map(({ id }) => id));
    }
    expect(expected).toBeGreaterThan(2000);
    expect(ids).toHaveLength(expected);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  test('gives ten rows where no size is asked for', async () => {
    expect((await ask('/occurrence')).json().results).toHaveLength(10);
  });
});

describe('status codes that lie', () => {
  test.each([
    [{ scientificname: 'Nihil nullum' }, 200, '{"total":0,"results":[],"error":"NAME_NOT_FOUND"}'],
    [{ size: '20000' }, 400, 'Something broke: Size 20000 too large (should be 10000 or lower)'],
    [
      { size: '-1' },
      500,
      '{"total":0,"results":[],"error":"[illegal_argument_exception] [size] parameter cannot be negative, found [-1]"}',
    ],
    [{ startdate: 'not-a-date' }, 500, '{"total":0,"results":[],"error":"Invalid date format: not-a-date"}'],
    [{ geometry: 'POLYGON((8 -18' }, 200, '{"total":0,"results":[]}'],
    [{ flags: 'NO_SUCH_FLAG' }, 200, '{"total":0,"results":[]}'],
  ])('%j is answered %i', async (query, status, body) => {
    const answer = await ask('/occurrence', query);
    expect([answer.statusCode, answer.body]).toEqual([status, body]);
  });

  test('an unknown path is 404 in HTML', async () => {
    const answer = await ask('/taxon', { q: 'Sardinella' });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('Cannot GET /v3/taxon');
  });

  test('unknown parameters are ignored, and so are flag names in lower case', async () => {
    const all = await total({});
    expect(await total({ aphiaid: '1' })).toBe(all);
    expect(await total({ exclude: 'on_land' })).toBe(all);
    expect(await total({ exclude: 'ON_LAND' })).toBeLessThan(all);
  });

  test('dropped records come only when asked for', async () => {
    const [kept, dropped, both] = [
      await total({}),
      await total({ dropped: 'true' }),
      await total({ dropped: 'include' }),
    ];
    expect(dropped).toBeGreaterThan(0);
    expect(both).toBe(kept + dropped);
  });
});

describe('front', () => {
  test('weak ETags answer 304, gzip is spoken', async () => {
    const query = { size: '100' };
    const first = await ask('/occurrence', query);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"/);
    expect(first.headers['x-cache-status']).toBe('MISS');
    const again = await ask('/occurrence', query, { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const packed = await ask('/occurrence', query, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(first.body);
  });
});

describe('datasets, checklist, facets', () => {
  test('datasets share out the records of the box', async () => {
    const page = pageWire.parse((await ask('/dataset', { geometry: box })).json());
    const rows = page.results.map((row) => datasetWire.parse(row));
    expect(rows.reduce((sum, row) => sum + (row.statistics?.Occurrence ?? 0), 0)).toBe(await total({ geometry: box }));
    expect(rows.every((row) => (row.intellectualrights ?? '') !== '' && Date.parse(row.updated ?? '') <= clock())).toBe(
      true,
    );
    const [first] = rows;
    expect(await total({ geometry: box, datasetid: first?.id ?? '' })).toBe(first?.statistics?.Occurrence);
    const second = pageWire.parse((await ask('/dataset', { geometry: box, size: '1', offset: '1' })).json());
    expect(second.results).toEqual(page.results.slice(1, 2));
  });

  test('the checklist and the facets count the same records', async () => {
    const statistics = statisticsWire.parse((await ask('/statistics')).json());
    const checklist = pageWire.parse((await ask('/checklist', { size: '10000' })).json());
    const taxa = checklist.results.map((row) => checklistWire.parse(row));
    expect(taxa).toHaveLength(statistics.species ?? -1);
    expect(taxa.reduce((sum, { records }) => sum + records, 0)).toBe(statistics.records);
    const facet = facetWire.parse((await ask('/facet', { facets: 'phylum,constructor', size: '1000' })).json());
    expect(Object.keys(facet.results)).toEqual(['phylum']);
    expect(facet.results.phylum?.reduce((sum, { records }) => sum + records, 0)).toBe(statistics.records);
  });
});

test('time brings new records and moves the date of their datasets', async () => {
  const before = await total({});
  const datesBefore = new Map(
    pageWire.parse((await ask('/dataset')).json()).results.map((row) => {
      const { id, updated } = datasetWire.parse(row);
      return [id, updated] as const;
    }),
  );
  clock.advance(5 * dayMs);
  expect(await total({})).toBeGreaterThan(before);
  const moved = pageWire
    .parse((await ask('/dataset')).json())
    .results.map((row) => datasetWire.parse(row))
    .filter(({ id, updated }) => datesBefore.get(id) !== updated);
  expect(moved.length).toBeGreaterThan(0);
});
