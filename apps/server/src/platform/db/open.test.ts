import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../log/log.ts';
import type { Database } from './database.ts';
import { DatabaseUnavailableError, describeUrl, openDatabase } from './open.ts';
import { createTestDatabase } from './testing.ts';

type None = Record<never, never>;
let current: { database: Database; drop(): Promise<void> };

beforeAll(async () => {
  current = await createTestDatabase([]);
});
afterAll(() => current.drop());

test('knows the version, and has PostGIS exactly where the server offers it', async () => {
  const { database } = current;
  expect(database.serverVersion).toBeGreaterThanOrEqual(150_000);
  const offered = await sql`select 1 from pg_available_extensions where name = 'postgis'`.execute(database.for<None>());
  expect(database.hasPostgis).toBe(offered.rows.length === 1);
});

test('an idle connection that the server cuts is replaced, and the process goes on', async () => {
  const kysely = current.database.for<None>();
  await sql`select 1`.execute(kysely);
  const other = await openDatabase({ url: current.database.url, applicationName: 'cutter' });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'kianda-test'`.execute(other.for<None>());
  await other.close();
  await expect.poll(async () => sql`select 1`.execute(kysely).then(() => 'ok', String)).toBe('ok');
});

test('a role that may not create extensions works without PostGIS', async () => {
  const role = `kianda_weak_${Math.trunc(performance.timeOrigin)}`;
  const kysely = current.database.for<None>();
  await sql.raw(`create role ${role} login password 'fraca-mas-longa'`).execute(kysely);
  const url = new URL(current.database.url);
  url.username = role;
  url.password = 'fraca-mas-longa';
  const weak = await openDatabase({ url: url.toString(), applicationName: 'weak' });
  expect(weak.hasPostgis).toBe(current.database.hasPostgis);
  await weak.close();
  await sql.raw(`drop role ${role}`).execute(kysely);
});

test.each([
  ['nobody listens', 'postgresql://kianda:sardinha@127.0.0.1:1/kianda', 'ECONNREFUSED'],
  ['no such host', 'postgresql://kianda:sardinha@nowhere.invalid/kianda', 'nowhere.invalid'],
])('%s: one line, without the password', async (_name, url, reason) => {
  const failure: unknown = await openDatabase({ url, applicationName: 'x' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseUnavailableError);
  expect(String(failure)).toContain(reason);
  expect(String(failure)).not.toMatch(/sardinha|\n/);
});

test('no such database: one line that names it', async () => {
  const url = new URL(current.database.url);
  url.pathname = '/absent';
  await expect(openDatabase({ url: url.toString(), applicationName: 'x' })).rejects.toThrow('database "absent"');
});

test('an address is shown without its password', () => {
  expect(describeUrl('postgresql://kianda:sardinha@host:5432/kianda?host=/run')).toBe(
    'postgresql://kianda@host:5432/kianda?host=/run',
  );
});

test('closing twice is closing once', async () => {
  const log = createLogger({ level: 'silent', pretty: false });
  const database = await openDatabase({ url: current.database.url, applicationName: 'twice', log });
  await Promise.all([database.close(), database.close()]);
  await expect(sql`select 1`.execute(database.for<None>())).rejects.toThrow();
});

test('a statement that goes on does not hold the closing: it is cut, and undone', async () => {
  const kysely = current.database.for<None>();
  await sql`create table long_work (id integer)`.execute(kysely);
  const { url } = current.database;
  const closing = await openDatabase({ url, applicationName: 'long-work', closePatienceMs: 50 });
  const working = sql`insert into long_work select 1 from pg_sleep(120)`.execute(closing.for<None>());
  const cut = working.then(
    () => 'done',
    () => 'cut',
  );
  const atWork = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where application_name = 'long-work' and state = 'active'`.execute(kysely);
    return rows.length;
  };
  await expect.poll(atWork).toBe(1);
  await closing.close();
  expect(await cut).toBe('cut');
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'long-work'`.execute(
    kysely,
  );
  expect((await sql`select id from long_work`.execute(kysely)).rows).toEqual([]);
});
