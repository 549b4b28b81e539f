import { allows } from '@kianda/contract';
import {
  createVesselGroup,
  listVesselGroups,
  vesselGroupDetail,
} from '@kianda/contract/fleet/surveillance/groups.contract';
import { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';

/** Answers refetched once a group has changed. */
export const groupAnswers = [listVesselGroups, vesselGroupDetail, listVessels] as const;

/** Groups that the account sees, and whether it may have its own. */
export function useGroups() {
  const { role } = useAccount();
  const maySee = allows(listVesselGroups.access, role);
  const groups = useEndpoint(listVesselGroups, {}, { enabled: maySee });
  return {
    groups,
    known: groups.sourced?.value.groups ?? [],
    maySee,
    mayKeep: allows(createVesselGroup.access, role),
    mayWatch: allows('surveillance:act', role),
  };
}
