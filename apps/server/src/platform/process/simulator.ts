import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Logger } from '../log/log.ts';
import { messageOf, StartupError } from './startup-error.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A run this long was a healthy one: the next pause is the short one again. */
const HEALTHY_MS = 60_000;
const STOP_LIMIT_MS = 3_000;
const KEPT_CHARS = 8_000;

const announcement = z.object({ port: z.number().int().min(1).max(65_535) });

export type SimulatorProcess = {
  /** Stays the same over restarts: connectors keep it. */
  readonly url: string;
  stop(): Promise<void>;
};

export type SimulatorOptions = {
  /** `apps/simulator/src/main.ts` */
  readonly entry: string;
  /** 0: any free one. */
  readonly port: number;
  readonly seed: number;
  readonly log: Logger;
};

type Run = { readonly child: ChildProcess; readonly port: number; readonly ended: Promise<string> };

/** Starts one run; settles once it announced its port. Throws with its last words when it ends before. */
async function startRun(options: SimulatorOptions, port: number): Promise<Run> {
  const args = [options.entry, '--port', String(port), '--seed', String(options.seed)];
  const child = spawn(process.execPath, args, {
    // It ends when this pipe closes, so with us, however we end.
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C in the terminal must not take the providers away from a server that is still closing.
    detached: true,
    // None of our settings: it must know no secret.
    env: { PATH: '/usr/bin:/bin', NODE_ENV: 'production' },
  });
  child.stdin.on('error', () => undefined);
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-KEPT_CHARS);
    options.log.debug({ part: 'simulator' }, chunk.toString('utf8').trimEnd());
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(messageOf(error)));
    child.once('close', (code, signal) => resolve(/^\w*Error.*$/m.exec(words)?.[0] ?? `fim com ${signal ?? code}`));
  });
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise<{ line: string }>((resolve) => lines.once('line', (line) => resolve({ line }))),
    ended,
  ]);
  if (typeof first === 'string') throw new Error(first);
  return { child, port: announcement.parse(JSON.parse(first.line)).port, ended };
}

/**
 * Runs the simulator of the providers as its own process on 127.0.0.1; started again on the same port, with growing
 * pauses, when it dies. Throws `StartupError` when it does not start at all.
 */
export async function startSimulator(options: SimulatorOptions): Promise<SimulatorProcess> {
  const { log } = options;
  let run = await startRun(options, options.port).catch((error: unknown) => {
    throw new StartupError(`O simulador dos fornecedores não arrancou: ${messageOf(error)}`, { cause: error });
  });
  const { port } = run;
  const stopping = new AbortController();

  async function keepAlive(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const startedMs = performance.now();
      const reason = await run.ended;
      if (stopping.signal.aborted) return;
      log.error({ reason }, 'o simulador terminou; volta a arrancar');
      if (performance.now() - startedMs > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS;
      for (;;) {
        await delay(pauseMs, undefined, { signal: stopping.signal });
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        try {
          run = await startRun(options, port);
          break;
        } catch (error) {
          log.error({ err: error }, 'o simulador não voltou a arrancar');
        }
      }
      if (stopping.signal.aborted) run.child.stdin?.end();
    }
  }
  const kept = keepAlive().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'o simulador ficou sem vigilância');
  });

  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      stopping.abort();
      run.child.stdin?.end();
      const killer = setTimeout(() => run.child.kill('SIGKILL'), STOP_LIMIT_MS);
      await run.ended;
      clearTimeout(killer);
      await kept;
    },
  };
}
