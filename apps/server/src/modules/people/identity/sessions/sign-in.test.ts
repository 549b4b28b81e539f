import {
  authLogin,
  authMe,
  authPassword,
  authSessions,
  type SignIn,
} from '@kianda/contract/people/identity/identity.contract';
import { usersList } from '@kianda/contract/people/identity/users.contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, goodPassword, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
  return () => world.close();
});
beforeEach(async () => {
  await world.reset();
});

test('signs in, whatever the case of the e-mail, and the token opens the account', async () => {
  const account = await world.account('ana@mar.ao', 'cientista');
  const reply = await world.login(' Ana@Mar.AO ');
  expect(reply).toMatchObject({ status: 200, data: { expiresInSeconds: 900, mustChangePassword: false } });
  expect(reply.headers['cache-control']).toBe('no-store');
  const me = await world.call(authMe, { token: reply.data.accessToken });
  expect(me.headers['cache-control']).toBe('no-store');
  expect(me.data).toMatchObject({ id: account.id, email: 'ana@mar.ao', role: 'cientista', totpEnabled: false });
  expect(me.data).toMatchObject({ permissions: expect.arrayContaining(['connectors:run']), hasPassword: true });
  expect(await world.events()).toEqual(['auth.login.success']);
});

test('the password is kept as argon2id with 19 MiB, 2 passes, 1 lane; tokens only as hashes', async () => {
  const account = await world.account('ana@mar.ao');
  expect(account.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const { data } = await world.login('ana@mar.ao');
  const { rows } = await sql<{ dump: string }>`
    select (select jsonb_agg(t)::text from identity.refresh_tokens t) ||
           (select jsonb_agg(s)::text from identity.sessions s) as dump
  `.execute(world.context.store);
  expect(rows[0]?.dump).not.toContain(data.refreshToken);
  expect(rows[0]?.dump).not.toContain(Buffer.from(data.refreshToken).toString('hex'));
});

test('a wrong password, an unknown e-mail and an inactive account get the same answer', async () => {
  await world.account('ana@mar.ao');
  const inactive = await world.account('rui@mar.ao');
  await sql`update identity.accounts set status = 'suspended' where id = ${inactive.id}`.execute(world.context.store);
  const replies = [
    await world.login('ana@mar.ao', { password: 'outra coisa qualquer' }),
    await world.login('ninguem@mar.ao'),
    await world.login('rui@mar.ao'),
  ];
  const seen = replies.map(({ status, problem: { requestId, ...rest } }) => ({ status, rest, id: typeof requestId }));
  expect(seen[0]).toMatchObject({ status: 401, rest: { code: 'invalid_credentials', success: false } });
  for (const other of seen) expect(other).toEqual(seen[0]);
  expect(await world.events()).toEqual(Array.from({ length: 3 }, () => 'auth.login.failed'));
});

test.each(['ana@mar.ao', 'ninguem@mar.ao'])(
  'five failures lock %s for 15 minutes, right password or not',
  async (email) => {
    await world.account('ana@mar.ao');
    for (let count = 0; count < 5; count += 1) {
      expect((await world.login(email, { password: 'palpite errado' })).code).toBe('invalid_credentials');
    }
    const locked = await world.login(email);
    expect(locked).toMatchObject({ status: 429, code: 'locked_out' });
    expect(locked.headers['retry-after']).toBe('900');
    expect((await world.events()).slice(-2)).toEqual(['security.lockout', 'auth.login.failed']);

    world.advanceSeconds(899);
    expect((await world.login(email)).code).toBe('locked_out');
    world.advanceSeconds(2);
    const after = await world.login(email);
    expect(after.code).toBe(email === 'ana@mar.ao' ? undefined : 'invalid_credentials');
  },
);

test('a success forgets the failures, and old ones do not add up', async () => {
  await world.account('ana@mar.ao');
  const fail = async (times: number) => {
    for (let count = 0; count < times; count += 1) await world.login('ana@mar.ao', { password: 'palpite errado' });
  };
  await fail(4);
  expect((await world.login('ana@mar.ao')).status).toBe(200);
  await fail(4);
  world.advanceSeconds(901);
  await fail(4);
  expect((await world.login('ana@mar.ao')).status).toBe(200);
});

test('twenty guesses sent at once are not twenty tries', async () => {
  await world.account('ana@mar.ao');
  const guesses = Array.from({ length: 20 }, (_, index) => world.login('ana@mar.ao', { password: `palpite ${index}` }));
  const codes = (await Promise.all(guesses)).map((reply) => reply.code);
  expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(5);
  expect(codes.filter((code) => code === 'locked_out')).toHaveLength(15);
});

test('fifty failures from one place lock the place, not the accounts', async () => {
  await world.account('ana@mar.ao');
  const { context } = world;
  await sql`insert into identity.failed_attempts values ('address:10.9.9.9', 49, ${new Date(world.platform.clock.nowMs())}, null)`.execute(
    context.store,
  );
  expect((await world.login('ninguem@mar.ao', { ip: '10.9.9.9' })).code).toBe('invalid_credentials');
  expect((await world.login('ana@mar.ao', { ip: '10.9.9.9' })).code).toBe('locked_out');
  expect((await world.login('ana@mar.ao', { ip: '10.1.1.1' })).status).toBe(200);
});

test('a success does not forget the failures of its place: one account would cover guesses at all the others', async () => {
  await world.account('ana@mar.ao');
  await sql`insert into identity.failed_attempts values ('address:10.9.9.9', 49, ${new Date(world.platform.clock.nowMs())}, null)`.execute(
    world.context.store,
  );
  expect((await world.login('ana@mar.ao', { ip: '10.9.9.9' })).status).toBe(200);
  expect((await world.login('ninguem@mar.ao', { ip: '10.9.9.9' })).code).toBe('invalid_credentials');
  expect((await world.login('ana@mar.ao', { ip: '10.9.9.9' })).code).toBe('locked_out');
});

test('a stranger who guesses elsewhere locks nobody out of a place of their own', async () => {
  await world.account('ana@mar.ao');
  for (let count = 0; count < 5; count += 1) await world.login('ana@mar.ao', { password: 'palpite', ip: '10.8.8.8' });
  expect((await world.login('ana@mar.ao', { ip: '10.8.8.8' })).code).toBe('locked_out');
  expect((await world.login('ana@mar.ao', { ip: '10.1.1.1' })).status).toBe(200);
});

test('guesses from many places wait ever longer, and the device that signed in before does not', async () => {
  await world.account('ana@mar.ao');
  const { data: before } = await world.login('ana@mar.ao');
  const guess = (index: number) => world.login('ana@mar.ao', { password: 'palpite', ip: `10.8.${index}.1` });
  const own = { deviceTokens: ['de.outra.conta', before.deviceToken] };
  for (let index = 0; index < 10; index += 1) expect((await guess(index)).code).toBe('invalid_credentials');
  const waits: unknown[] = [];
  for (let index = 10; index < 23; index += 1) {
    const { code, problem, headers } = await guess(index);
    expect(code).toBe('locked_out');
    expect(problem.message).toMatch(
      /^Demasiadas tentativas falhadas. Aguarde \d+ (segundos?|minutos?) e tente de novo.$/,
    );
    waits.push(Number(headers['retry-after']));
    world.advanceSeconds(Number(headers['retry-after']));
    expect((await guess(100 + index)).code).toBe('invalid_credentials');
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);

  expect((await world.login('ana@mar.ao', { ip: '10.1.1.1' })).code).toBe('locked_out');
  const entered = await world.login('ana@mar.ao', { ip: '10.1.1.1', ...own });
  expect(entered).toMatchObject({ status: 200, data: { refused: { count: 23 } } });
  expect((await world.login('ana@mar.ao', { ip: '10.1.1.1', ...own })).data.refused).toBeNull();
  // The person's proof frees the person, not strangers.
  expect((await guess(250)).code).toBe('locked_out');
});

test('a known device may not guess either, and is known for its own account only', async () => {
  await world.account('ana@mar.ao');
  await world.account('rui@mar.ao');
  const { data } = await world.login('ana@mar.ao');
  const own = { deviceTokens: [data.deviceToken] };
  for (let count = 0; count < 5; count += 1) {
    const ip = `10.8.${count}.1`;
    expect((await world.login('ana@mar.ao', { password: 'palpite', ip, ...own })).code).toBe('invalid_credentials');
  }
  expect((await world.login('ana@mar.ao', { ip: '10.8.9.1', ...own })).code).toBe('locked_out');
  expect((await world.login('ana@mar.ao', { ip: '10.8.9.1' })).status).toBe(200);

  for (let count = 0; count < 5; count += 1) await world.login('rui@mar.ao', { password: 'palpite', ...own });
  expect((await world.login('rui@mar.ao', own)).code).toBe('locked_out');
  world.advanceSeconds(180 * 86_400);
  for (let count = 0; count < 5; count += 1) await world.login('ana@mar.ao', { password: 'palpite', ...own });
  expect((await world.login('ana@mar.ao', own)).code).toBe('locked_out');
  expect((await world.login('ana@mar.ao', { ip: '10.8.9.2' })).status).toBe(200);
});

test('one network of addresses of version 6 is one place', async () => {
  await world.account('ana@mar.ao');
  for (let count = 1; count <= 5; count += 1) {
    await world.login('ana@mar.ao', { password: 'palpite', ip: `2001:db8:0:1::${count}` });
  }
  expect((await world.login('ana@mar.ao', { ip: '2001:db8:0:1:ffff::9' })).code).toBe('locked_out');
  expect((await world.login('ana@mar.ao', { ip: '2001:db8:0:2::9' })).status).toBe(200);
});

test('the person of a locked account is written to, once, and nobody is for an address without one', async () => {
  await world.account('ana@mar.ao');
  world.setMail('sent');
  for (const email of ['ana@mar.ao', 'ninguem@mar.ao']) {
    for (let count = 0; count < 7; count += 1) await world.login(email, { password: 'palpite', ip: '10.8.8.8' });
  }
  expect(world.mails).toEqual([
    expect.objectContaining({ to: 'ana@mar.ao', subject: 'Tentativas de entrar na sua conta da Kianda' }),
  ]);
  expect(world.mails[0]?.text).toContain('10.8.8.8');
});

test('the sign-in is limited per caller and minute', async () => {
  const replies = [];
  for (let count = 0; count < 21; count += 1) replies.push(await world.call(authLogin, { body: {}, ip: '10.7.7.7' }));
  expect(replies.slice(0, 20).every((reply) => reply.code === 'validation_failed')).toBe(true);
  expect(replies[20]).toMatchObject({ status: 429, code: 'rate_limited' });
});

test('until the one-time password is changed, nothing else opens', async () => {
  const account = await world.account('ana@mar.ao', 'administrador');
  await sql`update identity.accounts set must_change_password = true where id = ${account.id}`.execute(
    world.context.store,
  );
  const { data } = await world.login('ana@mar.ao');
  expect(data.mustChangePassword).toBe(true);
  const token = data.accessToken;
  expect((await world.call(usersList, { token })).code).toBe('password_change_required');
  expect((await world.call(authSessions, { token })).code).toBe('password_change_required');
  expect((await world.call(authMe, { token })).data).toMatchObject({ mustChangePassword: true });

  const change = (currentPassword: string, newPassword: string) =>
    world.call<SignIn>(authPassword, { token, body: { currentPassword, newPassword } });
  expect((await change('não é esta', 'maré cheia ao nascer do dia')).code).toBe('invalid_credentials');
  expect(await change(goodPassword, goodPassword)).toMatchObject({ status: 422, code: 'password_weak' });
  expect(await change(goodPassword, 'kianda kianda 2026')).toMatchObject({ status: 422, code: 'password_weak' });
  expect((await change(goodPassword, 'curta')).code).toBe('validation_failed');

  const changed = await change(goodPassword, 'maré cheia ao nascer do dia');
  expect(changed).toMatchObject({ status: 200, data: { mustChangePassword: false } });
  expect((await world.call(authMe, { token })).code).toBe('unauthenticated');
  expect((await world.call(usersList, { token: changed.data.accessToken })).status).toBe(200);
  expect((await world.login('ana@mar.ao')).code).toBe('invalid_credentials');
  expect((await world.login('ana@mar.ao', { password: 'maré cheia ao nascer do dia' })).status).toBe(200);
  expect(await world.events()).toContain('auth.password.change');
});

test('a stolen session may not guess the current password', async () => {
  await world.account('ana@mar.ao');
  const { data } = await world.login('ana@mar.ao');
  const guess = (currentPassword: string) =>
    world.call(authPassword, {
      token: data.accessToken,
      body: { currentPassword, newPassword: 'maré cheia ao amanhecer' },
    });
  for (let count = 0; count < 5; count += 1) expect((await guess(`palpite ${count}`)).code).toBe('invalid_credentials');
  expect((await guess(goodPassword)).code).toBe('locked_out');
  expect((await world.login('ana@mar.ao')).status).toBe(200);
});

test('the audit chain of all this is intact and holds no password', async () => {
  await world.account('ana@mar.ao');
  await world.login('ana@mar.ao', { password: 'segredo por engano' });
  await world.login('segredo no campo errado');
  await world.login('ana@mar.ao');
  expect(await world.audit.verify()).toMatchObject({ intact: true, headSeq: 3 });
  const { rows } = await sql<{ text: string }>`select jsonb_agg(e)::text as text from audit.events e`.execute(
    world.context.store,
  );
  expect(rows[0]?.text).not.toMatch(/segredo (por engano|no campo)/);
  expect(rows[0]?.text).not.toContain(goodPassword);
});
