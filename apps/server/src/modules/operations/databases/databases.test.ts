import type { DataOf } from '@kianda/contract';
import type {
  databaseActivity,
  databaseDefaultTables,
  databaseOverview,
  databaseTable,
  databaseTables,
} from '@kianda/contract/operations/databases/databases.contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { serveBindings } from '../../../testing/serve.ts';
import { databasesMigrations } from './databases.migrations.ts';
import { createDatabases } from './index.ts';

let base: ModulePlatform;
let site: Awaited<ReturnType<typeof serveBindings>>;

beforeAll(async () => {
  const model = `
    create table vessels.ships (id integer primary key, name text not null, body bytea)
      with (autovacuum_enabled = false);
    create index ships_name on vessels.ships (name);
    insert into vessels.ships select n, 'navio ' || n from generate_series(1, 500) n;
    create view vessels.names as select name from vessels.ships;
    create table vessels."Com espaço; --" (a integer);
    create table vessels.parts (at date not null, n integer) partition by range (at);
    create table vessels.parts_2026 partition of vessels.parts for values from ('2026-01-01') to ('2027-01-01');
    insert into vessels.parts select '2026-03-01', n from generate_series(1, 40) n;`;
  base = await createModulePlatform([
    { name: 'databases', migrations: databasesMigrations },
    { name: 'vessels', migrations: [{ id: '0001-model', sql: model }] },
  ]);
  const module = createDatabases({
    platform: base.platform,
    audit: { record: async () => undefined },
    masterKey: new Uint8Array(32),
    sqlTimeLimitMs: 1_000,
  });
  site = await serveBindings(module.bindings ?? [], base.platform.clock);
});
afterAll(async () => {
  await site.close();
  await base.close();
});

async function get<T>(path: string): Promise<T> {
  const answer = await site.ask('GET', `/admin-api/database${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

test('the database says what it is, who is connected, and what its schemas hold', async () => {
  const data = await get<DataOf<typeof databaseOverview>>('');
  expect(data.name).toMatch(/^kianda_test_/);
  expect(data.version).toMatch(/^\d+/);
  expect(data.totalBytes).toBeGreaterThan(1_000_000);
  const { connections } = data;
  expect(connections.active).toBeGreaterThan(0);
  expect(connections.byApplication.reduce((sum, one) => sum + one.connections, 0)).toBe(connections.total);
  expect(connections.byApplication.map(({ application }) => application)).toContain('kianda-test');
  expect(data.schemas.map(({ name }) => name)).toEqual(['databases', 'platform', 'public', 'vessels']);
  expect(data.schemas.at(-1)).toMatchObject({ tables: 4 });
});

test('tables have sizes, and rows as an estimate only where the server has one', async () => {
  const { tables } = await get<DataOf<typeof databaseTables>>('/tables/vessels');
  const byName = new Map(tables.map((table) => [table.name, table]));
  expect(byName.get('ships')).toMatchObject({ kind: 'table', estimatedRows: null, readable: 'all' });
  expect(byName.get('ships')?.indexBytes).toBeGreaterThan(0);
  expect(byName.get('names')).toMatchObject({ kind: 'view', estimatedRows: null, totalBytes: 0, readable: 'none' });
  expect(byName.get('parts')?.kind).toBe('partitioned');
  expect(byName.has('parts_2026')).toBe(false);
  await sql`analyze vessels.ships; `.execute(base.platform.database.for());
  await sql`analyze vessels.parts`.execute(base.platform.database.for());
  const after = await get<DataOf<typeof databaseTables>>('/tables/vessels');
  expect(after.tables.find(({ name }) => name === 'ships')).toMatchObject({ estimatedRows: 500 });
  expect(after.tables.find(({ name }) => name === 'parts')).toMatchObject({ estimatedRows: 40 });
  expect((await site.ask('GET', '/admin-api/database/tables/pg_catalog')).status).toBe(404);
  expect((await site.ask('GET', '/admin-api/database/tables/nada')).status).toBe(404);
});

test('without a schema, an empty public answers the tables that there are, each with its schema', async () => {
  const { schema, tables } = await get<DataOf<typeof databaseDefaultTables>>('/tables');
  expect(schema).toBeNull();
  expect(tables.some((table) => table.schema === 'vessels' && table.name === 'ships')).toBe(true);
  const { schemas } = await get<DataOf<typeof databaseOverview>>('');
  expect(tables).toHaveLength(schemas.reduce((sum, { tables: count }) => sum + count, 0));
  expect((await site.ask('GET', '/admin-api/database/tables', { role: 'cientista' })).status).toBe(403);
});

test('a table tells its columns and indexes, and its rows are counted when asked', async () => {
  const detail = await get<DataOf<typeof databaseTable>>('/tables/vessels/ships');
  expect(detail.columns).toEqual([
    { name: 'id', type: 'integer', nullable: false, readable: true },
    { name: 'name', type: 'text', nullable: false, readable: true },
    { name: 'body', type: 'bytea', nullable: true, readable: true },
  ]);
  expect(detail.indexes.map(({ name, isUnique }) => [name, isUnique])).toEqual([
    ['ships_name', false],
    ['ships_pkey', true],
  ]);
  expect(detail.indexes[0]?.definition).toContain('(name)');
  expect(await get('/tables/vessels/ships/count')).toMatchObject({ rows: 500 });
  expect(await get('/tables/vessels/parts/count')).toMatchObject({ rows: 40 });
  expect(await get(`/tables/vessels/${encodeURIComponent('Com espaço; --')}/count`)).toMatchObject({ rows: 0 });
  expect((await site.ask('GET', '/admin-api/database/tables/pg_catalog/pg_authid/count')).status).toBe(404);
  expect((await site.ask('GET', '/admin-api/database/tables/vessels/ships', { role: 'cientista' })).status).toBe(403);
});

test('what runs now is told; without the extension, why statements are not', async () => {
  const db = base.platform.database.for<unknown>();
  let released: () => void = () => undefined;
  const hold = new Promise<void>((resolve) => {
    released = resolve;
  });
  let begun: () => void = () => undefined;
  const open = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const held = db.transaction().execute(async (trx) => {
    await sql`select 'à espera'`.execute(trx);
    begun();
    await hold;
  });
  await open;
  const data = await get<DataOf<typeof databaseActivity>>('/activity');
  expect(data.running).toContainEqual(
    expect.objectContaining({ application: 'kianda-test', state: 'idle in transaction', query: `select 'à espera'` }),
  );
  // One of the two, whatever the server under test was started with.
  expect(data.statements === null).toBe(data.statementsReason?.includes('pg_stat_statements') === true);
  released();
  await held;
});
