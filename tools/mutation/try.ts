/**
 * Tries the mutations it is sent, one at a time, in memory only, each on the nearest tests that reach its place. Runs as a
 * process of its own: a fault may make an endless loop, which only the end of the process stops.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Plugin } from 'vite';
import { createVitest, type TestSpecification } from 'vitest/node';
import { importersBelow, nearestFirst } from './imports.ts';
import { longestWaitMs } from './limits.ts';
import { instrumented, type Mutation, mutated, mutationsOf } from './mutations.ts';
import { type Mutant, productFiles } from './sample.ts';
import { fileHash, openStore } from './store.ts';

const root = join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', default: '4' } },
});
/** Test files tried for one fault: those of its own workspace that reach its place, nearest first. */
const mostTestFiles = Number(values.tests);
/** Test files asked whether they reach the place of one fault. */
const mostAsked = 2 * mostTestFiles;

/**
 * `untested`: no test near runs through its place. `unsound`: the tests that failed fail without the fault as well, so that
 * nothing is known.
 */
export type Outcome = 'noticed' | 'survived' | 'untested' | 'unsound';

/** What a test file does without a fault: its tests that pass, with the places that each runs through. */
type Trial = { readonly hashes: Readonly<Record<string, string>>; readonly tests: readonly TriedTest[] };
type TriedTest = {
  readonly id: string;
  readonly reached: Readonly<Record<string, readonly number[]>>;
  readonly reachedBefore: Readonly<Record<string, readonly number[]>>;
};
/** Tests to run, null for all of the file. */
type Selection = { readonly test: TestSpecification; readonly ids: readonly string[] | null };

const store = openStore(root);
const trials = new Map<string, Trial>();
let current: Mutant | null = null;
/** Selections of tests that passed without a fault in this process. */
const sound = new Set<string>();

const workspaces = [...new Set(positionals.map((path) => join(...path.split('/').slice(0, 2))))];
const instrumentedFiles = new Set(productFiles(root, workspaces).map((file) => join(root, file)));
const mutationsIn = new Map<string, readonly Mutation[]>();

function allMutations(file: string): readonly Mutation[] {
  const known = mutationsIn.get(file);
  if (known !== undefined) return known;
  const found = mutationsOf(file, readFileSync(join(root, file), 'utf8'));
  mutationsIn.set(file, found);
  return found;
}

/**
 * Serves the file under mutation with its fault, and every other file of the workspace with its places noted: switching
 * between the two costs one file. Needs Vitest without its cache of files.
 */
function mutationPlugin(): Plugin {
  return {
    name: 'kianda-mutation',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0] ?? id;
      if (id.includes('?raw') || id.includes('?url') || !instrumentedFiles.has(path)) return null;
      const source = readFileSync(path, 'utf8');
      if (current !== null && path === join(root, current.file)) return mutated(source, current.mutation);
      const file = relative(root, path);
      const places = `var kiandaSeen; function kiandaReached(place) { (kiandaSeen ??= globalThis.kiandaPlaces?.(${JSON.stringify(file)}))?.add(place); } `;
      return places + instrumented(source, allMutations(file), 'kiandaReached');
    },
  };
}

const nearestOf = new Map<string, TestSpecification[]>();
const importersOf = new Map<string, ReturnType<typeof importersBelow>>();

/** Test files that reach a file, nearest first. Nothing on disk changes meanwhile: once per file is enough. */
async function nearestTests(file: string): Promise<TestSpecification[]> {
  const known = nearestOf.get(file);
  if (known !== undefined) return known;
  const workspace = join(...file.split('/').slice(0, 2), '/');
  const importers = importersOf.get(workspace) ?? importersBelow(root, workspace);
  importersOf.set(workspace, importers);
  const specifications = await vitest.globTestSpecifications([workspace]);
  const byFile = new Map(specifications.map((test) => [relative(root, test.moduleId), test]));
  const nearest = nearestFirst(importers, file)
    .flatMap((each) => byFile.get(each) ?? [])
    .slice(0, mostAsked);
  nearestOf.set(file, nearest);
  return nearest;
}

/** Runs a test file, or some of its tests. A result also carries the files of the runs before, which don't count. */
async function run({ test, ids }: Selection, bail: number) {
  test.project.config.bail = bail;
  const specification = ids === null ? test : test.project.createSpecification(test.moduleId, { testIds: [...ids] });
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  const own = testModules.filter(({ moduleId }) => moduleId === test.moduleId);
  const durationMs = own.reduce((sum, module) => sum + module.diagnostic().duration, 0);
  return { own, passed: unhandledErrors.length === 0 && own.every((module) => module.ok()), durationMs };
}

