import * as contract from '@kianda/contract/operations/home/home.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Answer, type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { briefing } from './briefing.service.ts';
import type { HomeService } from './home.service.ts';

/** Endpoints of the module. */
export function homeRoutes(
  service: HomeService,
  sources: Parameters<typeof briefing>[0] & { readonly clock: Clock },
): Bindings {
  const answer = <T>(data: T): Answer<T> => ({ data, provenance: ownProvenance(sources.clock) });
  return [
    bind(contract.homeLayout, async (c) => answer(await service.layout(c.principal))),
    bind(contract.saveHomeLayout, async (c) => answer(await service.saveLayout(c.principal, c.body.tiles))),
    bind(contract.resetHomeLayout, async (c) => answer(await service.resetLayout(c.principal))),
    bind(contract.shareHomeLayout, async (c) => answer(await service.share(c.params.role, c.body.tiles, c))),
    bind(contract.unshareHomeLayout, async (c) => answer(await service.unshare(c.params.role, c))),
    bind(contract.homeChanges, async (c) => answer(await service.changes(c.principal))),
    bind(contract.homeVisit, async (c) => answer(await service.visit(c.principal))),
    bind(contract.homeBriefing, () => briefing(sources)),
  ];
}
