import { randomUUID } from 'node:crypto';
import {
  cancelSql,
  runSql,
  type SqlResult,
  type SqlRun,
  sqlCatalogue,
  sqlHistory,
  sqlLimits,
} from '@kianda/contract/databases/databases.contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { createTestDatabase, testServerUrl } from '../../platform/db/testing.ts';
import { createTestApplication, type TestApplication } from '../../testing/application.ts';
import { serveBindings } from '../../testing/serve.ts';
import { databasesMigrations } from './databases.migrations.ts';
import { createDatabases } from './index.ts';
import { readableTables } from './readable.ts';
import { sqlRoleName } from './sql-role.ts';

let app: TestApplication;
let token: string;
let role: string;
const other = new Uint8Array(32).fill(3);

beforeAll(async () => {
  app = await createTestApplication();
  ({ token } = await app.signIn('administrador'));
  const [found] = await app.select<{ name: string }>('select current_database()::text as name');
  role = sqlRoleName(found?.name ?? '');
  await app.select(`insert into ocean.stations (id, name, kind, lon, lat, depth_meters, ordinal)
    select 'e' || n, '=HYPERLINK("x")', 'boia', 13, -8, n, n from generate_series(1, 1500) n`);
});
afterAll(async () => {
  await app.close();
  // A role is of the whole server: it outlives the database it was made for.
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  await client.query(`drop role if exists ${role}`);
  await client.end();
});

const ask = (query: string, id?: string) =>
  app.call<SqlResult>(runSql, { token, body: { query, ...(id === undefined ? {} : { id }) } });
const refusal = async (query: string) => {
  const { status, problem } = await ask(query);
  return { status, code: problem.code, message: problem.message };
};
const auditOf = async (id: string) =>
  app.select<{ metadata: Record<string, unknown>; actor_name: string }>(
    `select metadata, actor_name from audit.events where resource = 'database/sql/${id}'`,
  );

describe('an answer', () => {
  test('has columns with types, and values as the server writes them', async () => {
    const { data, headers } =
      await ask(`select id, lon, '{"a":1}'::jsonb as j, null::int as nada, array[1,2] as "Duas palavras",
      8.0::numeric(4,2) as id from ocean.stations where id = 'e7' -- só uma;
      ; `);
    expect(data.columns).toEqual([
      { name: 'id', type: 'text', isNumeric: false },
      { name: 'lon', type: 'double precision', isNumeric: true },
      { name: 'j', type: 'jsonb', isNumeric: false },
      { name: 'nada', type: 'integer', isNumeric: true },
      { name: 'Duas palavras', type: 'integer[]', isNumeric: false },
      { name: 'id', type: 'numeric', isNumeric: true },
    ]);
    expect(data.rows).toEqual([['e7', '13', '{"a": 1}', null, '{1,2}', '8.00']]);
    expect([data.truncated, data.shortenedCells]).toEqual([null, 0]);
    expect(headers['cache-control']).toContain('no-store');
  });

  test('keeps its order, and stops at 1,000 rows saying so', async () => {
    const all = await ask(
      "select ordinal from ocean.stations where ordinal <= 1000 and id ~ '^e[0-9]' order by ordinal desc",
    );
    expect([all.data.rows.length, all.data.rows[0], all.data.truncated]).toEqual([1000, ['1000'], null]);
    const cut = await ask('with recursive n(i) as (select 1 union all select i + 1 from n) select i from n');
    expect([cut.data.rows.length, cut.data.truncated]).toEqual([sqlLimits.rows, 'rows']);
  });

  test('has no cell longer than 2,000 characters, and no more than four million in all', async () => {
    const one = await ask(`select repeat('x', 5000000) as a, 'y' as b`);
    expect([one.data.rows[0]?.[0]?.length, one.data.rows[0]?.[1], one.data.shortenedCells]).toEqual([2000, 'y', 1]);
    const many = await ask(`select ${Array.from({ length: 10 }, () => `repeat('x', 2000)`).join(', ')}
      from generate_series(1, 900)`);
    expect([many.data.rows.length, many.data.truncated, many.data.shortenedCells]).toEqual([200, 'size', 0]);
  });

  test('may be a plan, also of what was run', async () => {
    const plan = await ask('explain (analyze, costs off, timing off, summary off) select 1');
    expect(plan.data.columns).toEqual([{ name: 'QUERY PLAN', type: 'text', isNumeric: false }]);
    expect(plan.data.rows[0]?.[0]).toContain('Result');
  });

  test('VALUES and TABLE are queries too', async () => {
    expect((await ask(`values (1, 'é'), (2, 'ção')`)).data.rows).toEqual([
      ['1', 'é'],
      ['2', 'ção'],
    ]);
    expect((await ask('table ocean.tide_gauges')).status).toBe(200);
  });
});

