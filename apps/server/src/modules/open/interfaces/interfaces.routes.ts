import { checkFrame, listInterfaces, openInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { type Clock, nowIso } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { checkFrameAt } from './frame-check.client.ts';
import type { InterfaceService } from './interfaces.service.ts';

export function interfaceBindings({
  service,
  clock,
  allowedOrigins,
  consoleUrl,
}: {
  service: InterfaceService;
  clock: Clock;
  /** Origins whose pages the console may embed. */
  allowedOrigins: readonly string[];
  consoleUrl: string;
}): Bindings {
  const own = () => ownProvenance(clock);
  return [
    bind(listInterfaces, async () => ({ data: await service.list(), provenance: own() })),
    bind(openInterface, async ({ params, principal }) => ({
      data: await service.open(params.id, principal),
      provenance: own(),
    })),
    bind(checkFrame, async ({ query }) => ({
      data: await checkFrameAt(query.url, {
        allowedOrigins,
        consoleOrigin: new URL(consoleUrl).origin,
        nowIso: nowIso(clock),
      }),
      provenance: own(),
    })),
  ];
}
