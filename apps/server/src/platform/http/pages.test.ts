import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../log/log.ts';
import { servePages, servePublicMaps } from './pages.ts';
import { createHttpServer } from './server.ts';

const consoleOrigin = 'https://consola.exemplo.ao';
const tilesOrigin = 'https://mapas.exemplo.ao';
const framedOrigin = 'https://interfaces.exemplo.ao';
let folder: string;
let app: FastifyInstance;
let embedOrigins: readonly string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-paginas-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), 'mapa principal');
  await writeFile(join(folder, 'mapa-publico.html'), 'mapa público');
  for (const file of ['tarefa.js', 'estilos.css', 'desenho.svg']) await writeFile(join(folder, 'assets', file), '');
  await writeFile(join(folder, 'assets', 'tarefa.js.br'), 'comprimido');
  await writeFile(join(folder, 'assets', '.fontes'), 'de que foi feito');
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}');
  app = await createHttpServer({
    log: createLogger({ level: 'silent', pretty: false }),
    authenticate: async () => null,
    rateLimitPerMinute: 1_000,
    requestTimeoutSeconds: 5,
    allowedOrigins: [],
    contentSecurityPolicy: {
      connect: [tilesOrigin],
      frame: [framedOrigin],
      frameAncestors: [consoleOrigin],
      secure: true,
    },
  });
  servePublicMaps(app, folder, () => embedOrigins);
  await servePages(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const token = 'T'.repeat(43);
const policyOf = async (url: string) => {
  const { statusCode, headers, body } = await app.inject({ url });
  expect([statusCode, body]).toEqual([200, url.startsWith('/index') ? 'mapa principal' : 'mapa público']);
  const directives = String(headers['content-security-policy']).split(';');
  return {
    ancestors: directives.find((one) => one.startsWith('frame-ancestors ')),
    others: directives.filter((one) => !one.startsWith('frame-ancestors ')),
    referrer: headers['referrer-policy'],
  };
};

it('the page to embed, and it alone, lets the origins named frame it; the rest of the policy is that of every page', async () => {
  const usual = await policyOf('/index.html');
  expect(usual.ancestors).toBe(`frame-ancestors ${consoleOrigin}`);
  expect(await policyOf(`/incorporar/${token}`)).toMatchObject({ ancestors: "frame-ancestors 'none'" });
  embedOrigins = ['https://ministerio.exemplo.ao', 'https://jornal.exemplo.ao'];
  const embedded = await policyOf(`/incorporar/${token}`);
  expect(embedded.ancestors).toBe(`frame-ancestors ${embedOrigins.join(' ')}`);
  expect(embedded.others).toEqual(usual.others);
  // The address is the key.
  expect(embedded.referrer).toBe('no-referrer');
  expect((await policyOf(`/mapa/${token}`)).ancestors).toBe("frame-ancestors 'none'");
  expect((await policyOf(`/modelo/${token}`)).ancestors).toBe("frame-ancestors 'none'");
  expect((await policyOf('/index.html')).ancestors).toBe(`frame-ancestors ${consoleOrigin}`);
});

const headersOf = async (url: string) => (await app.inject({ url })).headers;

it('the policy of a page lets no inline script run and says who may frame', async () => {
  const headers = await headersOf('/index.html');
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((part) => part.trim().split(' '))
      .map(([name, ...values]) => [name, values.join(' ')]),
  );
  expect(policy).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self'",
    'script-src-attr': "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': consoleOrigin,
    'frame-src': framedOrigin,
  });
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
});

it('its files carry what a browser heeds on them: a script the policy of a worker, a drawing that of a page', async () => {
  const script = await headersOf('/assets/tarefa.js');
  expect(script).not.toHaveProperty('cross-origin-opener-policy');
  expect(script).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-site' });
  expect(script['content-security-policy']).toBe(
    `default-src 'self';script-src 'self';connect-src 'self' ${tilesOrigin};worker-src 'self' blob:`,
  );
  expect(await headersOf('/assets/estilos.css')).not.toHaveProperty('content-security-policy');
  expect((await headersOf('/assets/desenho.svg'))['content-security-policy']).toContain("script-src 'self'");
});

it('every file of the folder answers to HEAD and to GET, compressed beforehand where the browser reads that', async () => {
  const asked = { url: '/assets/tarefa.js', headers: { 'accept-encoding': 'br' } };
  const whole = await app.inject(asked);
  expect([whole.statusCode, whole.headers['content-encoding'], whole.body]).toEqual([200, 'br', 'comprimido']);
  expect(whole.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
  const head = await app.inject({ ...asked, method: 'HEAD' });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '10']);
  expect((await app.inject({ url: '/index.html', method: 'HEAD' })).headers['cache-control']).toBe('no-cache');
  expect((await app.inject({ url: '/assets/%74arefa.js' })).statusCode).toBe(200);
});

it('what the folder does not hold, or hides, is not found', async () => {
  const hidden = ['/assets/.fontes', '/.vite/manifest.json'];
  const strange = ['/assets/nenhum.js', '/assets/', '/assets', '/assets/..%2findex.html'];
  for (const url of [...hidden, ...strange]) expect((await app.inject({ url })).statusCode, url).toBe(404);
  expect((await app.inject({ url: '/assets/tarefa.js', method: 'POST' })).statusCode).toBe(404);
});
