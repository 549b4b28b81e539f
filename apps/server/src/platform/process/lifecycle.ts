import type { Logger } from '../log/log.ts';

const LIMIT_MS = 30_000;
/** Ctrl-C reaches us several times at once: from the terminal, and again from npm and the start script. */
const SAME_KEYPRESS_MS = 1_000;

/** Closes a part; `enter` names what it is about to wait for, so that a stop that takes too long says where. */
export type Close = (enter: (step: string) => void) => Promise<void>;

export type Lifecycle = {
  /** Closed in the reverse order of adding; an error in one does not keep the others open. */
  onStop(name: string, close: Close): void;
  /** Closes everything and ends the process with `code`. Only the first call counts. */
  stop(code: number): Promise<void>;
  readonly stopping: boolean;
};

export type LifecycleOptions = {
  readonly log: Logger;
  readonly exit: (code: number) => void;
  readonly limitMs?: number;
};

/** Orderly end of the process, within a limit. */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { log, exit, limitMs = LIMIT_MS } = options;
  const closers: { name: string; close: Close }[] = [];
  let stopping = false;
  let closing: string | null = null;

  async function closeAll(): Promise<void> {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) {
      const { name } = next;
      closing = name;
      try {
        await next.close((step) => {
          closing = `${name}: ${step}`;
        });
      } catch (error) {
        log.error({ err: error, part: name }, 'falha ao parar');
      }
    }
  }

  return {
    onStop: (name, close) => {
      closers.push({ name, close });
    },
    async stop(code) {
      if (stopping) return;
      stopping = true;
      const limit = setTimeout(() => {
        const open = closers.map(({ name }) => name);
        log.error({ closing, open }, `a paragem passou de ${limitMs} ms: fim forçado`);
        exit(1);
      }, limitMs);
      await closeAll();
      clearTimeout(limit);
      exit(code);
    },
    get stopping() {
      return stopping;
    },
  };
}

/**
 * SIGTERM, SIGINT and the end of the start script stop in order; a second signal forces. An uncaught error goes
 * to the log and ends the process with 1: what state it left is unknown.
 */
export function handleSignals(lifecycle: Lifecycle, options: { log: Logger; announce: (line: string) => void }): void {
  const { log, announce } = options;
  let firstMs: number | null = null;
  const onSignal = (): void => {
    const nowMs = performance.now();
    if (firstMs === null) {
      firstMs = nowMs;
      announce('A parar…');
      void lifecycle.stop(0);
    } else if (nowMs - firstMs > SAME_KEYPRESS_MS) {
      announce('Fim forçado.');
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // The start script holds the other end of this channel: killed, it can't forward anything any more.
  process.on('disconnect', () => {
    if (firstMs === null) onSignal();
  });
  const onFault = (error: unknown): void => {
    log.fatal({ err: error }, 'erro não tratado');
    process.exitCode = 1;
    void lifecycle.stop(1);
  };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') onFault(error);
  });
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}
