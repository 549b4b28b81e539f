/**
 * `npm run docs`: writes the pages that are generated from the code, and the reference of the packages' public functions
 * in build/referencia. Any Node ≥ 20.19.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, runtimeNode } from './shared/install.mjs';
import { command, runStages, tool } from './shared/stages.mjs';
import { runTool, say } from './shared/steps.mjs';

const generators = readdirSync(join(root, 'tools')).filter(
  (file) => /^generate-[a-z-]+\.ts$/.test(file) && !file.includes('.test.'),
);

await runTool(async () => {
  await ensureInstalled();
  const code = await runStages([
    ...generators.map((file) => ({ name: file, run: () => command(runtimeNode(), [join(root, 'tools', file)]) })),
    {
      name: 'formatação',
      run: () => tool('biome', ['format', '--write', 'apps/console/src/sections/operations/notices']),
    },
    { name: 'referência dos pacotes', run: () => tool('typedoc', ['--logLevel', 'Error']) },
  ]);
  if (code === 0) say('A referência está em build/referencia/index.html.');
  return code;
});
