import { listFeatures } from '@kianda/contract/open/features/features.contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../platform/log/log.ts';
import { createTestApplication } from '../../../testing/application.ts';
import { occurrenceFeatures } from '../../sea/biodiversity/features.collections.ts';
import { createSnapshotPages, isRevised } from './collection-snapshot.cache.ts';
import { itemsDocument } from './documents/items.ts';
import { readPage } from './query/reader.ts';
import { itemsRequest } from './query/request.ts';
import { writeToken } from './query/token.ts';
import { readSnapshot } from './snapshot/read-snapshot.ts';

/** The parameters of an address as the route has them. */
const asked = (text: string) => listFeatures.query.parse(Object.fromEntries(new URLSearchParams(text)));

const log = createLogger({ level: 'silent', pretty: false });
const rows = 4_000;
const plenty = { worthAfter: 2, features: 100_000, bytes: 100_000_000 };
let app: Awaited<ReturnType<typeof createTestApplication>>;

beforeAll(async () => {
  app = await createTestApplication();
  const db = app.database.for();
  await sql`insert into biodiversity.taxa (scientific_name) values ('Thunnus «obesus» \\ "ç"')`.execute(db);
  await insert(1, rows);
});
afterAll(() => app.close());

async function insert(from: number, to: number): Promise<void> {
  // On whole and half degrees: many lie on the edges of the boxes asked for.
  await sql`insert into biodiversity.occurrences
      (source, source_id, taxon_id, lon, lat, position, depth_meters, event_start, basis_of_record, dataset_id, flags,
       absence, connector_id, stream_id, run_id, retrieved_at)
    select case when n % 3 = 0 then 'gbif' else 'obis' end, 'a:' || n, 1, lon, lat, box(point(lon, lat), point(lon, lat)),
      case when n % 10 = 0 then null else n % 500 end,
      case when n % 11 = 0 then null else timestamptz '2020-01-01Z' + n * interval '1 hour' end,
      'HumanObservation', 'ensaio', array['a'], false, 'obis', 'occurrences', gen_random_uuid(), now()
    from (select n, 8 + (n % 13) * 0.5 as lon, -18 + (n % 27) * 0.5 as lat
      from generate_series(${from}::integer, ${to}::integer) n) t`.execute(app.database.for());
}

const occurrences = () => occurrenceFeatures(app.database, async () => ({ state: 'fallback', reason: 'ensaio' }));

const filter = (text: string) => `filter=${encodeURIComponent(text)}`;

/** Conditions, orders and choices of properties that memory decides: numbers, instants, text, lists, unknown values. */
const filtered = [
  `${filter('depthMeters < 250')}&bbox=8,-18,10,-16&limit=25`,
  `${filter('NOT (depthMeters < 250)')}&limit=40`,
  `${filter('depthMeters IS NULL OR depthMeters BETWEEN 10 AND 20')}&limit=30`,
  `${filter("depthMeters IN (1, 2, 7.5) AND source <> 'gbif'")}&limit=10000`,
  `${filter('300 <= depthMeters AND NOT depthMeters IN (301, 302)')}&limit=500`,
  `${filter('aphiaId IS NULL AND family IS NULL')}&limit=5`,
  `${filter("eventStart >= TIMESTAMP('2020-02-01T00:00:00Z') AND eventStart < TIMESTAMP('2020-02-03T00:00:00Z')")}`,
  `${filter("CASEI(source) = CASEI('OBIS') AND species LIKE '%obesus%'")}&limit=12`,
  `${filter("species > 'A' AND NOT source LIKE 'g%'")}&limit=12`,
  `${filter("A_CONTAINS(flags, ('a')) AND absence = FALSE AND NOT absence")}&limit=12`,
  `${filter('S_INTERSECTS(geometry, BBOX(8, -18, 10.25, -16)) OR depthMeters = 499')}&limit=60`,
  'source=gbif&depthMeters=33&limit=3',
  'sortby=depthMeters&limit=700',
  'sortby=-depthMeters,source&limit=90&bbox=8,-18,10,-16',
  'sortby=-eventStart&limit=50',
  `sortby=source,-eventStart&limit=35&${filter('depthMeters > 490')}`,
  'sortby=species,-absence&limit=20&datetime=2020-01-03T00:00:00Z/2020-01-09T12:00:00Z',
  'properties=species&limit=20',
  'properties=source,depthMeters,species&limit=20&bbox=8,-18,10,-16',
  'properties=&limit=5',
  'properties=licence&limit=5&sortby=-source',
];

