import { createHmac } from 'node:crypto';
import { authTotpDisable } from '@kianda/contract/people/identity/identity.contract';
import { usersList } from '@kianda/contract/people/identity/users.contract';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessKey } from '../../apps/console/src/platform/token-keys.ts';
import { createApi, signIn } from './testing/api.ts';
import { launchBrowser, newContext } from './testing/browser.ts';
import { enterWith, waitForShell } from './testing/console.ts';
import { sharedPlatform } from './testing/shared.ts';

const platform = sharedPlatform();
const invitedPassword = 'sardinha no convés ao meio-dia';
const email = 'eva@exemplo.ao';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

let browser: Browser;
let admin: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await (await newContext(browser)).newPage();
  // The form is asked for by other journeys; here it would add its time limit to those of what is asked.
  await enterWith(admin, platform.url, await signIn(platform.url, platform.email, platform.password));
});
afterAll(() => browser.close());

const isWrite = (response: Response, path: string): boolean =>
  response.request().method() === 'POST' && response.url().endsWith(path);

/** Code of an authenticator application (RFC 6238: SHA-1, 6 digits, 30 s) for a secret in base 32. */
function codeOf(secret: string, nowMs: number): string {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

test('invited, first sign-in with two steps, suspended: the next request is refused', async () => {
  await admin.goto(`${platform.url}/?section=user-management`);
  await admin.getByRole('button', { name: 'Convidar utilizador' }).click();
  const dialog = admin.getByRole('dialog');
  // The dialog speaks of the mail only once the summary has come.
  await dialog.getByText('Sem servidor de correio configurado').waitFor();
  await dialog.getByLabel('Nome').fill('Eva Neto');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Perfil').selectOption({ label: 'Administrador' });
  // Asked once, however slow the server is: a repeat would meet the account, and its link is shown only once.
  const made = admin.waitForResponse((response) => isWrite(response, '/admin-api/users'));
  await dialog.getByRole('button', { name: 'Convidar' }).click();
  expect((await made).status()).toBe(201);
  const link = await admin.getByRole('textbox', { name: 'Ligação' }).inputValue();
  await admin.getByRole('button', { name: 'Já guardei' }).click();

  const guest = await (await newContext(browser)).newPage();
  await guest.goto(link);
  await guest.getByRole('heading', { level: 1, name: 'Bem-vindo à Kianda' }).waitFor();
  await guest.getByLabel('Nova palavra-passe', { exact: false }).first().fill(invitedPassword);
  await guest.getByLabel('Repetir a nova palavra-passe').fill(invitedPassword);
  const secret = (await guest.locator('p', { hasText: 'Chave:' }).locator('.k-mono').textContent()) ?? '';
  await guest.getByLabel('Código de verificação').fill(codeOf(secret, Date.now()));
  const asked = guest.waitForResponse((response) => isWrite(response, '/admin-api/auth/link/accept') && response.ok());
  await guest.getByRole('button', { name: 'Abrir a conta' }).click();
  await asked;
  await waitForShell(guest);
  expect(new URL(guest.url()).hash).toBe('');

  // The link has served, and the second step can't be dropped by whoever must have it.
  const token = await guest.evaluate((key) => window.localStorage.getItem(key), accessKey);
  const eva = createApi(platform.url, token ?? '');
  await eva.call(usersList);
  await expect(eva.call(authTotpDisable, { body: { password: invitedPassword } })).rejects.toThrow('409 conflict');

  // The list learns of it within a minute by itself. Other journeys leave accounts too: hers may be on a later page.
  await admin.goto(`${platform.url}/?section=user-management&q=${email}`);
  await admin.getByRole('button', { name: 'Eva Neto' }).click();
  await dialog.getByRole('button', { name: 'Suspender' }).click();
  await admin.getByRole('dialog').last().getByRole('button', { name: 'Suspender' }).click();
  await admin.getByText('Conta suspensa.').first().waitFor();
  await expect(eva.call(usersList)).rejects.toThrow('401 unauthenticated');
  await guest.reload();
  await guest.getByRole('heading', { level: 1, name: 'Iniciar sessão' }).waitFor();
});
