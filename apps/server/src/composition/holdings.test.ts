import type { DataOf } from '@kianda/contract';
import { userHoldings, usersDelete } from '@kianda/contract/people/identity/users.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../testing/application.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await createTestApplication();
});
afterAll(() => app.close());

test('what becomes of an account’s work at its deletion is what was said before', async () => {
  const { accountId: id } = await app.newSession('operador');
  const { token } = await app.signIn('administrador');
  const id4 = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
  await app.select(`
    insert into surveillance.vessel_groups (id, owner_id, owner_name, name, description, is_shared, is_watched, created_at, updated_at)
    values ('${id4(1)}', '${id}', 'Rui', 'Só meu', '', false, false, now(), now()), ('${id4(2)}', '${id}', 'Rui', 'De todos', '', true, false, now(), now())`);
  await app.select(`
    insert into maps.maps (id, owner_id, owner_name, name, description, category, definition, access, created_at, updated_at)
    select ('00000000-0000-4000-8000-00000000001' || n)::uuid, '${id}', 'Rui', 'm' || n, '', 'ocean', '{}',
      (array['private', 'shared'])[n], now(), now() from generate_series(1, 2) n`);
  await app.select(`
    insert into databases.sql_runs (id, account_id, query, started_at, outcome) values ('${id4(3)}', '${id}', 'select 1', now(), 'done')`);
  await app.select(`update reports.schedules set owner_id = '${id}' where seed is not null`);
  const schedules = await app.select<{ n: number }>(
    `select count(*)::int n from reports.schedules where owner_id = '${id}'`,
  );

  const { data } = await app.call<DataOf<typeof userHoldings>>(userHoldings, { token, params: { id } });
  const said = Object.fromEntries(data.holdings.map((one) => [one.id, `${one.count} ${one.fate}`]));
  expect(said).toMatchObject({
    'shared-groups': '1 kept',
    'private-groups': '1 removed',
    maps: '1 kept',
    'private-maps': '1 removed',
    'sql-runs': '1 removed',
    'report-schedules': `${schedules[0]?.n} removed`,
  });
  expect((await app.call(usersDelete, { token, params: { id } })).status).toBe(200);

  const left = await app.select<{ what: string }>(`
    select name as what from surveillance.vessel_groups where owner_id = '${id}'
    union all select name from maps.maps where owner_id = '${id}'
    union all select query from databases.sql_runs where account_id = '${id}'
    union all select name from reports.schedules where owner_id = '${id}' and deleted_at is null order by 1`);
  expect(left.map(({ what }) => what)).toEqual(['De todos', 'm2']);
});
