import { setTimeout as sleep } from 'node:timers/promises';
import { ZodError } from 'zod';
import type { EventBus } from '../events/events.ts';
import { AppError } from '../http/errors.ts';
import type { Logger } from '../log/log.ts';
import type { RunRow } from './jobs.repository.ts';
import type { Job } from './jobs.ts';
import { createProgressReporter, type Progress } from './progress.ts';
import type { Transitions } from './transitions.ts';

type StopKind = 'cancelled' | 'timeout' | 'shutdown' | 'lease-lost';

/** Reason of a job's abort signal. */
export class JobStopped extends Error {
  readonly kind: StopKind;
  constructor(kind: StopKind, message: string) {
    super(message);
    this.name = 'JobStopped';
    this.kind = kind;
  }
}

/** Raised for a job that goes on after its signal was aborted. */
class JobStuck extends Error {}

const longestErrorCharacters = 2_000;
const largestResultBytes = 64 * 1024;
const outcomeWriteDelaysMs = [500, 2_000, 5_000];

export type RunnerDeps = {
  readonly transitions: Transitions;
  readonly events: EventBus;
  readonly log: Logger;
  writeProgress(lease: string, progress: Progress): Promise<boolean>;
  /** How long a job may take to stop once its signal was aborted, before it is given up. */
  readonly stopGraceSeconds: number;
  /** Called when a run goes back to the queue, so that it begins on time. */
  onRequeued(name: string, delaySeconds: number): void;
};

export type ClaimedRun = {
  readonly job: Job;
  readonly run: RunRow;
  readonly lease: string;
  /** Its signal stops the job; the abort reason is a `JobStopped`. */
  readonly controller: AbortController;
};

/** Executes one claimed run and writes its outcome under its lease. Rejects only when the outcome could not be written. */
export async function executeRun(deps: RunnerDeps, { job, run, lease, controller }: ClaimedRun): Promise<void> {
  const log = deps.log.child({ job: run.name, runId: run.id, attempt: run.attempt });
  const { signal } = controller;
  const reporter = createProgressReporter(async (progress) => {
    if (!(await deps.writeProgress(lease, progress))) return;
    const payload = { id: run.id, name: run.name, label: job.label, key: run.key, ...progress };
    deps.events.publish({ channel: 'jobs', type: 'job.progress', payload });
  }, log);
  const limit = setTimeout(() => {
    controller.abort(new JobStopped('timeout', `Excedeu o limite de ${job.timeoutSeconds} s.`));
  }, job.timeoutSeconds * 1000);

  const report: typeof reporter.report = (...step) => {
    if (job.limitsSilence === true) limit.refresh();
    return reporter.report(...step);
  };

  let outcome: Outcome;
  try {
    // Cancelled or shut down between its message and its beginning.
    signal.throwIfAborted();
    const work = job.run(run.input, { runId: run.id, signal, log, progress: report });
    const result = await withinGrace(work, signal, deps.stopGraceSeconds * 1000);
    outcome = { ok: true, result };
  } catch (error) {
    outcome = { ok: false, error };
  } finally {
    clearTimeout(limit);
    await reporter.close();
  }
  await writeOutcome(deps, { job, run, lease, signal, log, latest: reporter.latest() }, outcome);
}

type Outcome = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: unknown };

type Attempt = Omit<ClaimedRun, 'controller'> & {
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly latest: Progress | null;
};

