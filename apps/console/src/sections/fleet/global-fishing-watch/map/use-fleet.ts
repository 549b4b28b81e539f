import { fleetAt } from '@kianda/contract/fleet/vessels/fleet.contract';
import { useMemo } from 'react';
import { useChannel } from '../../../../client/use-channel.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import { useGathered } from '../api/use-fishing.ts';
import type { TabView } from '../view.ts';
import { fleetOf } from './fleet.ts';
import { fleetFilterOf, fleetFilterQuery } from './fleet-filter.ts';
import type { MapTime } from './map-view.ts';

/** Symbols that a screen can tell apart; the server says how many more there are. */
const mostVessels = 10_000;
/** A position a day old is the last that still says something of where a vessel is. */
const windowHours = 24;
/** New positions are shown together: quickly for a fleet, less so for an ocean of ships. */
const soonMs = 2_000;
const laterMs = 10_000;
const manyVessels = 3_000;

/** The fleet at the moment shown, live where that is now, with the next step fetched ahead while playing. */
export function useFleet({ search, settings }: TabView, time: MapTime, isPlaying: boolean) {
  const fleetFilter = fleetFilterOf(search, settings);
  const { types } = fleetFilter;
  const filter = { windowHours, limit: mostVessels, ...fleetFilterQuery(fleetFilter) };
  const queryAt = (timeMs: number) => ({ query: { ...filter, at: new Date(timeMs).toISOString() } });
  const asked = useEndpoint(fleetAt, time.isLive ? { query: filter } : queryAt(time.atMs), {
    refetchSeconds: time.isLive ? 30 : 0,
  });
  const following = time.frames[time.index + 1];
  const next = useEndpoint(fleetAt, queryAt(following?.endMs ?? time.atMs), {
    refetchSeconds: 0,
    enabled: isPlaying && following !== undefined,
  });
  const kept = usePreviousWhileLoading(asked);
  const value = kept.sourced?.value;
  const vessels = useMemo(() => (value === undefined ? [] : fleetOf(value)), [value]);

  const refresh = useGathered(
    () => {
      if (time.isLive) asked.refresh();
    },
    vessels.length > manyVessels ? laterMs : soonMs,
  );
  useChannel('vessels', { onEvent: refresh, onGap: refresh });

  return {
    vessels,
    types,
    result: kept,
    total: value?.total ?? 0,
    isTruncated: value?.truncated ?? false,
    isWaiting: asked.sourced === undefined && asked.error === null,
    isNextReady: following === undefined || next.sourced !== undefined || next.error !== null,
  };
}
export type Fleet = ReturnType<typeof useFleet>;
