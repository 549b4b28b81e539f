import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replay } from '../../../testing/replay.ts';
import { keycloak26, withoutUiExt } from './testing/keycloak-26.ts';
import { publicUrl, serveExternal } from './testing/serve-external.ts';

let real: Awaited<ReturnType<typeof replay>>;
let site: Awaited<ReturnType<typeof serveExternal>>;
const realm = '/identity/admin/realms/kianda';
const credentials = { realm: 'mar', clientId: 'kianda', clientSecret: 'certo' };
const ana = '8a1f0f5e-1111-4000-8000-000000000001';

beforeAll(async () => {
  real = await replay(keycloak26, { status: 404, body: { error: 'HTTP 404 Not Found' } });
  site = await serveExternal('identity', real.url, credentials);
});
beforeEach(() => real.use({}));
afterAll(async () => {
  await site.close();
  await real.close();
});

const read = (path: string) => site.ask('GET', path);

describe('a Keycloak elsewhere', () => {
  test('tells its realms, without what is secret in them', async () => {
    const { body, headers, text } = await read('/identity/admin/realms');
    expect(body).toMatchObject([{ realm: 'mar', displayName: 'Mar de Angola', bruteForceProtected: true }]);
    expect(text).not.toMatch(/smtp|clientSecret|identityProviders/);
    const provenance = JSON.parse(String(headers['x-kianda-provenance']));
    expect(provenance).toMatchObject({ state: 'live', source: `Keycloak (${new URL(real.url).host})` });
    // A brief representation has but names.
    expect((await read(realm)).body).toEqual({ id: 'mar', realm: 'mar', displayName: 'mar', enabled: true });
  });

  test('signs in once, as a client, and again when the token is about to end', async () => {
    const signIns = () => real.requests.filter(({ url }) => url.pathname.endsWith('/token'));
    const before = signIns().length;
    await Promise.all([read(`${realm}/users`), read(`${realm}/clients`)]);
    expect(signIns()).toHaveLength(before);
    site.advance(280_000);
    await Promise.all([read(`${realm}/users`), read(`${realm}/clients`)]);
    expect(signIns()).toHaveLength(before + 1);
    const form = new URLSearchParams(signIns().at(-1)?.body);
    expect(Object.fromEntries(form)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'kianda',
      client_secret: 'certo',
    });
    expect(real.requests.at(-1)?.headers.authorization).toBe('Bearer eyJ.chave.1');
  });

  test('gives users by pages, whole, with what it left out filled in', async () => {
    const first = await read(`${realm}/users?first=0&max=1`);
    expect(first.body).toMatchObject([{ username: 'ana', totp: true, attributes: { departamento: ['Frota'] } }]);
    expect(first.text).not.toContain('userProfileMetadata');
    const asked = real.requests.at(-1)?.url;
    expect(asked?.pathname).toBe('/admin/realms/mar/users');
    expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
      first: '0',
      max: '1',
      briefRepresentation: 'false',
    });
    expect((await read(`${realm}/users?first=1&max=1`)).body).toMatchObject([
      { username: 'bento', enabled: false, requiredActions: [], access: { view: true } },
    ]);
    expect((await read(`${realm}/users/count`)).body).toBe(2);
  });

  test('gives clients without their secrets', async () => {
    const { body, text } = await read(`${realm}/clients`);
    expect(body).toMatchObject([{ clientId: 'portal' }, { clientId: 'mapas', protocol: 'openid-connect' }]);
    expect(text).not.toMatch(/segredo|secret/);
  });

  test('gives sessions as its console asks, or client by client where that is not there', async () => {
    const shown = (await read(`${realm}/sessions`)).body as { username: string; type?: string }[];
    expect(shown.map(({ username, type }) => [username, type])).toEqual([
      ['ana', 'REGULAR'],
      ['bento', 'OFFLINE'],
    ]);
    real.use(withoutUiExt);
    const merged = (await read(`${realm}/sessions`)).body as { username: string; clients: object }[];
    expect(merged.map(({ username, clients }) => [username, Object.values(clients)])).toEqual([
      ['carla', ['portal']],
      ['ana', ['portal', 'mapas']],
    ]);
    expect((await read(`${realm}/sessions?search=CAR`)).body).toHaveLength(1);
    expect((await read(`${realm}/client-session-stats`)).body).toContainEqual({
      id: 'b5c2a1de-2222-4000-8000-000000000001',
      clientId: 'portal',
      active: '2',
      offline: '1',
    });
  });

  test('is changed by those who may, once, and the trail knows', async () => {
    const given = { email: 'dora@mar.ao', firstName: 'Dora' };
    expect((await site.ask('POST', `${realm}/users`, { payload: given, role: 'operador' })).status).toBe(403);
    const made = await site.ask('POST', `${realm}/users`, { payload: given, role: 'administrador' });
    const id = '8a1f0f5e-1111-4000-8000-000000000009';
    expect([made.status, made.headers.location]).toEqual([201, `${publicUrl}${realm}/users/${id}`]);
    expect(site.audited.at(-1)).toMatchObject({
      event: 'user.created',
      resource: `keycloak/user/${id}`,
      actorName: 'administrador@kianda.test',
      metadata: { realm: 'mar' },
    });
    const again = { payload: { email: 'ana@mar.ao' }, role: 'administrador' } as const;
    const refused = await site.ask('POST', `${realm}/users`, again);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.message).toContain('User exists with same username');

    const change = { payload: { firstName: 'Aninha' }, role: 'administrador' } as const;
    expect((await site.ask('PUT', `${realm}/users/${ana}`, change)).status).toBe(204);
    const sent = JSON.parse(real.requests.at(-1)?.body ?? '');
    expect(sent).toMatchObject({ firstName: 'Aninha', lastName: 'Neto', attributes: { departamento: ['Frota'] } });

    const administrator = { role: 'administrador' } as const;
    const session = '0b7c0000-3333-4000-8000-000000000001';
    expect((await site.ask('DELETE', `${realm}/sessions/${session}`, administrator)).status).toBe(204);
    const offline = '0b7c0000-3333-4000-8000-000000000002';
    expect((await site.ask('DELETE', `${realm}/sessions/${offline}`, administrator)).status).toBe(204);
    const nobody = '0b7c0000-3333-4000-8000-00000000000f';
    expect((await site.ask('DELETE', `${realm}/sessions/${nobody}`, administrator)).status).toBe(404);
    expect((await site.ask('POST', `${realm}/users/${ana}/logout`, administrator)).status).toBe(204);
    expect((await site.ask('DELETE', `${realm}/users/${ana}`, administrator)).status).toBe(204);
    expect(site.audited.slice(-4).map(({ event }) => event)).toEqual([
      ...['auth.logout', 'auth.logout', 'auth.logout'],
      'user.deleted',
    ]);
    const secret = await site.ask('POST', `${realm}/clients/${ana}/client-secret`, administrator);
    expect([secret.status, secret.body.code]).toEqual([409, 'service_outside']);
  });

  test('what is not asked of it is refused, and not done by the accounts of the platform instead', async () => {
    const administrator = { role: 'administrador' } as const;
    const asked = real.requests.length;
    for (const [method, path] of [
      ['GET', 'roles'],
      ['PUT', `users/${ana}/reset-password`],
      ['POST', 'logout-all'],
      ['GET', 'groups'],
      ['DELETE', `groups/${ana}`],
    ] as const) {
      const payload = path.endsWith('reset-password') ? { payload: { value: 'x' } } : {};
      const answer = await site.ask(method, `${realm}/${path}`, { ...administrator, ...payload });
      expect([path, answer.status, answer.body.code]).toEqual([path, 409, 'service_outside']);
    }
    expect(real.requests).toHaveLength(asked);
  });
});

