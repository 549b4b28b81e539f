import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeatureTable } from '../../../platform/feature-collections.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { readPage } from './query/reader.ts';
import type { FeaturePage } from './query/selection.ts';

const initial = 100_000;
let base: ModulePlatform;

beforeAll(async () => {
  base = await createModulePlatform([]);
  const db = base.platform.database.for();
  await sql`create table public.observations (id integer primary key, lon float8 not null, lat float8 not null,
    position box not null, depth float8)`.execute(db);
  // Even ids at first: the odd ones come while pages are read.
  await sql`insert into public.observations select 2 * n, 8 + n % 7, -n % 13, box(point(8 + n % 7, -n % 13)), n % 100
    from generate_series(1, ${initial}::integer) n`.execute(db);
});
afterAll(() => base.close());

const collection = (): FeatureTable => ({
  kind: 'table',
  id: 'observations',
  title: 'Observações',
  description: 'Observações de ensaio',
  keywords: [],
  access: 'public',
  geometryType: 'point',
  time: null,
  database: base.platform.database,
  from: sql`public.observations o`,
  key: [{ sql: sql`o.id`, type: 'integer' }],
  geometry: { box: sql`o.position`, lon: sql`o.lon`, lat: sql`o.lat`, nullable: false },
  properties: { depth: { type: 'number', title: 'Profundidade' } },
  columns: { depth: sql`o.depth` },
  provenance: async () => ({ state: 'fallback', reason: 'ensaio' }),
});

test.each([{ sort: [] }, { sort: [{ property: 'depth', descending: true }] }])(
  'each of 100,000 once while others come and go, sorted by %o',
  async ({ sort }) => {
    const db = base.platform.database.for();
    const seen = new Map<string, number>();
    const gone = new Set<string>();
    let token: string | null = null;
    let pages = 0;
    do {
      const page: FeaturePage = await readPage(collection(), { filter: null, sort, limit: 5_000, token });
      for (const { id } of page.features) seen.set(id, (seen.get(id) ?? 0) + 1);
      token = page.next;
      pages += 1;
      // Some before the place reached, some after; and the last of the page, on which its mark stands.
      const last = Number(page.features.at(-1)?.id ?? 0);
      const { rows } = await sql<{ id: number }>`delete from public.observations
        where id = ${last} or id % ${9973 + sort.length * 2}::integer = ${pages} returning id`.execute(db);
      for (const { id } of rows) gone.add(String(id));
      await sql`insert into public.observations select 2 * n + 1, 9, -9, box(point(9, -9)), n % 100
        from generate_series(${pages * 40}::integer, ${initial}::integer, 4001) n
        on conflict do nothing`.execute(db);
    } while (token !== null);
    expect(pages).toBeGreaterThanOrEqual(20);
    expect([...seen.values()].filter((times) => times > 1)).toEqual([]);
    const { rows: left } = await sql<{ id: number }>`select id from public.observations where id % 2 = 0`.execute(db);
    expect(left.filter(({ id }) => !seen.has(String(id)))).toEqual([]);
    expect(gone.size).toBeGreaterThan(pages);
  },
);
