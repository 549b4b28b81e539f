// @vitest-environment happy-dom
import type { Account } from '@kianda/contract/people/identity/identity.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply, testAccount, testSignIn } from '../client/testing.ts';
import { createPage } from '../sections/testing.tsx';
import { openAccountView } from './account/account-view.ts';
import { openHelp } from './help/help-view.ts';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const ana = testAccount();
const refused: Reply = { status: 401, json: problem('unauthenticated', 401, 'Inicie sessão.') };
const places = { data: [], total: 0, page: 1, pageSize: 50, hasNext: false, hasPrev: false };

/** The section of people, whose invitations are refused because the session has ended. */
function openPeople(next: Account) {
  let isOver = false;
  const server: Record<string, Reply | (() => Reply)> = {
    '/admin-api/users': () => (isOver ? refused : { json: envelope(places) }),
    'POST /admin-api/users': () => {
      isOver = true;
      return refused;
    },
    'POST /admin-api/auth/refresh': refused,
    'POST /admin-api/auth/login': () => {
      isOver = false;
      return { json: envelope(testSignIn({ account: next })) };
    },
  };
  page.open('/?section=user-management', server);
}

const field = (label: string) =>
  page.find(() => {
    const found = [...document.querySelectorAll('label')].findLast((one) => one.textContent?.startsWith(label));
    const input = document.getElementById(found?.getAttribute('for') ?? '');
    return input instanceof HTMLInputElement ? input : null;
  });
async function type(label: string, value: string) {
  const input = await field(label);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
const button = (name: string) =>
  page.find(() => [...document.querySelectorAll('button')].findLast((one) => one.textContent === name));
const titles = () => [...document.querySelectorAll('[role=dialog] h2')].map(({ textContent }) => textContent);
const gone = (title: string) => page.find(() => (titles().includes(title) ? null : true));

/** Writes an invitation and sends it in a session that is over. */
async function invite() {
  (await button('Convidar utilizador')).click();
  await type('Nome', 'Rui Costa');
  await type('E-mail', 'rui@kianda.test');
  (await button('Convidar')).click();
  await page.find(() => (titles().includes('A sessão expirou') ? true : null));
}

test('a session that ends beneath typed text is gone on with in place, and the text is still there', async () => {
  openPeople(ana);
  await invite();
  expect(window.location.search).toBe('?section=user-management&dialog=invite');
  expect((await field('E-mail')).value).toBe(ana.email);
  await type('Palavra-passe', 'vento fresco na restinga 41');
  (await button('Entrar')).click();
  await gone('A sessão expirou');
  expect((await field('Nome')).value).toBe('Rui Costa');
  expect((await field('E-mail')).value).toBe('rui@kianda.test');
  expect(window.location.search).toBe('?section=user-management&dialog=invite');
});

test('another account sees nothing of what was written', async () => {
  openPeople(testAccount({ id: '00000000-0000-4000-8000-000000000009', email: 'rui@kianda.test', name: 'Rui Costa' }));
  await invite();
  await type('E-mail', 'rui@kianda.test');
  await type('Palavra-passe', 'vento fresco na restinga 41');
  (await button('Entrar')).click();
  await gone('A sessão expirou');
  await page.find(() => (window.location.search === '' ? true : null));
  expect(titles()).toEqual([]);
});

test('who leaves without saving comes to the sign-in page', async () => {
  openPeople(ana);
  await invite();
  (await button('Sair sem guardar')).click();
  await page.find(() => (window.location.pathname === '/login' ? true : null));
  await gone('A sessão expirou');
  expect(new URLSearchParams(window.location.search).get('reason')).toBe('expired');
});

test('a page on which nothing is written leads to the sign-in page at once', async () => {
  page.open('/?section=user-management', { '/admin-api/users': refused, 'POST /admin-api/auth/refresh': refused });
  await page.find(() => (window.location.pathname === '/login' ? true : null));
  expect(titles()).toEqual([]);
});

test('the help and the account of one session do not open again in the next', async () => {
  const tabs = () => [...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent);
  openPeople(ana);
  await button('Convidar utilizador');
  openHelp();
  await page.find(() => (tabs().includes('Atalhos') ? true : null));
  openAccountView('sessions');
  await page.find(() => (titles().length === 1 ? true : null));
  await page.close();

  page = createPage();
  openPeople(ana);
  await button('Convidar utilizador');
  expect([tabs().includes('Atalhos'), titles()]).toEqual([false, []]);
});
