import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export type DuckSettings = { readonly memoryMiB: number; readonly folder: string };
export type DuckTask = { readonly id: number; readonly statements: readonly string[] };
export type DuckAnswer = {
  readonly id: number;
  readonly rows?: readonly (readonly (string | null)[])[];
  readonly error?: string;
};

/** Rows as texts, null where there is none. */
export type DuckRows = readonly (readonly (string | null)[])[];

type Running = { readonly worker: Worker; readonly folder: string };

/** DuckDB spills beyond it to its folder. */
const memoryMiB = 512;
/** A thread that nobody asks is ended after so long: its library takes some 70 MB. */
const idleMs = 60_000;
/** No answer takes a tenth of it; writing a day of millions of positions does not either. */
const patienceMs = 15 * 60_000;

/** A text as DuckDB's SQL has it. */
export const textOf = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/**
 * DuckDB in a thread of its own, started with the first statement: an installation without archived positions never
 * loads it. Statements of several callers come one after the other.
 */
export function createDuck() {
  let running: Promise<Running> | null = null;
  let idle: NodeJS.Timeout | null = null;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<DuckRows>>();

  function failAll(error: Error): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    running = null;
  }

  async function start(): Promise<Running> {
    const folder = await mkdtemp(join(tmpdir(), 'kianda-duckdb-'));
    const settings: DuckSettings = { memoryMiB, folder };
    const worker = new Worker(new URL('./duck-worker.ts', import.meta.url), { workerData: settings });
    // It never holds the process: who waits for an answer does.
    worker.unref();
    worker.on('message', ({ id, rows, error }: DuckAnswer) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (rows === undefined) asked?.reject(new Error(`DuckDB: ${error ?? 'no answer'}`));
      else asked?.resolve(rows);
    });
    worker.on('error', (error) => failAll(error));
    worker.on('exit', () => {
      failAll(new Error('DuckDB: the thread ended'));
      void rm(folder, { recursive: true, force: true });
    });
    return { worker, folder };
  }

  async function stop(): Promise<void> {
    if (idle !== null) clearTimeout(idle);
    idle = null;
    const ending = running;
    running = null;
    await (await ending)?.worker.terminate();
  }

  function restLater(): void {
    if (idle !== null) clearTimeout(idle);
    idle = setTimeout(() => {
      if (waiting.size === 0) void stop();
    }, idleMs);
    idle.unref();
  }

  return {
    /** Rows of the last of these statements, which run one after the other. */
    async run(...statements: readonly string[]): Promise<DuckRows> {
      running ??= start();
      const { worker } = await running;
      lastId += 1;
      const asked = Promise.withResolvers<DuckRows>();
      waiting.set(lastId, asked);
      // A timer that is referenced, so that the process lives until there is an answer.
      const patience = setTimeout(() => {
        failAll(new Error(`DuckDB: no answer within ${patienceMs / 60_000} minutes`));
        void worker.terminate();
      }, patienceMs);
      const task: DuckTask = { id: lastId, statements };
      worker.postMessage(task);
      try {
        return await asked.promise;
      } finally {
        clearTimeout(patience);
        restLater();
      }
    },
    /** Whether its thread has been started. */
    isRunning: () => running !== null,
    stop,
  };
}

export type Duck = ReturnType<typeof createDuck>;
