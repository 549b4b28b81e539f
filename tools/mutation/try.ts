/**
 * Tries the mutations it is sent, one at a time, in memory only, each on the tests nearest to it. Runs as a process of its
 * own: a fault may make an endless loop, which only the end of the process stops.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import type { Plugin } from 'vite';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { mutated } from './mutations.ts';
import type { Mutant } from './sample.ts';

const root = join(import.meta.dirname, '../..');
/** Test files tried for one fault: those of its own workspace that reach it, nearest first. */
const mostTestFiles = 4;

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
        distance(path, a) - distance(path, b) || namedApart(path, a) - namedApart(path, b),
    )
    .slice(0, mostTestFiles);
  nearestOf.set(file, nearest);
  return nearest;
}

/** Runs one test file. A result also carries the files of the runs before, which don't count. */
async function passes(vitest: Vitest, test: TestSpecification): Promise<boolean> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([test]);
  const failed = testModules.some((module) => module.moduleId === test.moduleId && !module.ok());
  return unhandledErrors.length === 0 && !failed;
}

async function tryMutant(vitest: Vitest, mutant: Mutant): Promise<Outcome> {
  const tests = await nearestTests(vitest, mutant.file);
  if (tests.length === 0) return 'untested';
  current = mutant;
  vitest.invalidateFile(join(root, mutant.file));
  for (const test of tests) {
    if (await passes(vitest, test)) continue;
    await assertSound(vitest, test, mutant.file);
    return 'noticed';
  }
  return 'survived';
}

/** A test that fails without any fault would notice every one. Throws its name. */
async function assertSound(vitest: Vitest, test: TestSpecification, file: string): Promise<void> {
  current = null;
  vitest.invalidateFile(join(root, file));
  if (sound.has(test.moduleId)) return;
  if (!(await passes(vitest, test))) throw new Error(`fails without a fault: ${test.moduleId}`);
  sound.add(test.moduleId);
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
    expect: { poll: { timeout: 15_000 } },
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
