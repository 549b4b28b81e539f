import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogueWorld } from './testing/world.ts';

type Page = {
  readonly features: readonly { readonly id: string }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly numberMatched?: number;
};

const initial = 100_000;
let world: Awaited<ReturnType<typeof createCatalogueWorld>>;
const database = () => world.platform.database.for();

/** Points and instants all over; of one in nine the instant is up to four days after its start. Even numbers at first. */
async function insert(from: number, to: number, step: number): Promise<void> {
  await sql`
    insert into catalogue.items
    select 'published-products', 'n' || n, start + late, start, start + interval '5 days',
      box(point(x, y), point(x, y)), true,
      jsonb_build_object('geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(x, y)),
        'bbox', jsonb_build_array(x, y, x, y), 'properties', jsonb_build_object('datetime', start + late,
        'start_datetime', start, 'end_datetime', start + interval '5 days', 'eo:cloud_cover', n % 100),
        'assets', jsonb_build_object(), 'stac_extensions', jsonb_build_array()),
      'h' || n, false, null, null, start, null, start, start
    from (
      select n, timestamptz '2020-01-01Z' + (n * 7919 % 50000) * interval '1 hour' as start,
        case when n % 9 = 0 then (n % 5) * interval '1 day' else interval '0' end as late,
        8.5 + (n * 104729 % 5500) / 1000.0 as x, -18 + (n * 1299709 % 13500) / 1000.0 as y
      from generate_series(${from}::bigint, ${to}::bigint, ${step}::bigint) as n
    ) as spread on conflict do nothing`.execute(database());
}

beforeAll(async () => {
  world = await createCatalogueWorld();
  await insert(2, 2 * initial, 2);
  await sql`analyze catalogue.items`.execute(database());
});
afterAll(() => world.close());

const nextOf = (page: Page) => page.links.find(({ rel }) => rel === 'next')?.href;