test('pages from memory are those of the database, and never older than the question', async () => {
  const collection = occurrences();
  const snapshots = createSnapshotPages(log, plenty);
  const queries = [
    'bbox=8,-18,10,-16&limit=25',
    'bbox=8.25,-17.9,13.1,-5&limit=1000',
    'bbox=20,20,21,21',
    'limit=10000',
    '',
    'bbox=8,-18,10,-16&datetime=2020-01-03T00:00:00Z/2020-02-01T12:00:00Z&limit=25',
    'datetime=2020-01-01T05:00:00Z',
    'datetime=../2020-03-01T00:00:00Z&limit=30',
    'bbox=8,-18,14,-5&datetime=2020-03-01T00:00:00Z/..&limit=1000',
    'datetime=1990-01-01T00:00:00Z&bbox=8,-18,14,-5',
    ...filtered,
  ];
  const some = queries.filter((_, at) => at % 5 === 0);
  const both = async (query: string, token: string | null = null) => {
    const request = { ...itemsRequest(collection, asked(query)), token };
    const [memory, database] = [await snapshots.page(collection, request), await readPage(collection, request)];
    const { features, numberMatched } = itemsDocument(database, request, []);
    return {
      memory:
        memory === null
          ? null
          : {
              features: JSON.parse(`[${memory.features.toString()}]`) as unknown,
              matched: memory.matched,
              next: memory.next,
            },
      database: {
        features: JSON.parse(JSON.stringify(features)) as unknown,
        matched: numberMatched,
        next: database.next,
      },
    };
  };
  const remembered = async (asking = queries) => {
    for (let times = 0; times < plenty.worthAfter; times += 1) {
      await both('limit=1');
      await snapshots.settled();
    }
    for (const query of asking) {
      let token: string | null = null;
      for (let page = 1; page === 1 || (token !== null && page < 6); page += 1) {
        const { memory, database }: Awaited<ReturnType<typeof both>> = await both(query, token);
        // Instants are written in two ways in tokens: either one reads the other's.
        const isLast = (answer: { readonly next: string | null } | null) => answer?.next === null;
        expect([query, page, memory && { ...memory, next: isLast(memory) }]).toEqual([
          query,
          page,
          { ...database, next: isLast(database) },
        ]);
        token = page % 2 === 0 ? database.next : (memory?.next ?? null);
      }
    }
  };
  await remembered();

  await insert(rows + 1, rows + 50);
  expect((await both('limit=10')).memory).toBeNull();
  await remembered(some);

  // An uncommitted row is invisible to others.
  await app.database
    .for()
    .transaction()
    .execute(async (trx) => {
      await sql`delete from biodiversity.occurrences where source = 'gbif'`.execute(trx);
      const { memory, database } = await both('limit=10');
      expect(memory).toEqual(database);
      expect(memory?.matched).toBe(rows + 50);
    });
  const { memory, database } = await both('limit=10');
  expect(memory).toBeNull();
  expect(database.matched).toBeLessThan(rows);
  await remembered(some);

  await sql`update biodiversity.taxa set family = 'Scombridae'`.execute(app.database.for());
  expect((await both('limit=10')).memory).toBeNull();
  await remembered(some);
});

test('a page after a feature that went since comes from the database, and a token nobody wrote is refused', async () => {
  const collection = occurrences();
  const snapshots = createSnapshotPages(log, plenty);
  const request = (token: string | null) => ({ ...itemsRequest(collection, asked('limit=10')), token });
  for (let times = 0; times < 2; times += 1) {
    await snapshots.page(collection, request(null));
    await snapshots.settled();
  }
  expect((await snapshots.page(collection, request(null)))?.returned).toBe(10);
  expect(await snapshots.page(collection, request(writeToken({ key: ['obis', 'nunca houve'], sort: [] })))).toBeNull();
  await expect(snapshots.page(collection, request('inventada'))).rejects.toMatchObject({ code: 'validation_failed' });
});

