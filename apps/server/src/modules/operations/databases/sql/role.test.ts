import { randomUUID } from 'node:crypto';
import { sqlCatalogue } from '@kianda/contract/operations/databases/databases.contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../../../platform/db/migrate.ts';
import { openDatabase } from '../../../../platform/db/open.ts';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { serveBindings } from '../../../../testing/serve.ts';
import { databasesMigrations } from '../databases.migrations.ts';
import { createDatabases } from '../index.ts';
import { readableTables } from '../readable.rules.ts';
import { openSqlConsole, type SqlConsole } from '../testing/sql-console.ts';
import { sqlRoleName } from './role.ts';

let sqlConsole: SqlConsole;
const other = new Uint8Array(32).fill(3);

beforeAll(async () => {
  sqlConsole = await openSqlConsole();
});
afterAll(() => sqlConsole.close());

test('the connection is the restricted role to the bottom: nothing given back gives more', async () => {
  const { data } = await sqlConsole.ask(`select session_user, current_user, current_setting('transaction_read_only'),
    current_setting('is_superuser'), pg_has_role('pg_read_server_files', 'member'),
    has_database_privilege(current_database(), 'create')`);
  expect(data.rows).toEqual([[sqlConsole.role, sqlConsole.role, 'on', 'off', 'false', 'false']]);
});

test('exactly what the list says can be read, of everything there is', async () => {
  const readable = await sqlConsole.app.select<{ name: string; columns: string[] }>(`
    select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and n.nspname not in ('pg_catalog', 'information_schema', 'public') and n.nspname not like 'pg\\_t%'
      and has_schema_privilege('${sqlConsole.role}', n.oid, 'usage')
      and has_column_privilege('${sqlConsole.role}', c.oid, a.attnum, 'select')
    group by 1`);
  const listed = new Map(readableTables.map(({ schema, name, columns }) => [`${schema}.${name}`, columns]));
  for (const { name, columns } of readable) {
    const listedColumns = listed.get(name) ?? [];
    expect(columns, name).toEqual(listedColumns === '*' ? columns : listedColumns.toSorted());
    const telling = columns.filter((column) =>
      /secret|token|password|sealed|email|body|ip_address|contact/.test(column),
    );
    expect(telling, name).toEqual([]);
  }
  const missing = [...listed.keys()].filter(
    (name) => !name.startsWith('gis.') && !readable.some((one) => one.name === name),
  );
  expect(missing).toEqual([]);
  const { data } = await sqlConsole.app.call<{
    available: boolean;
    tables: { schema: string; name: string; columns: string[] }[];
  }>(sqlCatalogue, { token: sqlConsole.token });
  expect(data.available).toBe(true);
  expect(Object.fromEntries(data.tables.map((one) => [`${one.schema}.${one.name}`, one.columns.toSorted()]))).toEqual(
    Object.fromEntries(readable.map((one) => [one.name, one.columns])),
  );
});

