/** The platform as a newcomer starts it: `tools/start.mjs` in a process of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { settingNames } from '../../../apps/server/src/config/settings.ts';

const root = join(import.meta.dirname, '../../..');
/** Where root keeps the clusters of its data folders. */
const clusterHome = '/var/lib/kianda';
/** Only a start that hangs takes as long: how fast a machine is must not decide. */
const START_LIMIT_MS = 420_000;

/** How a start ended, and the lines it printed beside those of progress. */
export type Outcome = { readonly code: number | null; readonly lines: readonly string[] };

export type Platform = {
  readonly url: string;
  readonly dataDir: string;
  /** Of the administrator this start created; null on later starts. */
  readonly email: string | null;
  readonly oneTimePassword: string | null;
  /** As printed: from the start of the server's process until everything served. */
  readonly readySeconds: number;
  readonly startedInMs: number;
  readonly pid: number;
  readonly output: () => string;
  /** Ends it by SIGTERM and waits. */
  stop(): Promise<Outcome>;
  /** Ends it without any warning. */
  kill(): Promise<Outcome>;
};

export type StartOptions = {
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
};

/** A folder for one test, whose name has what paths have: spaces and accents. */
export function newFolder(name = 'ensaio'): Promise<string> {
  return mkdtemp(join(tmpdir(), `kianda ${name} São Tomé `));
}

const running = new Set<{ readonly dataDir: string; readonly stop: () => Promise<unknown> }>();

/** Stops what still runs on a data folder and removes it, and the cluster that root keeps elsewhere. */
export async function removeFolder(dataDir: string): Promise<void> {
  const mine = [...running].filter((one) => one.dataDir === dataDir);
  await Promise.all(mine.map(({ stop }) => stop()));
  const cluster = await clusterElsewhere(dataDir);
  if (cluster !== null) await rm(cluster, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** Folder of the cluster of a data folder that root made; null where the cluster lies inside the data folder. */
async function clusterElsewhere(dataDir: string): Promise<string | null> {
  const idFile = join(dataDir, 'cluster-id');
  if (!existsSync(idFile)) return null;
  const id = (await readFile(idFile, 'utf8')).trim();
  return /^[\w-]{8,}$/.test(id) ? join(clusterHome, id) : null;
}

/** Copies the data folder of a stopped platform, with its cluster: a start on the copy has nothing to seed. */
export async function copyFolder(stopped: string, name: string): Promise<string> {
  const dataDir = await newFolder(name);
  const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', '--reflink=auto', from, to]);
  await copy(`${stopped}/.`, dataDir);
  const cluster = await clusterElsewhere(stopped);
  if (cluster === null) return dataDir;
  // A cluster belongs to one data folder, and each says which the other is.
  const id = randomUUID();
  await copy(cluster, join(clusterHome, id));
  await writeFile(join(clusterHome, id, 'data-folder'), `${dataDir}\n`);
  await writeFile(join(dataDir, 'cluster-id'), `${id}\n`, { mode: 0o600 });
  return dataDir;
}

/** A port nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string')
          reject(new Error(`expected a TCP address, got ${address}`));
        else resolve(address.port);
      });
    });
  });
}

/** None of the settings of whoever runs the tests, nor of their `.env`: an empty one counts as not set. */
function environmentOf({ dataDir, settings = {} }: StartOptions): NodeJS.ProcessEnv {
  const cleared = Object.fromEntries(settingNames.map((name) => [name, '']));
  const { PATH, HOME, LANG } = process.env;
  // Five trainings in the middle of a journey would slow down whatever it looks at.
  const calm = { KIANDA_MODELS_FIRST_TRAINING: 'off' };
  const own = { KIANDA_DATA_DIR: dataDir, KIANDA_PORT: '0', KIANDA_INTERFACES_PORT: '0', ...calm };
  return { PATH, HOME, LANG, ...cleared, ...own, ...settings };
}

/** Lines that a slow step prints while it lasts: `A preparar a base de dados… 4 s`. How many there are is the machine's. */
const isProgress = (line: string): boolean => /… \d+ s$/.test(line);

type Run = { readonly child: ChildProcess; readonly output: () => string; readonly ended: Promise<Outcome> };

function run(options: StartOptions): Run {
  const child = spawn(process.execPath, [join(root, 'tools/start.mjs')], {
    env: environmentOf(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  // A test that failed half-way leaves nothing running on its folder.
  const entry = {
    dataDir: options.dataDir,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
  running.add(entry);
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(entry);
      resolve({ code, lines: output.split('\n').filter((line) => line.trim() !== '' && !isProgress(line)) });
    });
  });
  return { child, output: () => output, ended };
}

/** A start that is expected to end by itself. */
export function startAndEnd(options: StartOptions): Promise<Outcome> {
  return run(options).ended;
}

const row = (output: string, name: string): string | null =>
  new RegExp(`^ {2}${name} +(.+?)(?: {2}\\(.*\\))?$`, 'm').exec(output)?.[1] ?? null;

/** Starts it and waits for the block it prints once everything serves. Throws with its output when it never does. */
export async function startPlatform(options: StartOptions): Promise<Platform> {
  const startedMs = performance.now();
  const { child, output, ended } = run(options);
  const isReady = (): boolean => row(output(), 'Modo') !== null;
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`The platform ${why}. It printed:\n${output()}`));
    const limit = setTimeout(() => {
      child.kill('SIGTERM');
      fail(`was not ready after ${START_LIMIT_MS / 1000} s`);
    }, START_LIMIT_MS);
    child.stdout?.on('data', () => {
      if (!isReady()) return;
      clearTimeout(limit);
      resolve();
    });
    ended.then(({ code }) => {
      clearTimeout(limit);
      fail(`ended with ${code} before it was ready`);
    }, reject);
  });
  const startedInMs = performance.now() - startedMs;
  const { pid } = child;
  const url = row(output(), 'Endereço');
  if (pid === undefined || url === null) throw new Error(`The platform printed no address:\n${output()}`);
  const end = (signal: NodeJS.Signals): Promise<Outcome> => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    dataDir: options.dataDir,
    email: row(output(), 'Administrador'),
    oneTimePassword: row(output(), 'Palavra-passe'),
    readySeconds: Number((/pronta em ([\d,]+) s/.exec(output())?.[1] ?? 'NaN').replace(',', '.')),
    startedInMs,
    pid,
    output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
