import {
  linkAccept,
  linkForgotten,
  linkRead,
  linkTwoStep,
} from '@kianda/contract/people/identity/access-links.contract';
import {
  authMe,
  authTotpConfirm,
  authTotpEnrol,
  type SignIn,
} from '@kianda/contract/people/identity/identity.contract';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createWorld, goodPassword, type World } from '../testing/world.ts';

const newPassword = 'sardinha no convés ao meio-dia';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  return () => world.close();
});
beforeEach(async () => {
  await world.reset();
  await world.account('ana@mar.ao');
});

const ask = (email: string) => world.call<{ sent: boolean }>(linkForgotten, { body: { email } });
const accept = (token: string, extra: object = {}) =>
  world.call<SignIn>(linkAccept, { body: { token, name: 'Outro Nome', newPassword, ...extra } });

/** The token of the mail number `count`, once it was sent. */
async function tokenOf(count: number): Promise<string> {
  await vi.waitFor(() => expect(world.mails).toHaveLength(count), 30_000);
  const mail = world.mails[count - 1];
  expect(mail?.to).toBe('ana@mar.ao');
  return mail?.text.match(/\/convite#([\w-]{43})/)?.[1] ?? '';
}

async function requests(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from identity.access_links where purpose = 'recovery'`.execute(world.context.store);
  return rows[0]?.n ?? 0;
}

test('without a mail server the answer says so, and no link is made', async () => {
  world.setMail(null);
  expect((await ask('ana@mar.ao')).data).toEqual({ sent: false });
  expect(await requests()).toBe(0);
});

test('a forgotten password is set once by the link, which ends every session and changes no name', async () => {
  world.setMail('sent');
  const before = (await world.login('ana@mar.ao')).data.accessToken;
  expect((await ask(' Ana@Mar.ao ')).data).toEqual({ sent: true });
  const token = await tokenOf(1);
  const stored = await sql<{ hash: string }>`
    select encode(token_hash, 'escape') as hash from identity.access_links`.execute(world.context.store);
  expect(stored.rows[0]?.hash).not.toContain(token);
  const read = await world.call(linkRead, { body: { token } });
  expect(read.data).toMatchObject({ purpose: 'recovery', email: 'ana@mar.ao', twoStepRequired: false });
  const accepted = await accept(token);
  expect(accepted.status).toBe(200);
  expect((await world.call(authMe, { token: before })).status).toBe(401);
  const me = await world.call<{ name: string }>(authMe, { token: accepted.data.accessToken });
  expect(me.data.name).not.toBe('Outro Nome');
  expect((await accept(token)).code).toBe('link_invalid');
  const { rows } = await sql<{ event: string; actor_name: string }>`
    select event, actor_name from audit.events where event = 'auth.password.recovery'`.execute(world.context.store);
  expect(rows).toEqual([{ event: 'auth.password.recovery', actor_name: 'ana@mar.ao' }]);
});

test('an address without an account is answered alike, and gets nothing', async () => {
  world.setMail('sent');
  expect((await ask('ninguem@mar.ao')).data).toEqual({ sent: true });
  // The request of a known address comes after: once its mail is there, the other would have been.
  await ask('ana@mar.ao');
  await tokenOf(1);
  expect(await requests()).toBe(1);
});

test('the link lasts 30 minutes', async () => {
  world.setMail('sent');
  await ask('ana@mar.ao');
  const token = await tokenOf(1);
  world.advanceSeconds(31 * 60);
  expect((await accept(token)).code).toBe('link_invalid');
});

test('one account gets a mail every two minutes at most, four in an hour', async () => {
  world.setMail('sent');
  await ask('ana@mar.ao');
  await tokenOf(1);
  await ask('ana@mar.ao');
  for (let sent = 2; sent <= 4; sent += 1) {
    world.advanceSeconds(121);
    await ask('ana@mar.ao');
    await tokenOf(sent);
  }
  world.advanceSeconds(121);
  await ask('ana@mar.ao');
  world.advanceSeconds(3_600);
  await ask('ana@mar.ao');
  await tokenOf(5);
  expect(await requests()).toBe(5);
});

test('whoever has a second step proves it, and nobody puts another in its place by mail', async () => {
  world.setMail('sent');
  const { accessToken } = (await world.login('ana@mar.ao')).data;
  const enrolled = await world.call<{ secret: string }>(authTotpEnrol, {
    token: accessToken,
    body: { currentPassword: goodPassword },
  });
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(enrolled.data.secret) }).generate({
      timestamp: world.platform.clock.nowMs(),
    });
  await world.call(authTotpConfirm, { token: accessToken, body: { code: code() } });
  world.advanceSeconds(60);
  await ask('ana@mar.ao');
  const token = await tokenOf(1);
  expect((await world.call(linkRead, { body: { token } })).data).toMatchObject({ twoStepRequired: true });
  expect((await world.call(linkTwoStep, { body: { token } })).code).toBe('link_invalid');
  expect((await accept(token)).code).toBe('conflict');
  expect((await accept(token, { totp: '000000' })).code).toBe('totp_invalid');
  const accepted = await accept(token, { totp: code() });
  expect(accepted.status).toBe(200);
  expect((await world.call(authMe, { token: accepted.data.accessToken })).data).toMatchObject({ totpEnabled: true });
});
