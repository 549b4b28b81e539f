/** `npm run upgrade`: brings the database to this version after a backup, or back with `-- --voltar`. Any Node ≥ 20.19. */
import { join } from 'node:path';
import process from 'node:process';
import { ensureInstalled, root, runtimeEnvironment, runtimeNode } from './shared/install.mjs';
import { runAttached, runTool } from './shared/steps.mjs';

await runTool(async () => {
  await ensureInstalled();
  const entry = join(root, 'apps', 'server', 'src', 'upgrade.ts');
  return runAttached(runtimeNode(), [entry, ...process.argv.slice(2)], { cwd: root, env: runtimeEnvironment });
});
