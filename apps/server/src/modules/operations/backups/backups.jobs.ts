import { backupKinds, backupTargets } from '@kianda/contract/operations/backups/backups.contract';
import { z } from 'zod';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import type { BackupOperations } from './backup-operations.service.ts';
import { type ConductorDependencies, createConductor, enqueueScheduled } from './backups-conductor.service.ts';
import type { Archiver } from './instant/archiver.ts';
import type { InstantOperations } from './instant/instant-operations.service.ts';
import { jobNames, platformActor } from './job-names.rules.ts';

const actor = z.object({ id: z.string().nullable(), name: z.string() });
const stored = z.object({ name: z.string(), target: z.enum(backupTargets) });
const longestSeconds = 20 * 3600;
const never = { limit: 0, delaySeconds: 0, backoff: false };
const long = { retry: never, timeoutSeconds: longestSeconds, concurrency: 1 };

type JobDependencies = ConductorDependencies & { readonly archiver: Archiver };

/** Jobs that keep time: the schedule of the backups every five minutes, and the archive of the journal every minute. */
function scheduledJobs(dependencies: JobDependencies): Job[] {
  const { archiver, instants, queue } = dependencies;
  const conduct = createConductor(dependencies);
  return [
    defineJob({
      name: 'backups.conduct',
      label: 'Agenda das cópias de segurança',
      input: z.object({}),
      schedule: { cron: '*/5 * * * *', input: {} },
      retry: never,
      timeoutSeconds: 600,
      limitsSilence: true,
      concurrency: 1,
      key: () => 'conduct',
      run: async (_input, run) => ({ asked: await conduct(run) }),
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
        // Checked every minute: without a base copy, the minute that passes can never be restored.
        const isDue = await instants.isBaseDue();
        const input = { trigger: 'schedule', actor: platformActor };
        return { ...done, askedForBase: isDue && (await enqueueScheduled(queue(), jobNames.base, input)) };
      },
    }),
  ];
}

function operationJobs(operations: BackupOperations, instants: InstantOperations): Job[] {
  return [
    defineJob({
      name: jobNames.create,
      label: 'Cópia de segurança',
      input: z.object({ type: z.enum(backupKinds), trigger: z.enum(['schedule', 'manual']), actor }),
      ...long,
      retry: { limit: 2, delaySeconds: 300, backoff: false },
      key: () => 'create',
      run: ({ type, ...request }, { signal, progress }) =>
        operations.create({ kind: type, ...request }, { signal, progress }),
    }),
    defineJob({
      name: jobNames.copy,
      label: 'Cópias para o segundo destino',
      input: z.object({}),
      ...long,
      key: () => 'copy',
      run: async (_input, { signal, progress }) => {
        await instants.copyBases({ signal, progress });
        return operations.copy({ signal, progress });
      },
    }),
    defineJob({
      name: jobNames.verify,
      label: 'Verificação de uma cópia de segurança',
      input: stored,
      ...long,
      key: ({ name, target }) => `${name}/${target}`,
      run: ({ name, target }, { signal, progress }) => operations.verify(name, target, { signal, progress }),
    }),
    defineJob({
      name: jobNames.drill,
      label: 'Ensaio de reposição',
      input: stored,
      ...long,
      key: () => 'drill',
      run: ({ name, target }, { signal, progress }) => operations.drill(name, target, { signal, progress }),
    }),
    defineJob({
      name: jobNames.restore,
      label: 'Reposição de uma cópia de segurança',
      input: stored.extend({ reason: z.string(), actor }),
      ...long,
      key: () => 'restore',
      run: (request, { signal, progress }) => operations.restore(request, { signal, progress }),
    }),
  ];
}

function instantJobs(instants: InstantOperations): Job[] {
  return [
    defineJob({
      name: jobNames.base,
      label: 'Base para repor num instante',
      input: z.object({ trigger: z.enum(['schedule', 'manual']), actor }),
      ...long,
      key: () => 'base',
      run: (request, { signal, progress }) => instants.makeBase(request, { signal, progress }),
    }),
    defineJob({
      name: jobNames.instantDrill,
      label: 'Ensaio num instante',
      input: z.object({ instant: z.iso.datetime() }),
      ...long,
      key: () => 'drill-instant',
      run: ({ instant }, { signal, progress }) => instants.drill(new Date(instant), { signal, progress }),
    }),
    defineJob({
      name: jobNames.instantRestore,
      label: 'Reposição num instante',
      input: z.object({ instant: z.iso.datetime(), reason: z.string(), actor }),
      ...long,
      key: () => 'restore-instant',
      run: ({ instant, ...request }, { signal, progress }) =>
        instants.restore({ ...request, instant: new Date(instant) }, { signal, progress }),
    }),
  ];
}

/** Background work of the backups. */
export function backupJobs(dependencies: JobDependencies): readonly Job[] {
  const { operations, instants } = dependencies;
  return [...scheduledJobs(dependencies), ...operationJobs(operations, instants), ...instantJobs(instants)];
}
