import { allows } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/audit/audit';
import { cancelJob, getJob, listJobs } from '@kianda/contract/tasks/tasks.contract';
import { type Bindings, bind } from '../../platform/http/bind.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { RunnableJobQueue } from '../../platform/jobs/queue.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { letterBindings } from './letters.routes.ts';
import { monitorBindings } from './monitor.routes.ts';

export type TasksAudit = { record(entry: AuditEntry): Promise<unknown> };

/** Background work as operators see it: list, detail, cancellation. */
export function createTasks(options: {
  platform: Platform;
  queue: RunnableJobQueue;
  audit: TasksAudit;
  version: string;
}): Module {
  const { platform, queue } = options;
  return {
    name: 'tasks',
    migrations: [],
    bindings: [...taskBindings(platform, queue), ...monitorBindings(options), ...letterBindings(options)],
  };
}

function taskBindings({ clock }: Platform, queue: JobQueue): Bindings {
  async function runNamed(id: string) {
    const run = await queue.get(id);
    if (run === null) throw new AppError('not_found', { detail: `Não existe a tarefa ${id}.` });
    return run;
  }

  return [
    bind(listJobs, async ({ query: { limit, name } }) => ({
      data: { jobs: [...(await queue.list({ limit, ...(name === undefined ? {} : { name }) }))] },
      provenance: ownProvenance(clock),
    })),
    bind(getJob, async ({ params, principal }) => {
      const run = await runNamed(params.id);
      // Paths of the installation are for those who mend it.
      const traceback = allows('jobs:retry', principal.role) ? run.traceback : null;
      return { data: { ...run, traceback }, provenance: ownProvenance(clock) };
    }),
    bind(cancelJob, async ({ params, principal, log }) => {
      await runNamed(params.id);
      if (!(await queue.cancel(params.id))) {
        throw new AppError('conflict', { detail: 'A tarefa já terminou e não pode ser cancelada.' });
      }
      log.info({ runId: params.id, accountId: principal.accountId }, 'cancelamento de uma tarefa pedido');
      const {
        actorId: _actor,
        input: _input,
        result: _result,
        traceback: _traceback,
        ...run
      } = await runNamed(params.id);
      return {
        data: run,
        provenance: ownProvenance(clock),
        message:
          run.state === 'cancelled' ? 'Tarefa cancelada.' : 'Cancelamento pedido; a tarefa para dentro de momentos.',
      };
    }),
  ];
}
