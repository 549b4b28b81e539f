/**
 * Puts one small fault at a time into a file and runs the tests nearest to it (`try.ts`). A fault that no test notices is
 * printed with its number and place. The exit code is 1 when fewer than `--least` per cent were noticed. `--minutes` ends
 * the draw early, `--only` tries again the faults of these numbers, after a test was written for them, and `--tests` is how
 * many test files are tried for one fault, the nearest first.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { drawMutants, type Mutant, productFiles } from './sample.ts';
import type { Outcome } from './try.ts';

const root = join(import.meta.dirname, '../..');
/** A fault whose tests run this long counts as noticed. */
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
    },
  });
  const only = values.only === '' ? [] : values.only.split(',').map(Number);
  const numbers = [values.sample, values.seed, values.least, values.minutes, values.tests, ...only].map(Number);
  if (positionals.length === 0 || numbers.some((number) => !Number.isInteger(number) || number < 0)) {
    throw new RangeError(
      'npm run mutate -- <pasta, ficheiro ou padrão>… [--sample=100] [--seed=1] [--least=85] [--minutes=0] [--only=3,14] [--tests=4]',
    );
  }
  const [sample = 100, seed = 1, least = 85, minutes = 0, tests = 4] = numbers;
  return { paths: positionals, sample, seed, least, minutes, tests, only };
}

/** A process that tries mutations, in a process group of its own, so that its workers end with it. */
async function startTrier(paths: readonly string[], tests: number): Promise<ChildProcess> {
  const trier = fork(join(import.meta.dirname, 'try.ts'), [`--tests=${tests}`, ...paths], {
    cwd: root,
    detached: true,
  });
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

const { paths, sample, seed, least, minutes, tests, only } = options();
const endMs = minutes === 0 ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;
const mutants = drawMutants(root, productFiles(root, paths), sample, seed);
const counts: Record<Outcome, number> = { noticed: 0, survived: 0, untested: 0, unsound: 0 };
let trier = await startTrier(paths, tests);
const end = () => endTrier(trier);
process.once('SIGINT', end);
process.once('SIGTERM', end);
try {
  for (const [index, mutant] of mutants.entries()) {
    if (only.length > 0 && !only.includes(index + 1)) continue;
    if (performance.now() > endMs) break;
    const outcome = await tryIn(trier, mutant);
    if (outcome === null) {
      end();
      trier = await startTrier(paths, tests);
    }
    counts[outcome ?? 'noticed']++;
    if (outcome !== 'noticed')
      process.stdout.write(`${index + 1}/${mutants.length} ${outcome ?? 'endless'} ${describe(mutant)}\n`);
  }
  // Ended in peace, it stops the database that its tests started; ended by force, that one notices by itself.
  trier.send('close');
  await once(trier, 'exit', { signal: AbortSignal.timeout(120_000) });
} finally {
  end();
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
