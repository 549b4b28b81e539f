import { afterEach, describe, expect, test } from 'vitest';
import { collect, type FixtureServer, serveFixtures } from '../testing/fixture-server.ts';
import body from './fixtures/taxon.json' with { type: 'json' };
import { mapLandings, releaseOf } from './map.ts';
import { landings } from './port.ts';

describe('mapLandings', () => {
  const mapped = mapLandings(body.data, 'Angola');

  test('gives one record a taxon and year; an unknown catch is null, none is zero', () => {
    expect(mapped.records).toEqual([
      { kind: 'landing', region: 'Angola', year: 1950, species: 'Sardinella', tonnes: 1234.5 },
      { kind: 'landing', region: 'Angola', year: 1951, species: 'Sardinella', tonnes: null },
      { kind: 'landing', region: 'Angola', year: 1952, species: 'Sardinella', tonnes: 0 },
      { kind: 'landing', region: 'Angola', year: 1950, species: 'Cunene horse mackerel', tonnes: 18022.13 },
      { kind: 'landing', region: 'Angola', year: 1951, species: 'Cunene horse mackerel', tonnes: 19000 },
    ]);
  });

  test('rejects what is negative or of another shape, with the reason', () => {
    expect(mapped.rejected.map(({ reason }) => reason)).toEqual([
      'Captura negativa: Cunene horse mackerel, 1952, -1 t',
      expect.stringMatching(/^values\.1\.0: /),
      expect.stringMatching(/^key: /),
    ]);
    expect(mapped.drifted).toBe(false);
    expect(mapLandings([{ species: 'x' }], 'Angola').drifted).toBe(true);
  });
});

test('releaseOf changes with any value and with no order', () => {
  const { records } = mapLandings(body.data, 'Angola');
  expect(releaseOf(records)).toMatch(/^1952-[0-9a-f]{16}$/);
  expect(releaseOf(records.toReversed())).toBe(releaseOf(records));
  expect(releaseOf(records.map((record) => ({ ...record, tonnes: record.tonnes ?? 0 })))).not.toBe(releaseOf(records));
});

describe('pull', () => {
  let server: FixtureServer | undefined;
  let data: unknown = body;

  afterEach(async () => {
    await server?.close();
    server = undefined;
    data = body;
  });

  async function run(
    mode: 'incremental' | 'full' | 'backfill',
    cursor: unknown,
    window?: { fromMs: number; toMs: number },
  ) {
    server ??= await serveFixtures(() => ({ body: data }), { nowMs: () => Date.UTC(2026, 8, 1) });
    const input = { mode, cursor, ...(window === undefined ? {} : { window }) };
    return collect(landings.pull(input, server.settings, server.context));
  }

  test('takes a release whole and once; a full run takes it again; the next release is taken whole', async () => {
    const [first] = await run('incremental', null);
    expect(first?.records).toHaveLength(5);
    expect(server?.requests[0]?.url.pathname).toBe('/api/v1/eez/tonnage/taxon/');
    expect(server?.requests[0]?.url.searchParams.get('region_id')).toBe('24');

    const [again] = await run('incremental', first?.cursor);
    expect(again).toMatchObject({ records: [], cursor: first?.cursor });
    expect((await run('full', first?.cursor))[0]?.records).toHaveLength(5);

    data = { data: [{ key: 'Sardinella', values: [[1950, 1300]] }] };
    const [next] = await run('incremental', first?.cursor);
    expect(next?.records).toMatchObject([{ tonnes: 1300 }]);
    expect(next?.cursor).not.toEqual(first?.cursor);
  });

  test('backfill takes the years of its window and leaves the cursor', async () => {
    const window = { fromMs: Date.UTC(1951, 5, 1), toMs: Date.UTC(1952, 0, 1) };
    const [page] = await run('backfill', { release: 'r' }, window);
    expect(page?.records).toMatchObject([
      { species: 'Sardinella', year: 1951 },
      { species: 'Sardinella', year: 1952 },
      { species: 'Cunene horse mackerel', year: 1951 },
    ]);
    expect(page?.cursor).toEqual({ release: 'r' });
  });

  test('another shape is a change of schema', async () => {
    data = { data: [{ species: 'x' }] };
    await expect(run('incremental', null)).rejects.toMatchObject({ failure: 'schema' });
    data = { result: [] };
    await expect(run('incremental', null)).rejects.toMatchObject({ failure: 'schema' });
  });
});
