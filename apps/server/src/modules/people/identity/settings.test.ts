import { mySettings, saveMySettings, type UserSettings } from '@kianda/contract/people/identity/settings.contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from './testing/world.ts';

const params = { scope: 'global-fishing-watch' };
const chosen: UserSettings<'global-fishing-watch'> = {
  alertsEnabled: false,
  autoRefresh: true,
  refreshInterval: 10,
  vesselTypes: ['fishing', 'passenger'],
  confidenceLevel: 4,
};

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.account('ana@mar.ao');
  await world.account('rui@mar.ao');
  return () => world.close();
});
const tokenOf = async (email: string) => (await world.login(email)).data.accessToken;

test('settings follow the account, on whatever machine it signs in, and are its own', async () => {
  const ana = await tokenOf('ana@mar.ao');
  expect((await world.call(mySettings, { token: ana, params })).data).toEqual({ value: null, updatedAt: null });
  expect((await world.call(saveMySettings, { token: ana, params, body: { value: chosen } })).status).toBe(200);
  const again = await tokenOf('ana@mar.ao');
  expect((await world.call(mySettings, { token: again, params })).data).toMatchObject({ value: chosen });
  const changed = { ...chosen, refreshInterval: 30 };
  await world.call(saveMySettings, { token: again, params, body: { value: changed } });
  expect((await world.call(mySettings, { token: ana, params })).data).toMatchObject({ value: changed });
  const rui = await tokenOf('rui@mar.ao');
  expect((await world.call(mySettings, { token: rui, params })).data).toMatchObject({ value: null });
});

test('what does not fit the part is refused by field; what no longer fits counts as never kept', async () => {
  const token = await tokenOf('rui@mar.ao');
  const save = (value: object) => world.call(saveMySettings, { token, params, body: { value } });
  const refused = await save({ ...chosen, refreshInterval: 2, vesselTypes: [] });
  expect(refused.code).toBe('validation_failed');
  const paths = refused.problem.issues?.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['body.value.refreshInterval', 'body.value.vesselTypes']));
  expect((await world.call(mySettings, { token, params: { scope: 'outra' } })).code).toBe('validation_failed');

  const tour = { scope: 'demo-enhanced' };
  const value = { seen: ['temperature'] };
  expect((await world.call(saveMySettings, { token, params: tour, body: { value: chosen } })).code).toBe(
    'validation_failed',
  );
  await world.call(saveMySettings, { token, params: tour, body: { value } });
  expect((await world.call(mySettings, { token, params: tour })).data).toMatchObject({ value });

  expect((await save({ ...chosen, secret: 'fora' })).data).toMatchObject({ value: chosen });
  await sql`update identity.settings set value = '{"refreshInterval": 99}'`.execute(world.context.store);
  expect((await world.call(mySettings, { token, params })).data).toEqual({ value: null, updatedAt: null });
});

test('a choice is stored over what another machine chose meanwhile, also of two at once', async () => {
  await world.account('eva@mar.ao');
  const token = await tokenOf('eva@mar.ao');
  const menu = { scope: 'menu' };
  const seen = { favourites: ['home'], isRail: false };
  const save = async (value: object, base?: object) =>
    (await world.call(saveMySettings, { token, params: menu, body: { value, ...(base && { base }) } })).data;
  expect(await save(seen, seen)).toMatchObject({ value: seen });
  await save({ ...seen, favourites: ['home', 'fleet'] }, seen);
  // Made on what was before that: it says the narrow menu alone.
  expect(await save({ ...seen, isRail: true }, seen)).toMatchObject({
    value: { favourites: ['home', 'fleet'], isRail: true },
  });
  const now = { favourites: ['home', 'fleet'], isRail: true };
  const sections = ['alerts', 'species', 'reports', 'users'];
  await Promise.all(sections.map((section) => save({ ...now, favourites: [...now.favourites, section] }, now)));
  const { value } = (await world.call(mySettings, { token, params: menu })).data as { value: UserSettings<'menu'> };
  expect(new Set(value.favourites)).toEqual(new Set(['home', 'fleet', ...sections]));
  // More than fit together: the list is as it was chosen last, what it left alone as stored.
  const full = (name: string) => Array.from({ length: 12 }, (_, at) => `${name}-${at}`);
  await save({ favourites: full('a'), isRail: true });
  await save({ favourites: full('b'), isRail: false }, { favourites: [], isRail: false });
  const last = (await world.call(mySettings, { token, params: menu })).data;
  expect(last).toMatchObject({ value: { favourites: full('b'), isRail: true } });
});
