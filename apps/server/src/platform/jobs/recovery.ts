import type { Kysely } from 'kysely';
import type { Logger } from '../log/log.ts';
import { type Instance, isKnownDead } from './instance.ts';
import type { JobTables } from './jobs.repository.ts';
import * as repository from './jobs.repository.ts';
import type { Transitions } from './transitions.ts';

/** A run whose process was silent for so long is taken to have died with it. */
const silentSeconds = 30;
/** A due run waits so long for its message before another one is sent. */
const overdueSeconds = 30;
/** A run interrupted more often than this waits before it begins again: it may be what kills the process. */
const immediateRecoveries = 25;
const longestRecoveryDelaySeconds = 30;

/**
 * Puts runs of dead processes and runs whose message was lost back to the queue, each once however many processes
 * look: the row changes only from the lease or message that was read. Resolves to their number.
 */
export async function recoverRuns(deps: {
  kysely: Kysely<JobTables>;
  transitions: Transitions;
  self: Instance;
  /** Leases of the runs this process is executing. */
  leases: ReadonlySet<string>;
  log: Logger;
}): Promise<number> {
  const { kysely, transitions, self, leases, log } = deps;
  let recovered = 0;
  for (const run of await repository.runningRuns(kysely, silentSeconds)) {
    const { lease } = run;
    if (lease === null || leases.has(lease) || !isOrphan(run, self)) continue;
    const delaySeconds = recoveryDelaySeconds(run.recoveries);
    const row = await transitions.requeue(lease, { delaySeconds, error: null, reason: 'orphan' });
    if (row === undefined) continue;
    recovered += 1;
    log.warn({ job: row.name, runId: row.id, delaySeconds }, 'tarefa interrompida encontrada, volta à fila');
  }
  for (const run of await repository.undeliveredRuns(kysely, overdueSeconds)) {
    const row = await transitions.redeliver(run);
    if (row === undefined) continue;
    recovered += 1;
    log.warn({ job: row.name, runId: row.id }, 'mensagem de uma tarefa em fila perdida, enviada de novo');
  }
  return recovered;
}

function isOrphan(run: repository.RunningRun, self: Instance): boolean {
  if (run.silent) return true;
  if (run.instance === null || run.machine === null || run.pid === null) return false;
  return isKnownDead({ id: run.instance, machine: run.machine, pid: run.pid }, self);
}

/** 0, then 2, 4, 8 … 30 seconds once it was interrupted 25 times. */
export function recoveryDelaySeconds(recoveries: number): number {
  const excess = recoveries - immediateRecoveries + 1;
  return excess <= 0 ? 0 : Math.min(longestRecoveryDelaySeconds, 2 ** excess);
}
