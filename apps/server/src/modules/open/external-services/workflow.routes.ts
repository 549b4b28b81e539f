import type { ServiceClient } from '@kianda/connectors/services/service-client';
import { createWorkflow } from '@kianda/connectors/services/workflow/client';
import { clientInfo, workflowServices } from '@kianda/contract/operations/services/services.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { RemoteService } from './remote-service.client.ts';

/** Endpoints answered by an external workflow service. */
export function workflowBindings(options: {
  serviceClient: ServiceClient;
  outside: RemoteService;
  clock: Clock;
}): Bindings {
  const { serviceClient, outside, clock } = options;
  const { ask } = outside;
  const workflow = createWorkflow({ serviceClient, nowMs: () => clock.nowMs() });
  return [
    bind(clientInfo, async () => ({
      body: await ask('carregar a informação para clientes', workflow.clientInfo),
      provenance: outside.provenance(),
    })),
    bind(workflowServices, async () => ({
      body: await ask('carregar os serviços', workflow.services),
      provenance: outside.provenance(),
    })),
  ];
}