describe('refused before it reaches the database', () => {
  test.each([
    ['select 1; select 2', 'uma consulta de cada vez'],
    ['select 1; drop table ocean.stations', 'uma consulta de cada vez'],
    [`delete from ocean.stations`, 'Só são permitidas'],
    ['with a as (delete from ocean.stations returning id) select * from a', 'não altera dados'],
    [
      `explain analyze with a as (update ocean.stations set name = '' returning id) select * from a`,
      'não altera dados',
    ],
    ['explain analyze delete from ocean.stations', 'Só são permitidas'],
    ['select * into ocean.roubo from ocean.stations', 'não cria tabelas'],
    ['select * from ocean.stations for update', 'não bloqueia'],
    [`copy ocean.stations to program 'id'`, 'Só são permitidas'],
    [`copy (select 1) to '/tmp/x'`, 'Só são permitidas'],
    ['reset role', 'Só são permitidas'],
    ['set role postgres', 'Só são permitidas'],
    ['set session authorization default', 'Só são permitidas'],
    ['set statement_timeout = 0', 'Só são permitidas'],
    ['set transaction read write', 'Só são permitidas'],
    ['begin', 'Só são permitidas'],
    ['commit', 'Só são permitidas'],
    [`do $$ begin perform 1; end $$`, 'Só são permitidas'],
    ['listen tudo', 'Só são permitidas'],
    ['lock table ocean.stations', 'Só são permitidas'],
    [`load 'x'`, 'Só são permitidas'],
    ['vacuum', 'Só são permitidas'],
    [`prepare x as select 1`, 'Só são permitidas'],
    ['select 1) as q(c0), (select 2', 'Erro de sintaxe'],
    ['select 1 /* por fechar', 'Erro de sintaxe'],
    ['-- nada', 'Escreva uma consulta'],
  ])('%s', async (query, message) => {
    const answer = await refusal(query);
    expect([answer.status, answer.code]).toEqual([422, 'sql_refused']);
    expect(answer.message).toContain(message);
  });

  test('a character that no database text can hold, and nesting without end', async () => {
    expect((await ask("select '\u0000'")).status).toBeLessThan(500);
    expect((await ask("select '\ud800'")).status).toBeLessThan(500);
    expect((await refusal(`select ${'('.repeat(9_000)}1${')'.repeat(9_000)}`)).status).toBeLessThan(500);
    expect((await refusal(`select ${'1+'.repeat(9_000)}1`)).status).toBeLessThan(500);
    expect((await ask('select 1')).status).toBe(200);
  });

  test.each([
    'pg_sleep(60)',
    'pg_catalog.pg_sleep(60)',
    `"pg_sleep"(60)`,
    `set_config('role', 'postgres', true)`,
    `set_config('statement_timeout', '0', false)`,
    `pg_read_file('/etc/passwd')`,
    `pg_read_binary_file('/etc/passwd')`,
    `pg_ls_dir('/')`,
    `lo_import('/etc/passwd')`,
    `lo_export(1, '/tmp/x')`,
    `query_to_xml('select * from identity.accounts', true, true, '')`,
    `pg_terminate_backend(1)`,
    `pg_cancel_backend(1)`,
    `pg_advisory_lock(4611200917)`,
    `pg_notify('kianda', '{}')`,
    `nextval('vessels.heat_versions')`,
    `pg_reload_conf()`,
    `pg_logical_emit_message(true, 'a', 'b')`,
  ])('function %s', async (call) => {
    for (const query of [`select ${call}`, `select * from (values (1)) v where (select ${call}) is not null`]) {
      expect(await refusal(query)).toMatchObject({ code: 'sql_refused' });
    }
  });
});

