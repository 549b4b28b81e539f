import { checkFirstDay, firstDay } from '@kianda/contract/ingestion/connectors/first-day.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { FirstDay } from './first-day.service.ts';

export function firstDayBindings(service: FirstDay, clock: Clock): Bindings {
  return [
    bind(firstDay, async () => ({ data: await service.list(), provenance: ownProvenance(clock) })),
    bind(checkFirstDay, async ({ body, principal }) => ({
      data: { runId: await service.check(body.connector, principal.accountId) },
      provenance: ownProvenance(clock),
      status: 202 as const,
    })),
  ];
}
