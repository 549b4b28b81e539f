// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { User } from '@kianda/contract/people/identity/identity.contract';
import type { usersSummary } from '@kianda/contract/people/identity/users.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const user = (part: Partial<User>): User => ({
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Rui Costa',
  email: 'rui@kianda.test',
  role: 'cientista',
  status: 'active',
  lastAccess: '2026-08-31T08:00:00.000Z',
  createdAt: '2026-08-01T08:00:00.000Z',
  permissions: [],
  totpEnabled: false,
  mustChangePassword: false,
  twoStepRequired: false,
  twoStepDueAt: null,
  hasPassword: true,
  isProgram: false,
  pendingLink: null,
  ...part,
});
const invited = user({
  id: '00000000-0000-4000-8000-000000000003',
  name: 'Bia',
  status: 'inactive',
  lastAccess: null,
  hasPassword: false,
  pendingLink: { purpose: 'invitation', expiresAt: '2026-09-05T08:00:00.000Z' },
});
const list = { data: [user({}), invited], total: 2, page: 1, pageSize: 50, hasNext: false, hasPrev: false };
const summary: DataOf<typeof usersSummary> = {
  total: 24,
  active: 21,
  inactive: 2,
  suspended: 1,
  invited: 2,
  dormant: 3,
  activeByRole: { administrador: 5, operador: 1, cientista: 2, investigador: 12, cliente: 1 },
  withPassword: 20,
  withTwoStep: 6,
  twoStepMissing: 1,
  twoStepRoles: ['administrador'],
  twoStepGraceDays: 7,
  openSessions: 8,
  signedIn: 6,
  apiKeys: 2,
  programs: 0,
  canMail: false,
};
const link = {
  purpose: 'invitation',
  expiresAt: '2026-09-07T09:00:00.000Z',
  url: 'http://kianda.test/convite#abc',
  sentTo: null,
  mailProblem: 'Nenhum servidor de correio configurado.',
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = (parts: Readonly<Record<string, object>> = {}, options = {}) =>
  page.open(
    '/?section=user-management',
    {
      '/admin-api/users': { json: envelope(list) },
      '/admin-api/users/summary': { json: envelope(summary) },
      ...Object.fromEntries(Object.entries(parts).map(([path, data]) => [path, { json: envelope(data) }])),
    },
    options,
  );
const dialog = () => [...document.querySelectorAll('[role=dialog]')].findLast((one) => one.textContent !== '');
const dialogButton = (name: string) =>
  [...(dialog()?.querySelectorAll<HTMLButtonElement>('button') ?? [])].find((one) => one.textContent === name);
function type(label: string, value: string) {
  const found = [...(dialog()?.querySelectorAll('label') ?? [])].find((one) => one.textContent?.startsWith(label));
  const input = document.getElementById(found?.getAttribute('for') ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

test('people with their state, and the counters measured', async () => {
  open();
  await page.says('Rui Costa');
  expect(page.sharedNames()).toEqual([]);
  expect(page.text('#ativos')).toContain('21');
  expect(page.text('#administradores')).toContain('5');
  expect(page.text('#investigadores')).toContain('12');
  expect(page.text('#utilizadores')).toContain('Convidado');
  expect(page.text('#dois-passos')).toContain('6 de 20 contas com palavra-passe');
});

test('who still lacks the second step that the role demands, and until when', async () => {
  const missing = { role: 'administrador', twoStepRequired: true } as const;
  const some = [
    user({
      ...missing,
      id: '00000000-0000-4000-8000-000000000004',
      name: 'Eva',
      twoStepDueAt: '2026-09-04T09:00:00.000Z',
    }),
    user({
      ...missing,
      id: '00000000-0000-4000-8000-000000000005',
      name: 'Gil',
      twoStepDueAt: '2026-08-30T09:00:00.000Z',
    }),
    user({ ...missing, id: '00000000-0000-4000-8000-000000000006', name: 'Ivo' }),
    user({ ...missing, id: '00000000-0000-4000-8000-000000000007', name: 'Zita', totpEnabled: true }),
  ];
  open({ '/admin-api/users': { ...list, data: some } });
  await page.says('Eva');
  const rows = [...document.querySelectorAll('#utilizadores tbody tr')].map((row) => row.textContent ?? '');
  expect(rows.map((row) => /Em falta, até[^A-Z]*2026|Exigida já|Em falta|Ativa(?=nunca|h|\d)/.exec(row)?.[0])).toEqual([
    expect.stringMatching(/^Em falta, até 0?4.*2026$/),
    'Exigida já',
    'Em falta',
    'Ativa',
  ]);
});

test('an invitation shows its link once where no mail goes out', async () => {
  open({ 'POST /admin-api/users': { user: invited, link } });
  await page.says('Rui Costa');
  page.button('Convidar utilizador')?.click();
  await page.find(() => dialogButton('Convidar'));
  type('Nome', 'Nova');
  type('E-mail', 'nova@kianda.test');
  dialogButton('Convidar')?.click();
  await page.find(() => (dialog()?.textContent?.includes('Esta ligação aparece uma única vez') ? true : null));
  expect(page.asked.find(({ method, path }) => method === 'POST' && path === '/admin-api/users')?.body).toEqual({
    name: 'Nova',
    email: 'nova@kianda.test',
    role: 'cliente',
  });
  expect(dialog()?.querySelector<HTMLInputElement>('input[readonly]')?.value).toBe(link.url);
});

const actsOf = async (part: Partial<User>) => {
  const of = user({ ...part, name: 'Zita' });
  open({ '/admin-api/users': { ...list, data: [of], total: 1 } });
  await page.says('Zita');
  page.host.querySelector<HTMLButtonElement>('#utilizadores tbody tr button')?.click();
  await page.find(() => dialogButton('Eliminar'));
  const acts = [...(dialog()?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
  return acts.slice(acts.indexOf('Alterar'), acts.indexOf('Eliminar') + 1);
};

test.each([
  ['in use', {}, ['Suspender', 'Repor o acesso', 'Exigir nova palavra-passe']],
  ['suspended', { status: 'suspended' as const }, ['Reativar', 'Exigir nova palavra-passe']],
  [
    'put aside, with a password of its own',
    { status: 'inactive' as const },
    ['Reativar', 'Repor o acesso', 'Exigir nova palavra-passe'],
  ],
  ['invited', { status: 'inactive' as const, hasPassword: false }, ['Novo convite']],
])('an account that is %s is offered what may be done with it, and nothing else', async (_, part, acts) => {
  expect(await actsOf(part)).toEqual(['Alterar', ...acts, 'Eliminar']);
});

test('a deletion says what becomes of the work, and waits for the e-mail to be written', async () => {
  const holdings = [
    { id: 'private-groups', label: 'Grupos privados', count: 3, fate: 'kept', note: 'Ninguém mais os vê.' },
    { id: 'sessions', label: 'Sessões abertas', count: 0, fate: 'removed', note: '' },
  ];
  open({ [`/admin-api/users/${user({}).id}/holdings`]: { holdings } });
  await page.says('Rui Costa');
  [...page.host.querySelectorAll<HTMLElement>('#utilizadores tbody tr')]
    .find((row) => row.textContent?.includes('Rui Costa'))
    ?.querySelector('button')
    ?.click();
  (await page.find(() => dialogButton('Eliminar'))).click();
  await page.find(() => (dialog()?.textContent?.includes('3 Grupos privados') ? true : null));
  expect(dialog()?.textContent).not.toContain('Sessões abertas');
  const confirm = () => dialogButton('Eliminar');
  expect(confirm()?.disabled).toBe(true);
  type('Escreva', 'rui@kianda.test');
  await page.find(() => (confirm()?.disabled === false ? true : null));
});

test('sessions of one account are asked for alone, whatever the filters say, and end together once confirmed', async () => {
  const { id } = user({});
  const session = {
    id: '00000000-0000-4000-8000-00000000000a',
    createdAt: '2026-08-31T08:00:00.000Z',
    lastUsedAt: '2026-08-31T08:50:00.000Z',
    expiresAt: '2026-09-07T08:00:00.000Z',
    ipAddress: '41.63.160.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    current: false,
    accountId: id,
    accountName: 'Rui Costa',
    email: 'rui@kianda.test',
    role: 'cientista',
    method: 'password',
    program: null,
  };
  const sessions = { data: [session], total: 1, accounts: 1, page: 1, pageSize: 50, hasNext: false, hasPrev: false };
  const queries: Record<string, string>[] = [];
  page.open('/?section=user-management', {
    '/admin-api/users': { json: envelope(list) },
    '/admin-api/users/summary': { json: envelope(summary) },
    '/admin-api/sessions': (query) => {
      queries.push(Object.fromEntries(query));
      return { json: envelope(sessions) };
    },
    [`/admin-api/users/${id}/end-sessions`]: { json: envelope({ endedSessions: 1 }) },
  });
  await page.says('Rui Costa');
  page.button('Rui Costa')?.click();
  const tab = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) => textContent === 'Sessões'),
  );
  tab.click();
  await page.find(() => (dialog()?.textContent?.includes('Firefox 140 · Linux') ? true : null));
  dialogButton('Limpar filtros')?.click();
  await page.find(() => (queries.at(-1)?.accountId === id ? true : null));
  expect(queries.every(({ accountId }) => accountId === id)).toBe(true);
  dialogButton('Terminar todas')?.click();
  const confirm = await page.find(() =>
    dialog()?.textContent?.includes('Terminar todas as sessões desta conta?') ? dialogButton('Terminar todas') : null,
  );
  confirm?.click();
  await page.find(() =>
    page.asked.some(({ method, path }) => method === 'POST' && path === `/admin-api/users/${id}/end-sessions`)
      ? true
      : null,
  );
});

test('who may only look is offered nothing to change', async () => {
  open({}, { role: 'operador' });
  await page.says('Rui Costa');
  expect(page.button('Convidar utilizador')).toBeUndefined();
  expect(page.button('Exportar')).toBeUndefined();
  expect(page.button('Perfis e permissões')).toBeDefined();
});

test('the server finds, orders, pages and exports; the address has it all', async () => {
  const queries: Record<string, string>[] = [];
  const files: Record<string, string>[] = [];
  page.open('/?section=user-management&q=rui&focus=dormant', {
    '/admin-api/users': (query) => {
      queries.push(Object.fromEntries(query));
      return { json: envelope({ ...list, total: 120, page: Number(query.get('page')) }) };
    },
    '/admin-api/users/summary': { json: envelope(summary) },
    '/admin-api/users/export': (query) => {
      files.push(Object.fromEntries(query));
      return { json: {} };
    },
  });
  const asks = (wanted: Record<string, string>) =>
    page.find(() => (Object.entries(wanted).every(([name, value]) => queries.at(-1)?.[name] === value) ? true : null));
  await page.says('1–50 de 120');
  await asks({ search: 'rui', focus: 'dormant', sort: 'name', order: 'asc', page: '1', pageSize: '50' });
  page.button('Página seguinte')?.click();
  await asks({ page: '2' });
  const header = await page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('main th button')].find((one) =>
      one.textContent?.startsWith('Último acesso'),
    ),
  );
  header.click();
  await asks({ page: '1', sort: 'last-access' });
  page.button('Exportar')?.click();
  const csv = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) => textContent === 'CSV'),
  );
  csv.click();
  await page.find(() => (files.length > 0 ? true : null));
  expect(files[0]).toMatchObject({ search: 'rui', focus: 'dormant', sort: 'last-access', format: 'csv' });
  expect(files[0]).not.toHaveProperty('page');
  // A tile shows what it counts, whatever else was asked for.
  page.host.querySelector<HTMLElement>('#convites button')?.click();
  await asks({ focus: 'invited' });
  expect(queries.at(-1)).not.toHaveProperty('search');
});

test('a server that is away is an error of the panel', async () => {
  page.open('/?section=user-management', {
    '/admin-api/users': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
    '/admin-api/users/summary': { json: envelope(summary) },
  });
  await page.says('Já volta.');
});