describe('refused by the database', () => {
  test.each([
    'select * from identity.accounts',
    'select count(*) from identity.refresh_tokens',
    'select * from identity.sessions',
    'select * from identity.clients',
    'select sealed from connectors.credentials',
    'select * from connectors.settings',
    'select last_error from connectors.streams',
    'select * from connectors.runs',
    'select * from delivery.channels',
    'select * from http.idempotency_keys',
    'select * from intake.push_keys',
    'select * from pgboss.job',
    'select * from events.large_events',
    'select * from audit.events',
    'select * from diagnostics.logs',
    'select * from usage.accounts',
    'select contact from tracks.studies',
    'select * from databases.sql_runs',
    'select * from surveillance.vessel_groups',
    'select * from platform.migrations',
    'select * from pg_authid',
    'select * from pg_shadow',
    'select * from pg_statistic',
    'select * from pg_largeobject',
    'select * from pg_hba_file_rules',
    'select * from pg_file_settings',
    `select table_to_xml('identity.accounts', true, true, '')`,
  ])('%s', async (query) => {
    const answer = await refusal(query);
    expect([answer.status, answer.code]).toEqual([422, 'sql_failed']);
    expect(answer.message).toContain('permission denied');
  });

  test('what does not exist, with the line, and a division by zero', async () => {
    expect((await refusal('select 1,\n  dblink(1)')).message).toContain(
      'recusou a consulta na linha 2: function dblink',
    );
    expect((await refusal('select 1/0')).message).toContain('division by zero');
    expect((await refusal('select $1::text')).code).toBe('sql_failed');
    expect((await refusal('select from ocean.stations')).message).toContain('não devolve colunas');
  });

  test('others’ queries are not told through its statistics', async () => {
    const { data } = await ask(`select query from pg_stat_activity where usename <> current_user and query not in
      ('', '<insufficient privilege>')`);
    expect(data.rows).toEqual([]);
    const { data: stats } = await ask(`select count(*) from pg_stats where schemaname in ('identity', 'connectors')
      and tablename not in ('runs', 'streams', 'quality_results')`);
    expect(stats.rows).toEqual([['0']]);
  });
});

test('the connection is the restricted role to the bottom: nothing given back gives more', async () => {
  const { data } = await ask(`select session_user, current_user, current_setting('transaction_read_only'),
    current_setting('is_superuser'), pg_has_role('pg_read_server_files', 'member'),
    has_database_privilege(current_database(), 'create')`);
  expect(data.rows).toEqual([[role, role, 'on', 'off', 'false', 'false']]);
});

