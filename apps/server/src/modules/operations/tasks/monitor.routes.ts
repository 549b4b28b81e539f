import * as contract from '@kianda/contract/operations/tasks/monitor.contract';
import { type Bindings, bind, type RequestContext } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { type JobFilter, priorityOf } from '../../../platform/jobs/jobs.ts';
import { flowerState, flowerTask, flowerWorker, flowerWorkerRow, nodeName, statesOf } from './flower.rules.ts';
import { flowerControlRoutes } from './flower-control.routes.ts';
import { longestWaitMs, runAfter } from './run-end.service.ts';
import { shownRun } from './shown-run.rules.ts';
import type { MonitorDependencies } from './tasks.types.ts';

type Query = RequestContext<typeof contract.flowerTasks>['query'];

/** A run of the queue. Throws `not_found`. */
async function runNamed({ queue }: MonitorDependencies, id: string) {
  const run = await queue.monitor.run(id);
  if (run === null) throw new AppError('not_found', { detail: `Não existe a tarefa ${id}.` });
  return run;
}

function taskBindings(dependencies: MonitorDependencies): Bindings {
  const { monitor } = dependencies.queue;
  const standard = (body: unknown) => ({ body, provenance: ownProvenance(dependencies.platform.clock) });
  return [
    bind(contract.flowerTasks, async ({ query, principal }) => {
      const { runs } = await monitor.search(filterOf(query));
      const wanted = query.state?.toUpperCase();
      // PENDING and RETRY are one state of the queue; whether the run was begun before decides between them.
      const tasks = runs.map((run) => flowerTask(shownRun(run, principal.role)));
      const shown = tasks.filter((task) => wanted === undefined || isInState(task.state, wanted));
      return standard(Object.fromEntries(shown.map((task) => [task.uuid, task])));
    }),
    bind(contract.flowerTaskTypes, async () => {
      const types = await monitor.types();
      return standard({
        'task-types': types.map(({ name }) => name),
        totals: types.map(({ name, label, counts, retried }) => ({
          name,
          label,
          total: Object.values(counts).reduce((sum, count) => sum + count, 0),
          success: counts.succeeded,
          failure: counts.failed,
          retry: retried,
          active: counts.running,
        })),
      });
    }),
    bind(contract.flowerTaskInfo, async ({ params, principal }) =>
      standard(flowerTask(shownRun(await runNamed(dependencies, params.id), principal.role))),
    ),
    bind(contract.flowerTaskResult, async ({ params, query, principal, signal }) => {
      const limitMs = Math.min(longestWaitMs, (query.timeout ?? 0) * 1000);
      const run = shownRun(await runAfter(dependencies.queue, params.id, { limitMs, signal }), principal.role);
      const state = flowerState(run);
      const failed = state === 'FAILURE' ? { traceback: run.error ?? '' } : {};
      return standard({ 'task-id': run.id, state, result: run.result ?? run.error, ...failed });
    }),
    bind(contract.flowerQueues, async () => {
      const types = await monitor.types();
      return standard({ active_queues: types.map(({ name, counts }) => ({ name, messages: counts.queued })) });
    }),
  ];
}

function workerBindings({ platform, queue, version }: MonitorDependencies): Bindings {
  const { clock } = platform;
  const { monitor } = queue;
  const standard = (body: unknown) => ({ body, provenance: ownProvenance(clock) });
  return [
    bind(contract.flowerWorkers, async ({ query }) => {
      const [workers, { runs }] = await Promise.all([
        monitor.workers(),
        monitor.search({ states: ['running'], limit: 500, offset: 0 }),
      ]);
      const shown = workers.filter(({ name }) => query.workername === undefined || query.workername === nodeName(name));
      if (query.workername !== undefined && shown.length === 0) {
        throw new AppError('not_found', { detail: `Unknown worker '${query.workername}'` });
      }
      if (query.status !== undefined && query.status !== '0') {
        return standard(Object.fromEntries(shown.map(({ name, alive }) => [nodeName(name), alive])));
      }
      const names = monitor.known.map(({ name }) => name);
      return standard(
        Object.fromEntries(
          shown.map((worker) => [nodeName(worker.name), flowerWorker(worker, runs, names, clock.nowMs())]),
        ),
      );
    }),
    bind(contract.flowerWorkerTable, async () =>
      standard({ data: (await monitor.workers()).map((worker) => flowerWorkerRow(worker, version)) }),
    ),
  ];
}

