import { allows } from '@kianda/contract';
import {
  listAlertGroups,
  listVesselAlerts,
  listVesselEvents,
  vesselAlertDetail,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import {
  licenceZones,
  listAreas,
  listLicences,
  listSeasons,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import { vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useChannel } from '../../../../client/use-channel.ts';
import { endpointKey, useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { useRefreshAll } from '../../../shared/use-refresh-all.ts';
import { useThrottled } from '../../../shared/use-throttled.ts';
import { fishingTexts } from '../texts.pt.ts';
import type { FishingSettings } from './settings.ts';

export const fishingAnswers = [
  listVessels,
  listVesselAlerts,
  vesselAlertDetail,
  listVesselEvents,
  listAreas,
  listLicences,
  licenceZones,
  listSeasons,
  vesselPresence,
] as const;
const alertAnswers = [listVesselAlerts, listAlertGroups, vesselAlertDetail, listAreas] as const;
const fleetAnswers = [listVessels] as const;
/** Positions come by the second; the list follows them no faster than people read. */
const fleetEveryMs = 20_000;
const alertsEveryMs = 1_000;

/** Seconds between refreshes by a person's settings; 0 for none. */
export const refreshSecondsOf = ({ autoRefresh, refreshInterval }: FishingSettings): number =>
  autoRefresh ? refreshInterval * 60 : 0;

/** The section's own figures, kept current by interval and by the websocket. */
export function useOverview(settings: FishingSettings) {
  const { role } = useAccount();
  const refetchSeconds = refreshSecondsOf(settings);
  const mayWatch = allows(listVesselAlerts.access, role);
  const fleet = useEndpoint(listVessels, { query: { pageSize: 1 } }, { refetchSeconds });
  const open = useEndpoint(
    listVesselAlerts,
    { query: { state: 'open', pageSize: 1 } },
    { refetchSeconds, enabled: mayWatch },
  );
  const areas = useEndpoint(listAreas, {}, { refetchSeconds, enabled: mayWatch });
  const presence = useEndpoint(vesselPresence, {}, { refetchSeconds });
  return { fleet, open, areas, presence, mayWatch };
}
export type Overview = ReturnType<typeof useOverview>;

/** Alerts as they are raised, and vessels as they report; told in passing only where the person wants it. */
export function useLive(settings: FishingSettings, onOpen: (alertId: string) => void): void {
  const { refresh: refreshAlerts } = useRefreshAll(alertAnswers);
  const { refresh: refreshFleet } = useRefreshAll(fleetAnswers);
  const alertsNow = useGathered(refreshAlerts, alertsEveryMs);
  const fleetNow = useThrottled(refreshFleet, fleetEveryMs);
  useChannel('alerts', {
    onEvent: ({ name, payload }) => {
      alertsNow();
      const { id, rule, description } = payload;
      const isOfVessels = typeof rule === 'string' && typeof description === 'string';
      if (name === 'alert.raised' && isOfVessels && settings.alertsEnabled)
        notify({
          tone: 'warning',
          message: description,
          isNews: true,
          ...(typeof id === 'string' ? { act: { label: fishingTexts.openAlert, run: () => onOpen(id) } } : {}),
        });
    },
    onGap: alertsNow,
  });
  useChannel('vessels', { onEvent: fleetNow, onGap: fleetNow });
}

/** The same call, a moment later and once for all that came meanwhile. */
export function useGathered(call: () => void, afterMs: number): () => void {
  const latest = useRef(call);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    latest.current = call;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, afterMs);
  }, [afterMs]);
}

/** Asks for everything shown again and says how it went. */
export function useRefreshButton() {
  const queries = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    const filters = { type: 'active', predicate: isOurs } as const;
    await queries.invalidateQueries(filters);
    const failed = queries
      .getQueryCache()
      .findAll(filters)
      .some(({ state }) => state.status === 'error' || standsIn(state.data));
    setRunning(false);
    const { notRefreshed, refreshed } = fishingTexts;
    notify(failed ? { tone: 'error', ...notRefreshed } : { tone: 'success', ...refreshed });
  };
  return { run, isRunning };
}

const ourIds = fishingAnswers.map((endpoint) => String(endpointKey(endpoint)[1]));
const isOurs = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
  queryKey[0] === 'endpoint' && ourIds.includes(String(queryKey[1]));
/** A copy that stands in for a failed call counts as none: nothing was refreshed. */
const standsIn = (data: unknown) => (data as { readonly failure?: unknown } | undefined)?.failure !== null;
