/** `npm run bench -- <name>`: runs bench/<name>.ts on the project's own Node; without a name, lists them. Any Node ≥ 20.19. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ensureInstalled, root, runtimeEnvironment, runtimeNode } from './shared/install.mjs';
import { buildPages } from './shared/pages.mjs';
import { runAttached, runTool, say } from './shared/steps.mjs';

const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

await runTool(async () => {
  const [name, ...options] = process.argv.slice(2);
  if (name === undefined) {
    say(`Medições: ${names.join(', ')}. Por exemplo: npm run bench -- ${names[0]}`);
    return 0;
  }
  if (!names.includes(name)) {
    say(`Não há a medição «${name}». Há: ${names.join(', ')}.`);
    return 1;
  }
  await ensureInstalled();
  await buildPages();
  return runAttached(runtimeNode(), [join(root, 'bench', `${name}.ts`), ...options], {
    cwd: root,
    env: runtimeEnvironment,
  });
});
