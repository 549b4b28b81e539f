import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { problemSchema } from '@kianda/contract';
import { afterEach, expect, test } from 'vitest';
import { as, createSite, interfacesOrigin, liveAt, type Site } from './testing/site.ts';

const clock = { nowMs: () => Date.parse('2026-08-31T09:00:00Z') };
const comment = 'a corrente de Benguela '.repeat(200);
const handlers = {
  readSea: async () => ({ data: { temperature: 21.5, comment }, provenance: liveAt('2026-08-31T08:00:00Z') }),
};
let site: Site;
afterEach(() => site.app.close());

test('every answer carries the security headers, also one of an unknown path', async () => {
  site = await createSite(handlers, { clock });
  for (const url of ['/admin-api/sea', '/nada']) {
    const { headers } = await site.app.inject({ url, headers: as('cliente') });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-site',
      'content-security-policy': "default-src 'none';frame-ancestors 'self'",
    });
    // It means something on a page alone.
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
    expect(headers).not.toHaveProperty('x-powered-by');
  }
});

test('strict transport security only where the page is served over TLS', async () => {
  const policy = { connect: [], frame: [], frameAncestors: ["'self'"] };
  site = await createSite(handlers, { clock, server: { contentSecurityPolicy: { ...policy, secure: true } } });
  expect((await site.app.inject('/nada')).headers['strict-transport-security']).toContain('max-age=31536000');
  await site.app.close();
  site = await createSite(handlers, { clock });
  expect((await site.app.inject('/nada')).headers).not.toHaveProperty('strict-transport-security');
});

test('only the interfaces may call from another origin', async () => {
  site = await createSite(handlers, { clock });
  const from = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'GET' };
    const preflight = await site.app.inject({ method: 'OPTIONS', url: '/admin-api/sea', headers });
    const answer = await site.app.inject({ url: '/admin-api/sea', headers: { ...as('cliente'), origin } });
    return [preflight, answer].map(({ headers: sent }) => sent['access-control-allow-origin']);
  };
  expect(await from(interfacesOrigin)).toEqual([interfacesOrigin, interfacesOrigin]);
  expect(await from('https://outro.exemplo')).toEqual([undefined, undefined]);
  expect(await from('null')).toEqual([undefined, undefined]);
  expect(await from(`${interfacesOrigin}.outro.exemplo`)).toEqual([undefined, undefined]);
});

test('a large answer is compressed as the client asks, a small one is not', async () => {
  site = await createSite(handlers, { clock });
  const asked = async (encoding: string) =>
    site.app.inject({ url: '/admin-api/sea', headers: { ...as('cliente'), 'accept-encoding': encoding } });
  const brotli = await asked('gzip, br');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString()).data.comment).toBe(comment);
  const gzip = await asked('gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString()).data.comment).toBe(comment);
  expect((await asked('identity')).headers).not.toHaveProperty('content-encoding');
  const small = await site.app.inject({ url: '/nada', headers: { 'accept-encoding': 'br' } });
  expect(small.headers).not.toHaveProperty('content-encoding');
});

test('a good request id comes back, a bad one is replaced', async () => {
  site = await createSite(handlers, { clock });
  const sent = async (id: string) => {
    const response = await site.app.inject({ url: '/admin-api/sea', headers: { 'x-request-id': id } });
    return { header: response.headers['x-request-id'], body: problemSchema.parse(response.json()).requestId };
  };
  expect(await sent('consola-1234_abc')).toEqual({ header: 'consola-1234_abc', body: 'consola-1234_abc' });
  const replaced = await sent('a\tb "c" e uma linha que não é nossa');
  expect(replaced.header).toMatch(/^[0-9a-f-]{36}$/);
  expect(replaced.body).toBe(replaced.header);
});

test('beyond the rate a caller hears when to come back, and another is not held', async () => {
  site = await createSite(handlers, { clock, server: { rateLimitPerMinute: 3 } });
  const ask = (name: string, url = '/admin-api/sea') => site.app.inject({ url, headers: as(name) });
  for (let request = 0; request < 3; request += 1) expect((await ask('cliente')).statusCode).toBe(200);
  const refused = await ask('cliente');
  expect(refused.statusCode).toBe(429);
  const { code, retryAfterSeconds } = problemSchema.parse(refused.json());
  expect(code).toBe('rate_limited');
  expect(refused.headers['retry-after']).toBe(String(retryAfterSeconds));
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  expect((await ask('administrador')).statusCode).toBe(200);
});

test('all keys of an account share one rate, and leave their owner in', async () => {
  site = await createSite(handlers, { clock, server: { rateLimitPerMinute: 3 } });
  const ask = async (name: string) => (await site.app.inject({ url: '/admin-api/sea', headers: as(name) })).statusCode;
  const asked = ['chave-1', 'chave-2', 'chave-1', 'chave-2', 'chave-1', 'cliente'];
  const statuses: number[] = [];
  for (const name of asked) statuses.push(await ask(name));
  expect(statuses).toEqual([200, 200, 200, 429, 429, 200]);
});

test('an endpoint may ask for a lower rate; unknown paths are limited, too', async () => {
  site = await createSite(handlers, { clock, server: { rateLimitPerMinute: 4 } });
  const statuses = async (url: string, count: number) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await site.app.inject(url)).statusCode);
    return seen;
  };
  expect(await statuses('/admin-api/pressed', 3)).toEqual([200, 200, 429]);
  expect(await statuses('/nada', 6)).toContain(429);
});

test('the address of a client is believed from a trusted proxy only', async () => {
  for (const [trustedProxies, expected] of [[[], 429] as const, [['127.0.0.1'], 200] as const]) {
    site = await createSite(handlers, { clock, server: { rateLimitPerMinute: 1, trustedProxies } });
    const from = (ip: string) =>
      site.app.inject({ url: '/admin-api/catalogue.json', headers: { 'x-forwarded-for': ip } });
    await from('196.1.1.1');
    expect((await from('196.1.1.2')).statusCode).toBe(expected);
    await site.app.close();
  }
});

test('a request that says JSON and has no body is a request without a body; broken JSON is refused', async () => {
  site = await createSite(
    { manage: async () => ({ data: { ok: true }, provenance: liveAt('2026-08-31T08:00:00Z') }) },
    { clock },
  );
  const ask = (payload: string) =>
    site.app.inject({
      method: 'POST',
      url: '/admin-api/manage',
      headers: { ...as('administrador'), 'content-type': 'application/json' },
      payload,
    });
  expect((await ask('')).statusCode).toBe(200);
  expect((await ask('{"a":')).statusCode).toBe(400);
  expect((await ask('{"__proto__":{"admin":true}}')).statusCode).toBe(400);
});
