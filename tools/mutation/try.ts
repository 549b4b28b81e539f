/**
 * Tries the mutations it is sent, one at a time, in memory only, each on the tests nearest to it. Runs as a process of its
 * own: a fault may make an endless loop, which only the end of the process stops.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Plugin } from 'vite';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { longestWaitMs } from './limits.ts';
import { mutated } from './mutations.ts';
import type { Mutant } from './sample.ts';

const root = join(import.meta.dirname, '../..');
/** Test files tried for one fault: those of its own workspace that reach it, nearest first. */
const { values } = parseArgs({ allowPositionals: true, options: { tests: { type: 'string', default: '4' } } });
const mostTestFiles = Number(values.tests);

/** `unsound`: the test that failed fails without the fault as well, so that nothing is known. */
export type Outcome = 'noticed' | 'survived' | 'untested' | 'unsound';

let current: Mutant | null = null;
/** Test files that passed without a fault. */
const sound = new Set<string>();

/** Serves the file under mutation with its fault; everything else as it is on disk. Needs Vitest without its cache of files. */
function mutationPlugin(current: () => Mutant | null): Plugin {
  return {
    name: 'kianda-mutation',
    enforce: 'pre',
    load(id) {
      const mutant = current();
      if (mutant === null || id.split('?')[0] !== join(root, mutant.file)) return null;
      return mutated(readFileSync(join(root, mutant.file), 'utf8'), mutant.mutation);
    },
  };
}

/** Steps between the folders of two files: tests beside a file are the first that should notice. */
function distance(from: string, to: string): number {
  const path = relative(dirname(from), dirname(to));
  return path === '' ? 0 : path.split('/').length;
}

/** Of two folders as near as each other, the one around the file comes before the one beside it. */
function besides(file: string, test: string): number {
  return /^[./]*$/.test(relative(dirname(file), dirname(test))) ? 0 : 1;
}

/** Tests of the file of the same name come before the others of its folder: `limit.ts`, `limit.test.ts`, `limit-*.test.ts`. */
function namedApart(file: string, test: string): number {
  const stem = basename(file).split('.')[0] ?? '';
  return basename(test).startsWith(stem) ? 0 : 1;
}

/** Finding what reaches a file reads every test of the workspace: once per file is enough, nothing on disk changes. */
const nearestOf = new Map<string, TestSpecification[]>();

async function nearestTests(vitest: Vitest, file: string): Promise<TestSpecification[]> {
  const known = nearestOf.get(file);
  if (known !== undefined) return known;
  const path = join(root, file);
  vitest.config.related = [path];
  const related = await vitest.getRelevantTestSpecifications([join(...file.split('/').slice(0, 2), '/')]);
  const nearest = [...related]
    .sort(
      ({ moduleId: a }, { moduleId: b }) =>
        distance(path, a) - distance(path, b) ||
        besides(path, a) - besides(path, b) ||
        namedApart(path, a) - namedApart(path, b),
    )
    .slice(0, mostTestFiles);
  nearestOf.set(file, nearest);
  return nearest;
}

/** Runs one test file. A result also carries the files of the runs before, which don't count. */
async function run(vitest: Vitest, test: TestSpecification): Promise<{ passed: boolean; durationMs: number }> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([test]);
  const own = testModules.filter(({ moduleId }) => moduleId === test.moduleId);
  const durationMs = own.reduce((sum, module) => sum + module.diagnostic().duration, 0);
  return { passed: unhandledErrors.length === 0 && own.every((module) => module.ok()), durationMs };
}

async function tryMutant(vitest: Vitest, mutant: Mutant): Promise<Outcome> {
  const tests = await nearestTests(vitest, mutant.file);
  if (tests.length === 0) return 'untested';
  for (const test of tests) {
    current = mutant;
    vitest.invalidateFile(join(root, mutant.file));
    const { passed, durationMs } = await run(vitest, test);
    if (passed) continue;
    current = null;
    vitest.invalidateFile(join(root, mutant.file));
    return (await isSound(vitest, test, durationMs)) ? 'noticed' : 'unsound';
  }
  return 'survived';
}

/**
 * Whether a test that failed passes without the fault: one that never does would notice every fault. One that took as long
 * as a wait may take has to show it again each time: a busy machine makes it fail too.
 */
async function isSound(vitest: Vitest, test: TestSpecification, failedMs: number): Promise<boolean> {
  if (sound.has(test.moduleId) && failedMs < longestWaitMs) return true;
  const { passed } = await run(vitest, test);
  if (passed) sound.add(test.moduleId);
  return passed;
}

const vitest = await createVitest(
  {
    root,
    watch: false,
    bail: 1,
    reporters: [{}],
    silent: true,
    maxWorkers: 1,
    passWithNoTests: true,
    retry: 0,
    setupFiles: [join(import.meta.dirname, 'patience.ts')],
    testTimeout: 60_000,
    expect: { poll: { timeout: longestWaitMs } },
    fsModuleCache: false,
  },
  { plugins: [mutationPlugin(() => current)] },
);

process.on('message', async (mutant: Mutant | 'close') => {
  if (mutant === 'close') {
    await vitest.close();
    process.disconnect();
    return;
  }
  try {
    const outcome = await tryMutant(vitest, mutant);
    current = null;
    vitest.invalidateFile(join(root, mutant.file));
    process.send?.({ outcome });
  } catch (error) {
    process.send?.({ fault: error instanceof Error ? error.message : String(error) });
  }
});
process.send?.({ ready: true });
