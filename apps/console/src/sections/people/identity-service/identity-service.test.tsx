// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { realmClients, realmSessions, realmUsers } from '@kianda/contract/people/identity/keycloak.contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { identityTexts } from './texts.pt.ts';

const base = '/identity/admin/realms';
const userId = '00000000-0000-4000-8000-00000000000a';
const sessionId = '00000000-0000-4000-8000-00000000000b';
const clientId = '00000000-0000-4000-8000-00000000000c';
const realm = {
  id: 'kianda',
  realm: 'kianda',
  displayName: 'Kianda',
  enabled: true,
  accessTokenLifespan: 900,
  failureFactor: 5,
  bruteForceProtected: true,
  passwordPolicy: 'length(12)',
};
const session: DataOf<typeof realmSessions>[number] = {
  id: sessionId,
  username: 'rui@mar.ao',
  userId,
  ipAddress: '10.0.0.7',
  start: Date.parse('2026-08-31T08:00:00Z'),
  lastAccess: Date.parse('2026-08-31T08:59:00Z'),
  clients: { [clientId]: 'mapas' },
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const client: DataOf<typeof realmClients>[number] = {
  id: clientId,
  clientId: 'mapas',
  name: 'Mapas do porto',
  description: '',
  enabled: true,
  protocol: 'openid-connect',
  publicClient: false,
  bearerOnly: false,
  standardFlowEnabled: true,
  directAccessGrantsEnabled: false,
  serviceAccountsEnabled: false,
  redirectUris: ['https://mapas.test/volta'],
  webOrigins: [],
  attributes: {},
  defaultClientScopes: [],
  optionalClientScopes: ['ocean:read'],
  fullScopeAllowed: false,
  consentRequired: true,
  access: {},
};
const user: DataOf<typeof realmUsers>[number] = {
  id: userId,
  username: 'rui@mar.ao',
  firstName: 'Rui',
  lastName: 'Sal',
  email: 'rui@mar.ao',
  emailVerified: true,
  enabled: true,
  totp: false,
  createdTimestamp: Date.parse('2026-01-01T00:00:00Z'),
  requiredActions: ['UPDATE_PASSWORD'],
  disableableCredentialTypes: [],
  notBefore: 0,
  attributes: { role: ['cientista'] },
  access: {},
};
const ownConsole = {
  ...client,
  id: '00000000-0000-4000-8000-000000000001',
  clientId: 'kianda-console',
  name: 'Consola',
};
const answers = {
  [base]: { json: [realm] },
  [`${base}/kianda/sessions`]: { json: [session] },
  [`${base}/kianda/clients`]: { json: [ownConsole, client] },
  [`${base}/kianda/client-session-stats`]: {
    json: [{ id: clientId, clientId: 'mapas', active: '3', offline: '0' }],
  },
  [`${base}/kianda/users`]: { json: [user] },
  [`${base}/kianda/users/count`]: { json: 24 },
  [`${base}/kianda/sessions/${sessionId}`]: { json: null },
  [`${base}/kianda/users/${userId}/logout`]: { json: null },
  [`${base}/kianda/clients/${clientId}/client-secret`]: { json: { type: 'secret', value: 'segredo-novo' } },
  [`${base}/kianda/clients/${clientId}`]: { json: null },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const dialogWith = (text: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((one) =>
      one.textContent?.replaceAll('\u00a0', ' ').includes(text),
    ),
  );
const press = (within: HTMLElement, name: string) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
const sent = (method: string, path: string) =>
  page.asked.find((one) => one.method === method && one.path === `${base}/kianda/${path}`);

describe('sessions', () => {
  test('who, on which device, by which application; one ends after a question', async () => {
    page.open('/?section=identity-service', answers);
    await page.says('rui@mar.ao');
    expect(page.text()).toContain('Firefox 140 · Linux');
    expect(page.text()).toContain('mapas');
    (await page.find(() => page.button('Terminar sessão de rui@mar.ao, 31/08/2026, 09:00:00 (Luanda)'))).click();
    const dialog = await dialogWith('terá de entrar outra vez');
    expect(sent('DELETE', `sessions/${sessionId}`)).toBeUndefined();
    press(dialog, 'Terminar');
    await page.find(() => sent('DELETE', `sessions/${sessionId}`));
  });

  test('all of an account end together', async () => {
    page.open('/?section=identity-service', answers);
    (
      await page.find(() => page.button('Terminar todas as sessões de rui@mar.ao, 31/08/2026, 09:00:00 (Luanda)'))
    ).click();
    press(await dialogWith('em todos os aparelhos (1 sessão nesta lista)'), 'Terminar todas');
    await page.find(() => sent('POST', `users/${userId}/logout`));
  });

  test('the service finds them among all, page by page; a page that is not full is the last', async () => {
    const queries: Record<string, string>[] = [];
    const rowsOf = (rows: number) =>
      Array.from({ length: rows }, (_, number) => ({ ...session, id: crypto.randomUUID(), username: `p${number}` }));
    page.open('/?section=identity-service&size=25', {
      ...answers,
      [`${base}/kianda/sessions`]: (query) => {
        queries.push(Object.fromEntries(query));
        return { json: rowsOf(query.get('first') === '0' ? Number(query.get('max')) : 25) };
      },
    });
    await page.says('p24');
    expect(queries[0]).toEqual({ first: '0', max: '26' });
    expect(page.host.querySelectorAll('#sessoes tbody tr')).toHaveLength(25);
    page.button('Página seguinte')?.click();
    await page.find(() => (queries.at(-1)?.first === '25' ? true : null));
    await page.find(() => (page.button('Página seguinte') === undefined ? true : null));
    const box = page.host.querySelector<HTMLInputElement>('#sessoes input[type=search]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, '10.0.0.7');
    box?.dispatchEvent(new Event('input', { bubbles: true }));
    await page.find(() => (queries.at(-1)?.search === '10.0.0.7' ? true : null));
    expect(queries.at(-1)).toEqual({ first: '0', max: '26', search: '10.0.0.7' });
  });

  test('an operator looks and ends none; a refusal is said in the dialog', async () => {
    page.open('/?section=identity-service', answers, { role: 'operador' });
    await page.says('rui@mar.ao');
    expect(page.button('Terminar sessão de rui@mar.ao, 31/08/2026, 09:00:00 (Luanda)')).toBeUndefined();
    await page.close();
    page = createPage();
    page.open('/?section=identity-service', {
      ...answers,
      [`${base}/kianda/sessions/${sessionId}`]: { status: 404, json: problem('not_found', 404, 'Já terminou.') },
    });
    (await page.find(() => page.button('Terminar sessão de rui@mar.ao, 31/08/2026, 09:00:00 (Luanda)'))).click();
    const dialog = await dialogWith('terá de entrar outra vez');
    press(dialog, 'Terminar');
    await page.find(() => (dialog.textContent?.includes('Já terminou.') ? true : null));
  });
});

describe('applications', () => {
  test('with their open sessions; the console’s own is left alone; a new secret is shown once', async () => {
    page.open('/?section=identity-service&view=clients', answers);
    await page.says('Mapas do porto');
    await page.find(() => [...page.host.querySelectorAll('main td')].find(({ textContent }) => textContent === '3'));
    expect(page.button('Eliminar Consola')).toBeUndefined();
    (await page.find(() => page.button('Novo segredo de Mapas do porto'))).click();
    press(await dialogWith('deixa já de servir'), 'Novo segredo');
    const shown = await dialogWith('não volta a ser mostrado');
    const secret = () => [...document.querySelectorAll('input')].find(({ value }) => value === 'segredo-novo');
    expect(secret()).toBeDefined();
    press(shown, 'Já guardei');
    await page.find(() => (secret() === undefined ? true : null));
  });

  test('a new one is registered: its dialog closes, and its secret is shown once', async () => {
    page.open('/?section=identity-service&view=clients', {
      ...answers,
      [`POST ${base}/kianda/clients`]: { json: { id: clientId, clientId: 'novo', secret: 'segredo-inicial' } },
    });
    await page.says('Mapas do porto');
    (await page.find(() => page.button(identityTexts.clients.add))).click();
    const form = await dialogWith(identityTexts.form.clientIdNote);
    const field = form.querySelector('input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'novo');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    await page.find(() =>
      [...form.querySelectorAll('button')].find(
        ({ textContent, disabled }) => textContent === identityTexts.form.confirm && !disabled,
      ),
    );
    press(form, identityTexts.form.confirm);
    await page.find(() => sent('POST', 'clients'));
    expect(sent('POST', 'clients')?.body).toMatchObject({ clientId: 'novo', publicClient: false });
    await dialogWith('não volta a ser mostrado');
    expect([...document.querySelectorAll('input')].some(({ value }) => value === 'segredo-inicial')).toBe(true);
    await page.find(() => (document.body.textContent?.includes(identityTexts.form.clientIdNote) ? null : true));
  });

  test('one is removed after a question that says what ends with it', async () => {
    page.open('/?section=identity-service&view=clients', answers);
    (await page.find(() => page.button('Eliminar Mapas do porto'))).click();
    press(await dialogWith('as suas sessões terminam (3 sessões)'), 'Eliminar');
    await page.find(() => sent('DELETE', `clients/${clientId}`));
  });
});

test('accounts are counted by the service, so that any page is one click away; none found says so', async () => {
  const queries: Record<string, string>[] = [];
  page.open('/?section=identity-service&view=users', {
    ...answers,
    [`${base}/kianda/users`]: (query) => {
      queries.push(Object.fromEntries(query));
      return { json: query.get('search') === 'ninguém' ? [] : [user] };
    },
    [`${base}/kianda/users/count`]: (query) => ({ json: query.get('search') === 'ninguém' ? 0 : 240 }),
  });
  await page.says('1–100 de 240');
  page.button('Página 3')?.click();
  await page.find(() => (queries.at(-1)?.first === '200' ? true : null));
  const box = page.host.querySelector<HTMLInputElement>('#contas input[type=search]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'ninguém');
  box?.dispatchEvent(new Event('input', { bubbles: true }));
  await page.says(identityTexts.users.empty);
  expect(queries.at(-1)).toEqual({ first: '0', max: '101', search: 'ninguém' });
});

test('accounts lead to their sessions, and realms say their rules', async () => {
  page.open('/?section=identity-service&view=users', answers);
  await page.says('Mudar a palavra-passe');
  (await page.find(() => page.button('Ver sessões de rui@mar.ao'))).click();
  await page.says('Sessões abertas');
  expect(new URLSearchParams(window.location.search).get('q')).toBe('rui@mar.ao');
  await page.close();
  page = createPage();
  page.open('/?section=identity-service&view=realms', answers);
  await page.says('15 min');
  expect(page.text()).toContain('após 5 tentativas');
  expect(page.text()).toContain('12 caracteres, pelo menos');
  await page.says('Contas24');
});
