/** Vite's development server for the console; everything else goes to the server. Started by tools/dev.mjs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { createServer } from 'vite';
import { root } from './shared/install.mjs';

const PREFIXES = [
  '/admin-api',
  '/stac',
  '/features',
  '/storage',
  '/monitor',
  '/identity',
  '/workflow',
  '/gfw-api',
  '/ocean-api',
  '/realtime',
  '/healthz',
  '/readyz',
  '/metrics',
];

const file = join(root, '.env');
const settings = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
const port = Number(settings.KIANDA_PORT || 3000);
const target = `http://${settings.KIANDA_HOST || '127.0.0.1'}:${port}`;

const server = await createServer({
  root: join(root, 'apps', 'console'),
  server: {
    port: port + 1,
    // The Host header stays the browser's: the server builds addresses from it.
    proxy: Object.fromEntries(PREFIXES.map((prefix) => [prefix, { target, ws: prefix === '/realtime' }])),
  },
});
await server.listen();
process.stdout.write(
  `Consola com recarregamento: ${server.resolvedUrls?.local[0] ?? `http://localhost:${port + 1}/`}\n`,
);

async function stop() {
  await server.close();
  process.exit(0);
}
process.stdin.on('end', stop);
process.stdin.on('error', stop);
process.stdin.resume();
process.on('SIGTERM', stop);
// Ctrl-C reaches the whole terminal group; tools/dev.mjs ends us once the server has closed.
process.on('SIGINT', () => undefined);
