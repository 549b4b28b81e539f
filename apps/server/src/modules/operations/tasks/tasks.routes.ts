import { allows } from '@kianda/contract';
import {
  cancelJob,
  exportJobRuns,
  getJob,
  jobOutcomes,
  listJobRuns,
  listJobs,
} from '@kianda/contract/operations/tasks/tasks.contract';
import { jobRunResource } from '@kianda/contract/operations/tasks/tasks.resource';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { shownRun } from './shown-run.rules.ts';
import type { TaskService } from './tasks.service.ts';

/** Endpoints of runs: list, detail, cancellation. */
export function tasksRoutes(service: TaskService, clock: Clock, audit: ListRecorder): Bindings {
  const provenance = () => ownProvenance(clock);
  return [
    bind(listJobs, async ({ query: { limit, name } }) => ({
      data: { jobs: [...(await service.list(limit, name))] },
      provenance: provenance(),
    })),
    bind(jobOutcomes, async () => ({ data: await service.outcomes(), provenance: provenance() })),
    bind(listJobRuns, async ({ query }) => ({ data: await service.page(query), provenance: provenance() })),
    bind(exportJobRuns, listExport(jobRunResource, { clock, audit, read: service.page })),
    bind(getJob, async ({ params, principal }) => {
      const run = await service.find(params.id);
      // A traceback shows paths of the installation: only roles that may retry jobs read it.
      const traceback = allows('jobs:retry', principal.role) ? run.traceback : null;
      return { data: shownRun({ ...run, traceback }, principal.role), provenance: provenance() };
    }),
    bind(cancelJob, async ({ params, principal, log }) => {
      const cancelled = await service.cancel(params.id);
      log.info({ runId: params.id, accountId: principal.accountId }, 'cancelamento de uma tarefa pedido');
      const { actorId: _actor, input: _input, result: _result, traceback: _traceback, ...run } = cancelled;
      return {
        data: run,
        provenance: provenance(),
        message:
          run.state === 'cancelled' ? 'Tarefa cancelada.' : 'Cancelamento pedido; a tarefa para dentro de momentos.',
      };
    }),
  ];
}
