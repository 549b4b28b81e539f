import { parentPort, workerData } from 'node:worker_threads';
import { StoppedError } from '@kianda/science/models/shared/watch';
import { trainVersion } from './train.ts';
import type { TrainingTask } from './training.types.ts';

/** Messages from the worker of a training. */
export type FromTraining =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'trained'; readonly json: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'stopped' };

const { task, stop } = workerData as { task: TrainingTask; stop: SharedArrayBuffer };
const flag = new Int32Array(stop);
const tell = (message: FromTraining) => parentPort?.postMessage(message);

try {
  let shown = -1;
  const trained = trainVersion(task, {
    stopped: () => Atomics.load(flag, 0) === 1,
    progress(share) {
      if (share - shown < 0.01) return;
      shown = share;
      tell({ kind: 'progress', share });
    },
  });
  tell({ kind: 'trained', json: JSON.stringify(trained) });
} catch (error) {
  if (error instanceof StoppedError) tell({ kind: 'stopped' });
  else if (error instanceof RangeError) tell({ kind: 'refused', message: error.message });
  else throw error;
}
