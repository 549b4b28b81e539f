/**
 * Tries the mutations it is sent, one at a time, in memory only, each on the tests nearest to it. Runs as a process of its
 * own: a fault may make an endless loop, which only the end of the process stops.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import type { Plugin } from 'vite';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { mutated } from './mutations.ts';
import type { Mutant } from './sample.ts';

const root = join(import.meta.dirname, '../..');
/** Test files tried for one fault: those of its own workspace that reach it, nearest first. */
const mostTestFiles = 6;

export type Outcome = 'noticed' | 'survived' | 'untested';

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

async function nearestTests(vitest: Vitest, file: string): Promise<readonly TestSpecification[]> {
  vitest.config.related = [join(root, file)];
  const related = await vitest.getRelevantTestSpecifications([join(...file.split('/').slice(0, 2), '/')]);
  return [...related]
    .sort((a, b) => distance(join(root, file), a.moduleId) - distance(join(root, file), b.moduleId))
    .slice(0, mostTestFiles);
}

/** Runs these test files; names those that failed. A result also carries the files of the runs before, which don't count. */
async function failedOf(vitest: Vitest, tests: readonly TestSpecification[]): Promise<readonly string[]> {
  const asked = new Set(tests.map(({ moduleId }) => moduleId));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([...tests]);
  const failed = testModules.filter((module) => asked.has(module.moduleId) && !module.ok());
  return unhandledErrors.length > 0 ? [...asked] : failed.map(({ moduleId }) => moduleId);
}

async function tryMutant(vitest: Vitest, mutant: Mutant): Promise<Outcome> {
  const tests = await nearestTests(vitest, mutant.file);
  if (tests.length === 0) return 'untested';
  await assertSound(vitest, tests);
  current = mutant;
  vitest.invalidateFile(join(root, mutant.file));
  for (const test of tests) {
    if ((await failedOf(vitest, [test])).length > 0) return 'noticed';
  }
  return 'survived';
}

/** A test that fails without any fault would notice every one. Throws its name. */
async function assertSound(vitest: Vitest, tests: readonly TestSpecification[]): Promise<void> {
  const unseen = tests.filter(({ moduleId }) => !sound.has(moduleId));
  if (unseen.length === 0) return;
  const failed = await failedOf(vitest, unseen);
  if (failed.length > 0) throw new Error(`fails without a fault: ${failed.join(', ')}`);
  for (const { moduleId } of unseen) sound.add(moduleId);
}

const vitest = await createVitest(
  {
    root,
    watch: false,
    bail: 1,
    reporters: [{}],
    maxWorkers: 1,
    passWithNoTests: true,
    retry: 0,
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
