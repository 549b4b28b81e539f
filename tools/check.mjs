/** `npm run check`: the quick gate — formatting, lint, types, floors, dead code. Any Node ≥ 20.19. */
import { cruiseFloors } from './shared/floors.mjs';
import { ensureInstalled } from './shared/install.mjs';
import { runStages, tool } from './shared/stages.mjs';
import { runTool } from './shared/steps.mjs';

/** How many of them run at a time: most are one program on one core, and none writes what another reads. */
export const quickAtOnce = 2;

/** The stages of the quick gate, also the first of `npm test`. */
export const quickStages = [
  { name: 'formatação e lint', run: () => tool('biome', ['check', '--error-on-warnings', '.']) },
  {
    name: 'lint com tipos',
    run: () =>
      tool('oxlint', ['--type-aware', '--deny-warnings', '-c', '.oxlintrc.json', 'packages', 'apps', 'tests', 'bench']),
  },
  { name: 'tipos', run: () => tool('tsc', ['--noEmit', '--checkers', '1', '-p', 'tsconfig.json']) },
  { name: 'andares', run: () => cruiseFloors() },
  {
    name: 'regras próprias',
    // A program of its own: the rules read the contract's TypeScript, which only the project's Node loads.
    run: () => tool('node', ['tools/lint/check.mjs']),
  },
  { name: 'código morto', run: () => tool('knip', ['--no-progress']) },
];

if (import.meta.main ?? process.argv[1]?.endsWith('check.mjs')) {
  await runTool(async () => {
    await ensureInstalled();
    return runStages(quickStages, { atOnce: quickAtOnce });
  });
}
