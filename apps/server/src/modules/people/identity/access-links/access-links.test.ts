import type { DataOf } from '@kianda/contract';
import { linkAccept, linkRead, linkTwoStep } from '@kianda/contract/people/identity/access-links.contract';
import {
  type AccessLink,
  authMe,
  authTotpDisable,
  type SignIn,
  type User,
} from '@kianda/contract/people/identity/identity.contract';
import {
  usersCreate,
  usersExport,
  usersImport,
  usersImportPreview,
  usersResetTotp,
  usersUpdate,
} from '@kianda/contract/people/identity/users.contract';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';

const password = 'sardinha no convés ao meio-dia';

let world: World;
let admin: string;

beforeAll(async () => {
  world = await createWorld({ twoStepRoles: ['administrador'], twoStepGraceDays: 90 });
  return () => world.close();
});
beforeEach(async () => {
  await world.reset();
  await world.account('chefe@mar.ao', 'administrador');
  admin = (await world.login('chefe@mar.ao')).data.accessToken;
});

async function invite(email = 'nova@mar.ao', role = 'cientista') {
  const body = { email, name: 'Nova Pessoa', role };
  const reply = await world.call<{ user: User; link: AccessLink }>(usersCreate, { token: admin, body });
  return { ...reply.data, token: reply.data.link.url?.split('#')[1] ?? '' };
}
const accept = (token: string, extra: object = {}) =>
  world.call<SignIn>(linkAccept, { body: { token, name: 'Nova Pessoa', newPassword: password, ...extra } });
const read = (token: string) => world.call<DataOf<typeof linkRead>>(linkRead, { body: { token } });

async function codeOf(token: string, aheadSeconds = 0): Promise<string> {
  const { data } = await world.call<{ secret: string }>(linkTwoStep, { body: { token } });
  return code(data.secret, aheadSeconds);
}
function code(secret: string, aheadSeconds = 0): string {
  const timestamp = world.platform.clock.nowMs() + aheadSeconds * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

test('an invitation says for whom it is, sets the password and signs in, once', async () => {
  const { token, user } = await invite();
  expect((await read(token)).data).toMatchObject({
    purpose: 'invitation',
    email: 'nova@mar.ao',
    role: 'cientista',
    twoStepRequired: false,
  });
  expect((await accept(token, { newPassword: 'novapessoa2026' })).code).toBe('password_weak');
  const accepted = await accept(token, { name: 'Nova Ferreira' });
  expect(accepted.status).toBe(200);
  expect((await world.call(authMe, { token: accepted.data.accessToken })).data).toMatchObject({
    id: user.id,
    name: 'Nova Ferreira',
  });
  expect((await world.login('nova@mar.ao', { password })).status).toBe(200);
  for (const reply of [await accept(token), await read(token)]) expect(reply.code).toBe('link_invalid');
  expect(await world.events()).toContain('user.link.accepted');
});

test('of two who use a link at once, one gets the account', async () => {
  const { token } = await invite();
  const replies = await Promise.all([accept(token), accept(token), accept(token)]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
});

test('a link ends with its time, with a newer one, with another e-mail and with a suspension', async () => {
  const late = await invite('tarde@mar.ao');
  world.advanceSeconds(7 * 86_400);
  admin = (await world.login('chefe@mar.ao')).data.accessToken;
  expect((await read(late.token)).code).toBe('link_invalid');

  const moved = await invite('muda@mar.ao');
  const change = (id: string, body: object) => world.call(usersUpdate, { token: admin, params: { id }, body });
  await change(moved.user.id, { email: 'outro@mar.ao' });
  expect((await accept(moved.token)).code).toBe('link_invalid');

  const shut = await invite('fora@mar.ao');
  await change(shut.user.id, { status: 'suspended' });
  expect((await accept(shut.token)).code).toBe('link_invalid');
});

test('nothing in the database opens an account: the link is kept hashed', async () => {
  const { token } = await invite();
  const { rows } = await sql<{ row: string }>`select row_to_json(l)::text as row from identity.access_links l`.execute(
    world.context.store,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain(token);
  expect((await read('x'.repeat(43))).code).toBe('link_invalid');
});

test('a role that demands two steps opens with them alone, and does not let them go', async () => {
  const { token, user } = await invite('dina@mar.ao', 'administrador');
  expect((await read(token)).data.twoStepRequired).toBe(true);
  expect((await accept(token)).code).toBe('conflict');
  expect((await accept(token, { totp: '000000' })).code).toBe('totp_invalid');
  const accepted = await accept(token, { totp: await codeOf(token) });
  expect(accepted.data.account).toMatchObject({ totpEnabled: true });
  expect((await world.login('dina@mar.ao', { password })).code).toBe('invalid_credentials');

  const own = accepted.data.accessToken;
  expect((await world.call(authTotpDisable, { token: own, body: { password } })).code).toBe('conflict');
  const reset = await world.call<DataOf<typeof usersResetTotp>>(usersResetTotp, {
    token: admin,
    params: { id: user.id },
  });
  expect(reset.data).toMatchObject({ link: { purpose: 'reset' }, user: { totpEnabled: false, hasPassword: false } });
  expect((await world.call(authMe, { token: own })).code).toBe('unauthenticated');
  const again = reset.data.link?.url?.split('#')[1] ?? '';
  expect((await accept(again, { totp: await codeOf(again) })).status).toBe(200);
});

test('five wrong codes lock the link for a while', async () => {
  const { token } = await invite('dina@mar.ao', 'administrador');
  const right = await codeOf(token);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await accept(token, { totp: '000000' })).code).toBe('totp_invalid');
  }
  expect((await accept(token, { totp: right })).code).toBe('locked_out');
});

