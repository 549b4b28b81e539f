import { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { useCallback } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { notify } from '../../../../platform/notices.ts';
import type { ChangeSearch } from '../search.ts';
import type { FleetVessel } from './fleet.ts';

/** Opens a vessel's dialog. The list names a vessel by its MMSI, or by its key where it has none: that is asked for. */
export function useOpenVessel(change: ChangeSearch, nowMs: number) {
  const { client } = useApplication();
  return useCallback(
    ({ mmsi, shipId }: FleetVessel) => {
      if (mmsi !== null) {
        change({ vessel: mmsi });
        return;
      }
      const now = new Date(nowMs).toISOString();
      client.call(vesselTrack, { params: { id: shipId }, query: { from: now, to: now } }).then(
        ({ data }) => change({ vessel: data.vessel.key }),
        (cause: unknown) => notify({ tone: 'error', message: toFailure(cause).message }),
      );
    },
    [client, change, nowMs],
  );
}
