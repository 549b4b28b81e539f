import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages.ts';
import { takeParseSlot } from './parse-slots.ts';
import type { ReadPart } from './parser-thread.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { createWorkTime, type WorkTime } from './work-time.ts';

/** What one file may take while it is parsed. */
export type ParseLimits = {
  /** Time of the thread's own work. */
  readonly seconds: number;
  /** Objects and texts. */
  readonly heapMiB: number;
  /** Bytes outside the heap: what was unpacked, numbers of a field. */
  readonly bytesMiB: number;
};

/** A file that others sent, and the module that parses it with `serveParser`. */
export type ParseTask = {
  readonly parser: URL;
  readonly input: unknown;
  readonly limits: ParseLimits;
  /** What whoever sent the file can do when it takes too much; the end of a sentence. */
  readonly remedy: string;
  /** Reads parts of a file that is too large to be handed over. */
  readonly part?: ReadPart;
};

/** How often the bytes outside the heap are looked at; the heap has a bound of its own. */
const lookMs = 200;
const bytesPerMiB = 1_048_576;

/**
 * Parses a file that others sent in a thread of its own, with bounds on its time and memory and without the settings of
 * this process; gives what it reads in batches. Throws `UnreadableFile` for a file that is unreadable or takes too much, and
 * the signal's reason. The thread ends with the iteration.
 */
export async function* sandboxedParse<Item>(task: ParseTask, signal?: AbortSignal): AsyncGenerator<readonly Item[]> {
  const giveBack = await takeParseSlot(signal);
  try {
    const folder = await mkdtemp(join(tmpdir(), 'kianda-parse-'));
    try {
      yield* batchesOf<Item>(task, folder, signal);
    } finally {
      // A parser that was ended leaves its files behind.
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    giveBack();
  }
}

async function* batchesOf<Item>(
  task: ParseTask,
  folder: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Item[]> {
  signal?.throwIfAborted();
  const thread = startThread<Item>(task, folder);
  const stop = () => thread.fail(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (let batch = await thread.next(); batch !== null; batch = await thread.next()) yield batch;
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.end();
  }
}

function startThread<Item>(task: ParseTask, folder: string) {
  const { limits } = task;
  const worker = new Worker(task.parser, {
    workerData: task.input,
    name: 'untrusted',
    env: { TMPDIR: folder, TMP: folder, TEMP: folder },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMiB },
  });
  let waiting: PromiseWithResolvers<readonly Item[] | null> | null = null;
  let failure: { readonly error: unknown } | null = null;
  /** The first reason counts: what follows is its consequence. */
  const fail = (error: unknown) => {
    failure ??= { error };
    waiting?.reject(failure.error);
    void worker.terminate();
  };
  const tell = (message: ToThread) => worker.postMessage(message);
  const time = createWorkTime(limits.seconds * 1_000, () => fail(tooSlow(task)));
  const look = setInterval(() => void refuseBytes(worker, task, fail), lookMs);
  worker.on('message', (message: FromThread<Item>) => {
    if (message.kind === 'batch') waiting?.resolve(message.items);
    else if (message.kind === 'end') waiting?.resolve(null);
    else if (message.kind === 'unreadable') fail(new UnreadableFile(message.message));
    else if (message.kind === 'failed') fail(new Error(message.message));
    else void answerPart(message, task, { tell, fail });
  });
  worker.once('error', (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(task, error) : error),
  );
  worker.once('exit', () => fail(new Error('untrusted: the parser ended early')));

  return {
    fail,
    /** The next batch; null at the end of the file. */
    async next(): Promise<readonly Item[] | null> {
      if (failure !== null) throw failure.error;
      waiting = Promise.withResolvers();
      tell({ kind: 'next' });
      return timed(time, waiting.promise);
    },
    async end(): Promise<void> {
      clearInterval(look);
      await worker.terminate();
    },
  };
}

async function timed<T>(time: WorkTime, work: Promise<T>): Promise<T> {
  time.run();
  try {
    return await work;
  } finally {
    time.pause();
  }
}

async function refuseBytes(worker: Worker, task: ParseTask, fail: (error: unknown) => void): Promise<void> {
  // A thread that is starting or ending has no heap to look at.
  const found = await worker.getHeapStatistics().catch(() => null);
  if (found !== null && found.external_memory > task.limits.bytesMiB * bytesPerMiB) fail(tooLarge(task));
}

async function answerPart(
  { id, start, end }: Extract<FromThread<unknown>, { kind: 'ask' }>,
  { part }: ParseTask,
  { tell, fail }: { readonly tell: (message: ToThread) => void; readonly fail: (error: unknown) => void },
): Promise<void> {
  try {
    if (part === undefined) throw new Error('untrusted: the parser asks for parts of a file that has none');
    tell({ kind: 'part', id, bytes: await part(start, end) });
  } catch (error) {
    fail(error);
  }
}

function tooSlow({ limits, remedy }: ParseTask): UnreadableFile {
  return new UnreadableFile(`A leitura do ficheiro foi parada ao fim de ${limits.seconds} s: ${remedy}`);
}

function tooLarge({ remedy }: ParseTask, cause?: Error): UnreadableFile {
  return new UnreadableFile(`O ficheiro não coube na memória reservada para o ler: ${remedy}`, { cause });
}
