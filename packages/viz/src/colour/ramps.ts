import { type RampName, rampStops } from '@kianda/contract/core/ramps';
import { hexToRgb, oklabToRgb, rgbToOklab } from './oklab.ts';

/** Colours in a table: enough that no step shows, few enough to index with a byte. */
export const rampSize = 256;

const tables = new Map<RampName, Uint8ClampedArray>();

/** The ramp as `rampSize` colours, four bytes each (red, green, blue, 255), low to high. */
export function rampTable(name: RampName): Uint8ClampedArray {
  const known = tables.get(name);
  if (known !== undefined) return known;
  const stops = rampStops[name].map((hex) => rgbToOklab(hexToRgb(hex)));
  const table = new Uint8ClampedArray(rampSize * 4);
  for (let index = 0; index < rampSize; index += 1) {
    const place = (index / (rampSize - 1)) * (stops.length - 1);
    const low = stops[Math.floor(place)];
    const high = stops[Math.ceil(place)];
    if (low === undefined || high === undefined) throw new RangeError(`ramp ${name}: no stop at ${place}`);
    const share = place - Math.floor(place);
    const between = (axis: 0 | 1 | 2) => low[axis] + share * (high[axis] - low[axis]);
    table.set([...oklabToRgb([between(0), between(1), between(2)]), 255], index * 4);
  }
  tables.set(name, table);
  return table;
}

/** CSS gradient of the whole ramp, left to right unless another direction is given. */
export function rampGradient(name: RampName, direction = 'to right'): string {
  return `linear-gradient(${direction}, ${rampStops[name].join(', ')})`;
}
