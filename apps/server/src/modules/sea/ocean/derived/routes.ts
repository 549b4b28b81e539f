import type { Sourced } from '@kianda/contract';
import * as contract from '@kianda/contract/sea/ocean/derived.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { type Answer, type Bindings, bind } from '../../../../platform/http/bind.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { DerivedService } from './service.ts';

const answer = <T>({ value, provenance }: Sourced<T>): Answer<T> => ({ data: value, provenance });

export function derivedBindings(service: DerivedService, clock: Clock): Bindings {
  return [
    bind(contract.listDerived, async () => answer(await service.list())),
    bind(contract.derivedSeries, async ({ params, query }) => answer(await service.series(params.product, query))),
    bind(contract.marineHeatwaveEvents, async ({ query }) => answer(await service.heatwaves(query))),
    bind(contract.derivedGrid, async ({ params, query }) => answer(await service.grid(params.product, query))),
    bind(contract.exportDerived, ({ params, query }) => service.export(params.product, query)),
    bind(contract.derivedUses, async ({ query }) => ({
      data: { uses: await service.uses(query.runId) },
      provenance: ownProvenance(clock),
    })),
    bind(contract.runDerived, async ({ body, principal, ipAddress, userAgent }) => {
      const actor = { id: principal.accountId, name: principal.email, ipAddress, userAgent };
      return {
        data: { runId: await service.run(body, actor) },
        provenance: ownProvenance(clock),
        status: 202 as const,
      };
    }),
  ];
}
