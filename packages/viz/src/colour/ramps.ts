import { hexToRgb, oklabToRgb, rgbToOklab } from './oklab.ts';

/**
 * Perceptual ramps by meaning, low to high: thermal (temperature), algae (chlorophyll), haline (salinity), speed
 * (currents, wind), deep (bathymetry), matter (density, effort), balance (anomalies, zero in the middle).
 * Stops of cmocean (Thyng et al. 2016, doi:10.5670/oceanog.2016.66; MIT licence), joined in OKLab.
 */
export const rampStops = {
  thermal: [
    '#032333',
    '#0d3064',
    '#35329b',
    '#5d3e99',
    '#7e4d8f',
    '#9e5987',
    '#c16479',
    '#e17161',
    '#f68b45',
    '#fbad3c',
    '#f6d346',
    '#e7fa5a',
  ],
  algae: [
    '#d6f9cf',
    '#bae4ae',
    '#9cd18f',
    '#7cbf73',
    '#55ae5b',
    '#259d51',
    '#078a4e',
    '#0d7547',
    '#175f3d',
    '#194b31',
    '#173723',
    '#112414',
  ],
  haline: [
    '#29186b',
    '#2a23a0',
    '#0f4799',
    '#125f8e',
    '#267489',
    '#358888',
    '#419d85',
    '#51b27c',
    '#6fc66b',
    '#a0d65b',
    '#d4e170',
    '#fdee99',
  ],
  speed: [
    '#fefccd',
    '#efe19c',
    '#ddc96a',
    '#c2b63b',
    '#9da715',
    '#749905',
    '#4b8a14',
    '#237924',
    '#0b642c',
    '#124e2b',
    '#193822',
    '#172312',
  ],
  deep: [
    '#fdfdcc',
    '#ceecb3',
    '#9cdba5',
    '#6fc9a3',
    '#56b1a3',
    '#4c99a0',
    '#44829b',
    '#3e6c96',
    '#3e528f',
    '#403c73',
    '#362b4d',
    '#271a2c',
  ],
  matter: [
    '#fdedb0',
    '#facd91',
    '#f6ad77',
    '#f08e62',
    '#e76d54',
    '#d85053',
    '#c3385a',
    '#a82860',
    '#8a1d63',
    '#6b185d',
    '#4c1550',
    '#2f0f3d',
  ],
  balance: [
    '#171c42',
    '#293a8f',
    '#0b66bd',
    '#4590b9',
    '#8eb5c2',
    '#d2d8db',
    '#e6d2cc',
    '#d59d89',
    '#c46548',
    '#ac2b24',
    '#780e28',
    '#3c0911',
  ],
} as const;

export type RampName = keyof typeof rampStops;

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
