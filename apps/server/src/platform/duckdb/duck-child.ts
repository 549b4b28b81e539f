import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '../http/errors.ts';
import { createScratchFolder } from '../process/scratch-folder.ts';

/** Rows as texts, null where there is none. */
export type DuckRows = readonly (readonly (string | null)[])[];
export type DuckTask = { readonly id: number; readonly statements: readonly string[] };
export type DuckAnswer = { readonly id: number; readonly rows?: DuckRows; readonly error?: string };

/** DuckDB spills beyond it to its folder. */
const memoryMiB = 512;
/** Texts of an answer, which are outside DuckDB's own bound. */
const heapMiB = 1024;

/** A process that runs DuckDB. */
export type DuckChild = {
  readonly processId: number | undefined;
  /** Rows of the last of these statements. */
  ask(statements: readonly string[]): Promise<DuckRows>;
  isIdle(): boolean;
  /** Ends the process, and what waits for its answers; the reason is told to who waits. */
  end(reason: string): Promise<void>;
};

/** Starts a process with a folder of its own; tells when it is there no more, for whatever reason. */
export async function startDuckChild(onEnd: () => void): Promise<DuckChild> {
  const folder = await createScratchFolder('duckdb');
  const child = fork(fileURLToPath(new URL('./duck-process.ts', import.meta.url)), [String(memoryMiB), folder], {
    env: { TMPDIR: folder, TMP: folder, TEMP: folder },
    execArgv: [`--max-old-space-size=${heapMiB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It never holds the server: who waits for an answer does.
  child.unref();
  child.channel?.unref();
  const waiting = new Map<number, PromiseWithResolvers<DuckRows>>();
  let lastId = 0;
  let ended: string | null = null;
  /** The first reason counts: what follows is its consequence. */
  const fail = (reason: string) => {
    ended ??= reason;
    for (const { reject } of waiting.values()) reject(stopped(ended));
    waiting.clear();
    child.kill('SIGKILL');
    onEnd();
  };
  const gone = endOf(child).then(async (how) => {
    fail(how);
    // A process that was killed leaves its files behind.
    await rm(folder, { recursive: true, force: true });
  });
  child.on('message', ({ id, rows, error }: DuckAnswer) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (rows === undefined) asked?.reject(new Error(`DuckDB: ${error ?? 'no answer'}`));
    else asked?.resolve(rows);
  });

  return {
    processId: child.pid,
    ask(statements) {
      if (ended !== null) return Promise.reject(stopped(ended));
      lastId += 1;
      const asked = Promise.withResolvers<DuckRows>();
      waiting.set(lastId, asked);
      const task: DuckTask = { id: lastId, statements };
      // One that has ended says so by its exit.
      child.send(task, () => undefined);
      return asked.promise;
    },
    isIdle: () => waiting.size === 0,
    async end(reason) {
      fail(reason);
      await gone;
    },
  };
}

/** Resolves with how it ended when there is no process any more; one that could not be started never was. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(`its process ended (${signal ?? code})`));
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(`its process did not start (${error.message})`);
    });
  });
}

const stopped = (reason: string): AppError =>
  new AppError('unavailable', {
    detail:
      'A leitura do arquivo de posições parou a meio. Tente de novo dentro de momentos; se persistir, avise quem administra a plataforma.',
    cause: new Error(`DuckDB: ${reason}`),
  });