/** Ids that a condition gives, in the order of the catalogue. */
async function expected(condition: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from catalogue.items
    where collection = 'published-products' and (${sql.raw(condition)}) order by datetime desc, collection, id`.execute(
    database(),
  );
  return rows.map(({ id }) => id);
}

test.each([
  { search: 'bbox=8,-18,13,-6', condition: '(footprint[0])[0] <= 13 and (footprint[0])[1] <= -6' },
  {
    search: 'bbox=10,-9,10.5,-8',
    condition: '(footprint[0])[0] between 10 and 10.5 and (footprint[0])[1] between -9 and -8',
  },
  {
    search: 'datetime=2021-03-01T00:00:00Z/2022-06-01T00:00:00Z',
    condition: "start_at <= '2022-06-01Z' and end_at >= '2021-03-01Z'",
  },
  { search: 'datetime=2021-03-01T00:00:00Z', condition: "start_at <= '2021-03-01Z' and end_at >= '2021-03-01Z'" },
  { search: 'datetime=2025-01-01T00:00:00Z/..', condition: "end_at >= '2025-01-01Z'" },
  {
    search: `filter=${encodeURIComponent('"eo:cloud_cover" < 50 AND S_INTERSECTS(geometry, POLYGON((8 -18, 15 -18, 8 -4, 8 -18)))')}`,
    condition:
      "(item->'properties'->>'eo:cloud_cover')::float8 < 50 and ((footprint[0])[1] + 18) * 7 + ((footprint[0])[0] - 8) * 14 <= 98",
  },
])('many or few, $search finds what the rows say, in their order', async ({ search, condition }) => {
  const ids = await expected(condition);
  expect(ids.length).toBeGreaterThan(10);
  let page: Page = await world.get(`/search?limit=300&fields=id&${search}`);
  expect(page.numberMatched ?? ids.length).toBe(ids.length);
  const seen = page.features.map(({ id }) => id);
  for (let pages = 1; pages < 4; pages += 1) {
    const next = nextOf(page);
    if (next === undefined) break;
    page = await world.get(next);
    seen.push(...page.features.map(({ id }) => id));
  }
  expect(seen).toEqual(ids.slice(0, seen.length));
  expect(seen.length).toBe(Math.min(ids.length, 1_200));
});

/** Searches that the index in memory answers: boxes and periods, few matches and nearly all. */
const indexed = [
  { search: 'collections=published-products', condition: 'true' },
  { search: 'bbox=8,-18,13,-6', condition: '(footprint[0])[0] <= 13 and (footprint[0])[1] <= -6' },
  {
    search: 'bbox=10,-9,10.5,-8',
    condition: '(footprint[0])[0] between 10 and 10.5 and (footprint[0])[1] between -9 and -8',
  },
  { search: 'bbox=170,-9,10.5,-8', condition: '(footprint[0])[0] <= 10.5 and (footprint[0])[1] between -9 and -8' },
  { search: 'datetime=2021-03-01T00:00:00Z', condition: "start_at <= '2021-03-01Z' and end_at >= '2021-03-01Z'" },
  {
    search: 'datetime=../2025-01-01T00:00:00Z&bbox=9,-12,11,-10',
    condition:
      "start_at <= '2025-01-01Z' and (footprint[0])[0] between 9 and 11 and (footprint[0])[1] between -12 and -10",
  },
  { search: 'bbox=-30,-40,-29,-39', condition: 'false' },
] as const;

test('the index in memory finds and counts what the rows say, page by page, and sends what the database does', async () => {
  await world.hold();
  for (const { search, condition } of indexed) {
    const ids = await expected(condition);
    const address = `/search?limit=300&${search}`;
    const page = await world.get(address);
    expect([search, page.numberMatched]).toEqual([search, ids.length]);
    const seen: string[] = page.features.map(({ id }: { id: string }) => id);
    const next = nextOf(page);
    if (next !== undefined) seen.push(...(await world.get(next)).features.map(({ id }: { id: string }) => id));
    expect(seen).toEqual(ids.slice(0, seen.length));
    expect(seen.length).toBe(Math.min(ids.length, page.features.length * 2));
    // A property that the index does not hold sends the same search to the database.
    const filtered = await world.get(`${address}&filter=${encodeURIComponent("title IS NULL OR title <> 'x'")}`);
    expect(page.features).toEqual(filtered.features);
  }
});

test('what was written after the index was built is found at once', async () => {
  await world.hold();
  const before = (await world.get('/search?limit=1&bbox=10,-9,10.5,-8')).numberMatched;
  const all = (await world.get('/search?limit=1')).numberMatched;
  await sql`insert into catalogue.items select collection, 'novo', datetime, start_at, end_at,
    box(point(10.2, -8.5), point(10.2, -8.5)), is_box, item, content_hash, own, connector_id, stream_id, retrieved_at,
    simulated_seed, created_at, updated_at from catalogue.items limit 1`.execute(database());
  expect((await world.get('/search?limit=1&bbox=10,-9,10.5,-8')).numberMatched).toBe(before + 1);
  // More than the database counts: what the index knew is an estimate, and says so.
  const page = await world.get('/search?limit=1&bbox=0,-30,30,0');
  expect([page.numberMatched, page['kianda:estimatedMatched']].filter((n) => n !== undefined)).toHaveLength(1);
  expect([all, all + 1]).toContain(page.numberMatched ?? page['kianda:estimatedMatched']);
  await sql`delete from catalogue.items where id = 'novo'`.execute(database());
  expect((await world.get('/search?limit=1&bbox=10,-9,10.5,-8')).numberMatched).toBe(before);
});

test('each of 100,000 once while others come and go', async () => {
  const seen = new Map<string, number>();
  const gone = new Set<string>();
  let address: string | undefined = '/search?limit=1000&fields=id';
  let pages = 0;
  while (address !== undefined) {
    const page: Page = await world.get(address);
    for (const { id } of page.features) seen.set(id, (seen.get(id) ?? 0) + 1);
    pages += 1;
    // Some before the place reached, some after; and the last of the page, on which its mark stands.
    const { rows } = await sql<{ id: string }>`delete from catalogue.items
      where id in ('n' || ${pages * 613}::integer * 2, 'n' || ${pages * 211}::integer * 2, ${page.features.at(-1)?.id ?? ''})
      returning id`.execute(database());
    for (const { id } of rows) gone.add(id);
    await insert(pages * 40 + 1, 2 * initial, 9_998);
    address = nextOf(page);
  }
  expect(pages).toBeGreaterThanOrEqual(100);
  expect([...seen.values()].filter((times) => times > 1)).toEqual([]);
  const left = await expected('substr(id, 2)::integer % 2 = 0');
  expect(left.filter((id) => !seen.has(id))).toEqual([]);
  expect(gone.size).toBeGreaterThan(pages);
});
