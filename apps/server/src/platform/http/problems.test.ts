import { type ErrorCode, errorCatalogue, problemSchema } from '@kianda/contract';
import type { InjectOptions } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { problemOf, toAppError } from './problem.ts';
import { as, createSite, liveAt, type Site } from './testing/site.ts';

const clock = { nowMs: () => Date.parse('2026-08-31T09:00:00Z') };
let site: Site | undefined;
afterEach(async () => {
  await site?.app.close();
  site = undefined;
});

async function ask(request: InjectOptions, handler?: () => Promise<unknown>) {
  site = await createSite(handler === undefined ? {} : { readSea: handler, addBuoy: handler }, { clock });
  return site.app.inject(request);
}

const sea: InjectOptions = { method: 'GET', url: '/admin-api/sea', headers: as('cliente') };
const buoy = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  ({ method: 'POST', url: '/admin-api/buoys', headers: { ...as('cliente'), ...headers }, payload }) as const;

const refused: readonly (readonly [string, InjectOptions, ErrorCode])[] = [
  ['a parameter too long', { ...sea, url: '/admin-api/depths/123456789' }, 'validation_failed'],
  ['a query that is no number', { ...sea, url: '/admin-api/depths/1?limit=muito' }, 'validation_failed'],
  ['a NUL in a text', { ...sea, url: '/admin-api/depths/1?text=a%00b' }, 'validation_failed'],
  ['an address that can not be decoded', { ...sea, url: '/admin-api/depths/%zz' }, 'validation_failed'],
  ['a body that is no JSON', buoy('{"name":'), 'validation_failed'],
  ['a body without what is asked for', buoy('{}'), 'validation_failed'],
  ['a body that poisons the prototype', buoy('{"name":"x","__proto__":{"a":1}}'), 'validation_failed'],
  ['no session', { method: 'GET', url: '/admin-api/sea' }, 'unauthenticated'],
  ['a token that is none', { ...sea, headers: as('ninguém') }, 'unauthenticated'],
  ['a role that may not', { method: 'POST', url: '/admin-api/manage', headers: as('cliente') }, 'forbidden'],
  ['an interface beyond its scope', { ...sea, url: '/admin-api/depths/1', headers: as('interface') }, 'forbidden'],
  ['a one-time password', { ...sea, headers: as('provisório') }, 'password_change_required'],
  ['an unknown path', { ...sea, url: '/admin-api/nada' }, 'not_found'],
  ['another method on a known path', { ...sea, method: 'DELETE' }, 'method_not_allowed'],
  ['a method on a path with a parameter', { ...sea, method: 'PUT', url: '/admin-api/depths/7' }, 'method_not_allowed'],
  ['a body of more than the limit', buoy(JSON.stringify({ name: 'x'.repeat(1_100_000) })), 'payload_too_large'],
  ['a body that is XML', buoy('<name/>', { 'content-type': 'application/xml' }), 'unsupported_media_type'],
];

test.each(refused)('%s: a problem document', async (_name, request, code) => {
  const response = await ask(request);
  const problem = problemSchema.strict().parse(response.json());
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.statusCode).toBe(errorCatalogue[code].status);
  expect(problem).toMatchObject({ code, error: code, status: response.statusCode, success: false });
});

test('what is invalid is named by its path', async () => {
  const response = await ask({ ...sea, url: '/admin-api/depths/123456789?limit=0' });
  expect(response.json().issues.map((issue: { path: string }) => issue.path)).toEqual(['params.id']);
});

test('405 names the methods there are', async () => {
  expect((await ask({ ...sea, method: 'DELETE' })).headers.allow).toBe('GET, HEAD');
});

test('a refusal for lack of permission is told, another is not', async () => {
  await ask({ method: 'POST', url: '/admin-api/manage', headers: as('cliente') });
  await site?.app.inject({ method: 'POST', url: '/admin-api/manage' });
  expect(site?.denied).toEqual(['manage']);
});

test('an error nobody foresaw is logged whole and told without detail', async () => {
  const response = await ask(sea, async () => {
    throw new Error('relation "ocean.secret_table" does not exist');
  });
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('secret_table');
  expect(site?.log()).toContain('secret_table');
});

test.each([new AppError('internal', { detail: 'select * from contas' }), 'uma frase', null, { statusCode: 302 }])(
  'whatever is thrown (%o) becomes an internal error without detail',
  async (thrown) => {
    const response = await ask(sea, async () => {
      throw thrown;
    });
    expect(problemSchema.parse(response.json())).toMatchObject({
      code: 'internal',
      message: errorCatalogue.internal.message,
    });
  },
);

test('an answer that breaks its contract is an internal error in tests', async () => {
  const response = await ask(sea, async () => ({ data: { temperature: 'morna' }, provenance: null }));
  expect(response.statusCode).toBe(500);
  expect(site?.log()).toContain('readSea: answer breaks its contract at temperature');
});

test('an answer that takes too long ends as timeout, and its handler hears of it', async () => {
  let aborted = false;
  site = await createSite(
    {
      readSea: ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve({ data: { temperature: 20 }, provenance: null });
          });
        }),
    },
    { clock, handlerTimeoutSeconds: () => 0.05 },
  );
  const response = await site.app.inject(sea);
  expect(response.statusCode).toBe(504);
  expect(problemSchema.parse(response.json()).code).toBe('timeout');
  expect(aborted).toBe(true);
});

test('how long an answer may take is asked at each request', async () => {
  let seconds = 0.05;
  const slow = async ({ signal }: { signal: AbortSignal }) => {
    const late = new Promise((resolve) => signal.addEventListener('abort', resolve));
    if (seconds < 1) await late;
    return { data: { temperature: 20 }, provenance: liveAt('2026-08-31T09:00:00Z') };
  };
  site = await createSite({ readSea: slow }, { clock, handlerTimeoutSeconds: () => seconds });
  expect((await site.app.inject(sea)).statusCode).toBe(504);
  seconds = 30;
  expect((await site.app.inject(sea)).statusCode).toBe(200);
});

test.each([
  [Object.assign(new Error('connect ECONNREFUSED /tmp/.s.PGSQL.5432'), { code: 'ECONNREFUSED', syscall: 'connect' })],
  [Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })],
  [new Error('Connection terminated unexpectedly')],
  [new Error('timeout exceeded when trying to connect')],
])('a database that is away is told as unavailable, to be tried again: %s', (thrown) => {
  expect(toAppError(thrown)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
});

test('a missing file is no missing database', () => {
  const thrown = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' });
  expect(toAppError(thrown).code).toBe('internal');
});

test('every code of the catalogue makes a valid problem', () => {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  const problems = codes.map((code) => problemOf(new AppError(code, { retryAfterSeconds: 1 }), 'id-de-ensaio', '/x'));
  expect(problems.filter((problem) => !problemSchema.strict().safeParse(problem).success)).toEqual([]);
});
