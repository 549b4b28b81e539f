// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const matrix = {
  roles: ['administrador', 'operador', 'cientista', 'investigador', 'cliente'].map((role) => ({
    role,
    accounts: 1,
    twoStepRequired: role === 'administrador',
  })),
  permissions: [
    {
      permission: 'users:write',
      label: 'Gerir utilizadores',
      roles: ['administrador'],
      endpoints: [{ method: 'POST', path: '/users', summary: 'Convidar' }],
    },
  ],
  sessionEndpoints: 12,
  publicEndpoints: 60,
};
const session = {
  id: '00000000-0000-4000-8000-00000000000a',
  createdAt: '2026-08-31T08:00:00.000Z',
  lastUsedAt: '2026-08-31T08:50:00.000Z',
  expiresAt: '2026-09-07T08:00:00.000Z',
  ipAddress: '41.63.160.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  current: false,
  accountId: '00000000-0000-4000-8000-000000000002',
  accountName: 'Rui Costa',
  email: 'rui@kianda.test',
  role: 'cientista',
  method: 'password',
  program: null,
};
const sessionPage = {
  data: [session],
  total: 1,
  accounts: 1,
  page: 1,
  pageSize: 50,
  hasNext: false,
  hasPrev: false,
};
const key = {
  id: '00000000-0000-4000-8000-00000000000b',
  name: 'Boletim',
  prefix: 'knd_abcdef',
  permissions: ['ocean:read', 'users:read'],
  lost: ['users:read'],
  createdAt: '2026-08-01T08:00:00.000Z',
  expiresAt: '2026-10-01T08:00:00.000Z',
  lastUsedAt: null,
  lastUsedAddress: null,
  revokedAt: null,
  state: 'active',
  ownerId: session.accountId,
  ownerName: 'Rui Costa',
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = (tab: string, options = {}) =>
  page.open(
    `/?section=auth-enterprise&tab=${tab}`,
    {
      '/admin-api/users/permissions': { json: envelope(matrix) },
      '/admin-api/sessions': { json: envelope(sessionPage) },
      [`/admin-api/sessions/${session.id}`]: { json: envelope({ endedSessions: 1 }) },
      '/admin-api/api-keys': { json: envelope({ keys: [key] }) },
      [`/admin-api/api-keys/${key.id}`]: { json: envelope({ revoked: true }) },
    },
    options,
  );
const dialogButton = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find((one) => one.textContent === name);
const deleted = (path: string) => page.asked.some((one) => one.method === 'DELETE' && one.path === path);

test('the matrix says who may what, by role, with the endpoints behind it', async () => {
  open('matrix');
  await page.says('Gerir utilizadores');
  const cells = [...page.host.querySelectorAll('#matriz tbody td [role=img]')].map((one) =>
    one.getAttribute('aria-label'),
  );
  expect(cells).toEqual(['Sim', 'Não', 'Não', 'Não', 'Não']);
  expect(page.text('#matriz')).toContain('POST /users');
  expect(page.text('#matriz')).toContain('exige dois passos');
});

test('a session tells device and address, says why no place, and ends once confirmed', async () => {
  open('sessions');
  await page.says('Firefox 140 · Linux');
  expect(page.host.querySelector('abbr[title^="O lugar não se conhece"]')?.textContent).toBe('—');
  page.button('Terminar a sessão de Rui Costa em Firefox 140 · Linux, 31/08/2026, 09:00:00 (Luanda)')?.click();
  const confirm = await page.find(() => dialogButton('Terminar'));
  expect(deleted(`/admin-api/sessions/${session.id}`)).toBe(false);
  confirm.click();
  await page.find(() => (deleted(`/admin-api/sessions/${session.id}`) ? true : null));
});

test('sessions are found, ordered, paged and exported by the server; the address has it all', async () => {
  const queries: Record<string, string>[] = [];
  const files: Record<string, string>[] = [];
  page.open('/?section=auth-enterprise&tab=sessions&q=rui&method=password', {
    '/admin-api/sessions': (query) => {
      queries.push(Object.fromEntries(query));
      return { json: envelope({ ...sessionPage, total: 90, page: Number(query.get('page')) }) };
    },
    '/admin-api/sessions/export': (query) => {
      files.push(Object.fromEntries(query));
      return { json: {} };
    },
  });
  const asks = (wanted: Record<string, string>) =>
    page.find(() => (Object.entries(wanted).every(([name, value]) => queries.at(-1)?.[name] === value) ? true : null));
  await page.says('1–50 de 90');
  await asks({ search: 'rui', method: 'password', sort: 'used', order: 'desc', page: '1', pageSize: '50' });
  page.button('Página seguinte')?.click();
  await asks({ page: '2' });
  const header = await page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('main th button')].find((one) =>
      one.textContent?.startsWith('Início'),
    ),
  );
  header.click();
  await asks({ page: '1', sort: 'begun' });
  page.button('Exportar')?.click();
  const sheet = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      ({ textContent }) => textContent === 'Excel (XLSX)',
    ),
  );
  sheet.click();
  await page.find(() => (files.length > 0 ? true : null));
  expect(files[0]).toMatchObject({ search: 'rui', method: 'password', sort: 'begun', format: 'xlsx' });
});

test('a key tells what it may, what it lost, and is revoked once confirmed; an operator only looks', async () => {
  open('keys');
  await page.says('Boletim');
  expect(page.text('#chaves')).toContain('Sem efeito, o perfil já não as tem: users:read');
  page.button('Revogar a chave Boletim')?.click();
  (await page.find(() => dialogButton('Revogar'))).click();
  await page.find(() => (deleted(`/admin-api/api-keys/${key.id}`) ? true : null));
  await page.close();
  page = createPage();
  open('keys', { role: 'operador' });
  await page.says('Boletim');
  expect(page.button('Revogar a chave Boletim')).toBeUndefined();
});

test('a session that cannot be ended stays, its dialog open with the reason of the server', async () => {
  page.open('/?section=auth-enterprise&tab=sessions', {
    '/admin-api/sessions': { json: envelope(sessionPage) },
    [`/admin-api/sessions/${session.id}`]: { status: 409, json: problem('conflict', 409, 'Esta sessão já terminou.') },
  });
  (
    await page.find(() =>
      page.button('Terminar a sessão de Rui Costa em Firefox 140 · Linux, 31/08/2026, 09:00:00 (Luanda)'),
    )
  ).click();
  (await page.find(() => dialogButton('Terminar'))).click();
  await page.find(() => (document.body.textContent?.includes('Esta sessão já terminou.') === true ? true : null));
  expect(dialogButton('Terminar')?.disabled).toBe(false);
  expect(page.text()).toContain('Rui Costa');
});
