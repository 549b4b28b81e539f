import { Worker } from 'node:worker_threads';
import { evaluateSet, greedySet, type MinimumSetProblem } from '@kianda/science/planning/minimum-set';
import type { Solved, SolverTask } from './solver.types.ts';

/** Units beyond which the greedy set is taken: the search would not end in the time that there is. */
export const mostUnits = 2_000;
const heapMiB = 512;
/** The solver looks at its clock now and then only; one that does not is ended. */
const graceSeconds = 10;

/**
 * The cheapest set that holds every target, in a thread that can be ended; the greedy one where there are too many units
 * or the time does not suffice. Throws the signal's reason where it is stopped.
 */
export async function runSolver(problem: MinimumSetProblem, seconds: number, signal: AbortSignal): Promise<Solved> {
  signal.throwIfAborted();
  const exact = problem.costs.length > mostUnits ? null : await inThread({ problem, seconds }, signal);
  if (exact !== null) return exact;
  const chosen = greedySet(problem);
  return { chosen, method: 'greedy', gap: null, cost: evaluateSet(problem, chosen).cost, replacement: [] };
}

async function inThread(task: SolverTask, signal: AbortSignal): Promise<Solved | null> {
  const worker = new Worker(new URL('./solver-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    env: {},
  });
  const { promise, resolve, reject } = Promise.withResolvers<Solved | null>();
  const limit = AbortSignal.timeout((task.seconds + graceSeconds) * 1_000);
  const halt = () => reject(signal.reason);
  worker.on('message', resolve);
  worker.on('error', reject);
  worker.on('exit', (code) => reject(new Error(`The solver ended early, with code ${code}.`)));
  signal.addEventListener('abort', halt, { once: true });
  limit.addEventListener('abort', () => resolve(null), { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', halt);
    await worker.terminate();
  }
}
