import { heatOverview, heatTile, type LicenceState } from '@kianda/contract/fleet/vessels/fleet.contract';
import { decodeHeatTile, type HeatTile } from '@kianda/geo';
import type { MapScheme } from '@kianda/viz/map/colours.ts';
import {
  changeScale,
  differences,
  hoursScale,
  paintPair,
  paintValues,
  pairBreaks,
} from '@kianda/viz/map/layers/heat/heat-colours.ts';
import { heatBlockOf, heatMosaic, heatTilesOf } from '@kianda/viz/map/layers/heat/mosaic.ts';
import type { MapSeen } from '@kianda/viz/map/view-probe.tsx';
import { createFrameStore } from '@kianda/viz/timeline/frame-store.ts';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import type { FishingSearch } from '../search.ts';
import { type HeatFilter, type HeatPeriod, heatFilterOf, heatInterval, heatPeriods, heatSums } from './heat.ts';
import type { MapTime } from './map-view.ts';

/** Tiles kept: some screens of them, decoded; about 60 kB each over a month of hours. */
const capacity = 160;
const concurrency = 6;

type Ask = { readonly filter: HeatFilter; readonly period: HeatPeriod };

/** Everything the server must know of a tile, as the store's key. */
const keyOf = (z: number, x: number, y: number, interval: 'hour' | 'day', { filter, period }: Ask): string =>
  JSON.stringify([z, x, y, interval, period.fromMs, period.toMs, filter.type, filter.flag, filter.licence]);

function useTiles() {
  const { client } = useApplication();
  const store = useMemo(
    () =>
      createFrameStore<HeatTile | null>({
        capacity,
        concurrency,
        load: async (key, signal) => {
          const [z, x, y, interval, fromMs, toMs, type, flag, licence] = JSON.parse(key) as [
            number,
            number,
            number,
            'hour' | 'day',
            number,
            number,
            string,
            string | null,
            LicenceState | null,
          ];
          const blob = await client.download(
            heatTile,
            {
              params: { z, x, y },
              query: {
                from: new Date(fromMs).toISOString(),
                to: new Date(toMs).toISOString(),
                interval,
                ...(type === 'all' ? {} : { types: type }),
                ...(flag === null ? {} : { flags: flag }),
                ...(licence === null ? {} : { licence }),
              },
            },
            { signal },
          );
          return blob.size === 0 ? null : decodeHeatTile(new Uint8Array(await blob.arrayBuffer()));
        },
      }),
    [client],
  );
  useEffect(() => () => store.close(), [store]);
  const ready = useSyncExternalStore(store.subscribe, store.ready);
  return { store, ready };
}

/** The heat map of what is seen: its cells as pixels, their scale, and what they stand for. */
export function useHeat(search: FishingSearch, time: MapTime, seen: MapSeen | null, scheme: MapScheme) {
  const mode = search.heat;
  const interval = heatInterval(time.step);
  const { store, ready } = useTiles();
  const block = useBlock(mode === undefined ? null : seen);
  const first = useFilter(search.first, mode === 'pair' ? 'fishing' : 'all');
  const second = useFilter(search.second, 'carrier');
  const { now, before } = usePeriods(time);
  const asks = useMemo<readonly Ask[]>(() => {
    if (mode === 'pair')
      return [
        { filter: first, period: now },
        { filter: second, period: now },
      ];
    return mode === 'change'
      ? [
          { filter: first, period: now },
          { filter: first, period: before },
        ]
      : [{ filter: first, period: now }];
  }, [mode, first, second, now, before]);
  const keys = useMemo(
    () =>
      block === null
        ? []
        : asks.flatMap((ask) => heatTilesOf(block).map(({ x, y }) => keyOf(block.z, x, y, interval, ask))),
    [block, asks, interval],
  );
  useEffect(() => store.want(keys), [store, keys]);

  const isStepped = search.sum === 'step';
  const { startMs, endMs } = time.frame;
  const shiftMs = now.fromMs - before.fromMs;
  const picture = useMemo(() => {
    if (block === null || mode === undefined || keys.some((key) => !ready.has(key) && store.failure(key) === undefined))
      return null;
    const mosaics = asks.map((ask) => {
      const isBefore = ask.period.fromMs === before.fromMs;
      const shift = isBefore ? shiftMs : 0;
      const stretch = isStepped ? { fromMs: startMs - shift, toMs: endMs - shift } : ask.period;
      return heatMosaic(block, (x, y) => {
        const key = keyOf(block.z, x, y, interval, ask);
        return ready.has(key) ? heatSums(store.get(key) ?? null, interval, stretch) : null;
      });
    });
    const [one, other] = mosaics;
    if (one === undefined) return null;
    const isEmpty = mosaics.every(({ values }) => values.every((value) => !(value > 0)));
    // Colours follow the whole period's steps: while it plays, a colour keeps its meaning.
    const steps = isStepped ? keys.flatMap((key) => [...sampleOf(store.get(key))]) : one.values;
    if (mode === 'pair' && other !== undefined) {
      const breaks = pairBreaks(one.values, other.values);
      return {
        mode,
        block,
        pixels: paintPair(one.values, other.values, breaks, scheme),
        breaks,
        mosaics,
        isEmpty,
      } as const;
    }
    if (mode === 'change' && other !== undefined) {
      const values = differences(one.values, other.values);
      const scale = changeScale(isStepped ? steps : values, scheme);
      return { mode, block, pixels: paintValues(values, scale), scale, mosaics: [{ block, values }], isEmpty } as const;
    }
    const scale = hoursScale(steps, scheme);
    return { mode: 'hours', block, pixels: paintValues(one.values, scale), scale, mosaics, isEmpty } as const;
  }, [block, mode, keys, asks, ready, store, interval, before, shiftMs, isStepped, startMs, endMs, scheme]);

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

/** Some of a tile's values, evenly taken. */
function sampleOf(tile: HeatTile | null | undefined): Float32Array {
  if (tile === null || tile === undefined) return new Float32Array();
  const every = Math.max(1, Math.ceil(tile.values.length / 1_000));
  return tile.values.filter((_, at) => at % every === 0);
}

/** The same block while the same tiles are seen. */
function useBlock(seen: MapSeen | null) {
  const block = seen === null ? null : heatBlockOf(seen.bounds, seen.zoom);
  const text = block === null ? '' : JSON.stringify(block);
  return useMemo(() => (text === '' ? null : (JSON.parse(text) as ReturnType<typeof heatBlockOf>)), [text]);
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
