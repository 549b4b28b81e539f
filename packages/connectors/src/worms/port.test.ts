import { afterEach, describe, expect, test } from 'vitest';
import type { Page, PullInput } from '../core/port.ts';
import type { TaxonRecord, WantedTaxon } from '../core/taxon-record.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { worms } from './port.ts';

const NOW_MS = Date.UTC(2026, 8, 1, 6);
const DAY_MS = 86_400_000;

/** As recorded for the whale shark's family, 2020. */
const record = (AphiaID: number, over: Record<string, unknown> = {}) => ({
  AphiaID,
  url: `http://www.marinespecies.org/aphia.php?p=taxdetails&id=${AphiaID}`,
  scientificname: `Gadus ${AphiaID}`,
  authority: 'Linnaeus, 1758',
  status: 'accepted',
  unacceptreason: null,
  taxonRankID: 220,
  rank: 'Species',
  valid_AphiaID: AphiaID,
  valid_name: `Gadus ${AphiaID}`,
  valid_authority: 'Linnaeus, 1758',
  parentNameUsageID: 125732,
  kingdom: 'Animalia',
  phylum: 'Chordata',
  class: 'Actinopterygii',
  order: 'Gadiformes',
  family: 'Gadidae',
  genus: null,
  citation: `FishBase. Gadus&nbsp;${AphiaID}. Accessed through: WoRMS at: http://www.marinespecies.org on 2020-05-05`,
  lsid: `urn:lsid:marinespecies.org:taxname:${AphiaID}`,
  isMarine: 1,
  isBrackish: null,
  isFreshwater: 0,
  isTerrestrial: null,
  isExtinct: null,
  match_type: 'exact',
  modified: '2008-01-15T17:27:08.177Z',
  ...over,
});

let changed: unknown[] = [];
let byName: Record<string, unknown[]> = {};
let intercept: (request: FixtureRequest) => FixtureAnswer | null = () => null;
let nowMs = NOW_MS;
let server: FixtureServer | undefined;
const empty: FixtureAnswer = { status: 204, headers: { 'content-type': 'text/html; charset=UTF-8;' }, body: '' };
const found = (rows: readonly unknown[]): FixtureAnswer => (rows.length === 0 ? empty : { body: rows });

function answer(request: FixtureRequest): FixtureAnswer {
  const special = intercept(request);
  if (special !== null) return special;
  const { pathname, searchParams } = request.url;
  const [, , method, id] = pathname.split('/');
  switch (method) {
    case 'AphiaRecordsByDate': {
      const offset = Number(searchParams.get('offset'));
      return found(changed.slice(offset - 1, offset + 49));
    }
    case 'AphiaRecordsByAphiaIDs':
      return found(
        searchParams
          .getAll('aphiaids[]')
          .filter((asked) => Number(asked) < 9000)
          .map((asked) => record(Number(asked))),
      );
    case 'AphiaRecordsByMatchNames':
      return { body: searchParams.getAll('scientificnames[]').map((name) => byName[name] ?? []) };
    case 'AphiaVernacularsByAphiaID':
      return found(id === '1' ? [{ vernacular: 'bacalhau ', language_code: 'por', language: 'Portuguese' }] : []);
    case 'AphiaClassificationByAphiaID':
      return {
        body: {
          AphiaID: 1,
          rank: 'Superdomain',
          scientificname: 'Biota',
          child: { AphiaID: 2, rank: 'Kingdom', scientificname: 'Animalia', child: null },
        },
      };
    default:
      return { status: 404, body: '<html></html>' };
  }
}

async function run(
  cursor: unknown,
  wanted: readonly WantedTaxon[] = [],
  mode: PullInput<unknown>['mode'] = 'incremental',
): Promise<Page<unknown>[]> {
  server ??= await serveFixtures(answer, { nowMs: () => nowMs, prefix: '/rest' });
  const window = { fromMs: Date.UTC(2019, 0, 1), toMs: Date.UTC(2019, 11, 31) };
  const input = { mode, cursor, ...(mode === 'backfill' ? { window } : {}) };
  const [stream] = worms.streams;
  if (stream === undefined) throw new Error('no stream');
  return collect(stream.pull(input, server.settings, { ...server.context, wantedTaxa: async () => wanted }));
}

