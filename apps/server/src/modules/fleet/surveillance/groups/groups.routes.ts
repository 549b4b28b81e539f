import * as groupContract from '@kianda/contract/fleet/surveillance/groups.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { GroupService } from './groups.service.ts';

export function groupBindings(groups: GroupService, clock: Clock): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  return [
    bind(groupContract.listVesselGroups, async ({ principal }) => answer({ groups: await groups.list(principal) })),
    bind(groupContract.vesselGroupDetail, async (c) => answer(await groups.detail(c.params.id, c.principal))),
    bind(groupContract.createVesselGroup, async (c) => ({
      ...answer(await groups.create(c.body, c)),
      status: 201 as const,
    })),
    bind(groupContract.updateVesselGroup, async (c) => answer(await groups.update(c.params.id, c.body, c))),
    bind(groupContract.deleteVesselGroup, async (c) => {
      await groups.remove(c.params.id, c);
      return answer({ id: c.params.id });
    }),
    bind(groupContract.changeGroupMembers, async (c) => answer(await groups.members(c.params.id, c.body, c))),
  ];
}
