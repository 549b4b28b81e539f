/**
 * Puts small faults into the product and runs the tests nearest to each (`try.ts`). A fault that no test notices is printed
 * with its number and place. The exit code is 1 when fewer than `--least` per cent were noticed. `--minutes` ends the draw
 * early, `--only` tries again the faults of these numbers, after a test was written for them, and `--tests` is how many test
 * files that run through a fault's place are tried, the nearest first.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import startDatabase from '../vitest-global.ts';
import { importersBelow, nearestFirst } from './imports.ts';
import { type Answer, nextStep, type Outcome } from './plan.ts';
import { drawMutants, type Mutant, productFiles } from './sample.ts';
import { fileHash, openStore } from './store.ts';
import { Trier } from './trier.ts';
import type { FaultsByFile } from './try.ts';

const root = join(import.meta.dirname, '../..');

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      least: { type: 'string', default: '85' },
      minutes: { type: 'string', default: '0' },
      only: { type: 'string', default: '' },
      tests: { type: 'string', default: '4' },
      workers: { type: 'string', default: '1' },
      fresh: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const only = values.only === '' ? [] : values.only.split(',').map(Number);
  const numbers = [values.sample, values.seed, values.least, values.minutes, values.tests, values.workers, ...only].map(
    Number,
  );
  if (positionals.length === 0 || numbers.some((number) => !Number.isInteger(number) || number < 0)) {
    throw new RangeError(
      'npm run mutate -- <pasta, ficheiro ou padrão>… [--sample=100] [--seed=1] [--least=85] [--minutes=0] [--only=3,14] [--tests=4] [--workers=1] [--fresh] [--verbose]',
    );
  }
  const [sample = 100, seed = 1, least = 85, minutes = 0, tests = 4, workers = 1] = numbers;
  const { fresh, verbose } = values;
  return { paths: positionals, sample, seed, least, minutes, tests, workers, only, fresh, verbose };
}

const { paths, sample, seed, least, minutes, tests, workers, only, fresh, verbose } = options();
/** Test files asked whether they run through the place of one fault. */
const mostAsked = 3 * tests;
/** Test files that one process runs: what they share is loaded once. Together they answer, or are asked again. */
const mostAtOnce = 4;

function describe({ file, mutation: { line, operator, original, text } }: Mutant): string {
  const short = (code: string) => code.slice(0, 60).replaceAll('\n', ' ');
  return `${file}:${line} ${operator}: ${short(original)} → ${short(text)}`;
}

/** Finding about a fault, true while its file and the tests beside it are as they were. */
type Finding = { readonly outcome: Outcome };
const store = openStore(root);
const testHash = hashOfTests(paths);

function faultKey({ file, mutation }: Mutant): string {
  return `fault ${file} ${fileHash(join(root, file))} ${mutation.start} ${mutation.end} ${mutation.text}`;
}

/** A fault that was noticed stays so when tests are added; one that was not is tried again after any test has changed. */
function keysOf(mutant: Mutant): { readonly noticed: string; readonly other: string } {
  const fault = faultKey(mutant);
  return { noticed: fault, other: `${fault} ${testHash} ${tests}` };
}

function answerKey(mutant: Mutant, test: string): string {
  return `answer ${test} ${fileHash(join(root, test))} ${faultKey(mutant)}`;
}

function hashOfTests(paths: readonly string[]): string {
  const folders = [...new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))];
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const files = [...new Set(listed.split('\n'))].filter((file) => /\.test\.tsx?$/.test(file)).sort();
  return createHash('sha256')
    .update(files.map((file) => `${file} ${fileHash(join(root, file))}\n`).join(''))
    .digest('hex')
    .slice(0, 16);
}

/** A drawn fault on its way: the test files near it, and what those asked have answered. */
type Course = {
  readonly number: number;
  readonly mutant: Mutant;
  readonly files: readonly string[];
  readonly answers: Map<string, Answer>;
  readonly isStatic: boolean;
  outcome: Outcome | null;
};

function startCourse(mutant: Mutant, index: number, importers: ReturnType<typeof importersBelow>): Course {
  const files = nearestFirst(importers, mutant.file).slice(0, mostAsked);
  const { isStatic } = mutant.mutation.place;
  const course: Course = { number: index + 1, mutant, files, answers: new Map(), isStatic, outcome: null };
  if (only.length > 0 || fresh) return course;
  const keys = keysOf(mutant);
  const known = (store.read(keys.noticed) ?? store.read(keys.other)) as Finding | undefined;
  if (known !== undefined) settle(course, known.outcome);
  for (const file of files) {
    const answer = store.read(answerKey(mutant, file)) as Answer | undefined;
    if (answer !== undefined) course.answers.set(file, answer);
  }
  return course;
}

function settle(course: Course, outcome: Outcome): void {
  course.outcome = outcome;
  const keys = keysOf(course.mutant);
  if (outcome !== 'endless') store.write(outcome === 'noticed' ? keys.noticed : keys.other, { outcome });
  if (outcome === 'noticed' && !verbose) return;
  process.stdout.write(`${course.number}/${mutants.length} ${outcome} ${describe(course.mutant)}\n`);
}

/** Test files by the faults they are asked about. */
type Question = { readonly asked: ReadonlyMap<string, readonly Course[]>; readonly fresh: boolean };

