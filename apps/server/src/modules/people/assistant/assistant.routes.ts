import * as contract from '@kianda/contract/people/assistant/assistant.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { AssistantService } from './assistant.service.ts';

/** Endpoints of the conversations; the MCP server's are beside them. */
export function assistantRoutes(service: AssistantService, clock: Clock): Bindings {
  const own = () => ownProvenance(clock);
  return [
    bind(contract.assistantAsk, async ({ body, principal, requestId, log, signal }) => ({
      data: await service.ask(body.question, body.conversationId, { principal, requestId, log, signal }),
      provenance: own(),
    })),
    bind(contract.assistantConversations, async ({ principal }) => ({
      data: { conversations: await service.list(principal) },
      provenance: own(),
    })),
    bind(contract.assistantConversation, async ({ params, principal }) => ({
      data: await service.read(principal, params.id),
      provenance: own(),
    })),
    bind(contract.assistantForget, async ({ params, principal }) => ({
      data: { removed: await service.forget(principal, params.id) },
      provenance: own(),
    })),
    bind(contract.assistantForgetAll, async ({ principal }) => ({
      data: { removed: await service.forgetAll(principal) },
      provenance: own(),
    })),
    bind(contract.assistantAbout, async ({ principal }) => ({ data: service.about(principal), provenance: own() })),
  ];
}