describe('its faults', () => {
  const users = `${realm}/users`;
  test.each([
    [403, 'provider_failed', 502, 'falta a permissão «view-users» à credencial configurada.'],
    [500, 'provider_failed', 502, 'respondeu HTTP 500.'],
    [404, 'not_found', 404, 'não existe lá.'],
    [302, 'provider_failed', 502, 'Indique o endereço final em KIANDA_SERVICE_IDENTITY_URL.'],
  ])('%s is told in Portuguese, without what Keycloak says inside', async (status, code, ours, reason) => {
    const headers = status === 302 ? { location: 'https://outro.ao/' } : {};
    real.use({ 'GET /admin/realms/mar/users': { status, headers, body: { error: 'unknown_error at db:5432' } } });
    const answer = await read(users);
    expect([answer.status, answer.body.code, answer.body.downstream]).toEqual([ours, code, true]);
    expect(answer.body.message).toBe(
      `Falha ao carregar utilizadores (Keycloak, ${new URL(real.url).host}): ${reason}`.replace(
        ': Indique',
        ': a resposta foi um redirecionamento. Indique',
      ),
    );
    expect(answer.text).not.toContain('db:5432');
  });

  test('an answer that does not come, and one that is none', async () => {
    real.use({ 'GET /admin/realms/mar/users': 'hang' });
    const hurried = await serveExternal('identity', real.url, credentials, 400);
    expect((await hurried.ask('GET', users)).body).toMatchObject({
      status: 504,
      code: 'timeout',
      message: expect.stringContaining('sem resposta em 0.4 s'),
    });
    await hurried.close();
    real.use({
      'GET /admin/realms/mar/users': { body: '<html>Proxy</html>', headers: { 'content-type': 'text/html' } },
    });
    expect((await read(users)).body.message).toContain('não tem o formato esperado');
  });

  test('a token ended before its time is renewed once; a wrong secret says which setting', async () => {
    let refusals = 1;
    real.use({
      'GET /admin/realms/mar/users/count': () =>
        refusals-- > 0 ? { status: 401, body: { error: 'HTTP 401 Unauthorized' } } : { body: 7 },
    });
    expect((await read(`${users}/count`)).body).toBe(7);
    const wrong = await serveExternal('identity', real.url, {
      realm: 'mar',
      clientId: 'kianda',
      clientSecret: 'errado',
    });
    const answer = await wrong.ask('GET', users);
    expect(answer.status).toBe(502);
    expect(answer.body.message).toContain(
      'Verifique KIANDA_SERVICE_IDENTITY_CLIENT_ID e KIANDA_SERVICE_IDENTITY_CLIENT_SECRET',
    );
    expect(answer.text).not.toContain('errado');
    await wrong.close();
  });

  test('nobody answers at the address', async () => {
    const gone = await replay({});
    const lost = await serveExternal('identity', gone.url, { clientId: 'k', clientSecret: 's' });
    await gone.close();
    expect((await lost.ask('GET', '/identity/admin/realms')).body).toMatchObject({
      status: 502,
      code: 'provider_failed',
      message: expect.stringContaining('não se alcança'),
    });
    await lost.close();
  });
});
