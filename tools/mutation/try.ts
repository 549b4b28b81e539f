/**
 * Asks test files about faults, in memory only. Runs as a process of its own: a fault may make an endless loop, which only the
 * end of the process stops. The faults that it may be asked about are its first message; every other is a question.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import type { Plugin } from 'vite';
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { longestWaitMs } from './limits.ts';
import { type Fault, switchable } from './mutations.ts';
import type { FaultOrder } from './runner.ts';
import { type FileNotes, readNotes, type Verdict } from './verdicts.ts';

/** Faults by the file they are in, relative to the root. */
export type FaultsByFile = Readonly<Record<string, readonly Fault[]>>;
/** Faults by test file. `fresh`: with the one fault on from the start, not switched on between tests. */
export type Question = {
  readonly asked: Readonly<Record<string, readonly number[]>>;
  readonly fresh: boolean;
  readonly notes: string;
};
/** Verdicts by test file and fault; one that another file has noticed may have none. */
export type Verdicts = Readonly<Record<string, Readonly<Record<number, Verdict>>>>;

const root = join(import.meta.dirname, '../..');
/** Whether test files passed without a fault, and without attempts, in this process. */
const sound = new Map<string, boolean>();

/** Serves each file with all its faults, asleep: they differ from draw to draw, so Vitest's cache of files is off. */
function faultPlugin(faults: FaultsByFile): Plugin {
  return {
    name: 'kianda-faults',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0] ?? id;
      const own = path.startsWith(`${root}/`) ? faults[path.slice(root.length + 1)] : undefined;
      if (own === undefined || id.includes('?raw') || id.includes('?url')) return null;
      return switchable(readFileSync(path, 'utf8'), own, 'globalThis.kiandaFault?.');
    },
  };
}

/** Runs test files, in one process. A result also carries the files of the runs before, which don't count. */
async function run(vitest: Vitest, tests: readonly TestSpecification[], order: FaultOrder) {
  writeFileSync(order.notes, '');
  for (const { project } of tests) {
    project.provide('faults', order);
    project.config.bail = order.fixed === null ? 0 : 1;
  }
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([...tests]);
  const own = testModules.filter(({ moduleId }) => tests.some((test) => test.moduleId === moduleId));
  const durationMs = own.reduce((sum, module) => sum + module.diagnostic().duration, 0);
  const passed = unhandledErrors.length === 0 && own.every((module) => module.ok());
  const failed = new Set(own.filter((module) => !module.ok()).map(({ moduleId }) => moduleId));
  return { passed, failed, durationMs, notes: readNotes(readFileSync(order.notes, 'utf8')) };
}

async function answer(vitest: Vitest, { asked, fresh, notes }: Question): Promise<Verdicts> {
  const names = Object.keys(asked);
  const tests = (await vitest.globTestSpecifications(names))
    .filter(({ moduleId }) => names.includes(nameOf(moduleId)))
    .sort((a, b) => names.indexOf(nameOf(a.moduleId)) - names.indexOf(nameOf(b.moduleId)));
  const found = new Set(tests.map(({ moduleId }) => nameOf(moduleId)));
  const verdicts: Record<string, Readonly<Record<number, Verdict>>> = {};
  for (const [name, faults] of Object.entries(asked)) {
    if (!found.has(name)) verdicts[name] = Object.fromEntries(faults.map((fault) => [fault, 'unreached']));
  }
  if (!fresh) return { ...verdicts, ...(await answerWarm(vitest, tests, { asked, fresh, notes })) };
  for (const test of tests) {
    const name = nameOf(test.moduleId);
    verdicts[name] = await answerFresh(vitest, test, asked[name] ?? [], notes);
  }
  return verdicts;
}

function nameOf(moduleId: string): string {
  return relative(root, moduleId);
}

