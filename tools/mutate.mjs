/** `npm run mutate -- <folder or file> [--sample=100] [--seed=1]`: how many small faults the tests notice. Any Node ≥ 20.19. */
import { join } from 'node:path';
import process from 'node:process';
import { ensureInstalled, root, runtimeEnvironment, runtimeNode } from './shared/install.mjs';
import { runAttached, runTool } from './shared/steps.mjs';

await runTool(async () => {
  await ensureInstalled();
  const entry = join(root, 'tools', 'mutation', 'run.ts');
  return runAttached(runtimeNode(), [entry, ...process.argv.slice(2)], { cwd: root, env: runtimeEnvironment });
});
