import type { Logger } from '../log/log.ts';

export type Progress = { readonly progress: number | null; readonly message: string };

export type ProgressReporter = {
  report(fraction: number | null, message: string): Promise<void>;
  /** The last report; null before the first. */
  latest(): Progress | null;
  /** Nothing is written any more once this resolves. */
  close(): Promise<void>;
};

const betweenWritesMs = 500;

/** Hands on the first report at once, then the latest at most twice a second. A failing `write` stops no job. */
export function createProgressReporter(write: (progress: Progress) => Promise<void>, log: Logger): ProgressReporter {
  let latest: Progress | null = null;
  let unwritten: Progress | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  function writeNow(): void {
    const progress = unwritten;
    if (progress === null) {
      timer = null;
      return;
    }
    unwritten = null;
    timer = setTimeout(writeNow, betweenWritesMs);
    writing = writing
      .then(() => write(progress))
      .catch((error: unknown) => log.warn({ err: error }, 'progresso de uma tarefa por gravar'));
  }

  return {
    async report(fraction, message) {
      if (fraction !== null && !(fraction >= 0 && fraction <= 1)) {
        throw new RangeError(`progress is ${fraction}, expected a share from 0 to 1`);
      }
      if (closed) return;
      latest = { progress: fraction, message };
      unwritten = latest;
      if (timer === null) writeNow();
    },
    latest: () => latest,
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await writing;
    },
  };
}