describe('a module of its own on the same database', () => {
  const open = async (timeLimitMs: number, masterKey = other, database = sqlConsole.app.database) => {
    const platform = { ...sqlConsole.app.composition.platform, database };
    const audit = { record: async () => undefined };
    const module = createDatabases({ platform, audit, masterKey, sqlTimeLimitMs: timeLimitMs });
    return serveBindings(module.bindings ?? [], sqlConsole.app.clock);
  };
  const body = (query: string) => ({ payload: { query }, role: 'administrador' as const });
  const path = '/admin-api/database/query';

  test('stops a query at the time limit, however it spends its time', async () => {
    const site = await open(400);
    for (const query of [
      'select count(*) from generate_series(1, 1000000000) a',
      'with recursive n(i) as (select 1::numeric union all select i * 1.1 from n) select max(i) from n',
    ]) {
      const answer = await site.ask('POST', path, body(query));
      expect([answer.status, answer.body.code]).toEqual([504, 'timeout']);
    }
    await site.close();
  });

  test('takes rights that somebody gave back again, and refuses a role with powers', async () => {
    await sqlConsole.app.select(
      `grant select on identity.accounts to ${sqlConsole.role}; grant usage on schema identity to ${sqlConsole.role}`,
    );
    await sqlConsole.app.select(`grant select (sealed) on connectors.credentials to ${sqlConsole.role}`);
    const site = await open(5_000);
    expect((await site.ask('POST', path, body('select * from identity.accounts'))).body.code).toBe('sql_failed');
    expect((await site.ask('POST', path, body('select sealed from connectors.credentials'))).body.code).toBe(
      'sql_failed',
    );
    await site.close();
    await sqlConsole.app.select(`grant pg_read_all_data to ${sqlConsole.role}`);
    const powerful = await open(5_000);
    const refused = await powerful.ask('POST', path, body('select 1'));
    expect([refused.body.code, refused.body.message]).toEqual([
      'sql_refused',
      expect.stringContaining('poderes a mais'),
    ]);
    await sqlConsole.app.select(`revoke pg_read_all_data from ${sqlConsole.role}`);
    expect((await powerful.ask('POST', path, body('select 1'))).status).toBe(200);
    await powerful.close();
  });

  test('refuses, with the reason, where its account may not make roles', async () => {
    const name = `kianda_fraca_${randomUUID().replaceAll('-', '')}`;
    await sqlConsole.app.select(`create role ${name} login password 'fraca'; grant insert, select, update, delete on
      databases.sql_runs to ${name}; grant usage on schema databases to ${name}`);
    const url = new URL(sqlConsole.app.database.url);
    url.username = name;
    url.password = 'fraca';
    const weak = await openDatabase({ url: url.toString(), applicationName: 'kianda-fraca', maxConnections: 2 });
    const site = await open(5_000, other, weak);
    const refused = await site.ask('POST', path, body('select 1'));
    expect([refused.body.code, refused.body.message]).toEqual(['sql_refused', expect.stringContaining('CREATEROLE')]);
    const catalogue = await site.ask('GET', `${path}/catalogue`, { role: 'administrador' });
    expect(catalogue.body.data).toMatchObject({
      available: false,
      reason: expect.stringContaining('CREATEROLE'),
      tables: [],
    });
    await site.close();
    await weak.close();
    await sqlConsole.app.select(`drop owned by ${name}; drop role ${name}`);
  });

  test('works for an account that may make roles and is no superuser', async () => {
    const name = `kianda_dono_${randomUUID().replaceAll('-', '')}`;
    const empty = await createTestDatabase([]);
    const [made] = (await sql<{ name: string }>`select current_database()::text as name`.execute(empty.database.for()))
      .rows;
    const databaseName = made?.name ?? '';
    await sqlConsole.app.select(`create role ${name} login createrole password 'dono'`);
    await sqlConsole.app.select(`alter database ${databaseName} owner to ${name}`);
    const url = new URL(empty.database.url);
    url.username = name;
    url.password = 'dono';
    const owned = await openDatabase({ url: url.toString(), applicationName: 'kianda-dono', maxConnections: 4 });
    const model = `create table ocean.stations (id text primary key); insert into ocean.stations values ('boia');
      create table ocean.segredos (id text);`;
    const modules = [
      { name: 'databases', migrations: databasesMigrations },
      { name: 'ocean', migrations: [{ id: '0001-model', sql: model }] },
    ];
    await migrate(owned, modules, sqlConsole.app.composition.platform.log);
    const site = await open(5_000, other, owned);
    expect((await site.ask('POST', path, body('select id from ocean.stations'))).body.data?.rows).toEqual([['boia']]);
    expect((await site.ask('POST', path, body('select id from ocean.segredos'))).body.message).toContain(
      'permission denied',
    );
    await site.close();
    await owned.close();
    await empty.drop();
    await sqlConsole.app.select(`drop role ${sqlRoleName(databaseName)}; drop role ${name}`);
  });

  test('is the administrators’ alone', async () => {
    const site = await open(5_000);
    for (const who of ['operador', 'cientista', 'cliente', null] as const) {
      expect((await site.ask('POST', path, { payload: { query: 'select 1' }, role: who })).status).toBe(
        who === null ? 401 : 403,
      );
    }
    await site.close();
  });
});
