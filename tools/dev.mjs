/**
 * `npm run dev`: the server, started again when a source changes, and in front of it the console with hot reload, on
 * the next port. Any Node ≥ 20.19.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { ensureInstalled, root, runtimeEnvironment, runtimeNode } from './shared/install.mjs';
import { runAttached, runTool } from './shared/steps.mjs';

/** The settings the server will read, as far as the console's development server needs them. */
function serverSettings() {
  const file = join(root, '.env');
  const settings = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
  const port = Number(settings.KIANDA_PORT || 3000);
  return { port, address: `http://${settings.KIANDA_HOST || '127.0.0.1'}:${port}` };
}

/** Vite ends when its standard input does, so with us, however we end; but only if something reads that input. */
const readInput = 'data:text/javascript,process.stdin.resume()';

/** The proxy to the server is in apps/console/vite.config.ts. */
function startConsole(node) {
  const { port, address } = serverSettings();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = ['--port', String(port + 1), '--strictPort', '--clearScreen', 'false'];
  return spawn(node, ['--import', readInput, vite, ...options], {
    cwd: join(root, 'apps', 'console'),
    // Not a setting of the server, which refuses variables it does not know.
    env: { ...process.env, KIANDA_DEV_SERVER: address, CI: '' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

await runTool(async () => {
  await ensureInstalled();
  const node = runtimeNode();
  const pages = startConsole(node);
  const server = join(root, 'apps', 'server', 'src', 'main.ts');
  const watch = ['--watch', '--watch-preserve-output', server, ...process.argv.slice(2)];
  const code = await runAttached(node, watch, { cwd: root, env: runtimeEnvironment });
  pages.stdin.end();
  return code;
});
