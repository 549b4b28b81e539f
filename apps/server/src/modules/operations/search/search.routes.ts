import { search } from '@kianda/contract/operations/search/search.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { SearchService } from './search.service.ts';

/** Endpoints of the module. */
export function searchRoutes(service: SearchService, clock: Clock): Bindings {
  return [
    bind(search, async ({ query, principal }) => ({
      data: await service.find(query.q, query.limit, principal),
      provenance: ownProvenance(clock),
    })),
  ];
}
