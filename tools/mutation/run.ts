/**
 * Puts one small fault at a time into a file and runs the tests nearest to it (`try.ts`). A fault that no test notices is
 * printed with its number and place. The exit code is 1 when fewer than `--least` per cent were noticed. `--minutes` ends
 * the draw early, `--only` tries again the faults of these numbers, after a test was written for them, and `--tests` is how
 * many test files are tried for one fault, the nearest first.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import startDatabase from '../vitest-global.ts';
import { drawMutants, type Mutant, productFiles } from './sample.ts';
import { fileHash, openStore } from './store.ts';
import type { Outcome } from './try.ts';

const root = join(import.meta.dirname, '../..');
/** A fault whose tests run this long is given up and counts for neither side: an endless loop, or a busy machine. */
const mostSecondsPerMutant = 600;

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
const triers = new Set<ChildProcess>();

/** A process that tries mutations, in a process group of its own, so that its workers end with it. */
async function startTrier(paths: readonly string[], tests: number): Promise<ChildProcess> {
  const trier = fork(join(import.meta.dirname, 'try.ts'), [`--tests=${tests}`, ...paths], {
    cwd: root,
    detached: true,
  });
  triers.add(trier);
  trier.once('exit', () => triers.delete(trier));
  await once(trier, 'message');
  return trier;
}

function endTrier(trier: ChildProcess): void {
  if (trier.pid === undefined || trier.exitCode !== null || trier.signalCode !== null) return;
  process.kill(-trier.pid, 'SIGKILL');
}

type Answer = { readonly outcome: Outcome } | { readonly fault: string };

/** Sends one mutation; null when its tests did not end in time. Throws what kept it from being tried. */
async function tryIn(trier: ChildProcess, mutant: Mutant): Promise<Outcome | null> {
  const answered = once(trier, 'message', { signal: AbortSignal.timeout(mostSecondsPerMutant * 1_000) });
  trier.send(mutant);
  const answer = await answered.then(
    ([message]) => message as Answer,
    () => null,
  );
  if (answer !== null && 'fault' in answer) throw new Error(answer.fault);
  return answer?.outcome ?? null;
}

function describe({ file, mutation: { line, operator, original, text } }: Mutant): string {
  const short = (code: string) => code.slice(0, 60).replaceAll('\n', ' ');
  return `${file}:${line} ${operator}: ${short(original)} → ${short(text)}`;
}

/** What was found about a fault, true while its file and the tests beside it are as they were. */
type Finding = { readonly outcome: Outcome | 'endless'; readonly seconds: number };
const findings = openStore(root);
const testHash = hashOfTests(paths);
/** A fault that was noticed stays so when tests are added; one that was not is tried again after any test has changed. */
function keysOf({ file, mutation }: Mutant): { readonly noticed: string; readonly other: string } {
  const fault = `fault ${file} ${fileHash(join(root, file))} ${mutation.start} ${mutation.end} ${mutation.text}`;
  return { noticed: fault, other: `${fault} ${testHash} ${tests}` };
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

/** The next faults, by one trier after the other: `--workers` of them draw from the same list. */
async function work(mutants: IterableIterator<[number, Mutant]>): Promise<void> {
  let trier: ChildProcess | null = null;
  for (const [index, mutant] of mutants) {
    if (only.length > 0 && !only.includes(index + 1)) continue;
    const keys = keysOf(mutant);
    const known = (findings.read(keys.noticed) ?? findings.read(keys.other)) as Finding | undefined;
    if (known !== undefined && only.length === 0 && !fresh) {
      count(index, mutant, known);
      continue;
    }
    if (performance.now() > endMs) continue;
    trier ??= await startTrier(paths, tests);
    const startMs = performance.now();
    const outcome = (await tryIn(trier, mutant)) ?? 'endless';
    const finding: Finding = { outcome, seconds: Math.round((performance.now() - startMs) / 1_000) };
    count(index, mutant, finding);
    if (outcome !== 'endless') {
      findings.write(outcome === 'noticed' ? keys.noticed : keys.other, finding);
      continue;
    }
    endTrier(trier);
    trier = null;
  }
  if (trier === null) return;
  trier.send('close');
  await once(trier, 'exit', { signal: AbortSignal.timeout(120_000) });
}

function count(index: number, mutant: Mutant, { outcome, seconds }: Finding): void {
  counts[outcome === 'endless' ? 'unsound' : outcome]++;
  if (outcome !== 'noticed' || verbose)
    process.stdout.write(`${index + 1}/${mutants.length} ${outcome} (${seconds} s) ${describe(mutant)}\n`);
}

const endMs = minutes === 0 ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;
const mutants = drawMutants(root, productFiles(root, paths), sample, seed);
const counts: Record<Outcome, number> = { noticed: 0, survived: 0, untested: 0, unsound: 0 };
const stopDatabase = await startDatabase();
const end = () => {
  for (const trier of triers) endTrier(trier);
};
process.once('SIGINT', end);
process.once('SIGTERM', end);
try {
  const queue = mutants.entries();
  await Promise.all(Array.from({ length: workers }, () => work(queue)));
} finally {
  end();
  await stopDatabase?.();
}
const tried = counts.noticed + counts.survived + counts.untested;
const share = tried === 0 ? 0 : (100 * counts.noticed) / tried;
const area = paths.join(' ');
process.stdout.write(
  `${area}: ${counts.noticed} of ${tried} noticed (${share.toFixed(0)} %), ${counts.untested} without a test, ${counts.unsound} not counted, seed ${seed}\n`,
);
// The line for the table in docs/ensaios.md.
process.stdout.write(`| \`${area}\` | ${tried} | ${counts.noticed} | ${seed} |\n`);
process.exitCode = share < least ? 1 : 0;
