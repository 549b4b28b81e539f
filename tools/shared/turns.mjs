/**
 * Parts of costly tests: a run does one part of them, and another commit's run the next, because what fails in one part
 * only is rare. `TEST_EVERYTHING=1` does all.
 */
import { execFileSync } from 'node:child_process';
import process from 'node:process';

/** A number of the commit, so that what fails once fails again; 0 outside a repository. */
function turnOf() {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
    return Number.parseInt(commit.slice(0, 8), 16);
  } catch {
    return 0;
  }
}

const doesAll = process.env.TEST_EVERYTHING === '1';
const turn = turnOf();

/** Whether what stands at this place of its list belongs to a part of this run; parts are counted from 0. */
export const isInTurn = (place, part, parts = 2) => doesAll || (place + turn) % parts === part;

/** Names of these lists that rest in this run, which does one list of them. */
export const restingOf = (lists) => lists.filter((_, part) => !isInTurn(0, part, lists.length)).flat();