test('exactly what the list says can be read, of everything there is', async () => {
  const readable = await app.select<{ name: string; columns: string[] }>(`
    select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and n.nspname not in ('pg_catalog', 'information_schema', 'public') and n.nspname not like 'pg\\_t%'
      and has_schema_privilege('${role}', n.oid, 'usage')
      and has_column_privilege('${role}', c.oid, a.attnum, 'select')
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
  const { data } = await app.call<{
    available: boolean;
    tables: { schema: string; name: string; columns: string[] }[];
  }>(sqlCatalogue, { token });
  expect(data.available).toBe(true);
  expect(Object.fromEntries(data.tables.map((one) => [`${one.schema}.${one.name}`, one.columns.toSorted()]))).toEqual(
    Object.fromEntries(readable.map((one) => [one.name, one.columns])),
  );
});

describe('every run', () => {
  test('is in the audit and in the history of who asked, and no value of the answer is', async () => {
    const id = randomUUID();
    await ask(`select name, 'resposta-' || (40 + 2) from ocean.stations limit 3`, id);
    const bad = randomUUID();
    await ask(`select ('segredo' || '-lido')::int`, bad);
    const refused = randomUUID();
    await ask('drop table ocean.stations', refused);
    const [done] = await auditOf(id);
    expect(done?.metadata).toMatchObject({ linhas: 3, resultado: 'done', codigo: null });
    expect(JSON.stringify(done)).not.toContain('resposta-42');
    expect((await auditOf(refused))[0]?.metadata).toMatchObject({
      consulta: 'drop table ocean.stations',
      resultado: 'refused',
    });
    const [failed] = await auditOf(bad);
    expect(failed?.metadata).toMatchObject({ resultado: 'failed', linhas: null });
    expect(JSON.stringify(failed)).not.toContain('segredo-lido');
    const good = randomUUID();
    await ask('select id from ocean.stations limit 3', good);
    expect((await auditOf(good))[0]?.metadata).toMatchObject({ linhas: 3, resultado: 'done', codigo: null });
    const { data } = await app.call<{ runs: SqlRun[] }>(sqlHistory, { token });
    expect(data.runs[0]).toMatchObject({
      id: good,
      query: 'select id from ocean.stations limit 3',
      rows: 3,
      outcome: 'done',
    });
    const second = await app.newSession('administrador');
    expect((await app.call<{ runs: SqlRun[] }>(sqlHistory, { token: second.token })).data.runs).toEqual([]);
  });

  test('is cancelled by who asked, and by nobody else', async () => {
    const id = randomUUID();
    const slow = ask('select count(*) from generate_series(1, 1000000000) a', id);
    const cancel = (by: string) => app.call<{ cancelled: boolean }>(cancelSql, { token: by, params: { id }, body: {} });
    const second = await app.newSession('administrador');
    let isCancelled = false;
    while (!isCancelled) {
      const others = await cancel(second.token);
      expect(others.status).toBe(404);
      const reply = await cancel(token);
      isCancelled = reply.status === 200 && reply.data.cancelled;
    }
    expect((await slow).problem.code).toBe('sql_cancelled');
    expect((await auditOf(id))[0]?.metadata).toMatchObject({ resultado: 'cancelled' });
    const left = await app.select(`select 1 from pg_stat_activity where application_name = 'kianda-sql ${id}'
      and state = 'active'`);
    expect(left).toEqual([]);
    expect((await cancel(token)).status).toBe(404);
  });

  test('has an identification of its own', async () => {
    const id = randomUUID();
    await ask('select 1', id);
    expect((await ask('select 2', id)).problem.code).toBe('conflict');
  });
});

describe('a module of its own on the same database', () => {
  const open = async (timeLimitMs: number, masterKey = other, database = app.database) => {
    const platform = { ...app.composition.platform, database };
    const audit = { record: async () => undefined };
    const module = createDatabases({ platform, audit, masterKey, sqlTimeLimitMs: timeLimitMs });
    return serveBindings(module.bindings ?? [], app.clock);
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
    await app.select(`grant select on identity.accounts to ${role}; grant usage on schema identity to ${role}`);
    await app.select(`grant select (sealed) on connectors.credentials to ${role}`);
    const site = await open(5_000);
    expect((await site.ask('POST', path, body('select * from identity.accounts'))).body.code).toBe('sql_failed');
    expect((await site.ask('POST', path, body('select sealed from connectors.credentials'))).body.code).toBe(
      'sql_failed',
    );
    await site.close();
    await app.select(`grant pg_read_all_data to ${role}`);
    const powerful = await open(5_000);
    const refused = await powerful.ask('POST', path, body('select 1'));
    expect([refused.body.code, refused.body.message]).toEqual([
      'sql_refused',
      expect.stringContaining('poderes a mais'),
    ]);
    await app.select(`revoke pg_read_all_data from ${role}`);
    expect((await powerful.ask('POST', path, body('select 1'))).status).toBe(200);
    await powerful.close();
  });

  test('refuses, with the reason, where its account may not make roles', async () => {
    const name = `kianda_fraca_${randomUUID().replaceAll('-', '')}`;
    await app.select(`create role ${name} login password 'fraca'; grant insert, select, update, delete on
      databases.sql_runs to ${name}; grant usage on schema databases to ${name}`);
    const url = new URL(app.database.url);
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
    await app.select(`drop owned by ${name}; drop role ${name}`);
  });

  test('works for an account that may make roles and is no superuser', async () => {
    const name = `kianda_dono_${randomUUID().replaceAll('-', '')}`;
    const empty = await createTestDatabase([]);
    const [made] = (await sql<{ name: string }>`select current_database()::text as name`.execute(empty.database.for()))
      .rows;
    const databaseName = made?.name ?? '';
    await app.select(`create role ${name} login createrole password 'dono'`);
    await app.select(`alter database ${databaseName} owner to ${name}`);
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
    await migrate(owned, modules, app.composition.platform.log);
    const site = await open(5_000, other, owned);
    expect((await site.ask('POST', path, body('select id from ocean.stations'))).body.data?.rows).toEqual([['boia']]);
    expect((await site.ask('POST', path, body('select id from ocean.segredos'))).body.message).toContain(
      'permission denied',
    );
    await site.close();
    await owned.close();
    await empty.drop();
    await app.select(`drop role ${sqlRoleName(databaseName)}; drop role ${name}`);
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
