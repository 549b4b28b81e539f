import { authMe, authPassword, type SignIn } from '@kianda/contract/people/identity/identity.contract';
import { usersDelete } from '@kianda/contract/people/identity/users.contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createContext } from './core/identity-context.ts';
import { ensureFirstAdministrator } from './first-administrator.service.ts';
import type { IdentityConfig } from './identity.types.ts';
import { createWorld, type World } from './testing/world.ts';

let world: World;
const chosen = 'âncora ao largo do Lobito';

beforeAll(async () => {
  world = await createWorld();
  return () => world.close();
});
beforeEach(async () => {
  await world.reset();
});

/** The platform starts again with other settings. */
function restart(overrides: Partial<IdentityConfig> = {}) {
  const context = createContext(world.platform, { ...world.context.config, ...overrides }, world.audit);
  return ensureFirstAdministrator(context).finally(() => context.authentication.stop());
}

test('an empty platform gets an administrator with a one-time password, the same until someone signs in', async () => {
  const first = await restart();
  expect(first).toEqual({ email: 'admin@kianda.local', oneTimePassword: expect.stringMatching(/^\w{4}(-\w{4}){4}$/) });
  expect(await restart()).toEqual(first);

  const signedIn = (await world.login('admin@kianda.local', { password: first?.oneTimePassword ?? '' })).data;
  expect(signedIn).toMatchObject({ mustChangePassword: true, account: { role: 'administrador' } });
  expect(await restart()).toBeNull();
  const body = { currentPassword: first?.oneTimePassword, newPassword: chosen };
  const changed = await world.call<SignIn>(authPassword, { token: signedIn.accessToken, body });
  expect(changed.data.mustChangePassword).toBe(false);
  expect((await world.login('admin@kianda.local', { password: first?.oneTimePassword ?? '' })).code).toBe(
    'invalid_credentials',
  );
});

test('four processes that start at once make one administrator', async () => {
  const shown = await Promise.all([restart(), restart(), restart(), restart()]);
  expect(new Set(shown.map((one) => one?.oneTimePassword)).size).toBe(1);
  expect((await world.events()).filter((event) => event === 'user.created')).toHaveLength(1);
});

test('another platform has another one-time password', async () => {
  const first = await restart();
  const other = await createWorld();
  try {
    expect((await other.identity.ensureFirstAdministrator())?.oneTimePassword).not.toBe(first?.oneTimePassword);
  } finally {
    await other.close();
  }
});

test('a replaced master key makes another one-time password that works', async () => {
  const first = await restart();
  const second = await restart({ masterKey: new Uint8Array(32).fill(9) });
  expect(second?.oneTimePassword).not.toBe(first?.oneTimePassword);
  expect((await world.login('admin@kianda.local', { password: second?.oneTimePassword ?? '' })).status).toBe(200);
});

test('configured credentials are used, shown nowhere, and need no change', async () => {
  const firstAdministrator = { email: 'Chefe@Mar.ao', password: chosen };
  expect(await restart({ firstAdministrator })).toBeNull();
  expect(await restart({ firstAdministrator })).toBeNull();
  const { data } = await world.login('chefe@mar.ao', { password: chosen });
  expect(data.mustChangePassword).toBe(false);
  expect((await world.call(authMe, { token: data.accessToken })).status).toBe(200);
});

test('settings given later take the place of the one-time password only while nobody used it', async () => {
  const first = await restart();
  const firstAdministrator = { email: 'chefe@mar.ao', password: chosen };
  expect(await restart({ firstAdministrator })).toBeNull();
  expect((await world.login('admin@kianda.local', { password: first?.oneTimePassword ?? '' })).code).toBe(
    'invalid_credentials',
  );
  expect((await world.login('chefe@mar.ao', { password: chosen })).status).toBe(200);
  const later = { email: 'outro@mar.ao', password: 'outra frase bem comprida' };
  expect(await restart({ firstAdministrator: later })).toBeNull();
  expect((await world.login('outro@mar.ao', { password: later.password })).code).toBe('invalid_credentials');
});

test('an e-mail alone in the settings names the account; the password is a one-time one', async () => {
  const first = await restart();
  const named = await restart({ firstAdministrator: { email: 'chefe@mar.ao', password: null } });
  expect(named).toEqual({ email: 'chefe@mar.ao', oneTimePassword: first?.oneTimePassword });
  const { data } = await world.login('chefe@mar.ao', { password: named?.oneTimePassword ?? '' });
  expect(data.mustChangePassword).toBe(true);
});

test('a weak configured password stops the start and says why', async () => {
  const firstAdministrator = { email: 'chefe@mar.ao', password: 'kianda-angola-1' };
  await expect(restart({ firstAdministrator })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/^KIANDA_ADMIN_PASSWORD: .*«angola»/),
  });
});

test('a platform whose administrators were all replaced gets no new one', async () => {
  await restart({ firstAdministrator: { email: 'chefe@mar.ao', password: chosen } });
  await world.account('nova@mar.ao', 'administrador');
  const token = (await world.login('nova@mar.ao')).data.accessToken;
  const id = (await world.login('chefe@mar.ao', { password: chosen })).data.account.id;
  expect((await world.call(usersDelete, { token, params: { id } })).status).toBe(200);
  expect(await restart()).toBeNull();
});
