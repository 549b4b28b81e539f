import { type ChildProcess, fork } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createScratchFolder } from '../process/scratch-folder.ts';
import type { FromParser, ToParser } from './messages.ts';
import type { ParseLimits, ParseTask } from './parse-task.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { createWorkTime, type WorkTime } from './work-time.ts';

/** How V8 ends a process whose heap is full, by the moment it is noticed; and how Linux ends one that it has no memory for. */
const endsOfFull: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL', 134]);
/** How often the memory and the processor time of the process are looked at; its heap has a bound of its own. */
const lookMs = 200;
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;
/**
 * How many times its seconds a parser may take by the clock where its processor time is known: on a machine that is busy
 * with other work it waits, and its file is not to blame.
 */
const waitFactor = process.platform === 'linux' ? 10 : 1;
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

type Reading = {
  readonly task: ParseTask;
  readonly time: WorkTime;
  readonly look: NodeJS.Timeout;
  /** Processor time of the process when this file was first looked at; null before. */
  usedBeforeMs: number | null;
};

/** Starts a process for the parser and the limits of a task, in a folder of its own. */
export async function startParserChild(task: ParseTask): Promise<ParserChild> {
  const folder = await createScratchFolder('parse');
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
  const look = async (current: Reading) => {
    const excess = await excessOf(child, current);
    if (excess !== null && reading === current) fail(excess);
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
      const limitMs = next.limits.seconds * 1_000 * waitFactor;
      const time = createWorkTime(limitMs, () => fail(tooSlow(next, waitFactor)));
      const timer = setInterval(() => void look(begun), lookMs);
      const begun: Reading = { task: next, time, look: timer, usedBeforeMs: null };
      reading = begun;
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

/** The limit of its file that a process is found to exceed; null while it keeps to them. */
async function excessOf(child: ChildProcess, reading: Reading): Promise<UnreadableFile | null> {
  const { task, time } = reading;
  const [isFull, usedMs] = await Promise.all([takesTooMuch(child, task.limits), processorMs(child)]);
  reading.usedBeforeMs ??= usedMs;
  if (isFull) return tooLarge(task);
  // Threads that collect garbage beside the parser use more of the processor than the clock has gone on.
  const workedMs = Math.min(usedMs - reading.usedBeforeMs, time.spentMs());
  return workedMs > task.limits.seconds * 1_000 ? tooSlow(task, 1) : null;
}

/** Bytes outside the heap have no bound in Node: Linux tells what the process takes, elsewhere only the heap is bounded. */
async function takesTooMuch({ pid }: ChildProcess, { heapMiB, bytesMiB }: ParseLimits): Promise<boolean> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  const residentMiB = Number(statm.split(' ')[1] ?? 0) / pagesPerMiB;
  return residentMiB > idleMiB + heapMiB + bytesMiB;
}

/** Processor time that the process has used, all its threads together; 0 where the system does not tell. */
async function processorMs({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the command's name, which stands in parentheses, the time of the program is the twelfth field, that of the system the next.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * tickMs;
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

/** `factor`: how many times its seconds the parser was given. */
function tooSlow({ limits, remedy }: ParseTask, factor: number): UnreadableFile {
  const seconds = limits.seconds * factor;
  return new UnreadableFile(`A leitura do ficheiro foi parada ao fim de ${seconds} s: ${remedy}`, { excess: 'time' });
}

function tooLarge({ remedy }: ParseTask): UnreadableFile {
  return new UnreadableFile(`O ficheiro não coube na memória reservada para o ler: ${remedy}`, { excess: 'memory' });
}
