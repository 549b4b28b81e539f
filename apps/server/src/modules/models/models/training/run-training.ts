import { Worker } from 'node:worker_threads';
import type { TrainedVersion, TrainingTask } from './training.types.ts';
import type { FromTraining } from './training-worker.ts';

/** Heap of a training; one that needs more is ended, and the platform goes on. */
const heapMiB = 1_024;

/** A table that can't be learned from, with the reason for the log. */
export class RefusedTable extends Error {}

/**
 * Trains a version in a thread of its own. Throws the signal's reason where it is stopped, within the tenth of a second
 * that the kernels take to look; RefusedTable for a table that can't be learned from.
 */
export async function runTraining(
  task: TrainingTask,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (share: number) => void },
): Promise<TrainedVersion> {
  signal.throwIfAborted();
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(new URL('./training-worker.ts', import.meta.url), {
    workerData: { task, stop },
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    env: {},
  });
  const halt = () => void Atomics.store(new Int32Array(stop), 0, 1);
  signal.addEventListener('abort', halt, { once: true });
  try {
    return await resultOf(worker, signal, progress);
  } finally {
    signal.removeEventListener('abort', halt);
    await worker.terminate();
  }
}

function resultOf(worker: Worker, signal: AbortSignal, progress: (share: number) => void): Promise<TrainedVersion> {
  const { promise, resolve, reject } = Promise.withResolvers<TrainedVersion>();
  worker.on('message', (message: FromTraining) => {
    if (message.kind === 'progress') progress(message.share);
    else if (message.kind === 'trained') resolve(JSON.parse(message.json));
    else if (message.kind === 'refused') reject(new RefusedTable(message.message));
    else reject(signal.reason ?? new Error('The training was stopped.'));
  });
  worker.on('error', reject);
  worker.on('exit', (code) => reject(new Error(`The training ended early, with code ${code}.`)));
  return promise;
}
