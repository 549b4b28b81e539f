/**
 * `npm run dev`: the server, started again when a source changes, and the console with hot reload in front of it.
 * Any Node ≥ 20.19.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ensureInstalled, root, runtimeEnvironment, runtimeNode } from './shared/install.mjs';
import { runAttached, runTool, say } from './shared/steps.mjs';

await runTool(async () => {
  await ensureInstalled();
  const node = runtimeNode();
  const folder = join(root, 'apps', 'console');
  let pages = null;
  if (existsSync(join(folder, 'vite.config.ts'))) {
    // Its standard input closes with us: it ends then, however we end.
    pages = spawn(node, [join(root, 'tools', 'dev-console.mjs')], {
      cwd: folder,
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    pages.on('error', (error) => say(`A consola não arrancou: ${error.message}`));
  } else {
    say('A consola ainda não tem apps/console/vite.config.ts: só o servidor.');
  }
  const server = join(root, 'apps', 'server', 'src', 'main.ts');
  const watch = ['--watch', '--watch-preserve-output', server, ...process.argv.slice(2)];
  const code = await runAttached(node, watch, { cwd: root, env: runtimeEnvironment });
  pages?.stdin.end();
  return code;
});
