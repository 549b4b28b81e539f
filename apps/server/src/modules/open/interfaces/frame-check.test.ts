import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { checkFrameAt } from './frame-check.client.ts';
import { framingRefusal } from './frame-policy.rules.ts';

const consoleOrigin = 'http://127.0.0.1:3000';
const nowIso = '2026-08-31T09:00:00Z';
const servers: (Server | TcpServer)[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listening(server: Server | TcpServer): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
/** A site on this machine that answers as the test says. */
const site = (answer: (request: IncomingMessage, response: ServerResponse) => void) => listening(createServer(answer));
const html = (headers: Record<string, string> = {}) =>
  site((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end('<p>'),
  );
const check = (url: string, allowedOrigins = [new URL(url).origin], timeoutMs = 2_000) =>
  checkFrameAt(url, { allowedOrigins, consoleOrigin, nowIso, timeoutMs });

test('a page that may be framed: embeddable, with status and latency as measured', async () => {
  const report = await check(`${await html()}/mapa?x=1`);
  expect(report).toMatchObject({ embeddable: true, reason: 'ok', status: 200, checkedAt: nowIso });
  expect(report.latencyMs).toBeGreaterThan(0);
});

test('an address that is none of ours is not even asked', async () => {
  let asked = 0;
  const origin = await site((_request, response) => {
    asked += 1;
    response.end();
  });
  expect(await check(`${origin}/`, ['http://127.0.0.1:1'])).toMatchObject({
    embeddable: false,
    reason: 'host_not_allowed',
    status: null,
  });
  expect(asked).toBe(0);
});

test('nor is one that a page of ours redirects to', async () => {
  let asked = 0;
  const other = await site((_request, response) => {
    asked += 1;
    response.end();
  });
  const origin = await site((_request, response) => response.writeHead(302, { location: `${other}/interno` }).end());
  expect(await check(`${origin}/`)).toMatchObject({ reason: 'host_not_allowed' });
  expect(asked).toBe(0);
});

test('a redirect within our own pages is followed, a circle is not', async () => {
  const origin = await site((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/mapa' }).end();
    else if (request.url === '/roda') response.writeHead(302, { location: '/roda' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end();
  });
  expect(await check(`${origin}/`)).toMatchObject({ reason: 'ok', status: 200 });
  expect(await check(`${origin}/roda`)).toMatchObject({ reason: 'http_error', status: 302 });
});

test('nobody listens', async () => {
  const server = createTcpServer();
  const origin = await listening(server);
  servers.splice(servers.indexOf(server), 1);
  await new Promise((resolve) => server.close(resolve));
  expect(await check(`${origin}/`)).toMatchObject({ reason: 'connection_refused', latencyMs: null });
});

test('a name that does not exist', async () => {
  expect(await check('http://pagina.invalid/')).toMatchObject({ reason: 'name_not_found' });
});

test('no answer in time', async () => {
  const origin = await site(() => undefined);
  const report = check(`${origin}/`, [origin], 50);
  expect(await report).toMatchObject({ reason: 'timeout', message: expect.stringContaining('não respondeu') });
  (servers.at(-1) as Server).closeAllConnections();
});

test('no TLS where it is expected', async () => {
  const origin = await html();
  expect(await check(origin.replace('http:', 'https:'))).toMatchObject({ reason: 'tls' });
});

test.each([500, 404, 401])('HTTP %i', async (status) => {
  const origin = await site((_request, response) => response.writeHead(status, { 'content-type': 'text/html' }).end());
  expect(await check(`${origin}/`)).toMatchObject({
    reason: 'http_error',
    status,
    message: `O servidor respondeu HTTP ${status}.`,
  });
});

test('no page at all', async () => {
  const origin = await site((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(),
  );
  expect(await check(`${origin}/`)).toMatchObject({ reason: 'not_html', status: 200 });
});

test('a page that forbids framing, by either header', async () => {
  expect(await check(await html({ 'x-frame-options': 'DENY' }))).toMatchObject({ reason: 'x_frame_options' });
  expect(await check(await html({ 'content-security-policy': "frame-ancestors 'none'" }))).toMatchObject({
    reason: 'frame_ancestors',
    embeddable: false,
  });
});

describe('who may frame', () => {
  const page = 'https://paginas.mar.ao';
  const refusal = (headers: Record<string, string>, framer = 'https://consola.mar.ao', origin = page) =>
    framingRefusal(new Headers(headers), origin, framer);
  const ancestors = (sources: string, framer?: string, origin?: string) =>
    refusal({ 'content-security-policy': `default-src 'self'; frame-ancestors ${sources}` }, framer, origin);

  test.each([
    '*',
    'https:',
    'http:',
    'https://consola.mar.ao',
    'consola.mar.ao',
    'HTTPS://Consola.Mar.AO',
    '*.mar.ao',
    'https://*.mar.ao:443',
    'https://consola.mar.ao:*/qualquer/caminho',
    "'none' https://consola.mar.ao",
    'http://consola.mar.ao:443',
  ])('frame-ancestors %s lets the console in', (sources) => expect(ancestors(sources)).toBeNull());

  test.each([
    '',
    "'none'",
    "'self'",
    'https://outra.mar.ao',
    'mar.ao',
    'https://consola.mar.ao:8443',
    'ws:',
    '*.consola.mar.ao',
    'https://consola.mar.ao.outro.exemplo',
    '::',
  ])('frame-ancestors %s does not', (sources) => expect(ancestors(sources)).toBe('frame_ancestors'));

  test('a host without a scheme takes that of the page, or better', () => {
    expect(ancestors('consola.mar.ao', 'http://consola.mar.ao')).toBe('frame_ancestors');
    expect(ancestors('consola.mar.ao', 'http://consola.mar.ao', 'http://paginas.mar.ao')).toBeNull();
    expect(ancestors("'self'", page)).toBeNull();
    expect(ancestors('127.0.0.1:3000', 'http://127.0.0.1:3000', 'http://127.0.0.1:8085')).toBeNull();
  });

  test('of two policies both must allow', () => {
    const both = (second: string) =>
      refusal({ 'content-security-policy': `frame-ancestors https:, frame-ancestors ${second}` });
    expect(both('*.mar.ao')).toBeNull();
    expect(both("'none'")).toBe('frame_ancestors');
  });

  test('X-Frame-Options counts only without frame-ancestors', () => {
    const csp = { 'content-security-policy': 'frame-ancestors https://consola.mar.ao' };
    expect(refusal({ 'x-frame-options': 'DENY', ...csp })).toBeNull();
    expect(refusal({ 'x-frame-options': 'deny', 'content-security-policy': "default-src 'self'" })).toBe(
      'x_frame_options',
    );
    expect(refusal({ 'x-frame-options': 'SAMEORIGIN' })).toBe('x_frame_options');
    expect(refusal({ 'x-frame-options': 'SAMEORIGIN' }, page)).toBeNull();
    expect(refusal({ 'x-frame-options': 'ALLOW-FROM https://outra.mar.ao' })).toBeNull();
    expect(refusal({ 'x-frame-options': 'SAMEORIGIN, ALLOWALL' }, page)).toBe('x_frame_options');
    expect(refusal({})).toBeNull();
  });
});
