/** Which test file is asked next about a fault, and what is known once no other is left. */
import type { Verdict } from './verdicts.ts';

/** Answers of one test file: with the fault switched on between its tests, then, where that can't tell, on from the start. */
export type Answer = { readonly warm?: Verdict; readonly fresh?: Verdict };

/**
 * `untested`: no test near runs through its place. `unsound`: the tests that failed fail without the fault as well, so that
 * nothing is known. `endless`: the tests did not end.
 */
export type Outcome = 'noticed' | 'survived' | 'untested' | 'unsound' | 'endless';

/** `files`: the nearest test files, nearest first; those without an answer were not asked yet. */
type Course = {
  readonly files: readonly string[];
  readonly answers: ReadonlyMap<string, Answer>;
  /** Its place runs once, as its file is loaded: only a run with the fault on from the start can tell. */
  readonly isStatic: boolean;
};

type Step =
  | { readonly kind: 'warm' | 'fresh'; readonly file: string }
  | { readonly kind: 'done'; readonly outcome: Outcome };

/** Goes through the files until one notices the fault, or `mostTests` of them ran through its place. */
export function nextStep({ files, answers, isStatic }: Course, mostTests: number): Step {
  const verdicts: Verdict[] = [];
  for (const file of files) {
    if (verdicts.length === mostTests) break;
    const { warm = isStatic ? 'unclear' : undefined, fresh } = answers.get(file) ?? {};
    if (warm === undefined) return { kind: 'warm', file };
    if (warm === 'unreached') continue;
    if (warm === 'unclear' && fresh === undefined) return { kind: 'fresh', file };
    const verdict = fresh ?? warm;
    if (verdict === 'noticed' || verdict === 'endless') return { kind: 'done', outcome: verdict };
    verdicts.push(verdict);
  }
  if (verdicts.includes('survived')) return { kind: 'done', outcome: 'survived' };
  return { kind: 'done', outcome: verdicts.length > 0 ? 'unsound' : 'untested' };
}