const taxa = (pages: readonly Page<unknown>[]) => pages.flatMap((page) => page.records as TaxonRecord[]);
const asked = (method: string) =>
  (server?.requests ?? []).filter(({ url }) => url.pathname.includes(method)).map(({ url }) => url.searchParams);

afterEach(async () => {
  await server?.close();
  server = undefined;
  changed = [];
  byName = {};
  intercept = () => null;
  nowMs = NOW_MS;
});

describe('changes by date', () => {
  test('are paged from 1 in fifties; a 204 without a body is the end, not an error', async () => {
    changed = Array.from({ length: 100 }, (_, index) => record(index + 1));
    const pages = await run(null);
    expect(taxa(pages).map(({ aphiaId }) => aphiaId)).toEqual(changed.map((_, index) => index + 1));
    expect(asked('ByDate').map((query) => query.get('offset'))).toEqual(['1', '51', '101']);
    expect(pages.at(-1)?.cursor).toEqual({ sweptToMs: NOW_MS, sweep: null });
  });

  test('nothing changed: no record, and the cursor moves on', async () => {
    expect(taxa(await run(null))).toEqual([]);
    nowMs = NOW_MS + 7 * DAY_MS;
    const pages = await run({ sweptToMs: NOW_MS, sweep: null });
    expect(pages.map(({ cursor }) => cursor)).toEqual([{ sweptToMs: nowMs, sweep: null }]);
    // A plus sign that is not encoded arrives as a blank.
    expect(server?.requests.at(-1)?.url.search).toContain('startdate=2026-08-31T06%3A00%3A00%2B00%3A00');
    expect(asked('ByDate').at(-1)?.get('enddate')).toBe('2026-09-08T06:00:00+00:00');
  });

  test('an interrupted sweep goes on at its page, to the end it had', async () => {
    changed = Array.from({ length: 120 }, (_, index) => record(index + 1));
    const first = (await run(null))[0];
    nowMs = NOW_MS + DAY_MS;
    const resumed = await run(first?.cursor);
    expect(taxa(resumed)).toHaveLength(70);
    expect(resumed.at(-1)?.cursor).toEqual({ sweptToMs: NOW_MS, sweep: null });
  });

  test('an offset that is not heeded does not go round for ever', async () => {
    changed = Array.from({ length: 50 }, (_, index) => record(index + 1));
    intercept = ({ url }) => (url.pathname.includes('ByDate') ? { body: changed } : null);
    await expect(run(null)).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });

  test('backfill asks for its window and leaves the cursor as it was', async () => {
    changed = [record(1)];
    const cursor = { sweptToMs: NOW_MS, sweep: null };
    const pages = await run(cursor, [{ scientificName: 'X y', aphiaId: 5, known: false }], 'backfill');
    expect(asked('ByDate')[0]?.get('startdate')).toBe('2019-01-01T00:00:00+00:00');
    expect(pages.map((page) => page.cursor)).toEqual([cursor]);
    expect(asked('ByAphiaIDs')).toEqual([]);
  });
});