test('two that write at the same time are both told of, and what was noted does not pile up', async () => {
  const db = app.database.for();
  const revision = async () => {
    const collection = occurrences();
    if (collection.kind !== 'table' || collection.revision === undefined) throw new Error('expected a revision');
    const { rows: found } = await sql<{ revision: string }>`select ${collection.revision} as revision`.execute(db);
    return found[0]?.revision ?? 'nenhuma';
  };
  const seen = new Set([await revision()]);
  await db.transaction().execute(async (one) => {
    await sql`update biodiversity.occurrences set depth_meters = 1 where source_id = 'a:1'`.execute(one);
    await db.transaction().execute(async (other) => {
      await sql`update biodiversity.occurrences set depth_meters = 2 where source_id = 'a:2'`.execute(other);
      expect(seen.has(await revision())).toBe(true);
    });
    const between = await revision();
    expect(seen.has(between)).toBe(false);
    seen.add(between);
  });
  expect(seen.has(await revision())).toBe(false);
  let round = 0;
  const change = async () => {
    round += 1;
    await sql`update biodiversity.taxa set genus = ${String(round)}`.execute(db);
    const changed = await revision();
    expect(seen.has(changed)).toBe(false);
    seen.add(changed);
    return changed.split(' ').length;
  };
  while (round < 20) await change();
  // Rows newer than the server's oldest transaction are kept, and other tests have transactions on this server too.
  await expect.poll(change).toBeLessThan(10);
});

test('collections too large for memory, or that say nothing of their changes, come from the database', async () => {
  const collection = occurrences();
  const snapshots = createSnapshotPages(log, { ...plenty, features: 100 });
  const request = itemsRequest(collection, asked(''));
  for (let times = 0; times < 4; times += 1) {
    expect(await snapshots.page(collection, request)).toBeNull();
    await snapshots.settled();
  }
  const patient = createSnapshotPages(log, plenty);
  const others = [
    'bbox=13,-9,8,-8',
    'crs=http://www.opengis.net/def/crs/EPSG/0/4326',
    // A shape that is no box, two properties at once, arithmetic.
    filter('S_WITHIN(geometry, POLYGON((8 -18, 10 -18, 9 -16, 8 -18)))'),
    filter('depthMeters = aphiaId'),
    filter('depthMeters * 2 > 10'),
  ];
  for (const query of others) {
    for (let times = 0; times < 3; times += 1) {
      expect(await patient.page(collection, itemsRequest(collection, asked(query)))).toBeNull();
      await patient.settled();
    }
  }
});

test('collections that do not fit together leave memory, the one asked for least recently first', async () => {
  const [one, other] = [occurrences(), { ...occurrences(), id: 'outras' }];
  const request = itemsRequest(one, asked('limit=5'));
  const fill = async (snapshots: ReturnType<typeof createSnapshotPages>, collection: typeof one) => {
    for (let times = 0; times < plenty.worthAfter; times += 1) {
      await snapshots.page(collection, request);
      await snapshots.settled();
    }
    return (await snapshots.page(collection, request))?.returned ?? null;
  };
  if (!isRevised(one)) throw new Error('expected a collection with a revision');
  const whole = await readSnapshot(one, 'ensaio', plenty);
  // Room for one and a half.
  const narrow = createSnapshotPages(log, { ...plenty, bytes: (whole?.bytes ?? 0) * 1.5 });
  expect(await fill(narrow, one)).toBe(5);
  expect(await fill(narrow, other)).toBe(5);
  expect(await narrow.page(one, request)).toBeNull();
  expect((await narrow.page(other, request))?.returned).toBe(5);
  expect(await fill(createSnapshotPages(log, { ...plenty, bytes: 0 }), one)).toBeNull();
});

test('the same page is asked for again with its tag', async () => {
  const url = '/features/collections/occurrences/items?bbox=8,-18,10,-16&limit=5';
  const ask = (headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
  const first = String((await ask()).headers.etag);
  expect((await ask({ 'if-none-match': first })).status).toBe(304);
  // Memory has a tag of its own, made of the revision.
  await expect
    .poll(async () => {
      for (let times = 0; times < 100; times += 1) await ask();
      return (await ask()).headers.etag;
    })
    .not.toBe(first);
  const whole = await ask();
  expect(whole.headers['content-type']).toContain('application/geo+json');
  const tag = String(whole.headers.etag);
  expect((await ask({ 'if-none-match': tag })).status).toBe(304);
  await sql`delete from biodiversity.occurrences where source_id = 'a:3'`.execute(app.database.for());
  expect((await ask({ 'if-none-match': tag })).status).toBe(200);
});
