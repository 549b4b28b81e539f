import { searchWire } from '@kianda/connectors/gbif/wire';
import { dayMs } from '@kianda/geo';
import { afterAll, describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';

const NOW_MS = Date.UTC(2026, 8, 1, 10);
const clock = manualClock(NOW_MS);
const app = createSimulator({ seed: 8478, clock });
afterAll(() => app.close());

const box = 'POLYGON((8 -18,14 -18,14 -4.4,8 -4.4,8 -18))';
const turned = 'POLYGON((8 -18,8 -4.4,14 -4.4,14 -18,8 -18))';
const ask = (path: string, query: Record<string, string> = {}) =>
  app.inject({ url: `/gbif/v1${path}?${new URLSearchParams(query)}` });
const search = async (query: Record<string, string>) =>
  searchWire.parse((await ask('/occurrence/search', query)).json());
type Row = Record<string, unknown>;

describe('occurrence search', () => {
  test('pages by offset to endOfRecords, each record once', async () => {
    const keys: unknown[] = [];
    let count = 0;
    for (let offset = 0, ended = false; !ended; offset += 300) {
      const page = await search({ geometry: box, hasCoordinate: 'true', limit: '300', offset: String(offset) });
      keys.push(...page.results.map((row) => (row as Row).key));
      ended = page.endOfRecords;
      count = page.count;
    }
    expect(count).toBeGreaterThan(5_000);
    expect(keys).toHaveLength(count);
    expect(new Set(keys).size).toBe(count);
  });

  test('cuts too large a limit without a word, and gives twenty where none is asked for', async () => {
    expect(await search({ limit: '5000' })).toMatchObject({ limit: 300, results: { length: 300 } });
    expect((await search({})).results).toHaveLength(20);
    expect(await search({ limit: '0' })).toMatchObject({ results: [], endOfRecords: false });
  });

  test('reaches offset + limit of 100,001 and refuses one more in plain text', async () => {
    expect((await search({ limit: '300', offset: '99701' })).endOfRecords).toBe(true);
    const refused = await ask('/occurrence/search', { limit: '300', offset: '99702' });
    expect([refused.statusCode, refused.body]).toEqual([400, 'Max offset of 100001 exceeded: 99702 + 300']);
    expect(refused.headers['content-type']).toContain('text/plain');
  });

  test('takes a clockwise ring for the rest of the world, and refuses what is no geometry', async () => {
    const here = await search({ geometry: box, limit: '0' });
    const elsewhere = await search({ geometry: turned, limit: '0' });
    const all = await search({ hasCoordinate: 'true', limit: '0' });
    expect(here.count + elsewhere.count).toBe(all.count);
    expect((await ask('/occurrence/search', { geometry: 'BOX(1 2)' })).statusCode).toBe(400);
  });

  test('selects by the day of interpretation: what is new, and datasets interpreted anew', async () => {
    const known = new Set((await search({ limit: '300' })).results.map((row) => (row as Row).key));
    expect(known.size).toBe(300);
    const today = await search({ lastInterpreted: '2026-08-31,2026-09-01', limit: '300' });
    expect(today.count).toBeGreaterThan(0);
    for (const row of today.results)
      expect(String((row as Row).lastInterpreted)).toMatch(/^2026-(08-31|09-01)T.*\+00:00$/);
    const years = await Promise.all(
      Array.from({ length: 100 }, async (_, day) => {
        const date = new Date(NOW_MS - day * dayMs).toISOString().slice(0, 10);
        return (await search({ lastInterpreted: `${date},${date}`, limit: '0' })).count;
      }),
    );
    expect(Math.max(...years)).toBeGreaterThan(1_000);
    expect((await ask('/occurrence/search', { lastInterpreted: '2026-09-02,2026-09-01' })).statusCode).toBe(400);
  });

  test('hides faults of the place on request, and what has none', async () => {
    const sound = await search({ hasCoordinate: 'true', hasGeospatialIssue: 'false', limit: '0' });
    const faulty = await search({ hasCoordinate: 'true', hasGeospatialIssue: 'true', limit: '300' });
    const placeless = await search({ hasCoordinate: 'false', limit: '300' });
    for (const row of faulty.results) expect((row as Row).issues).toContain('ZERO_COORDINATE');
    for (const row of placeless.results) expect(row).not.toHaveProperty('decimalLatitude');
    const all = await search({ limit: '0' });
    expect(sound.count + faulty.count + placeless.count).toBe(all.count);
  });

  test('rows have a licence each, synonyms with their accepted species, and impossible dates thrown away', async () => {
    const rows: Row[] = [];
    for (let offset = 0; offset < 6_000; offset += 300)
      rows.push(...((await search({ limit: '300', offset: String(offset) })).results as Row[]));
    expect(rows.every(({ license }) => String(license).startsWith('http://creativecommons.org/'))).toBe(true);
    const synonym = rows.find(({ taxonomicStatus }) => taxonomicStatus === 'SYNONYM');
    expect(String(synonym?.scientificName).startsWith(String(synonym?.species))).toBe(false);
    const unlikely = rows.filter(({ issues }) => (issues as string[]).includes('RECORDED_DATE_UNLIKELY'));
    expect(unlikely.length).toBeGreaterThan(0);
    expect(unlikely.every((row) => !('eventDate' in row))).toBe(true);
  });
});

describe('species match', () => {
  test.each([
    ['Sardinella aurita', 'EXACT', 'SPECIES'],
    ['Sardinella inventada', 'HIGHERRANK', 'GENUS'],
    ['Nulla nulla', 'NONE', undefined],
  ])('%s: %s', async (name, matchType, rank) => {
    expect((await ask('/species/match', { name })).json()).toMatchObject({ matchType, ...(rank && { rank }) });
  });
});

test('an unknown path is a 404 in plain text', async () => {
  expect((await ask('/nothing')).statusCode).toBe(404);
});
