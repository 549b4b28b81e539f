import * as contract from '@kianda/contract/operations/tasks/flower-control.contract';
import { longestCallBytes } from '@kianda/contract/operations/tasks/flower-control.contract';
import { type Bindings, bind, type RequestContext, type StandardAnswer } from '../../../platform/http/bind.ts';
import { bodyText } from '../../../platform/http/body-text.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { flowerState, nodeName } from './flower.rules.ts';
import { inputOf } from './flower-call.rules.ts';
import { flowerMetricsText } from './flower-metrics.rules.ts';
import { longestWaitMs, runAfter } from './run-end.service.ts';
import { shownRun } from './shown-run.rules.ts';
import type { MonitorDependencies } from './tasks.types.ts';

type Caller = Pick<
  RequestContext<typeof contract.flowerAsyncApply>,
  'params' | 'stream' | 'principal' | 'ipAddress' | 'userAgent'
>;

/** Puts a run into the queue for a caller. Throws `not_found` for a job that does not exist. */
async function enqueueFor({ queue, audit }: MonitorDependencies, caller: Caller): Promise<string> {
  const { principal, ipAddress, userAgent } = caller;
  const { name } = caller.params;
  if (!queue.monitor.known.some((job) => job.name === name)) {
    throw new AppError('not_found', { detail: `Unknown task '${name}'` });
  }
  const input = inputOf(await bodyText(caller.stream, longestCallBytes));
  const id = await queue.enqueue(name, input, { actorId: principal.accountId, trigger: 'manual' });
  await audit.record({
    event: 'system.start',
    severity: 'high',
    actorId: principal.accountId,
    actorName: principal.email,
    resource: `job/${id}`,
    ipAddress,
    userAgent,
    metadata: { act: 'apply', name },
  });
  return id;
}

function callBindings(dependencies: MonitorDependencies): Bindings {
  const { queue, audit, platform } = dependencies;
  const standard = (body: unknown): StandardAnswer => ({ body, provenance: ownProvenance(platform.clock) });
  const putInQueue = async (caller: Caller) => {
    const id = await enqueueFor(dependencies, caller);
    return standard({ 'task-id': id, state: 'PENDING' });
  };
  return [
    bind(contract.flowerApply, async (c) => {
      const id = await enqueueFor(dependencies, c);
      const run = shownRun(await runAfter(queue, id, { limitMs: longestWaitMs, signal: c.signal }), c.principal.role);
      const state = flowerState(run);
      const failed = state === 'FAILURE' ? { traceback: run.error ?? '' } : {};
      return standard({ 'task-id': id, state, result: run.result ?? run.error, ...failed });
    }),
    bind(contract.flowerAsyncApply, putInQueue),
    bind(contract.flowerSendTask, putInQueue),
    bind(contract.flowerAbort, async ({ params: { id }, principal, ipAddress, userAgent }) => {
      const run = await queue.get(id);
      if (run === null) throw new AppError('not_found', { detail: `Não existe a tarefa ${id}.` });
      if (!(await queue.cancel(id))) {
        throw new AppError('conflict', { detail: 'A tarefa já terminou e não pode ser interrompida.' });
      }
      await audit.record({
        event: 'system.stop',
        severity: 'medium',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `job/${id}`,
        ipAddress,
        userAgent,
        metadata: { act: 'cancel', name: run.name },
      });
      return standard({ message: `Aborted '${id}'` });
    }),
  ];
}

/** Flower's answer to a command that a worker refuses: 403, with the reason as text. */
const refused = (reason: string): StandardAnswer => ({
  status: 403,
  contentType: 'text/plain; charset=utf-8',
  body: reason,
});

const fixedPool = 'o tamanho de um processo da Kianda é fixo; arranque outro com KIANDA_ROLES=worker';

function controlBindings({ queue, platform }: MonitorDependencies): Bindings {
  const { monitor } = queue;
  const checkTask = (name: string) => {
    if (!monitor.known.some((job) => job.name === name)) {
      throw new AppError('not_found', { detail: `Unknown task '${name}'` });
    }
  };
  const checkWorker = async (wanted: string) => {
    const workers = await monitor.workers();
    if (!workers.some(({ name, alive }) => alive && nodeName(name) === wanted)) {
      throw new AppError('not_found', { detail: `Unknown worker '${wanted}'` });
    }
  };
  return [
    bind(contract.flowerTimeout, async ({ params: { name } }) => {
      checkTask(name);
      return refused("Failed to set timeouts: 'cada tarefa da Kianda declara o seu tempo-limite'");
    }),
    bind(contract.flowerRateLimit, async ({ params: { name } }) => {
      checkTask(name);
      return refused("Failed to set rate limit: 'cada tarefa da Kianda declara quantas corre ao mesmo tempo'");
    }),
    bind(contract.flowerShutdown, async ({ params: { worker } }) => {
      await checkWorker(worker);
      return refused(`Failed to shut down '${worker}': os serviços param no ecrã «Estado dos serviços»`);
    }),
    bind(contract.flowerPool, async ({ params: { act, worker } }) => {
      await checkWorker(worker);
      return refused(`Failed to ${act} '${worker}' worker's pool: ${fixedPool}`);
    }),
    bind(contract.flowerConsumer, async ({ params: { act, worker }, query: { queue: name } }) => {
      await checkWorker(worker);
      if (act === 'add-consumer' && monitor.known.some((job) => job.name === name)) {
        return { body: { message: `already consuming from '${name}'` }, provenance: ownProvenance(platform.clock) };
      }
      const verb = act === 'add-consumer' ? 'add' : 'cancel';
      return refused(
        `Failed to ${verb} '${name}' consumer on '${worker}' worker: cada processo atende todas as filas, e só essas`,
      );
    }),
    bind(contract.flowerMetrics, async () => {
      const [statistics, workers] = await Promise.all([monitor.statistics(), monitor.workers()]);
      return {
        body: flowerMetricsText(statistics, workers),
        contentType: 'text/plain; version=0.0.4; charset=utf-8',
        provenance: ownProvenance(platform.clock),
      };
    }),
  ];
}

/** Flower's commands over the platform's queue, and its measures. */
export function flowerControlRoutes(dependencies: MonitorDependencies): Bindings {
  return [...callBindings(dependencies), ...controlBindings(dependencies)];
}
