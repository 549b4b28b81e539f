/**
 * Halves of costly tests: a run does one half of them, and the next commit's run the other, because what
 * fails in one half only is rare. `TEST_EVERYTHING=1` does both.
 */
import { execFileSync } from 'node:child_process';
import process from 'node:process';

/** 0 or 1 by the commit, so that what fails once fails again; 0 outside a repository. */
function turnOf() {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
    return Number.parseInt(commit.slice(0, 8), 16) % 2;
  } catch {
    return 0;
  }
}

const doesBoth = process.env.TEST_EVERYTHING === '1';
const turn = turnOf();

/** Whether what stands at this place of its list belongs to a half, 0 or 1, of this run. */
export const isInTurn = (place, half) => doesBoth || (place + turn) % 2 === half;
