import { heatTile } from '@kianda/contract/fleet/vessels/fleet.contract';
import { decodeHeatTile, type HeatTile } from '@kianda/geo';
import { createFrameStore } from '@kianda/viz/timeline/frame-store.ts';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import type { fleetFilterQuery } from './fleet-filter.ts';
import type { HeatPeriod } from './heat.ts';

/** Decoded tiles in memory: some screens of them; about 60 kB each over a month of hours. */
const capacity = 160;
const concurrency = 6;

type TileFilter = ReturnType<typeof fleetFilterQuery>;
export type TileRequest = { readonly filter: TileFilter; readonly period: HeatPeriod };

type TileAddress = { readonly z: number; readonly x: number; readonly y: number };

/** Key of a tile in the store: everything the server must know of it. */
export const tileKey = ({ z, x, y }: TileAddress, interval: 'hour' | 'day', { filter, period }: TileRequest): string =>
  JSON.stringify([z, x, y, interval, period.fromMs, period.toMs, filter]);

/** Heat tiles by key, fetched as they are wanted. */
export function useHeatTiles() {
  const { client } = useApplication();
  const store = useMemo(
    () =>
      createFrameStore<HeatTile | null>({
        capacity,
        concurrency,
        load: async (key, signal) => {
          const [z, x, y, interval, fromMs, toMs, filter] = JSON.parse(key) as [
            number,
            number,
            number,
            'hour' | 'day',
            number,
            number,
            TileFilter,
          ];
          const blob = await client.download(
            heatTile,
            {
              params: { z, x, y },
              query: {
                from: new Date(fromMs).toISOString(),
                to: new Date(toMs).toISOString(),
                interval,
                ...filter,
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
