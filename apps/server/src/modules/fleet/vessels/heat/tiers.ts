import { type HeatInterval, heatCellZoom, heatFrameOf, heatFrameStartMs } from '@kianda/geo';

/**
 * Grids in which presence is kept: cells of zoom `cellZoom`, blocks of the 128 × 128 of them in a tile of `partZoom`.
 * Each serves the tiles down to `deepest` from few blocks, whatever the zoom.
 */
export type Tier = {
  readonly id: number;
  readonly deepest: number;
  readonly cellZoom: number;
  readonly partZoom: number;
};

export const tiers: readonly Tier[] = [
  { id: 0, deepest: 4, cellZoom: 10, partZoom: 3 },
  { id: 1, deepest: 7, cellZoom: 13, partZoom: 6 },
  { id: 2, deepest: 10, cellZoom: 16, partZoom: 9 },
];

/** Zoom of the finest cells, in which positions are counted. */
export const finestZoom = 16;
/** Bits of a cell's number within its part. */
export const partBits = 14;

/** Whole frames of an interval, how long each lasts, and units of presence: a frame's must fit 16 bits. */
export const intervals = {
  hour: { table: 'vessels.heat_hours', secondsPerUnit: 1, coarser: 'day' },
  day: { table: 'vessels.heat_days', secondsPerUnit: 2, coarser: 'month' },
  month: { table: 'vessels.heat_months', secondsPerUnit: 60, coarser: null },
} as const satisfies Record<HeatInterval, { table: string; secondsPerUnit: number; coarser: HeatInterval | null }>;

export const finerOf = { day: 'hour', month: 'day' } as const;

/** Start of the frame that holds an instant, and of the one after. */
export function frameSpan(interval: HeatInterval, timeMs: number): { fromMs: number; toMs: number } {
  const frame = heatFrameOf(interval, timeMs);
  return { fromMs: heatFrameStartMs(interval, frame), toMs: heatFrameStartMs(interval, frame + 1) };
}

/** The grid for a tile's zoom. */
export function tierOf(zoom: number): Tier {
  const tier = tiers.find(({ deepest }) => zoom <= deepest);
  if (tier === undefined) throw new RangeError(`heat tile: expected a zoom of at most 10, received ${zoom}`);
  return tier;
}

/** Bits by which a tier's cell numbers are longer than those of the cells of a tile. */
export const cellShift = (tier: Tier, zoom: number): number => 2 * (tier.cellZoom - zoom - heatCellZoom);

/** Differences for all zooms that a tier serves, finest first. */
export function shiftsOf(tier: Tier): readonly number[] {
  const coarser = tiers[tier.id - 1];
  const zooms = tier.deepest - (coarser?.deepest ?? -1);
  return Array.from({ length: zooms }, (_, index) => 2 * index);
}
