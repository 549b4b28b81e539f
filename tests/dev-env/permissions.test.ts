import { allows, type Endpoint, type ErrorCode, problemSchema, type Role, roles } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { authLogout } from '@kianda/contract/people/identity/identity.contract';
import { usersDelete } from '@kianda/contract/people/identity/users.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';

/** Answers of the gate itself; any other means that the request reached its handler. */
const gate: readonly (ErrorCode | undefined)[] = ['unauthenticated', 'forbidden', 'password_change_required'];

let app: TestApplication;
let provisional: string;
let interfaceToken: string;
beforeAll(async () => {
  // The status page that is off answers with a page of its own.
  app = await createTestApplication({ settings: { KIANDA_STATUS_PUBLIC: 'true' } });
  for (const role of roles) await app.signIn(role);
  provisional = (await app.newAccount('administrador')).token;
  const principal = await app.composition.identity.authenticate((await app.signIn('administrador')).token);
  if (principal === null) throw new Error('no session');
  interfaceToken = (await app.composition.identity.issueInterfaceToken(principal, ['ocean:read'])).token;
});
afterAll(() => app.close());

/** Asks as a client would that knows only the path: parameters of the right shape, an empty body. */
async function ask(endpoint: Endpoint, token?: string, visitor = 0): Promise<ErrorCode | undefined> {
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, '00000000-0000-4000-8000-000000000000']));
  const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: {} };
  const index = allEndpoints.indexOf(endpoint);
  // Refused tokens are counted by address.
  const ip = `10.${100 + visitor}.${index >> 8}.${index & 255}`;
  const reply = await app.call(endpoint, { params, token, ...body, ip });
  if (reply.status < 400) return undefined;
  // Nor do they all speak JSON: S3 has its own XML, and looks for its own signatures.
  if (endpoint.format === 'standard' && !String(reply.headers['content-type']).includes('json')) return undefined;
  const problem = problemSchema.safeParse(reply.json());
  if (problem.success) return problem.data.code;
  // Some standards have words of their own for what is wrong; those of the gate are never among them.
  if (endpoint.format === 'standard') return undefined;
  throw problem.error;
}
const byAccess = (open: (endpoint: Endpoint) => boolean) =>
  allEndpoints.filter((endpoint) => endpoint.id !== 'authLogoutAll' && open(endpoint));

// Hundreds of requests in each test.
describe('the platform as it is composed', { timeout: 300_000 }, () => {
  test.each(roles)('a %s passes where the table says so, and nowhere else', async (role: Role) => {
    const { token } = await app.signIn(role);
    const passed: string[] = [];
    const refused = new Set<ErrorCode | undefined>();
    // Signing out would end the session of the test.
    const asked = byAccess(({ id }) => id !== 'authLogout');
    for (const endpoint of asked) {
      const code = await ask(endpoint, token);
      if (gate.includes(code)) refused.add(code);
      else passed.push(endpoint.id);
    }
    expect(passed).toEqual(asked.filter(({ access }) => allows(access, role)).map(({ id }) => id));
    expect([...refused].filter((code) => code !== 'forbidden')).toEqual([]);
  });

  test('without a session only what is public', async () => {
    const passed: string[] = [];
    for (const endpoint of allEndpoints) {
      if ((await ask(endpoint)) !== 'unauthenticated') passed.push(endpoint.id);
    }
    expect(passed).toEqual(allEndpoints.filter(({ access }) => access === 'public').map(({ id }) => id));
  });

  test('with a one-time password nothing but changing it', async () => {
    const held: string[] = [];
    const asked = byAccess(({ id, access }) => id !== 'authLogout' && access !== 'public');
    for (const endpoint of asked) {
      if ((await ask(endpoint, provisional)) === 'password_change_required') held.push(endpoint.id);
    }
    const open = asked.filter((endpoint) => endpoint.allowBeforePasswordChange !== true).map(({ id }) => id);
    expect(held).toEqual(open);
  });

  test('the token of an interface opens what its page needs and no session', async () => {
    const passed: string[] = [];
    for (const endpoint of allEndpoints) {
      if (!gate.includes(await ask(endpoint, interfaceToken))) passed.push(endpoint.id);
    }
    const scoped = allEndpoints.filter(({ access }) => access === 'public' || access === 'ocean:read');
    expect(passed).toEqual(scoped.map(({ id }) => id));
  });

  test('an expired, a tampered, a signed-out and a deleted account’s token open only what is public', async () => {
    const { token } = await app.signIn('operador');
    const [head = '', claims = '', signature = ''] = token.split('.');
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const gone = await app.newAccount('administrador');
    const admin = await app.signIn('administrador');
    expect((await app.call(usersDelete, { token: admin.token, params: { id: gone.accountId } })).status).toBe(200);
    const other = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: admin.accountId };
    const swapped = Buffer.from(JSON.stringify(other)).toString('base64url');
    const left = await app.newSession('administrador');
    expect((await app.call(authLogout, { token: left.token, body: {} })).status).toBe(200);
    const dead = [
      `${head}.${claims}.${flipped}`,
      `${head}.${swapped}.${signature}`,
      gone.token,
      left.token,
      'x.y.z',
      '',
    ];
    const closed = byAccess(({ access }) => access !== 'public');
    let visitor = 0;
    const all = async (asked: readonly Endpoint[], bad: string) => {
      visitor += 1;
      return new Set(await Promise.all(asked.map((endpoint) => ask(endpoint, bad, visitor))));
    };
    for (const bad of dead) expect([...(await all(closed, bad))]).toEqual(['unauthenticated']);
    const open = byAccess(({ access }) => access === 'public');
    for (const bad of dead) expect([...(await all(open, bad))].filter((code) => gate.includes(code))).toEqual([]);
    app.clock.advance(16 * 60_000);
    expect([...(await all(closed, token))]).toEqual(['unauthenticated']);
  });

  test('a refusal for lack of permission is in the audit trail', async () => {
    const rows = await app.select<{ n: number }>(
      "SELECT count(*) AS n FROM audit.events WHERE event = 'auth.permission.denied'",
    );
    expect(rows[0]?.n).toBeGreaterThan(50);
  });
});
