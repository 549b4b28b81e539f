import { type Transferable, Worker } from 'node:worker_threads';
import type { FromThread } from './thread.ts';

/** Heap of a thread; one that needs more is ended, and the platform goes on. */
const heapMiB = 1_024;

/** A task that can't be done as it was given, with the reason for the log. */
export class RefusedTask extends Error {}

type Following = {
  readonly signal: AbortSignal;
  readonly progress: (share: number) => void;
  /** Buffers of the task that are handed over, not copied. */
  readonly moved?: readonly Transferable[];
};

/**
 * Does a task in a thread of its own. Throws the signal's reason where it is stopped, within the tenth of a second that
 * the kernels take to look; RefusedTask for a task that can't be done.
 */
export async function runThread<Answer>(
  entry: URL,
  task: unknown,
  { signal, progress, moved = [] }: Following,
): Promise<Answer> {
  signal.throwIfAborted();
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(entry, {
    workerData: { task, stop },
    transferList: [...moved],
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    env: {},
  });
  const halt = () => void Atomics.store(new Int32Array(stop), 0, 1);
  signal.addEventListener('abort', halt, { once: true });
  try {
    return await answerOf<Answer>(worker, signal, progress);
  } finally {
    signal.removeEventListener('abort', halt);
    await worker.terminate();
  }
}

function answerOf<Answer>(worker: Worker, signal: AbortSignal, progress: (share: number) => void): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  worker.on('message', (message: FromThread<Answer>) => {
    if (message.kind === 'progress') progress(message.share);
    else if (message.kind === 'done') resolve(message.answer);
    else if (message.kind === 'refused') reject(new RefusedTask(message.message));
    else reject(signal.reason ?? new Error('The task was stopped.'));
  });
  worker.on('error', reject);
  worker.on('exit', (code) => reject(new Error(`The thread ended early, with code ${code}.`)));
  return promise;
}
