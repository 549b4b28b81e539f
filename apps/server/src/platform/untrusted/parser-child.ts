import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromParser, ToParser } from './messages.ts';
import type { ParseLimits, ParseTask } from './parse-task.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { createWorkTime, type WorkTime } from './work-time.ts';

/** How V8 ends a process whose heap is full, by the moment it is noticed; and how Linux ends one that it has no memory for. */
const endsOfFull: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL', 134]);
/** How often the memory of the process is looked at; its heap has a bound of its own. */
const lookMs = 200;
/** Memory that Node uses before it has read a byte. */
const idleMiB = 96;
const pagesPerMiB = 256;

/** A process that parses one file after the other. */
export type ParserChild = {
  /** Hands it a file; the one before has been read to its end. */
  begin(task: ParseTask): void;
  /** The next batch; null at the end of the file. */
  next(): Promise<readonly unknown[] | null>;
  /** Ends the process, and what waits for a batch, for a reason. The first reason counts. */
  fail(error: unknown): void;
  /** Whether it may be handed another file. */
  isFree(): boolean;
  /** Lets this process end although the other one lives; a file that begins holds it again. */
  rest(): void;
  end(): Promise<void>;
};

type Reading = { readonly task: ParseTask; readonly time: WorkTime; readonly look: NodeJS.Timeout };

/** Starts a process for the parser and the limits of a task, in a folder of its own. */
export async function startParserChild(task: ParseTask): Promise<ParserChild> {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-parse-'));
  const child = fork(fileURLToPath(task.parser), [], {
    env: { TMPDIR: folder, TMP: folder, TEMP: folder },
    execArgv: [`--max-old-space-size=${task.limits.heapMiB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = endOf(child);
  let waiting: PromiseWithResolvers<readonly unknown[] | null> | null = null;
  let failure: { readonly error: unknown } | null = null;
  let reading: Reading | null = null;
  /** The first reason counts: what follows is its consequence. */
  const fail = (error: unknown) => {
    failure ??= { error };
    waiting?.reject(failure.error);
    child.kill('SIGKILL');
  };
  // One that has ended says so by its exit.
  const tell = (message: ToParser) => void child.send(message, () => undefined);
  const look = async (task: ParseTask) => {
    const isFull = await takesTooMuch(child, task.limits);
    if (isFull && reading?.task === task) fail(tooLarge(task));
  };
  const finish = () => {
    if (reading !== null) clearInterval(reading.look);
    reading = null;
  };
  child.on('message', (message: FromParser<unknown>) => {
    if (message.kind === 'batch') waiting?.resolve(message.items);
    else if (message.kind === 'end') {
      finish();
      waiting?.resolve(null);
    } else if (message.kind === 'unreadable') fail(new UnreadableFile(message.message));
    else if (message.kind === 'failed') fail(new Error(message.message));
    else void answerPart(message, reading?.task, { tell, fail });
  });
  child.once('error', fail);
  child.once('exit', (code, signal) => {
    const isFull = endsOfFull.has(signal ?? code);
    fail(isFull ? tooLarge(reading?.task ?? task) : new Error(`untrusted: the parser ended early (${signal ?? code})`));
  });

  return {
    begin(next) {
      child.ref();
      child.channel?.ref();
      const time = createWorkTime(next.limits.seconds * 1_000, () => fail(tooSlow(next)));
      reading = { task: next, time, look: setInterval(() => void look(next), lookMs) };
      tell({ kind: 'start', input: next.input });
    },
    async next() {
      if (failure !== null) throw failure.error;
      if (reading === null) return null;
      waiting = Promise.withResolvers();
      tell({ kind: 'next' });
      return timed(reading.time, waiting.promise);
    },
    fail,
    isFree: () => reading === null && failure === null,
    rest() {
      child.unref();
      child.channel?.unref();
    },
    async end() {
      finish();
      child.kill('SIGKILL');
      await exited;
      // A parser that was ended leaves its files behind.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when there is no process any more; one that could not be started never was. */
function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => {
      if (child.pid === undefined) resolve();
    });
  });
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
async function takesTooMuch({ pid }: ChildProcess, { heapMiB, bytesMiB }: ParseLimits): Promise<boolean> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  const residentMiB = Number(statm.split(' ')[1] ?? 0) / pagesPerMiB;
  return residentMiB > idleMiB + heapMiB + bytesMiB;
}

async function answerPart(
  { id, start, end }: Extract<FromParser<unknown>, { kind: 'ask' }>,
  task: ParseTask | undefined,
  { tell, fail }: { readonly tell: (message: ToParser) => void; readonly fail: (error: unknown) => void },
): Promise<void> {
  try {
    if (task?.part === undefined) throw new Error('untrusted: the parser asks for parts of a file that has none');
    tell({ kind: 'part', id, bytes: await task.part(start, end) });
  } catch (error) {
    fail(error);
  }
}

function tooSlow({ limits, remedy }: ParseTask): UnreadableFile {
  return new UnreadableFile(`A leitura do ficheiro foi parada ao fim de ${limits.seconds} s: ${remedy}`, {
    excess: 'time',
  });
}

function tooLarge({ remedy }: ParseTask): UnreadableFile {
  return new UnreadableFile(`O ficheiro não coube na memória reservada para o ler: ${remedy}`, { excess: 'memory' });
}
