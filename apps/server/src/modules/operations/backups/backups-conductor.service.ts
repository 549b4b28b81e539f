import { dayMs, hourMs } from '@kianda/geo';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { BackupOperations } from './backup-operations.service.ts';
import type { RunContext } from './backups.context.ts';
import type { BackupRow, BackupsRepository, SettingsRow } from './backups.repository.ts';
import type { InstantOperations } from './instant/instant-operations.service.ts';
import { jobNames, platformActor } from './job-names.rules.ts';
import { lastDue } from './schedule.rules.ts';

export type ConductorDependencies = {
  readonly platform: Platform;
  readonly repository: BackupsRepository;
  readonly operations: BackupOperations;
  readonly instants: InstantOperations;
  readonly queue: () => JobQueue;
};

/** Enqueues a scheduled job; false where one of its kind is already running. */
export async function enqueueScheduled(queue: JobQueue, name: string, input: unknown): Promise<boolean> {
  try {
    await queue.enqueue(name, input, { trigger: 'schedule' });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'already_running') return false;
    throw error;
  }
}

/** Input of the backup that the schedule asks for now; null where it was already made. */
function dueBackup({ settings, since }: SettingsRow, backups: readonly BackupRow[], nowMs: number) {
  const due = lastDue(settings, nowMs);
  if (due === null || due.atMs < since.getTime()) return null;
  const isDone = backups.some(({ trigger, started_at }) => trigger === 'schedule' && started_at.getTime() >= due.atMs);
  return isDone ? null : { type: due.kind, trigger: 'schedule', actor: platformActor };
}

/** Keeps the schedule of the backups: adopts what the main target holds, checks copies hourly and enqueues what is due. */
export function createConductor({ platform, repository, operations, instants, queue }: ConductorDependencies) {
  let hasAdopted = false;
  let checkedAtMs: number | null = null;

  async function maintain(nowMs: number, { signal, progress }: RunContext): Promise<void> {
    if (!hasAdopted) {
      await progress(null, 'A procurar as cópias que já existem');
      await operations.adopt({ signal, progress });
      hasAdopted = true;
    }
    if (checkedAtMs !== null && nowMs - checkedAtMs < hourMs) return;
    const isChecked = await operations.checkCopies({ signal, progress });
    await progress(null, 'A retirar as bases de dados que reposições substituíram');
    await operations.removePrevious();
    await instants.removePrevious();
    if (isChecked) checkedAtMs = nowMs;
  }

  async function isDrillDue(everyDays: number | null, nowMs: number): Promise<boolean> {
    if (everyDays === null) return false;
    const drill = (await repository.drills()).find(({ instant }) => instant === null);
    return drill === undefined || nowMs - drill.started_at.getTime() >= everyDays * dayMs;
  }

  async function isCopyDue(backup: string, nowMs: number): Promise<boolean> {
    const copy = (await repository.copies()).find((row) => row.backup === backup && row.target === 'second');
    return copy === undefined || (copy.state !== 'good' && nowMs - copy.at.getTime() >= hourMs);
  }

  /** One round of the schedule; answers the jobs it enqueued. A backup missed while the platform was down runs once. */
  return async (run: RunContext): Promise<readonly string[]> => {
    const nowMs = platform.clock.nowMs();
    await maintain(nowMs, run);
    await run.progress(null, 'A ver o que falta fazer');
    const row = await repository.settings();
    const backups = await repository.backups();
    const enqueued: string[] = [];
    const enqueue = async (name: string, input: unknown): Promise<void> => {
      if (await enqueueScheduled(queue(), name, input)) enqueued.push(name);
    };
    const input = dueBackup(row, backups, nowMs);
    if (input !== null) await enqueue(jobNames.create, input);
    const last = backups.find(({ state }) => state === 'completed');
    if (last === undefined) return enqueued;
    if (await isDrillDue(row.settings.drillEveryDays, nowMs)) {
      await enqueue(jobNames.drill, { name: last.name, target: 'main' });
    }
    if (row.settings.second !== null && (await isCopyDue(last.name, nowMs))) await enqueue(jobNames.copy, {});
    return enqueued;
  };
}
