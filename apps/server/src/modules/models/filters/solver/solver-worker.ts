import { parentPort, workerData } from 'node:worker_threads';
import { solveMinimumSet } from './solve.ts';
import type { SolverTask } from './solver.types.ts';

parentPort?.postMessage(await solveMinimumSet(workerData as SolverTask));
