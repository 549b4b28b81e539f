import { backupKinds, backupTargets } from '@kianda/contract/operations/backups/backups.contract';
import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import { AppError } from '../../../platform/http/errors.ts';
import { defineJob, type Job, type JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { BackupWork } from './backup-operations.service.ts';
import type { BackupsRepository } from './backups.repository.ts';
import type { Archiver } from './instant/archiver.ts';
import type { InstantWork } from './instant/instant.work.ts';
import { lastDue } from './schedule.rules.ts';

export const jobNames = {
  create: 'backups.create',
  verify: 'backups.verify',
  drill: 'backups.drill',
  restore: 'backups.restore',
  copy: 'backups.copy',
  base: 'backups.base',
  instantDrill: 'backups.drill-instant',
  instantRestore: 'backups.restore-instant',
} as const;

const actor = z.object({ id: z.string().nullable(), name: z.string() });
const named = z.object({ name: z.string(), target: z.enum(backupTargets) });
const longestSeconds = 20 * 3600;
const hourMs = 3_600_000;
const platformActor = { id: null, name: 'Kianda' };
const never = { limit: 0, delaySeconds: 0, backoff: false };

/** Background work of the backups. */
export function backupJobs(options: {
  platform: Platform;
  repository: BackupsRepository;
  work: BackupWork;
  instantWork: InstantWork;
  archiver: Archiver;
  queue: () => JobQueue;
}): readonly Job[] {
  const { platform, repository, work, instantWork, archiver } = options;
  const { clock } = platform;
  let hasAdopted = false;
  let checkedAtMs: number | null = null;

  async function enqueue(name: string, input: unknown): Promise<boolean> {
    try {
      await options.queue().enqueue(name, input, { trigger: 'schedule' });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'already_running') return false;
      throw error;
    }
  }

  /** Asks for what is due. What was missed while the platform stood still runs once. */
  async function conduct(signal: AbortSignal): Promise<readonly string[]> {
    if (!hasAdopted) {
      await work.adopt();
      hasAdopted = true;
    }
    const nowMs = clock.nowMs();
    if (checkedAtMs === null || nowMs - checkedAtMs >= hourMs) {
      await work.checkCopies(signal);
      await work.clearAside();
      await instantWork.clearAside();
      checkedAtMs = nowMs;
    }
    const { settings, since } = await repository.settings();
    const backups = await repository.backups();
    const asked: string[] = [];
    const due = lastDue(settings, nowMs);
    const isDone = (atMs: number) =>
      backups.some(({ trigger, started_at }) => trigger === 'schedule' && started_at.getTime() >= atMs);
    if (due !== null && due.atMs >= since.getTime() && !isDone(due.atMs)) {
      const input = { type: due.kind, trigger: 'schedule', actor: platformActor };
      if (await enqueue(jobNames.create, input)) asked.push(jobNames.create);
    }
    const last = backups.find(({ state }) => state === 'completed');
    if (last === undefined) return asked;
    const drill = (await repository.drills()).find(({ instant }) => instant === null);
    const everyMs = settings.drillEveryDays === null ? null : settings.drillEveryDays * dayMs;
    if (everyMs !== null && (drill === undefined || nowMs - drill.started_at.getTime() >= everyMs)) {
      if (await enqueue(jobNames.drill, { name: last.name, target: 'main' })) asked.push(jobNames.drill);
    }
    if (settings.second !== null) {
      const copy = (await repository.copies()).find((one) => one.backup === last.name && one.target === 'second');
      const isWaiting = copy === undefined || (copy.state !== 'good' && nowMs - copy.at.getTime() >= hourMs);
      if (isWaiting && (await enqueue(jobNames.copy, {}))) asked.push(jobNames.copy);
    }
    return asked;
  }

  return [
    defineJob({
      name: 'backups.conduct',
      label: 'Agenda das cópias de segurança',
      input: z.object({}),
      schedule: { cron: '*/5 * * * *', input: {} },
      retry: never,
      timeoutSeconds: 600,
      concurrency: 1,
      key: () => 'conduct',
      run: async (_input, { signal }) => ({ asked: await conduct(signal) }),
    }),
    defineJob({
      name: jobNames.create,
      label: 'Cópia de segurança',
      input: z.object({ type: z.enum(backupKinds), trigger: z.enum(['schedule', 'manual']), actor }),
      retry: { limit: 2, delaySeconds: 300, backoff: false },
      timeoutSeconds: longestSeconds,
      concurrency: 1,
      key: () => 'create',
      run: ({ type, trigger, actor: who }, { signal, progress }) =>
        work.create({ kind: type, trigger, actor: who }, { signal, progress }),
    }),
    defineJob({
      name: jobNames.copy,
      label: 'Cópias para o segundo destino',
      input: z.object({}),
      retry: never,
      timeoutSeconds: longestSeconds,
      concurrency: 1,
      key: () => 'copy',
      run: async (_input, { signal, progress }) => {
        await instantWork.copyBases({ signal, progress });
        return work.copy({ signal, progress });
      },
    }),
    defineJob({
      name: jobNames.verify,
      label: 'Verificação de uma cópia de segurança',
      input: named,
      retry: never,
      timeoutSeconds: longestSeconds,
      concurrency: 1,
      key: ({ name, target }) => `${name}/${target}`,
      run: ({ name, target }, { signal, progress }) => work.verify(name, target, { signal, progress }),
    }),
    defineJob({
      name: jobNames.drill,
      label: 'Ensaio de reposição',
      input: named,
      retry: never,
      timeoutSeconds: longestSeconds,
      concurrency: 1,
      key: () => 'drill',
      run: ({ name, target }, { signal, progress }) => work.drill(name, target, { signal, progress }),
    }),
    defineJob({
      name: jobNames.restore,
      label: 'Reposição de uma cópia de segurança',
      input: named.extend({ reason: z.string(), actor }),
      retry: never,
      timeoutSeconds: longestSeconds,
      concurrency: 1,
      key: () => 'restore',
      run: (asked, { signal, progress }) => work.restore(asked, { signal, progress }),
    }),
    defineJob({
      name: 'backups.archive',
      label: 'Arquivo do diário da base de dados',
      input: z.object({}),
      schedule: { cron: '* * * * *', input: {} },
      retry: never,
      timeoutSeconds: 3_600,
      concurrency: 1,
      key: () => 'archive',
      run: async (_input, { signal }) => {
        const done = (await archiver.cycle(signal)) ?? { taken: 0, copied: 0 };
        // Every minute without one is a minute that nobody can go back to.
        const isDue = await instantWork.isBaseDue();
        return {
          ...done,
          askedForBase: isDue && (await enqueue(jobNames.base, { trigger: 'schedule', actor: platformActor })),
        };
      },
    }),
    defineJob({
      name: jobNames.base,
      label: 'Base para repor num instante',
      input: z.object({ trigger: z.enum(['schedule', 'manual']), actor }),
      retry: never,
      timeoutSeconds: longestSeconds,
      concurrency: 1,
      key: () => 'base',
      run: (asked, { signal, progress }) => instantWork.makeBase(asked, { signal, progress }),
    }),
    defineJob({
      name: jobNames.instantDrill,
      label: 'Ensaio num instante',
      input: z.object({ instant: z.iso.datetime() }),
      retry: never,
      timeoutSeconds: longestSeconds,
      concurrency: 1,
      key: () => 'drill-instant',
      run: ({ instant }, { signal, progress }) => instantWork.drill(new Date(instant), { signal, progress }),
    }),
    defineJob({
      name: jobNames.instantRestore,
      label: 'Reposição num instante',
      input: z.object({ instant: z.iso.datetime(), reason: z.string(), actor }),
      retry: never,
      timeoutSeconds: longestSeconds,
      concurrency: 1,
      key: () => 'restore-instant',
      run: ({ instant, ...asked }, { signal, progress }) =>
        instantWork.restore({ ...asked, instant: new Date(instant) }, { signal, progress }),
    }),
  ];
}
