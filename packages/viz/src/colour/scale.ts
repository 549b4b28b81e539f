import type { RampName } from '@kianda/contract/core/ramps';
import { rampSize, rampTable } from './ramps.ts';

/** Mapping of a variable's values to colours. `range` in the variable's unit; on a log scale both ends above 0. */
export type ScaleOptions = {
  readonly ramp: RampName;
  readonly range: readonly [low: number, high: number];
  readonly log: boolean;
};

export type ColourScale = ScaleOptions & {
  /** Place of a value between the ends, 0–1, clamped; NaN for a value that is not known. */
  position(value: number): number;
  /** Value at a place between the ends. */
  valueAt(position: number): number;
  /** Index in the ramp's table, or −1 for a value that is not known: transparent. */
  indexOf(value: number): number;
  /** Red, green, blue, alpha, 0–255; all 0 for a value that is not known. */
  rgba(value: number): readonly [number, number, number, number];
  css(value: number): string;
};

/** Colour scale of a variable. Throws on an empty range, or one that includes 0 on a log scale. */
export function createColourScale({ ramp, range, log }: ScaleOptions): ColourScale {
  const [low, high] = range;
  if (!(low < high)) throw new RangeError(`colour scale: expected low < high, received ${low}, ${high}`);
  if (log && low <= 0) throw new RangeError(`colour scale: a log scale needs a low end above 0, received ${low}`);
  const table = rampTable(ramp);
  const start = log ? Math.log(low) : low;
  const span = (log ? Math.log(high) : high) - start;

  const position = (value: number): number => {
    // Chlorophyll below detection is stored as 0 by some processors: it is low, not unknown.
    const place = ((log ? Math.log(Math.max(value, low)) : value) - start) / span;
    return Math.min(1, Math.max(0, place));
  };
  const indexOf = (value: number): number => (Number.isNaN(value) ? -1 : Math.round(position(value) * (rampSize - 1)));
  const rgba = (value: number): readonly [number, number, number, number] => {
    const index = indexOf(value);
    if (index < 0) return [0, 0, 0, 0];
    const [red = 0, green = 0, blue = 0, alpha = 0] = table.subarray(index * 4, index * 4 + 4);
    return [red, green, blue, alpha];
  };
  return {
    ramp,
    range,
    log,
    position,
    valueAt(place) {
      const value = start + place * span;
      return log ? Math.exp(value) : value;
    },
    indexOf,
    rgba,
    css(value) {
      const [red, green, blue, alpha] = rgba(value);
      return alpha === 0 ? 'transparent' : `rgb(${red} ${green} ${blue})`;
    },
  };
}

/** Values to write under a scale, both ends included: round numbers, or 1-2-5 per decade on a log scale. */
export function scaleTicks(scale: ScaleOptions, wanted = 5): readonly number[] {
  const [low, high] = scale.range;
  const { position } = createColourScale(scale);
  const inner = scale.log ? logTicks(low, high) : linearTicks(low, high, wanted);
  // Ticks too near an end would print over it.
  const clear = inner.filter((tick) => position(tick) >= endRoom && position(tick) <= 1 - endRoom);
  const kept =
    clear.length <= wanted ? clear : clear.filter((tick) => !scale.log || Number.isInteger(Math.log10(tick)));
  return [low, ...kept, high];
}

/** Share of the bar that the number at an end needs for itself. */
const endRoom = 0.16;

function linearTicks(low: number, high: number, wanted: number): number[] {
  const rough = (high - low) / wanted;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough) ?? rough;
  const ticks: number[] = [];
  for (let index = Math.ceil(low / step); index * step <= high; index += 1) {
    ticks.push(Number((index * step).toPrecision(12)));
  }
  return ticks;
}

/** 1-2-5 of every decade. */
function logTicks(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const factor of [1, 2, 5]) ticks.push(Number((factor * 10 ** power).toPrecision(12)));
  }
  return ticks.filter((tick) => tick > low && tick < high);
}
