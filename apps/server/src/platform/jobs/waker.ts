import { AppError } from '../http/errors.ts';
import type { Logger } from '../log/log.ts';

export type Waker = {
  /** Asks for a run soon; what is asked meanwhile is taken with it. */
  soon(): void;
  stop(): Promise<void>;
};

/**
 * Has a job run soon after something happened. Asked while a run is under way it asks again until one begins: the run
 * may have looked already. Only a matter of speed: the job's schedule comes by whatever happens here.
 */
export function createWaker(options: {
  /** Puts the run into the queue; throws `already_running` while one is under way. */
  enqueue: () => Promise<unknown>;
  log: Logger;
  gatherMs?: number;
  againMs?: number;
}): Waker {
  const { enqueue, log, gatherMs = 0, againMs = 2_000 } = options;
  let timer: NodeJS.Timeout | null = null;
  let asking: Promise<void> = Promise.resolve();
  let stopped = false;

  function soonAfter(delayMs: number): void {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = null;
      asking = ask();
    }, delayMs).unref();
  }

  async function ask(): Promise<void> {
    try {
      await enqueue();
    } catch (error) {
      if (error instanceof AppError && error.code === 'already_running') return soonAfter(againMs);
      // Also while the platform starts, before the queue takes anything.
      log.info({ err: error }, 'tarefa por acordar; a agenda há de corrê-la');
    }
  }

  return {
    soon: () => soonAfter(gatherMs),
    async stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await asking;
    },
  };
}
