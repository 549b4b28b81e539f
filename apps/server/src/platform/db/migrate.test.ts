import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../log/log.ts';
import type { Database } from './database.ts';
import { ChangedMigrationError, FailedMigrationError, migrate, NewerDatabaseError } from './migrate.ts';
import { openDatabase } from './open.ts';
import { createTestDatabase } from './testing.ts';

const log = createLogger({ level: 'silent', pretty: false });
const first = {
  id: '0001-fish',
  sql: `create table sea.fish (id bigint primary key, name text not null);
        insert into sea.fish values (1, 'Sardinella aurita');`,
};
const second = { id: '0002-length', sql: 'alter table sea.fish add column length_cm double precision' };
type Tables = { 'sea.fish': { id: number; name: string }; 'platform.migrations': { id: string; app_version: string } };

let current: { database: Database; drop(): Promise<void> };

beforeEach(async () => {
  current = await createTestDatabase([]);
  return () => current.drop();
});

async function appliedIds(): Promise<string[]> {
  const rows = await current.database
    .for<Tables>()
    .selectFrom('platform.migrations')
    .select('id')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

test('applies each migration once, in order, whatever the order given', async () => {
  await migrate(current.database, [{ name: 'sea', migrations: [second, first] }], log);
  await migrate(current.database, [{ name: 'sea', migrations: [first, second] }], log);
  expect(await appliedIds()).toEqual(['0001-fish', '0002-length']);
  const fish = await current.database.for<Tables>().selectFrom('sea.fish').selectAll().execute();
  expect(fish).toEqual([{ id: 1, name: 'Sardinella aurita', length_cm: null }]);
});

test('two processes that migrate at once apply each migration once', async () => {
  const other = await openDatabase({ url: current.database.url, applicationName: 'other' });
  const modules = [{ name: 'sea', migrations: [first, second] }];
  await Promise.all([migrate(current.database, modules, log), migrate(other, modules, log)]);
  await other.close();
  expect(await appliedIds()).toEqual(['0001-fish', '0002-length']);
});

test('refuses a migration edited after it was applied', async () => {
  await migrate(current.database, [{ name: 'sea', migrations: [first] }], log);
  const edited = { ...first, sql: `${first.sql} -- edited` };
  const failure = migrate(current.database, [{ name: 'sea', migrations: [edited] }], log);
  await expect(failure).rejects.toThrow(ChangedMigrationError);
  await expect(failure).rejects.toThrow('sea/0001-fish');
});

test('refuses a database of a newer version, with one line', async () => {
  await migrate(current.database, [{ name: 'sea', migrations: [first, second] }], log);
  const error: unknown = await migrate(current.database, [{ name: 'sea', migrations: [first] }], log).catch((e) => e);
  expect(error).toBeInstanceOf(NewerDatabaseError);
  const message = error instanceof Error ? error.message : '';
  expect(message).toContain('versão mais recente da Kianda (migração sea/0002-length');
  expect(message).not.toContain('\n');
});

test('refuses a migration numbered before one already applied', async () => {
  await migrate(current.database, [{ name: 'sea', migrations: [second].map((m) => ({ ...m, sql: 'select 1' })) }], log);
  const late = migrate(current.database, [{ name: 'sea', migrations: [first, { ...second, sql: 'select 1' }] }], log);
  await expect(late).rejects.toThrow(ChangedMigrationError);
});

test('a migration that fails leaves nothing behind, and a corrected one goes on', async () => {
  const broken = { id: '0002-length', sql: 'create table sea.half (id int); select * from sea.absent' };
  const failure = migrate(current.database, [{ name: 'sea', migrations: [first, broken] }], log);
  await expect(failure).rejects.toThrow(FailedMigrationError);
  expect(await appliedIds()).toEqual(['0001-fish']);
  await migrate(current.database, [{ name: 'sea', migrations: [first, second] }], log);
  expect(await appliedIds()).toEqual(['0001-fish', '0002-length']);
});

test('PostGIS migrations wait for PostGIS and are applied when it appears, even below the last number', async () => {
  const gis = { id: '0001-views', sql: 'create view sea.names as select name from sea.fish', requiresPostgis: true };
  const table = { ...first, id: '0000-fish' };
  const modules = [{ name: 'sea', migrations: [table, gis, second] }];
  await migrate({ ...current.database, hasPostgis: false }, modules, log);
  expect(await appliedIds()).toEqual(['0000-fish', '0002-length']);
  await migrate({ ...current.database, hasPostgis: true }, modules, log);
  expect(await appliedIds()).toEqual(['0000-fish', '0001-views', '0002-length']);
});

let typed: { database: Database; drop(): Promise<void> };
beforeAll(async () => {
  typed = await createTestDatabase([
    { name: 'sea', migrations: [{ id: '0001', sql: 'create table sea.t (n bigint, d date, at timestamptz)' }] },
  ]);
});
afterAll(() => typed.drop());

test('column types: int8 is a number, never a rounded one; a date has no time zone; timestamptz is a Date', async () => {
  type Row = { n: number | string; d: string; at: string };
  const kysely = typed.database.for<{ 'sea.t': Row }>();
  await kysely.insertInto('sea.t').values({ n: 42, d: '2026-01-31', at: '2026-01-31T23:30:00Z' }).execute();
  const rows: unknown = await kysely.selectFrom('sea.t').selectAll().execute();
  expect(rows).toEqual([{ n: 42, d: '2026-01-31', at: new Date('2026-01-31T23:30:00Z') }]);
  await kysely.updateTable('sea.t').set({ n: '9007199254740993' }).execute();
  await expect(kysely.selectFrom('sea.t').selectAll().execute()).rejects.toThrow('select it as text');
});