async function answerWarm(
  vitest: Vitest,
  tests: readonly TestSpecification[],
  { asked, notes }: Question,
): Promise<Verdicts> {
  const pending = Object.fromEntries(Object.entries(asked).map(([name, faults]) => [join(root, name), faults]));
  const { failed, notes: noted } = await run(vitest, tests, { fixed: null, pending, notes });
  const noticed = new Set<number>();
  const verdicts: Record<string, Readonly<Record<number, Verdict>>> = {};
  for (const test of tests) {
    const name = nameOf(test.moduleId);
    const own = noted.get(test.moduleId);
    if (own === undefined) continue;
    const faults = asked[name] ?? [];
    for (const fault of faults) if (own.verdictOf(fault) === 'noticed') noticed.add(fault);
    if (own.failed === 0 && !failed.has(test.moduleId)) {
      verdicts[name] = Object.fromEntries(faults.map((fault) => [fault, own.verdictOf(fault)]));
    } else if (tests.length > 1) {
      const left = faults.filter((fault) => !noticed.has(fault));
      const alone = await answerWarm(vitest, [test], { asked: { [name]: left }, fresh: false, notes });
      const first = Object.fromEntries(faults.map((fault) => [fault, own.verdictOf(fault)]));
      verdicts[name] = { ...first, ...alone[name] };
    } else verdicts[name] = await answerDisturbed(vitest, test, { faults, own, notes });
  }
  return verdicts;
}

/** The attempts of one test made another fail: what it runs through is known only from a run without them. */
async function answerDisturbed(
  vitest: Vitest,
  test: TestSpecification,
  { faults, own, notes }: { faults: readonly number[]; own: FileNotes; notes: string },
): Promise<Readonly<Record<number, Verdict>>> {
  const plain = await run(vitest, [test], { fixed: null, pending: {}, notes });
  sound.set(test.moduleId, plain.passed);
  const reached = plain.notes.get(test.moduleId)?.reached;
  const verdictOf = (fault: number): Verdict => {
    const verdict = own.verdictOf(fault);
    return verdict === 'unreached' && reached?.has(fault) === true ? 'unclear' : verdict;
  };
  return Object.fromEntries(faults.map((fault) => [fault, verdictOf(fault)]));
}

/**
 * A file that fails without the fault too would notice every fault. One that took as long as a wait may take has to show it
 * again each time: a busy machine makes it fail too.
 */
async function answerFresh(
  vitest: Vitest,
  test: TestSpecification,
  faults: readonly number[],
  notes: string,
): Promise<Readonly<Record<number, Verdict>>> {
  const verdicts: Record<number, Verdict> = {};
  for (const fault of faults) {
    const { passed, durationMs } = await run(vitest, [test], { fixed: fault, pending: {}, notes });
    if (!passed && (!sound.has(test.moduleId) || durationMs >= longestWaitMs)) {
      const plain = await run(vitest, [test], { fixed: null, pending: {}, notes });
      sound.set(test.moduleId, plain.passed);
    }
    verdicts[fault] = passed ? 'survived' : sound.get(test.moduleId) === true ? 'noticed' : 'unsound';
  }
  return verdicts;
}

/** The nearest files are asked first: what they notice the others need not try. */
class AsAsked extends BaseSequencer {
  override sort(tests: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(tests);
  }
}

function startVitest(faults: FaultsByFile): Promise<Vitest> {
  return createVitest(
    {
      root,
      watch: false,
      reporters: [{}],
      silent: true,
      maxWorkers: 1,
      isolate: false,
      sequence: { sequencer: AsAsked },
      passWithNoTests: true,
      retry: 0,
      runner: join(import.meta.dirname, 'runner.ts'),
      setupFiles: [join(import.meta.dirname, 'patience.ts')],
      testTimeout: 60_000,
      expect: { poll: { timeout: longestWaitMs } },
      fsModuleCache: false,
    },
    { plugins: [faultPlugin(faults)] },
  );
}

process.once('message', async (faults: FaultsByFile) => {
  const vitest = await startVitest(faults);
  process.on('message', async (question: Question | 'close') => {
    if (question === 'close') {
      await vitest.close();
      process.disconnect();
      return;
    }
    try {
      process.send?.({ verdicts: await answer(vitest, question) });
    } catch (error) {
      process.send?.({ fault: error instanceof Error ? error.message : String(error) });
    }
  });
  process.send?.({ ready: true });
});