function settleKnown(courses: readonly Course[]): void {
  for (const course of courses) {
    if (course.outcome !== null) continue;
    const step = nextStep(course, tests);
    if (step.kind === 'done') settle(course, step.outcome);
  }
}

/** A file answers about the faults that come to it now, and about those that it is among the nearest of. */
function isAskedToo(course: Course, file: string): boolean {
  if (course.isStatic || course.answers.has(file)) return false;
  if (course.files.slice(0, tests).includes(file)) return true;
  const step = nextStep(course, tests);
  return step.kind === 'warm' && step.file === file;
}

/** The next test files to ask, each about every fault that is near it; none while others are asked about what is left. */
function nextQuestion(courses: readonly Course[], busy: ReadonlySet<string>): Question | null {
  const asked = new Map<string, readonly Course[]>();
  const open = courses.filter(({ outcome }) => outcome === null);
  for (const course of open) {
    const step = nextStep(course, tests);
    if (step.kind === 'done' || busy.has(step.file) || asked.has(step.file)) continue;
    if (step.kind === 'fresh') {
      if (asked.size === 0) return { asked: new Map([[step.file, [course]]]), fresh: true };
      continue;
    }
    const { file } = step;
    asked.set(
      file,
      open.filter((each) => isAskedToo(each, file)),
    );
    if (asked.size === mostAtOnce) break;
  }
  return asked.size === 0 ? null : { asked, fresh: false };
}

async function ask(trier: Trier, { asked, fresh: isFresh }: Question): Promise<void> {
  const startMs = performance.now();
  const numbers = Object.fromEntries([...asked].map(([test, of]) => [test, of.map(({ number }) => number)]));
  const verdicts = await trier.ask(numbers, isFresh);
  if (interrupted.signal.aborted) return;
  const isNoticed = (number: number) => Object.values(verdicts).some((own) => own[number] === 'noticed');
  for (const [test, of] of asked) {
    for (const course of of) {
      const verdict = verdicts[test]?.[course.number];
      // Once a file has noticed a fault, those after it are not asked.
      if (verdict === undefined || (verdict !== 'noticed' && isNoticed(course.number))) continue;
      const answer = { ...course.answers.get(test), [isFresh ? 'fresh' : 'warm']: verdict };
      course.answers.set(test, answer);
      store.write(answerKey(course.mutant, test), answer);
    }
  }
  if (!verbose) return;
  const seconds = Math.round((performance.now() - startMs) / 1_000);
  const said = [...asked.keys()].map((test) => `${test}: ${JSON.stringify(verdicts[test] ?? {})}`);
  process.stdout.write(`${seconds} s${isFresh ? ', from the start' : ''}: ${said.join(' ')}\n`);
}

/** One question after the other: `--workers` of them draw from the same list. */
async function work(courses: readonly Course[], busy: Set<string>, trier: Trier): Promise<void> {
  while (performance.now() < endMs && !interrupted.signal.aborted) {
    const question = nextQuestion(courses, busy);
    if (question === null && busy.size === 0) break;
    if (question === null) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      continue;
    }
    for (const test of question.asked.keys()) busy.add(test);
    await ask(trier, question);
    for (const test of question.asked.keys()) busy.delete(test);
    settleKnown(courses);
  }
  await trier.close();
}

/** Aborted by a signal: what a process that was ended has not said is not known. */
const interrupted = new AbortController();
const endMs = minutes === 0 ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;
const mutants = drawMutants(root, productFiles(root, paths), sample, seed);
const workspaces = [...new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))];
const importers = new Map(workspaces.flatMap((workspace) => [...importersBelow(root, `${workspace}/`)]));
const courses = mutants
  .map((mutant, index) => startCourse(mutant, index, importers))
  .filter(({ number }) => only.length === 0 || only.includes(number));
const faults: Record<string, FaultsByFile[string]> = {};
for (const { number, mutant } of courses) {
  faults[mutant.file] = [...(faults[mutant.file] ?? []), { ...mutant.mutation, number }];
}
const triers = Array.from({ length: workers }, (_, index) => new Trier(root, faults, `${process.pid}-${index}`));
const stopDatabase = await startDatabase();
const end = () => {
  for (const trier of triers) trier.end();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    interrupted.abort();
    end();
    await stopDatabase?.();
    process.exit(1);
  });
}
try {
  settleKnown(courses);
  const busy = new Set<string>();
  await Promise.all(triers.map((trier) => work(courses, busy, trier)));
} finally {
  end();
  await stopDatabase?.();
}
const counted = (...outcomes: readonly Outcome[]) =>
  courses.filter(({ outcome }) => outcome !== null && outcomes.includes(outcome)).length;
const noticed = counted('noticed');
const tried = counted('noticed', 'survived', 'untested');
const share = tried === 0 ? 0 : (100 * noticed) / tried;
const area = paths.join(' ');
process.stdout.write(
  `${area}: ${noticed} of ${tried} noticed (${share.toFixed(0)} %), ${counted('untested')} without a test, ${counted('unsound', 'endless')} not counted, seed ${seed}\n`,
);
// The line for the table in docs/ensaios.md.
process.stdout.write(`| \`${area}\` | ${tried} | ${noticed} | ${seed} |\n`);
process.exitCode = share < least ? 1 : 0;
