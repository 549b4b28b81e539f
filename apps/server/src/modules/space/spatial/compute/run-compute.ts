import { runThread } from '../../../../platform/threads/run-thread.ts';
import type { Computed, ComputeTask } from './compute.types.ts';

type Follow = {
  readonly signal: AbortSignal;
  readonly progress: (share: number) => void;
  /** Buffers of the inputs that nobody else needs: they are handed over, not copied. */
  readonly moved?: readonly ArrayBuffer[];
};

/** Computes an analysis in a thread of its own; see `runThread`. */
export const runCompute = (task: ComputeTask, follow: Follow): Promise<Computed> =>
  runThread<Computed>(new URL('./compute-worker.ts', import.meta.url), task, follow);
