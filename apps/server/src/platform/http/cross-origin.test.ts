import { afterEach, expect, test } from 'vitest';
import { createSite, interfacesOrigin, type Site } from './testing/site.ts';

const outside = 'https://mapas.example.ao';
const clock = { nowMs: () => Date.parse('2026-08-31T09:00:00Z') };
let site: Site;
afterEach(() => site.app.close());

/** The answers that a browser gets for a call from a page: to the preflight, then to the call itself. */
async function heard(url: string, origin: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') {
  const preflight = await site.app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': method },
  });
  const answer = await site.app.inject({ method, url, headers: { origin } });
  const of = (name: string) => preflight.headers[`access-control-${name}`];
  return {
    origins: [of('allow-origin'), answer.headers['access-control-allow-origin']],
    methods: String(of('allow-methods')),
    headers: String(of('allow-headers')),
    credentials: [of('allow-credentials'), answer.headers['access-control-allow-credentials']],
    exposed: String(answer.headers['access-control-expose-headers']),
  };
}

test('a page of anybody reads the open services, without cookies and without a token', async () => {
  site = await createSite({}, { clock, server: { openOrigins: '*' } });
  for (const url of ['/stac', '/stac/search', '/features/collections/ports/items?limit=1', '/features/api']) {
    const { origins, methods, headers, credentials, exposed } = await heard(url, outside);
    expect([url, ...origins]).toEqual([url, '*', '*']);
    expect(credentials).toEqual([undefined, undefined]);
    expect(methods).toBe('GET, HEAD, POST');
    expect(headers).not.toContain('authorization');
    expect(exposed).toContain('content-crs');
  }
  for (const url of ['/admin-api/sea', '/storage/buckets', '/identity/token', '/stacks', '/']) {
    expect([url, ...(await heard(url, outside)).origins]).toEqual([url, undefined, undefined]);
  }
});

test('the platform’s own interfaces keep what they may do', async () => {
  site = await createSite({}, { clock, server: { openOrigins: '*' } });
  const { origins, methods, headers } = await heard('/features/collections/areas/items', interfacesOrigin, 'DELETE');
  expect(origins).toEqual([interfacesOrigin, interfacesOrigin]);
  expect(methods).toContain('DELETE');
  expect(headers).toContain('authorization');
});

test('where origins are named, those alone, and with their token; where there are none, nobody', async () => {
  site = await createSite({}, { clock, server: { openOrigins: [outside] } });
  const named = await heard('/stac/search', outside);
  expect(named.origins).toEqual([outside, outside]);
  expect(named.headers).toContain('authorization');
  expect(named.credentials).toEqual([undefined, undefined]);
  expect((await heard('/stac/search', 'https://outra.test')).origins).toEqual([undefined, undefined]);
  await site.app.close();
  site = await createSite({}, { clock });
  expect((await heard('/stac/search', outside)).origins).toEqual([undefined, undefined]);
});

test('OPTIONS without a page behind it tells the methods of an address', async () => {
  site = await createSite({}, { clock, server: { openOrigins: '*' } });
  for (const headers of [{}, { origin: outside }]) {
    const told = await site.app.inject({ method: 'OPTIONS', url: '/admin-api/sea', headers });
    expect([told.statusCode, told.headers.allow, told.body]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
    const unknown = await site.app.inject({ method: 'OPTIONS', url: '/stac/nada/de/nada', headers });
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found']);
  }
});