/** Trials are stored: one stays true for a file as long as neither the test nor that file changes. */
async function trialOf(test: TestSpecification, file: string): Promise<Trial> {
  const key = `trial ${relative(root, test.moduleId)} ${fileHash(test.moduleId)}`;
  const known = trials.get(key) ?? (store.read(key) as Trial | undefined);
  if (known !== undefined && (known.hashes[file] ?? hashOf(file)) === hashOf(file)) {
    trials.set(key, known);
    return known;
  }
  const { own } = await run({ test, ids: null }, 0);
  const passed = own.flatMap((module) => [...module.children.allTests('passed')]);
  const tests = passed.map((each) => {
    const { reached = {}, reachedBefore = {} } = each.meta();
    return { id: each.id, reached, reachedBefore };
  });
  const files = new Set(tests.flatMap(({ reached, reachedBefore }) => Object.keys({ ...reached, ...reachedBefore })));
  const trial = { hashes: Object.fromEntries([...files].map((each) => [each, hashOf(each)])), tests };
  store.write(key, trial);
  trials.set(key, trial);
  return trial;
}

function hashOf(file: string): string {
  return fileHash(join(root, file));
}

/** The tests of a file that run through a place; all of them where only imports or hooks do; none where nothing does. */
async function selectionOf(test: TestSpecification, { file, mutation }: Mutant): Promise<Selection | null> {
  const trial = await trialOf(test, file);
  const place = allMutations(file).findIndex(
    ({ start, end, operator }) => start === mutation.start && end === mutation.end && operator === mutation.operator,
  );
  const through = trial.tests.filter(({ reached }) => reached[file]?.includes(place) === true);
  if (through.length > 0) return { test, ids: through.map(({ id }) => id) };
  const before = trial.tests.some(({ reachedBefore }) => reachedBefore[file]?.includes(place) === true);
  return before ? { test, ids: null } : null;
}

async function tryMutant(mutant: Mutant): Promise<Outcome> {
  const nearest = await nearestTests(mutant.file);
  let tried = 0;
  let outcome: Outcome = 'untested';
  for (const test of nearest) {
    if (tried === mostTestFiles) break;
    const selection = await selectionOf(test, mutant);
    if (selection === null) continue;
    tried++;
    const found = await trySelection(mutant, selection);
    if (found === 'noticed') return 'noticed';
    if (found === 'survived') outcome = 'survived';
    else if (outcome === 'untested') outcome = found;
  }
  return outcome;
}

/** Tests that need one before them fail alone, with and without a fault: then the whole file is tried. */
async function trySelection(mutant: Mutant, selection: Selection): Promise<Outcome> {
  setCurrent(mutant);
  const { passed, durationMs } = await run(selection, 1);
  setCurrent(null, mutant);
  if (passed) return 'survived';
  if (await isSound(selection, durationMs)) return 'noticed';
  return selection.ids === null ? 'unsound' : trySelection(mutant, { test: selection.test, ids: null });
}

function setCurrent(mutant: Mutant | null, before: Mutant | null = mutant): void {
  current = mutant;
  if (before !== null) vitest.invalidateFile(join(root, before.file));
}

/**
 * Whether tests that failed pass without the fault: those that never do would notice every fault. Ones that took as long as
 * a wait may take have to show it again each time: a busy machine makes them fail too.
 */
async function isSound(selection: Selection, failedMs: number): Promise<boolean> {
  const key = `${selection.test.moduleId} ${selection.ids?.join(' ') ?? ''}`;
  if (sound.has(key) && failedMs < longestWaitMs) return true;
  const { passed } = await run(selection, 1);
  if (passed) sound.add(key);
  return passed;
}

const vitest = await createVitest(
  {
    root,
    watch: false,
    reporters: [{}],
    silent: true,
    maxWorkers: 1,
    passWithNoTests: true,
    retry: 0,
    setupFiles: ['patience.ts', 'reach.ts'].map((file) => join(import.meta.dirname, file)),
    testTimeout: 60_000,
    expect: { poll: { timeout: longestWaitMs } },
    fsModuleCache: false,
  },
  { plugins: [mutationPlugin()] },
);

process.on('message', async (mutant: Mutant | 'close') => {
  if (mutant === 'close') {
    await vitest.close();
    process.disconnect();
    return;
  }
  try {
    process.send?.({ outcome: await tryMutant(mutant) });
  } catch (error) {
    process.send?.({ fault: error instanceof Error ? error.message : String(error) });
  }
});
process.send?.({ ready: true });
