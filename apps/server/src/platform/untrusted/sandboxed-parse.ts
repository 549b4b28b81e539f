import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromParser, ToParser } from './messages.ts';
import { takeParseSlot } from './parse-slots.ts';
import type { ReadPart } from './parser-process.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { createWorkTime, type WorkTime } from './work-time.ts';

/** What one file may take while it is parsed. */
export type ParseLimits = {
  /** Time of the parser's own work. */
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

/** How V8 ends a process whose heap is full, by the moment it is noticed; and how Linux ends one that it has no memory for. */
const endsOfFull: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL', 134]);
/** How often the memory of the process is looked at; its heap has a bound of its own. */
const lookMs = 200;
/** What Node takes before it has read a byte. */
const idleMiB = 96;
const pagesPerMiB = 256;

/**
 * Parses a file that others sent in a process of its own, with bounds on its time and memory and without the settings of
 * this one; gives what it reads in batches. Throws `UnreadableFile` for a file that is unreadable or takes too much, and
 * the signal's reason. The process ends with the iteration. A thread would not do: where one allocation is much larger than
 * what is left of its heap, V8 aborts the whole process.
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
  const parser = startParser<Item>(task, folder);
  const stop = () => parser.fail(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (let batch = await parser.next(); batch !== null; batch = await parser.next()) yield batch;
  } finally {
    signal?.removeEventListener('abort', stop);
    await parser.end();
  }
}

function startParser<Item>(task: ParseTask, folder: string) {
  const { limits } = task;
  const child = fork(fileURLToPath(task.parser), [], {
    env: { TMPDIR: folder, TMP: folder, TEMP: folder },
    execArgv: [`--max-old-space-size=${limits.heapMiB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit');
  let waiting: PromiseWithResolvers<readonly Item[] | null> | null = null;
  let failure: { readonly error: unknown } | null = null;
  /** The first reason counts: what follows is its consequence. */
  const fail = (error: unknown) => {
    failure ??= { error };
    waiting?.reject(failure.error);
    child.kill('SIGKILL');
  };
  // One that has ended says so by its exit.
  const tell = (message: ToParser) => void child.send(message, () => undefined);
  const time = createWorkTime(limits.seconds * 1_000, () => fail(tooSlow(task)));
  const look = setInterval(() => void refuseMemory(child, task, fail), lookMs);
  child.on('message', (message: FromParser<Item>) => {
    if (message.kind === 'batch') waiting?.resolve(message.items);
    else if (message.kind === 'end') waiting?.resolve(null);
    else if (message.kind === 'unreadable') fail(new UnreadableFile(message.message));
    else if (message.kind === 'failed') fail(new Error(message.message));
    else void answerPart(message, task, { tell, fail });
  });
  child.once('error', fail);
  child.once('exit', (code, signal) => {
    fail(
      endsOfFull.has(signal ?? code)
        ? tooLarge(task)
        : new Error(`untrusted: the parser ended early (${signal ?? code})`),
    );
  });
  tell({ kind: 'start', input: task.input });

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
      child.kill('SIGKILL');
      await exited;
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

/** Bytes outside the heap have no bound in Node: Linux tells what the process takes, elsewhere only the heap is bounded. */
async function refuseMemory(child: ChildProcess, task: ParseTask, fail: (error: unknown) => void): Promise<void> {
  const statm = await readFile(`/proc/${child.pid}/statm`, 'utf8').catch(() => '');
  const residentMiB = Number(statm.split(' ')[1] ?? 0) / pagesPerMiB;
  if (residentMiB > idleMiB + task.limits.heapMiB + task.limits.bytesMiB) fail(tooLarge(task));
}

async function answerPart(
  { id, start, end }: Extract<FromParser<unknown>, { kind: 'ask' }>,
  { part }: ParseTask,
  { tell, fail }: { readonly tell: (message: ToParser) => void; readonly fail: (error: unknown) => void },
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

function tooLarge({ remedy }: ParseTask): UnreadableFile {
  return new UnreadableFile(`O ficheiro não coube na memória reservada para o ler: ${remedy}`);
}
