import {
  authMe,
  authRefresh,
  authTotpConfirm,
  authTotpEnrol,
  type SignIn,
  type User,
} from '@kianda/contract/people/identity/identity.contract';
import { usersList, usersSummary, usersUpdate } from '@kianda/contract/people/identity/users.contract';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, goodPassword, type World } from '../testing/world.ts';

const DAY_SECONDS = 86_400;
let world: World;

beforeAll(async () => {
  world = await createWorld({ twoStepRoles: ['administrador'], twoStepGraceDays: 2 });
  return () => world.close();
});
beforeEach(() => world.reset());

const isoIn = (seconds: number) => new Date(world.platform.clock.nowMs() + seconds * 1000).toISOString();
async function setUp(token: string) {
  const enrolled = await world.call<{ secret: string }>(authTotpEnrol, {
    token,
    body: { currentPassword: goodPassword },
  });
  const timestamp = world.platform.clock.nowMs();
  const code = new TOTP({ secret: Secret.fromBase32(enrolled.data.secret) }).generate({ timestamp });
  return world.call(authTotpConfirm, { token, body: { code } });
}
const enter = async (email: string): Promise<SignIn> => (await world.login(email)).data;

test('the days count from the first sign-in; when they are over nothing opens but the enrolment, and then all', async () => {
  await world.account('chefe@mar.ao', 'administrador');
  const first = await enter('chefe@mar.ao');
  const dueAt = isoIn(2 * DAY_SECONDS);
  expect(first.account).toMatchObject({ mustSetUpTwoStep: false, twoStepDueAt: dueAt });
  const listed = await world.call<{ data: User[] }>(usersList, { token: first.accessToken });
  expect(listed.data.data[0]).toMatchObject({ twoStepRequired: true, twoStepDueAt: dueAt });

  world.advanceSeconds(2 * DAY_SECONDS);
  const late = await enter('chefe@mar.ao');
  expect(late.account).toMatchObject({ mustSetUpTwoStep: true, twoStepDueAt: dueAt });
  const token = late.accessToken;
  expect(await world.call(usersList, { token })).toMatchObject({ status: 403, code: 'two_step_required' });
  expect((await world.call(authMe, { token })).data).toMatchObject({ mustSetUpTwoStep: true });

  expect((await setUp(token)).data).toMatchObject({ totpEnabled: true, mustSetUpTwoStep: false, twoStepDueAt: null });
  expect((await world.call(usersList, { token })).status).toBe(200);
});

test('a session that is open when the days end is held back in the middle of it', async () => {
  await world.account('chefe@mar.ao', 'administrador');
  let pair = await enter('chefe@mar.ao');
  for (let hours = 0; hours < 48; hours += 8) {
    world.advanceSeconds(8 * 3600);
    const body = { refreshToken: pair.refreshToken };
    pair = { ...pair, ...(await world.call<SignIn>(authRefresh, { body })).data };
  }
  expect((await world.call(usersList, { token: pair.accessToken })).code).toBe('two_step_required');
});

test('a new role counts from the renewal that follows it, and one that demands nothing forgets the days', async () => {
  await world.account('chefe@mar.ao', 'administrador');
  const rui = await world.account('rui@mar.ao', 'operador');
  const admin = (await enter('chefe@mar.ao')).accessToken;
  const pair = await enter('rui@mar.ao');
  expect(pair.account.twoStepDueAt).toBeNull();
  const become = (role: string) => world.call(usersUpdate, { token: admin, params: { id: rui.id }, body: { role } });
  const dueOf = async (token: string) => (await world.call<SignIn['account']>(authMe, { token })).data.twoStepDueAt;

  await become('administrador');
  expect(await dueOf(pair.accessToken)).toBeNull();
  const renewed = await world.call<SignIn>(authRefresh, { body: { refreshToken: pair.refreshToken } });
  expect(await dueOf(renewed.data.accessToken)).toBe(isoIn(2 * DAY_SECONDS));
  await become('operador');
  await enter('rui@mar.ao');
  world.advanceSeconds(600);
  await become('administrador');
  expect((await enter('rui@mar.ao')).account.twoStepDueAt).toBe(isoIn(2 * DAY_SECONDS));
  expect((await world.call(usersSummary, { token: admin })).data).toMatchObject({
    twoStepMissing: 2,
    twoStepGraceDays: 2,
  });
});

test('with no days at all the first sign-in leads to the enrolment', async () => {
  const strict = await createWorld({ twoStepRoles: ['administrador'], twoStepGraceDays: 0 });
  await strict.account('chefe@mar.ao', 'administrador');
  const { data } = await strict.login('chefe@mar.ao');
  expect(data.account.mustSetUpTwoStep).toBe(true);
  expect((await strict.call(usersList, { token: data.accessToken })).code).toBe('two_step_required');
  await strict.close();
});
