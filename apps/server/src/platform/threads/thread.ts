import { parentPort, type Transferable, workerData } from 'node:worker_threads';
import { StoppedError, type Watch } from '@kianda/science/models/shared/watch';

/** Messages from a thread to who runs it. */
export type FromThread<Answer> =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'stopped' };

type Done<Answer> = { readonly answer: Answer; readonly moved?: readonly Transferable[] };

/** Does the task that this thread was made for; `moved` are buffers of the answer that are handed over, not copied. */
export function answerThread<Task, Answer>(work: (task: Task, watch: Watch) => Done<Answer>): void {
  const { task, stop } = workerData as { task: Task; stop: SharedArrayBuffer };
  const flag = new Int32Array(stop);
  const tell = (message: FromThread<Answer>, moved: readonly Transferable[] = []) =>
    parentPort?.postMessage(message, moved);
  try {
    let shown = -1;
    const { answer, moved } = work(task, {
      stopped: () => Atomics.load(flag, 0) === 1,
      progress(share) {
        if (share - shown < 0.01) return;
        shown = share;
        tell({ kind: 'progress', share });
      },
    });
    tell({ kind: 'done', answer }, moved);
  } catch (error) {
    if (error instanceof StoppedError) tell({ kind: 'stopped' });
    else if (error instanceof RangeError) tell({ kind: 'refused', message: error.message });
    else throw error;
  }
}
