/** `npm start`: installs what is missing, builds the pages that changed, runs the platform. Any Node ≥ 20.19. */
import { join } from 'node:path';
import process from 'node:process';
import { ensureInstalled, root, runtimeEnvironment, runtimeNode } from './shared/install.mjs';
import { buildPages } from './shared/pages.mjs';
import { runAttached, runTool } from './shared/steps.mjs';

/** The platform asks to be started anew: a restored backup takes its place between the two. */
const restartCode = 75;

await runTool(async () => {
  await ensureInstalled();
  await buildPages();
  const server = join(root, 'apps', 'server', 'src', 'main.ts');
  for (;;) {
    const args = [server, ...process.argv.slice(2)];
    const code = await runAttached(runtimeNode(), args, { cwd: root, env: runtimeEnvironment });
    if (code !== restartCode) return code;
  }
});