describe('wanted names', () => {
  test('are asked for by id in fifties; an id that does not exist is left out', async () => {
    const wanted = Array.from({ length: 60 }, (_, index) => ({
      scientificName: `Gadus ${index}`,
      aphiaId: index === 3 ? 9999 : index + 1,
      known: false,
    }));
    const ids = new Set(taxa(await run(null, wanted)).map(({ aphiaId }) => aphiaId));
    expect(ids.size).toBe(59);
    expect(
      asked('RecordsByAphiaIDs')
        .slice(0, 2)
        .map((query) => query.getAll('aphiaids[]').length),
    ).toEqual([50, 10]);
  });

  test('without an id they need an exact match: a near one is another species', async () => {
    byName = {
      'Delphinus capensis': [
        record(7, {
          scientificname: 'Delphinus capensis',
          status: 'unaccepted',
          valid_AphiaID: 8,
          valid_name: 'Delphinus delphis',
        }),
      ],
      'Sardinela aurita': [record(9, { match_type: 'near_1' })],
      'Perna perna': [record(10, { status: 'unaccepted' }), record(11, { scientificname: 'Perna perna' })],
      'Ambigua ambigua': [record(12), record(13)],
    };
    const wanted = [...Object.keys(byName), 'Nulla nulla'].map((scientificName) => ({
      scientificName,
      aphiaId: null,
      known: false,
    }));
    const found = taxa(await run(null, wanted));
    expect(found.map(({ aphiaId, status, acceptedName }) => [aphiaId, status, acceptedName])).toEqual([
      [7, 'unaccepted', 'Delphinus delphis'],
      [11, 'accepted', 'Gadus 11'],
    ]);
    expect(asked('MatchNames')[0]?.get('marine_only')).toBe('false');
    expect(server?.logs.at(-1)?.fields).toEqual({
      count: 3,
      names: ['Sardinela aurita', 'Ambigua ambigua', 'Nulla nulla'],
    });
  });

  test('one list too few for the names asked is refused: the rest would be of the wrong names', async () => {
    intercept = ({ url }) => (url.pathname.includes('MatchNames') ? { body: [[record(1)]] } : null);
    const wanted = ['A a', 'B b'].map((scientificName) => ({ scientificName, aphiaId: null, known: false }));
    await expect(run(null, wanted)).rejects.toMatchObject({ failure: 'schema' });
  });

  test('get common names and classification, also where there are none (204)', async () => {
    const wanted = [1, 2].map((aphiaId) => ({ scientificName: `Gadus ${aphiaId}`, aphiaId, known: true }));
    const [first, second] = taxa(await run(null, wanted));
    expect(first?.details).toEqual({
      vernaculars: [{ name: 'bacalhau', language: 'por' }],
      lineage: [
        { aphiaId: 1, rank: 'Superdomain', name: 'Biota' },
        { aphiaId: 2, rank: 'Kingdom', name: 'Animalia' },
      ],
    });
    expect(second?.details?.vernaculars).toEqual([]);
    expect(asked('Vernaculars')).toHaveLength(2);
  });
});

test('details are left for the next run when this one has taken long', async () => {
  const wanted = Array.from({ length: 60 }, (_, index) => ({
    scientificName: `Gadus ${index}`,
    aphiaId: index + 1,
    known: true,
  }));
  intercept = ({ url }) => {
    if (url.pathname.includes('Vernaculars')) nowMs += 10_000;
    return null;
  };
  const pages = await run(null, wanted);
  expect(taxa(pages).filter(({ details }) => details !== undefined)).toHaveLength(25);
  expect(pages.at(-1)?.cursor).toEqual({ sweptToMs: NOW_MS, sweep: null });
  expect(server?.logs.at(-1)?.fields).toEqual({ done: 25, left: 35 });
});

describe('records', () => {
  test('keep the three answers of the environment, and a citation without the day of access', async () => {
    changed = [record(126436)];
    expect(taxa(await run(null))[0]).toEqual({
      kind: 'taxon',
      aphiaId: 126436,
      scientificName: 'Gadus 126436',
      authority: 'Linnaeus, 1758',
      rank: 'Species',
      status: 'accepted',
      unacceptReason: null,
      acceptedAphiaId: 126436,
      acceptedName: 'Gadus 126436',
      parentAphiaId: 125732,
      taxonomy: {
        kingdom: 'Animalia',
        phylum: 'Chordata',
        class: 'Actinopterygii',
        order: 'Gadiformes',
        family: 'Gadidae',
      },
      environment: { marine: true, brackish: null, freshwater: false, terrestrial: null },
      extinct: null,
      citation: 'FishBase. Gadus 126436. Accessed through: WoRMS at: http://www.marinespecies.org',
      modifiedMs: Date.UTC(2008, 0, 15, 17, 27, 8, 177),
    });
  });

  test('a misshapen row is rejected, a misshapen page is a change of schema', async () => {
    changed = [record(1), { AphiaID: 'x' }];
    expect((await run(null))[0]?.rejected).toHaveLength(1);
    changed = [{ AphiaID: 'x' }];
    await expect(run(null)).rejects.toMatchObject({ failure: 'schema' });
  });

  test('a bad request is asked once', async () => {
    intercept = () => ({ status: 400, headers: { 'content-type': 'text/html' }, body: 'Bad request' });
    await expect(run(null)).rejects.toMatchObject({ failure: 'request', permanent: true });
    expect(server?.requests).toHaveLength(1);
  });
});
