import type { HeatTile } from '@kianda/geo';
import type { MapScheme } from '@kianda/viz/map/colours.ts';
import {
  changeScale,
  differences,
  hoursScale,
  paintPair,
  paintValues,
  pairBreaks,
} from '@kianda/viz/map/layers/heat/heat-colours.ts';
import { type HeatBlock, heatMosaic } from '@kianda/viz/map/layers/heat/mosaic.ts';
import { type HeatPeriod, heatSums } from './heat.ts';
import { type TileRequest, tileKey } from './use-heat-tiles.ts';

type HeatMode = 'hours' | 'pair' | 'change';

type PictureInput = {
  readonly block: HeatBlock;
  readonly mode: HeatMode;
  readonly requests: readonly TileRequest[];
  readonly keys: readonly string[];
  readonly interval: 'hour' | 'day';
  /** The arrived tile; null where the server has none, undefined while it has not arrived. */
  readonly tile: (key: string) => HeatTile | null | undefined;
  /** The period before, compared with, and its distance from the present one. */
  readonly before: HeatPeriod;
  readonly shiftMs: number;
  /** The step shown alone; null where the whole period is summed. */
  readonly step: HeatPeriod | null;
  readonly scheme: MapScheme;
};

/** Pixels of the heat map and their scale. */
export function heatPicture(input: PictureInput) {
  const { block, mode, requests, keys, interval, tile, before, shiftMs, step, scheme } = input;
  const mosaics = requests.map((request) => {
    const isBefore = request.period.fromMs === before.fromMs;
    const shift = isBefore ? shiftMs : 0;
    const stretch = step === null ? request.period : { fromMs: step.fromMs - shift, toMs: step.toMs - shift };
    return heatMosaic(block, (x, y) => {
      const key = tileKey({ z: block.z, x, y }, interval, request);
      const arrived = tile(key);
      return arrived === undefined ? null : heatSums(arrived, interval, stretch);
    });
  });
  const [first, second] = mosaics;
  if (first === undefined) return null;
  const isEmpty = mosaics.every(({ values }) => values.every((value) => !(value > 0)));
  // Colours follow the whole period's steps: while it plays, a colour keeps its meaning.
  const steps = step === null ? first.values : keys.flatMap((key) => [...sampleOf(tile(key))]);
  if (mode === 'pair' && second !== undefined) {
    const breaks = pairBreaks(first.values, second.values);
    return {
      mode,
      block,
      pixels: paintPair(first.values, second.values, breaks, scheme),
      breaks,
      mosaics,
      isEmpty,
    } as const;
  }
  if (mode === 'change' && second !== undefined) {
    const values = differences(first.values, second.values);
    const scale = changeScale(step === null ? values : steps, scheme);
    return { mode, block, pixels: paintValues(values, scale), scale, mosaics: [{ block, values }], isEmpty } as const;
  }
  const scale = hoursScale(steps, scheme);
  return { mode: 'hours', block, pixels: paintValues(first.values, scale), scale, mosaics, isEmpty } as const;
}

/** An even sample of a tile's values, of about a thousand. */
function sampleOf(tile: HeatTile | null | undefined): Float32Array {
  if (tile === null || tile === undefined) return new Float32Array();
  const every = Math.max(1, Math.ceil(tile.values.length / 1_000));
  return tile.values.filter((_, at) => at % every === 0);
}
