// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, testAccount, testSignIn } from '../client/testing.ts';
import { lastNotice } from '../platform/notices.ts';
import { createPage } from '../sections/testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const account = testAccount({ role: 'cientista' });
const signedIn = testSignIn({ account, refused: { count: 7, lastAt: '2026-08-31T08:12:00.000Z' } });

function type(name: string, value: string) {
  const input = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (input === null) throw new Error(`no field ${name}`);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

test('whoever signs in is told of the attempts that were refused since the last time', async () => {
  page.open('/login', {
    '/admin-api/auth/me': { status: 401, json: problem('unauthenticated', 401, 'Inicie sessão.') },
    '/admin-api/auth/login': { json: envelope(signedIn) },
  });
  await page.find(() => document.querySelector('input[name=email]'));
  type('email', account.email);
  type('password', 'vento fresco na restinga 41');
  document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
  await page.find(() => page.asked.find(({ path }) => path === '/admin-api/auth/login'));
  await page.find(() => (window.location.pathname === '/' ? true : null));
  const sent = page.asked.find(({ path }) => path === '/admin-api/auth/login');
  expect(sent?.body).toEqual({ email: account.email, password: 'vento fresco na restinga 41', deviceTokens: [] });
  expect(lastNotice()).toMatchObject({ tone: 'warning', title: '7\u00a0tentativas falhadas de entrar' });
});

const noSession = { status: 401, json: problem('unauthenticated', 401, 'Inicie sessão.') };
const forgotten = '/admin-api/auth/forgotten';
const buttonNamed = (text: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].find(({ textContent }) => textContent === text);

test('a forgotten password: the answer does not say whether the address has an account', async () => {
  page.open('/login', { '/admin-api/auth/me': noSession, [forgotten]: { json: envelope({ sent: true }) } });
  (await page.find(() => buttonNamed('Esqueci-me da palavra-passe'))).click();
  await page.find(() => buttonNamed('Enviar ligação'));
  type('email', account.email);
  buttonNamed('Enviar ligação')?.click();
  await page.says('Se existir uma conta com este endereço');
  expect(page.asked.find(({ path }) => path === forgotten)?.body).toEqual({ email: account.email });
});

test('without mail it says who can help', async () => {
  page.open('/login', { '/admin-api/auth/me': noSession, [forgotten]: { json: envelope({ sent: false }) } });
  (await page.find(() => buttonNamed('Esqueci-me da palavra-passe'))).click();
  await page.find(() => buttonNamed('Enviar ligação'));
  type('email', account.email);
  buttonNamed('Enviar ligação')?.click();
  await page.says('Esta instalação não envia correio.');
  await page.find(() => document.querySelector('[role=status] a[href="mailto:apoio@kianda.test"]'));
});
