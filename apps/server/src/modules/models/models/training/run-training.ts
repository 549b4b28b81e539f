import { runThread } from '../../../../platform/threads/run-thread.ts';
import type { TrainedVersion, TrainingTask } from './training.types.ts';

/** A table that can't be learned from, with the reason for the log. */
export { RefusedTask as RefusedTable } from '../../../../platform/threads/run-thread.ts';

/** Trains a version in a thread of its own; see `runThread`. */
export async function runTraining(
  task: TrainingTask,
  watch: { readonly signal: AbortSignal; readonly progress: (share: number) => void },
): Promise<TrainedVersion> {
  return JSON.parse(await runThread<string>(new URL('./training-worker.ts', import.meta.url), task, watch));
}
