import type { Sourced } from '@kianda/contract';
import { temporalInteractions } from '@kianda/contract/space/temporal/interactions.contract';
import { temporalSection } from '@kianda/contract/space/temporal/section.contract';
import * as contract from '@kianda/contract/space/temporal/temporal.contract';
import { type Answer, type Bindings, bind } from '../../../platform/http/bind.ts';
import type { TemporalService } from './temporal.service.ts';

const answer = <T>({ value, provenance }: Sourced<T>): Answer<T> => ({ data: value, provenance });

export function temporalBindings(service: TemporalService): Bindings {
  return [
    bind(contract.temporalSummary, async () => answer(await service.summary())),
    bind(contract.temporalRecords, async ({ query }) => answer(await service.records(query.days))),
    bind(contract.temporalPoint, async ({ params, query }) => answer(await service.point(params.variable, query))),
    bind(contract.temporalHovmoller, async ({ params, query }) =>
      answer(await service.hovmoller(params.variable, query)),
    ),
    bind(temporalInteractions, async ({ query }) => answer(await service.interactions(query))),
    bind(temporalSection, async ({ query }) => answer(await service.section(query))),
    bind(contract.exportTemporal, ({ params, query }) => service.export(params.variable, query)),
  ];
}
