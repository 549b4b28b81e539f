import { heatOverview } from '@kianda/contract/fleet/vessels/fleet.contract';
import type { MapScheme } from '@kianda/viz/map/colours.ts';
import { heatBlockOf, heatTilesOf } from '@kianda/viz/map/layers/heat/mosaic.ts';
import type { MapSeen } from '@kianda/viz/map/view-probe.tsx';
import { useEffect, useMemo, useRef } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import type { FishingSettings } from '../api/settings.ts';
import type { FishingSearch } from '../search.ts';
import type { TabView } from '../view.ts';
import { type FleetFilter, fleetFilterOf } from './fleet-filter.ts';
import { type HeatFilter, type HeatPeriod, heatFilterOf, heatFilterQuery, heatInterval, heatPeriods } from './heat.ts';
import { heatPicture } from './heat-picture.ts';
import type { MapTime } from './map-view.ts';
import { type TileRequest, tileKey, useHeatTiles } from './use-heat-tiles.ts';

/** The heat map of what is seen: its cells as pixels, their scale, and what they stand for. */
export function useHeat({ search, settings }: TabView, time: MapTime, seen: MapSeen | null, scheme: MapScheme) {
  const mode = search.heat;
  const interval = heatInterval(time.step);
  const { store, ready } = useHeatTiles();
  const block = useBlock(mode === undefined ? null : seen);
  const first = useFilter(search.first, mode === 'pair' ? 'fishing' : 'all');
  const second = useFilter(search.second, 'carrier');
  const { now, before } = usePeriods(time);
  const fleet = useFleetFilter(search, settings);
  const requests = useMemo<readonly TileRequest[]>(() => {
    const filter = heatFilterQuery(first, fleet);
    const present = { filter, period: now };
    if (mode === 'pair') return [present, { filter: heatFilterQuery(second, fleet), period: now }];
    return mode === 'change' ? [present, { filter, period: before }] : [present];
  }, [mode, first, second, fleet, now, before]);
  const keys = useMemo(
    () =>
      block === null
        ? []
        : requests.flatMap((request) =>
            heatTilesOf(block).map(({ x, y }) => tileKey({ z: block.z, x, y }, interval, request)),
          ),
    [block, requests, interval],
  );
  useEffect(() => store.want(keys), [store, keys]);

  const isStepped = search.sum === 'step';
  const { startMs, endMs } = time.frame;
  const shiftMs = now.fromMs - before.fromMs;
  const picture = useMemo(() => {
    if (block === null || mode === undefined || keys.some((key) => !ready.has(key) && store.failure(key) === undefined))
      return null;
    return heatPicture({
      block,
      mode,
      requests,
      keys,
      interval,
      tile: (key) => (ready.has(key) ? (store.get(key) ?? null) : undefined),
      before,
      shiftMs,
      step: isStepped ? { fromMs: startMs, toMs: endMs } : null,
      scheme,
    });
  }, [block, mode, keys, requests, ready, store, interval, before, shiftMs, isStepped, startMs, endMs, scheme]);

  // While the tiles of another view are on their way, the last picture stays where it belongs.
  const last = useRef(picture);
  if (picture !== null) last.current = picture;
  const shown = picture ?? (mode !== undefined && last.current?.mode === mode ? last.current : null);

  const failure = keys.map((key) => store.failure(key)).find((one) => one !== undefined);
  return {
    mode,
    first,
    second,
    isStepped,
    scheme,
    picture: shown,
    isWaiting: mode !== undefined && picture === null && failure === undefined,
    failure: failure ?? null,
    retry: store.retry,
  };
}
export type Heat = ReturnType<typeof useHeat>;

/** The same block while the same tiles are seen. */
function useBlock(seen: MapSeen | null) {
  const block = seen === null ? null : heatBlockOf(seen.bounds, seen.zoom);
  const text = block === null ? '' : JSON.stringify(block);
  return useMemo(() => (text === '' ? null : (JSON.parse(text) as ReturnType<typeof heatBlockOf>)), [text]);
}

/** The same filter while the address says the same. */
function useFleetFilter(search: FishingSearch, settings: FishingSettings): FleetFilter {
  const text = JSON.stringify(fleetFilterOf(search, settings));
  return useMemo(() => JSON.parse(text) as FleetFilter, [text]);
}

function useFilter(text: string | undefined, usual: 'all' | 'fishing' | 'carrier'): HeatFilter {
  return useMemo(() => heatFilterOf(text, usual), [text, usual]);
}

function usePeriods({ frames, period, step }: MapTime) {
  const { now, before } = heatPeriods(frames, period, step);
  const text = JSON.stringify({ now, before });
  return useMemo(() => JSON.parse(text) as { now: HeatPeriod; before: HeatPeriod }, [text]);
}

/** How much there is in each step, for the bar of time, and where the heat map's figures come from. */
export function useActivity(time: MapTime) {
  const { now } = usePeriods(time);
  const overview = useEndpoint(
    heatOverview,
    {
      query: {
        from: new Date(now.fromMs).toISOString(),
        to: new Date(now.toMs).toISOString(),
        interval: heatInterval(time.step),
      },
    },
    { refetchSeconds: 300 },
  );
  const activity = overview.sourced?.value.activity;
  const amounts = useMemo(() => {
    if (activity === undefined) return undefined;
    const values = time.frames.map(() => 0);
    for (const { time: start, hours } of activity) {
      const startMs = Date.parse(start);
      // The first frame begins with the period, in the midst of an hour or a day.
      const at = time.frames.findIndex(({ endMs }) => startMs < endMs);
      if (at >= 0) values[at] = (values[at] ?? 0) + hours;
    }
    return values;
  }, [activity, time.frames]);
  return { overview, amounts };
}
