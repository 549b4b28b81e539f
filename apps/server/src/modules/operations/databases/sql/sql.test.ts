import { randomUUID } from 'node:crypto';
import {
  cancelSql,
  type SqlRun,
  sqlHistory,
  sqlLimits,
} from '@kianda/contract/operations/databases/databases.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlConsole, type SqlConsole } from '../testing/sql-console.ts';

let sqlConsole: SqlConsole;

beforeAll(async () => {
  sqlConsole = await openSqlConsole();
  await sqlConsole.app.select(`insert into ocean.stations (id, name, kind, lon, lat, depth_meters, ordinal)
    select 'e' || n, '=HYPERLINK("x")', 'boia', 13, -8, n, n from generate_series(1, 1500) n`);
});
afterAll(() => sqlConsole.close());

const auditOf = async (id: string) =>
  sqlConsole.app.select<{ metadata: Record<string, unknown>; actor_name: string }>(
    `select metadata, actor_name from audit.events where resource = 'database/sql/${id}'`,
  );

describe('an answer', () => {
  test('has columns with types, and values as the server writes them', async () => {
    const { data, headers } =
      await sqlConsole.ask(`select id, lon, '{"a":1}'::jsonb as j, null::int as nada, array[1,2] as "Duas palavras",
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
    const all = await sqlConsole.ask(
      "select ordinal from ocean.stations where ordinal <= 1000 and id ~ '^e[0-9]' order by ordinal desc",
    );
    expect([all.data.rows.length, all.data.rows[0], all.data.truncated]).toEqual([1000, ['1000'], null]);
    const cut = await sqlConsole.ask('with recursive n(i) as (select 1 union all select i + 1 from n) select i from n');
    expect([cut.data.rows.length, cut.data.truncated]).toEqual([sqlLimits.rows, 'rows']);
  });

  test('has no cell longer than 2,000 characters, and no more than four million in all', async () => {
    const one = await sqlConsole.ask(`select repeat('x', 5000000) as a, 'y' as b`);
    expect([one.data.rows[0]?.[0]?.length, one.data.rows[0]?.[1], one.data.shortenedCells]).toEqual([2000, 'y', 1]);
    const many = await sqlConsole.ask(`select ${Array.from({ length: 10 }, () => `repeat('x', 2000)`).join(', ')}
      from generate_series(1, 900)`);
    expect([many.data.rows.length, many.data.truncated, many.data.shortenedCells]).toEqual([200, 'size', 0]);
  });

  test('may be a plan, also of what was run', async () => {
    const plan = await sqlConsole.ask('explain (analyze, costs off, timing off, summary off) select 1');
    expect(plan.data.columns).toEqual([{ name: 'QUERY PLAN', type: 'text', isNumeric: false }]);
    expect(plan.data.rows[0]?.[0]).toContain('Result');
  });

  test('VALUES and TABLE are queries too', async () => {
    expect((await sqlConsole.ask(`values (1, 'é'), (2, 'ção')`)).data.rows).toEqual([
      ['1', 'é'],
      ['2', 'ção'],
    ]);
    expect((await sqlConsole.ask('table ocean.tide_gauges')).status).toBe(200);
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
    const answer = await sqlConsole.refusal(query);
    expect([answer.status, answer.code]).toEqual([422, 'sql_refused']);
    expect(answer.message).toContain(message);
  });

  test('a character that no database text can hold, and nesting without end', async () => {
    expect((await sqlConsole.ask("select '\u0000'")).status).toBeLessThan(500);
    expect((await sqlConsole.ask("select '\ud800'")).status).toBeLessThan(500);
    expect((await sqlConsole.refusal(`select ${'('.repeat(9_000)}1${')'.repeat(9_000)}`)).status).toBeLessThan(500);
    expect((await sqlConsole.refusal(`select ${'1+'.repeat(9_000)}1`)).status).toBeLessThan(500);
    expect((await sqlConsole.ask('select 1')).status).toBe(200);
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
      expect(await sqlConsole.refusal(query)).toMatchObject({ code: 'sql_refused' });
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
    const answer = await sqlConsole.refusal(query);
    expect([answer.status, answer.code]).toEqual([422, 'sql_failed']);
    expect(answer.message).toContain('permission denied');
  });

  test('what does not exist, with the line, and a division by zero', async () => {
    expect((await sqlConsole.refusal('select 1,\n  dblink(1)')).message).toContain(
      'recusou a consulta na linha 2: function dblink',
    );
    expect((await sqlConsole.refusal('select 1/0')).message).toContain('division by zero');
    expect((await sqlConsole.refusal('select $1::text')).code).toBe('sql_failed');
    expect((await sqlConsole.refusal('select from ocean.stations')).message).toContain('não devolve colunas');
  });

  test('others’ queries are not told through its statistics', async () => {
    const { data } =
      await sqlConsole.ask(`select query from pg_stat_activity where usename <> current_user and query not in
      ('', '<insufficient privilege>')`);
    expect(data.rows).toEqual([]);
    const { data: stats } =
      await sqlConsole.ask(`select count(*) from pg_stats where schemaname in ('identity', 'connectors')
      and tablename not in ('runs', 'streams', 'quality_results')`);
    expect(stats.rows).toEqual([['0']]);
  });
});

describe('every run', () => {
  test('is in the audit and in the history of who asked, and no value of the answer is', async () => {
    const id = randomUUID();
    await sqlConsole.ask(`select name, 'resposta-' || (40 + 2) from ocean.stations limit 3`, id);
    const bad = randomUUID();
    await sqlConsole.ask(`select ('segredo' || '-lido')::int`, bad);
    const refused = randomUUID();
    await sqlConsole.ask('drop table ocean.stations', refused);
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
    await sqlConsole.ask('select id from ocean.stations limit 3', good);
    expect((await auditOf(good))[0]?.metadata).toMatchObject({ linhas: 3, resultado: 'done', codigo: null });
    const { data } = await sqlConsole.app.call<{ runs: SqlRun[] }>(sqlHistory, { token: sqlConsole.token });
    expect(data.runs[0]).toMatchObject({
      id: good,
      query: 'select id from ocean.stations limit 3',
      rows: 3,
      outcome: 'done',
    });
    const second = await sqlConsole.app.newSession('administrador');
    expect((await sqlConsole.app.call<{ runs: SqlRun[] }>(sqlHistory, { token: second.token })).data.runs).toEqual([]);
  });

  test('is cancelled by who asked, and by nobody else', async () => {
    const id = randomUUID();
    const slow = sqlConsole.ask('select count(*) from generate_series(1, 1000000000) a', id);
    const cancel = (by: string) =>
      sqlConsole.app.call<{ cancelled: boolean }>(cancelSql, { token: by, params: { id }, body: {} });
    const second = await sqlConsole.app.newSession('administrador');
    let isCancelled = false;
    while (!isCancelled) {
      const others = await cancel(second.token);
      expect(others.status).toBe(404);
      const reply = await cancel(sqlConsole.token);
      isCancelled = reply.status === 200 && reply.data.cancelled;
    }
    expect((await slow).problem.code).toBe('sql_cancelled');
    expect((await auditOf(id))[0]?.metadata).toMatchObject({ resultado: 'cancelled' });
    const left = await sqlConsole.app.select(`select 1 from pg_stat_activity where application_name = 'kianda-sql ${id}'
      and state = 'active'`);
    expect(left).toEqual([]);
    expect((await cancel(sqlConsole.token)).status).toBe(404);
  });

  test('has an identification of its own', async () => {
    const id = randomUUID();
    await sqlConsole.ask('select 1', id);
    expect((await sqlConsole.ask('select 2', id)).problem.code).toBe('conflict');
  });
});