test('where mail can be sent the link goes out and is not shown; where it is refused it is shown, with why', async () => {
  world.setMail('sent');
  const sent = await invite('ana@mar.ao');
  expect(sent.link).toMatchObject({ url: null, sentTo: 'ana@mar.ao', mailProblem: null });
  const [mail] = world.mails;
  expect(mail).toMatchObject({ to: 'ana@mar.ao', subject: 'Convite para a Kianda' });
  const token = /\/convite#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await accept(token)).status).toBe(200);

  world.setMail('refused');
  const refused = await invite('bia@mar.ao');
  expect(refused.link).toMatchObject({ sentTo: null, mailProblem: expect.stringContaining('EAUTH') });
  expect((await accept(refused.token)).status).toBe(200);
});

const csvOf = (...rows: readonly string[]) => ['E-mail;Nome;Perfil', ...rows].join('\r\n');

test('a file is told row by row what is wrong in it, and written only as a whole', async () => {
  await world.account('rui@mar.ao');
  const csv = csvOf('ana@mar.ao;Ana;cientista', 'rui@mar.ao;Rui;cliente', 'x;;rei', 'ANA@mar.ao;Outra;cliente');
  type Preview = DataOf<typeof usersImportPreview>;
  const preview = await world.call<Preview>(usersImportPreview, { token: admin, body: { csv } });
  expect(preview.data).toMatchObject({ good: 1, faulty: 3 });
  expect(preview.data.rows.map(({ line, faults }) => [line, faults.length])).toEqual([
    [2, 0],
    [3, 1],
    [4, 3],
    [5, 1],
  ]);
  const refused = await world.call(usersImport, { token: admin, body: { csv } });
  expect(refused.code).toBe('validation_failed');
  expect(refused.problem.issues?.[0]).toMatchObject({ path: 'body.csv.3' });
  expect((await world.events()).filter((event) => event === 'user.created')).toEqual([]);

  const good = csvOf('ana@mar.ao;Ana;cientista', 'bia@mar.ao;Bia;CLIENTE');
  const done = await world.call<DataOf<typeof usersImport>>(usersImport, { token: admin, body: { csv: good } });
  expect(done.data.invited.map(({ email, link }) => [email, link.url === null])).toEqual([
    ['ana@mar.ao', false],
    ['bia@mar.ao', false],
  ]);
  expect((await world.call(usersImport, { token: admin, body: { csv: good } })).code).toBe('validation_failed');
});

test.each([
  ['no columns', 'a;b\n1;2'],
  ['no rows', 'email;nome;perfil\n'],
  ['an open quote', 'email,nome,perfil\n"a,b,c'],
  ['too many rows', csvOf(...Array.from({ length: 101 }, (_, index) => `p${index}@mar.ao;P;cliente`))],
])('a file with %s is refused', async (_name, csv) => {
  expect((await world.call(usersImportPreview, { token: admin, body: { csv } })).code).toBe('validation_failed');
});

test('what a spreadsheet would run is exported as text, comes back as it was, and the export is audited', async () => {
  const name = '=HYPERLINK("http://x";"y")';
  await world.call(usersCreate, { token: admin, body: { email: 'x@mar.ao', name, role: 'cliente' } });
  const { text } = await world.download(usersExport, admin, { format: 'csv' });
  expect(text).toContain(`"'=HYPERLINK(""http://x"";""y"")"`);
  expect(await world.events()).toContain('data.export');
  const back = text.replaceAll('@mar.ao', '@outro.ao');
  const preview = await world.call<DataOf<typeof usersImportPreview>>(usersImportPreview, {
    token: admin,
    body: { csv: back },
  });
  expect(preview.data.faulty).toBe(0);
  expect(preview.data.rows.map((row) => row.name)).toContain(name);
});