function changeBindings(dependencies: MonitorDependencies): Bindings {
  const { platform, queue, audit } = dependencies;
  const { clock } = platform;
  const { monitor } = queue;
  return [
    bind(contract.flowerRevoke, async ({ params, principal, ipAddress, userAgent }) => {
      const run = await runNamed(dependencies, params.id);
      if (!(await queue.cancel(run.id))) {
        throw new AppError('conflict', { detail: 'A tarefa já terminou e não pode ser cancelada.' });
      }
      await audit.record({
        event: 'system.stop',
        severity: 'medium',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `job/${run.id}`,
        ipAddress,
        userAgent,
        metadata: { act: 'cancel', name: run.name },
      });
      return { body: { message: `Revoked '${run.id}'` }, provenance: ownProvenance(clock) };
    }),
    bind(contract.retryTask, async ({ params, body, principal, ipAddress, userAgent }) => {
      const run = await runNamed(dependencies, params.id);
      if (run.endedAt === null) throw new AppError('conflict', { detail: 'A tarefa ainda não terminou.' });
      const edited = body.input !== undefined;
      const input = edited ? body.input : run.input;
      if (!monitor.known.some(({ name }) => name === run.name)) {
        throw new AppError('conflict', { detail: `A plataforma já não tem a tarefa «${run.name}».` });
      }
      const id = await queue.enqueue(run.name, input, { actorId: principal.accountId, trigger: 'retry' });
      await monitor.settle([run.id], new Date(clock.nowMs()));
      await audit.record({
        event: 'system.start',
        severity: edited ? 'high' : 'medium',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `job/${id}`,
        ipAddress,
        userAgent,
        metadata: { act: 'retry', name: run.name, of: run.id, edited },
      });
      return { data: { id }, provenance: ownProvenance(clock), message: 'Tarefa posta de novo na fila.' };
    }),
  ];
}

/** Endpoints beside Flower's: causes of failure, and the list that the specification names. */
function listBindings({ platform, queue }: MonitorDependencies): Bindings {
  const { monitor } = queue;
  return [
    bind(contract.taskFailures, async ({ query }) => {
      const causes = await monitor.failures(query.limit);
      const failures = causes.reduce((sum, cause) => sum + cause.failures, 0);
      return { data: { causes: [...causes], failures }, provenance: ownProvenance(platform.clock) };
    }),
    bind(contract.flowerHealth, async () => ({ body: 'OK', contentType: 'text/plain; charset=utf-8' })),
    bind(contract.asyncTasks, async ({ query }) => {
      const { runs, total } = await monitor.search({ limit: query.limit, offset: 0 });
      const tasks = runs.map((run) => ({
        id: run.id,
        name: run.name,
        status: flowerState(run).toLowerCase(),
        queueName: run.name,
        priority: priorityOf(run),
        startTime: run.startedAt,
        endTime: run.endedAt,
        result: run.result ?? null,
        error: run.error,
        retries: Math.max(0, run.attempt - 1),
        maxRetries: run.retryLimit,
      }));
      return { data: { tasks, total }, provenance: ownProvenance(platform.clock) };
    }),
  ];
}

/** The task monitor: Flower's paths and shapes over the platform's own queue, and endpoints that Flower lacks. */
export function monitorRoutes(dependencies: MonitorDependencies): Bindings {
  return [
    ...taskBindings(dependencies),
    ...workerBindings(dependencies),
    ...changeBindings(dependencies),
    ...listBindings(dependencies),
    ...flowerControlRoutes(dependencies),
  ];
}

function isInState(state: string, wanted: string): boolean {
  return state === wanted || (wanted === 'RECEIVED' && state === 'PENDING');
}

function filterOf(query: Query): JobFilter {
  const sorted = query.sort_by?.replace(/^-/, '');
  const sort = { name: 'name', state: 'state', received: 'created', started: 'started' } as const;
  const instant = (text: string | undefined) =>
    text === undefined ? undefined : new Date(`${text.replace(' ', 'T')}:00Z`);
  return {
    name: query.taskname,
    states: query.state === undefined ? undefined : statesOf(query.state),
    search: query.search,
    createdFrom: instant(query.received_start),
    createdTo: instant(query.received_end),
    worker: query.workername?.replace(/^kianda@/, ''),
    ...(sorted === undefined ? {} : { sort: sort[sorted as keyof typeof sort] }),
    descending: query.sort_by === undefined || query.sort_by.startsWith('-'),
    limit: query.limit,
    offset: query.offset,
  };
}