async function writeOutcome(deps: RunnerDeps, attempt: Attempt, outcome: Outcome): Promise<void> {
  const { job, run, lease, log } = attempt;
  const message = attempt.latest?.message ?? null;
  const progress = attempt.latest?.progress ?? null;
  type End = { readonly error?: string | null; readonly traceback?: string | null; readonly result?: string | null };
  const end = (
    state: 'succeeded' | 'failed' | 'cancelled',
    { error = null, traceback = null, result = null }: End = {},
  ) =>
    persist(log, () => {
      const reached = state === 'succeeded' ? 1 : progress;
      return deps.transitions.end(lease, { state, progress: reached, message, error, traceback, result });
    });

  if (outcome.ok) {
    log.info('tarefa concluída');
    return end('succeeded', { result: resultText(outcome.result, log) });
  }
  const { error } = outcome;
  const stopped = attempt.signal.aborted && attempt.signal.reason instanceof JobStopped ? attempt.signal.reason : null;
  if (error instanceof JobStuck) log.error({ stopped: stopped?.kind }, 'a tarefa não para e foi abandonada');
  if (stopped?.kind === 'lease-lost') {
    log.error({ err: error }, 'a tarefa perdeu a reserva, outro processo decide o seu resultado');
    return;
  }
  if (stopped?.kind === 'cancelled') {
    log.info('tarefa cancelada');
    return end('cancelled');
  }
  if (stopped?.kind === 'shutdown') {
    log.info('tarefa interrompida pela paragem, volta à fila');
    return requeue(deps, attempt, { delaySeconds: 0, error: null, reason: 'shutdown' });
  }
  const text = (stopped?.message ?? errorText(error)).slice(0, longestErrorCharacters);
  const failures = run.failures + 1;
  if (isHopeless(error) || failures > job.retry.limit) {
    log.error({ err: error, failures }, 'tarefa falhada');
    return end('failed', { error: text, traceback: tracebackOf(error) });
  }
  const delaySeconds = retryDelaySeconds(job.retry, failures);
  log.warn({ err: error, failures, delaySeconds }, 'tarefa falhada, vai ser repetida');
  return requeue(deps, attempt, { delaySeconds, error: text, reason: 'failure' });
}

async function requeue(
  deps: RunnerDeps,
  { run, lease, log }: Attempt,
  how: { delaySeconds: number; error: string | null; reason: 'failure' | 'shutdown' },
): Promise<void> {
  await persist(log, () => deps.transitions.requeue(lease, how));
  deps.onRequeued(run.name, how.delaySeconds);
}

/** Settles as `work`, but no later than `graceMs` after `signal` is aborted. */
async function withinGrace<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | null = null;
  const startGrace = () => {
    timer = setTimeout(() => reject(new JobStuck(`job still runs ${graceMs} ms after it was told to stop`)), graceMs);
  };
  if (signal.aborted) startGrace();
  else signal.addEventListener('abort', startGrace, { once: true });
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    signal.removeEventListener('abort', startGrace);
    if (timer !== null) clearTimeout(timer);
  }
}

/** An outcome that is not written would be repeated: a short absence of the database is waited for. */
async function persist(log: Logger, write: () => Promise<RunRow | undefined>): Promise<void> {
  for (const delayMs of outcomeWriteDelaysMs) {
    try {
      if ((await write()) === undefined) log.error('resultado da tarefa por gravar: a reserva perdeu-se');
      return;
    } catch (error) {
      log.warn({ err: error }, 'resultado da tarefa ainda por gravar');
      await sleep(delayMs);
    }
  }
  await write();
}

/** Seconds until the next try after so many failures: doubled each time where the job asks for it, an hour at most. */
function retryDelaySeconds(retry: Job['retry'], failures: number): number {
  if (!retry.backoff) return retry.delaySeconds;
  return Math.min(3600, retry.delaySeconds * 2 ** (failures - 1));
}

/** Trying again cannot help: the input itself is refused. */
function isHopeless(error: unknown): boolean {
  return error instanceof ZodError || (error instanceof AppError && error.code === 'validation_failed');
}

/** The calls that led to an error, without its message, which has a column of its own. */
function tracebackOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.stack === undefined) return null;
  const calls = error.stack.split('\n').filter((line) => /^\s+at /.test(line));
  return calls.length === 0 ? null : calls.join('\n').slice(0, longestErrorCharacters);
}

function errorText(error: unknown): string {
  if (error instanceof ZodError) {
    return `Dados inválidos: ${error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** JSON of what a job returned; null for nothing, and for more than a row should hold. */
function resultText(result: unknown, log: Logger): string | null {
  if (result === undefined) return null;
  try {
    const text: string | undefined = JSON.stringify(result);
    if (text === undefined || Buffer.byteLength(text) <= largestResultBytes) return text ?? null;
    log.warn({ bytes: Buffer.byteLength(text) }, 'resultado de uma tarefa grande demais para guardar');
  } catch (error) {
    log.warn({ err: error }, 'o resultado de uma tarefa não é JSON');
  }
  return null;
}
