import { type DuckChild, type DuckRows, startDuckChild } from '../../../../platform/duckdb/duck-child.ts';

/** A process that nobody asks is ended after so long: its library takes some 70 MB. */
const idleMs = 60_000;
/** No answer takes a tenth of it; writing a day of millions of positions does not either. */
const patienceMs = 15 * 60_000;

/** A text as DuckDB's SQL has it. */
export const textOf = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/**
 * DuckDB in a process of its own, started with the first statement: an installation without archived positions never
 * loads it. Statements of several callers come one after the other. A process that crashes or is killed fails what was
 * asked of it, and the next statement starts another. A thread would not do: where DuckDB aborts, the server would end.
 */
export function createDuck({ restAfterMs = idleMs }: { readonly restAfterMs?: number } = {}) {
  let running: Promise<DuckChild> | null = null;
  let current: DuckChild | null = null;
  let idle: NodeJS.Timeout | null = null;

  function start(): Promise<DuckChild> {
    const started: Promise<DuckChild> = startDuckChild(() => {
      if (running === started) [running, current] = [null, null];
    }).then(
      (child) => {
        if (running === started) current = child;
        return child;
      },
      (error: unknown) => {
        if (running === started) running = null;
        throw error;
      },
    );
    return started;
  }

  async function stop(): Promise<void> {
    if (idle !== null) clearTimeout(idle);
    idle = null;
    const ending = running;
    [running, current] = [null, null];
    await (await ending)?.end('it was stopped');
  }

  function restLater(): void {
    if (idle !== null) clearTimeout(idle);
    idle = setTimeout(() => {
      if (current?.isIdle() === true) void stop();
    }, restAfterMs);
    idle.unref();
  }

  return {
    /** Rows of the last of these statements, which run one after the other. */
    async run(...statements: readonly string[]): Promise<DuckRows> {
      running ??= start();
      const child = await running;
      // A timer that is referenced, so that the server lives until there is an answer.
      const patience = setTimeout(() => {
        void child.end(`no answer within ${patienceMs / 60_000} minutes`);
      }, patienceMs);
      try {
        return await child.ask(statements);
      } finally {
        clearTimeout(patience);
        restLater();
      }
    },
    /** Number of its process; null: there is none. */
    processId: (): number | null => current?.processId ?? null,
    stop,
  };
}

export type Duck = ReturnType<typeof createDuck>;
