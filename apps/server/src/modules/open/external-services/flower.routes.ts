import { createFlower } from '@kianda/connectors/services/flower/client';
import type { ServiceClient } from '@kianda/connectors/services/service-client';
import * as deadLetters from '@kianda/contract/operations/tasks/dead-letters.contract';
import * as contract from '@kianda/contract/operations/tasks/monitor.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind, type StandardAnswer } from '../../../platform/http/bind.ts';
import type { ExternalServiceAudit } from './external-services.types.ts';
import { flowerControlBindings } from './flower-control.routes.ts';
import type { RemoteService } from './remote-service.client.ts';

/** Arguments are Python's representations: no program can send them again with certainty. */
const unrepeatable = 'O Flower não guarda os argumentos de uma tarefa de modo a repeti-la.';

/** The task monitor over a Flower elsewhere. The platform's own jobs stay at `/admin-api/async/tasks` and `/jobs`. */
export function flowerBindings(options: {
  serviceClient: ServiceClient;
  credentials: Readonly<Record<string, string>>;
  outside: RemoteService;
  audit: ExternalServiceAudit;
  clock: Clock;
}): Bindings {
  const { serviceClient, credentials, outside, audit, clock } = options;
  const { ask } = outside;
  const flower = createFlower({ serviceClient, username: credentials.username, password: credentials.password });
  const standard = (body: unknown): StandardAnswer => ({ body, provenance: outside.provenance() });

  return [
    bind(contract.flowerTasks, async ({ query }) => {
      const tasks = await ask('carregar tarefas', () => flower.tasks(query));
      return standard(Object.fromEntries(tasks.map((task) => [task.uuid, task])));
    }),
    bind(contract.flowerTaskTypes, async () => {
      const { names, totals } = await ask('carregar tipos de tarefas', () => flower.types());
      return standard({ 'task-types': names, totals });
    }),
    bind(contract.flowerTaskInfo, async ({ params }) =>
      standard(await ask('carregar a tarefa', () => flower.task(params.id))),
    ),
    bind(contract.flowerTaskResult, async ({ params }) =>
      standard(await ask('carregar o resultado da tarefa', () => flower.result(params.id))),
    ),
    bind(contract.flowerQueues, async () => standard(await ask('carregar filas', () => flower.queues()))),
    bind(contract.flowerWorkers, async ({ query }) =>
      standard(await ask('carregar processos', () => flower.workers(query))),
    ),
    bind(contract.flowerWorkerTable, async () =>
      standard({ data: await ask('carregar processos', () => flower.workerTable()) }),
    ),
    bind(contract.flowerRevoke, async (c) => {
      await ask('cancelar a tarefa', () => flower.revoke(c.params.id, c.query), 'controlo (sem --read_only)');
      await audit(c, { event: 'data.modify', resource: `task/${c.params.id}`, metadata: { act: 'revoke' } });
      return standard({ message: `Revoked '${c.params.id}'` });
    }),
    bind(contract.retryTask, async () => {
      throw outside.refuse(unrepeatable);
    }),
    bind(contract.taskFailures, async ({ query }) => {
      const causes = await ask('carregar falhas', () => flower.failures());
      const failures = causes.reduce((sum, cause) => sum + cause.failures, 0);
      return { data: { causes: causes.slice(0, query.limit), failures }, provenance: outside.provenance() };
    }),
    bind(deadLetters.queueLatency, async ({ query: { hours } }) => ({
      data: { hours, queues: await ask('carregar tempos de espera', () => flower.latency(hours, clock.nowMs())) },
      provenance: outside.provenance(),
    })),
    bind(deadLetters.replayFailures, async () => {
      throw outside.refuse(unrepeatable);
    }),
    bind(deadLetters.discardFailures, async () => {
      throw outside.refuse('O Flower não guarda que uma falha foi tratada.');
    }),
    ...flowerControlBindings({ flower, outside, audit }),
    bind(contract.flowerHealth, async () => ({
      body: await ask('verificar o monitor', () => flower.healthcheck()),
      contentType: 'text/plain; charset=utf-8',
      provenance: outside.provenance(),
    })),
  ];
}
