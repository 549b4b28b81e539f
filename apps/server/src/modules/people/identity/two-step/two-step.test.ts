import {
  authLogin,
  authTotpConfirm,
  authTotpDisable,
  authTotpEnrol,
} from '@kianda/contract/people/identity/identity.contract';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openSecret, sealSecret } from '../core/sealing.ts';
import { createWorld, goodPassword, type World } from '../testing/world.ts';
import { totpStep } from './totp.ts';

let world: World;
let token: string;
type Enrolment = { secret: string; otpauthUrl: string; qrSvg: string };

beforeAll(async () => {
  world = await createWorld();
  return () => world.close();
});
beforeEach(async () => {
  await world.reset();
  await world.account('ana@mar.ao');
  token = (await world.login('ana@mar.ao')).data.accessToken;
});

/** The code that an authenticator application shows now, `steps` away. */
function codeOf(secret: string, steps = 0): string {
  const timestamp = world.platform.clock.nowMs() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
async function enrol(): Promise<Enrolment> {
  const reply = await world.call<Enrolment>(authTotpEnrol, { token, body: { currentPassword: goodPassword } });
  expect(reply.status).toBe(200);
  return reply.data;
}
async function enable(): Promise<string> {
  const { secret } = await enrol();
  const reply = await world.call(authTotpConfirm, { token, body: { code: codeOf(secret) } });
  expect(reply.data).toMatchObject({ totpEnabled: true });
  world.advanceSeconds(30);
  return secret;
}

test('RFC 6238 test vector: 287082 is the six-digit code of second 59', () => {
  const secret = Buffer.from('12345678901234567890');
  expect(totpStep(secret, '287082', 59_000)).toBe(1);
  expect(totpStep(secret, ' 287 082 ', 59_000)).toBe(1);
  expect(totpStep(secret, '287082', 119_000)).toBeNull();
  expect(totpStep(secret, '28708', 59_000)).toBeNull();
  expect(totpStep(secret, '94287082', 59_000)).toBeNull();
});

test('enrolment asks for the password, shows secret, address and QR code, and changes nothing yet', async () => {
  expect((await world.call(authTotpEnrol, { token, body: {} })).code).toBe('invalid_credentials');
  const { secret, otpauthUrl, qrSvg } = await enrol();
  expect(otpauthUrl).toContain('otpauth://totp/Kianda:ana%40mar.ao');
  expect(new URL(otpauthUrl).searchParams.get('secret')).toBe(secret);
  expect(qrSvg).toMatch(/^<svg .*<\/svg>$/s);
  expect((await world.login('ana@mar.ao')).status).toBe(200);
});

test('once confirmed, the sign-in needs the code, and says nothing about what was wrong', async () => {
  const secret = await enable();
  const wrong = await world.login('ana@mar.ao', { password: 'outra coisa qualquer', totp: codeOf(secret) });
  const missing = await world.login('ana@mar.ao');
  const bad = await world.login('ana@mar.ao', { totp: '000000' });
  for (const reply of [wrong, missing, bad]) expect(reply).toMatchObject({ status: 401, code: 'invalid_credentials' });
  expect((await world.login('ana@mar.ao', { totp: codeOf(secret) })).status).toBe(200);
});

test('a code serves once, and so does any older one', async () => {
  const secret = await enable();
  const code = codeOf(secret);
  const previous = codeOf(secret, -1);
  expect((await world.login('ana@mar.ao', { totp: code })).status).toBe(200);
  expect((await world.login('ana@mar.ao', { totp: code })).code).toBe('invalid_credentials');
  expect((await world.login('ana@mar.ao', { totp: previous })).code).toBe('invalid_credentials');
  world.advanceSeconds(30);
  expect((await world.login('ana@mar.ao', { totp: codeOf(secret) })).status).toBe(200);
});

test('of ten sign-ins with one code at once, one gets in', async () => {
  const secret = await enable();
  const totp = codeOf(secret);
  const replies = await Promise.all(Array.from({ length: 10 }, () => world.login('ana@mar.ao', { totp })));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
});

test('the confirming code does not serve for the sign-in, nor for another confirmation', async () => {
  const { secret } = await enrol();
  const code = codeOf(secret);
  expect((await world.call(authTotpConfirm, { token, body: { code: '000000' } })).code).toBe('totp_invalid');
  expect((await world.call(authTotpConfirm, { token, body: { code } })).status).toBe(200);
  expect((await world.login('ana@mar.ao', { totp: code })).code).toBe('invalid_credentials');
  expect((await world.call(authTotpConfirm, { token, body: { code } })).code).toBe('conflict');
  expect((await world.call(authTotpEnrol, { token, body: { currentPassword: goodPassword } })).code).toBe('conflict');
});

test('five wrong codes lock the confirmation', async () => {
  const { secret } = await enrol();
  const confirm = (code: string) => world.call(authTotpConfirm, { token, body: { code } });
  for (let count = 0; count < 5; count += 1) expect((await confirm(`00000${count}`)).code).toBe('totp_invalid');
  expect((await confirm(codeOf(secret))).code).toBe('locked_out');
});

test.each(['code', 'password'] as const)('it is turned off by %s, and only so', async (way) => {
  const secret = await enable();
  const off = (body: object) => world.call(authTotpDisable, { token, body });
  expect((await off({})).code).toBe('validation_failed');
  expect((await off({ code: '000000' })).code).toBe('totp_invalid');
  expect((await off({ password: 'não é esta' })).code).toBe('invalid_credentials');
  const right = way === 'code' ? { code: codeOf(secret) } : { password: goodPassword };
  expect((await off(right)).data).toMatchObject({ totpEnabled: false });
  expect((await off(right)).code).toBe('conflict');
  expect((await world.call(authLogin, { body: { email: 'ana@mar.ao', password: goodPassword } })).status).toBe(200);
  expect(await world.events()).toEqual(expect.arrayContaining(['auth.totp.enabled', 'auth.totp.disabled']));
});

test('the secret lies encrypted, and a row cannot be given the secret of another account', async () => {
  const secret = await enable();
  const other = await world.account('rui@mar.ao');
  const { rows } = await sql<{ id: string; totp_secret: Buffer }>`
    select id, totp_secret from identity.accounts where totp_enabled
  `.execute(world.context.store);
  const [row] = rows;
  expect(row?.totp_secret.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
  const { totp } = world.context.keys;
  expect(Buffer.from(openSecret(totp, row?.id ?? '', row?.totp_secret ?? new Uint8Array()))).toEqual(
    Buffer.from(Secret.fromBase32(secret).bytes),
  );
  expect(() => openSecret(totp, other.id, row?.totp_secret ?? new Uint8Array())).toThrow(/unable to authenticate/);
  const sealed = Buffer.from(sealSecret(totp, 'a', Buffer.from('segredo')));
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => openSecret(totp, 'a', sealed)).toThrow(/unable to authenticate/);
});
