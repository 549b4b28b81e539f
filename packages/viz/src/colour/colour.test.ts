import { type RampName, rampStops } from '@kianda/contract/core/ramps';
import { describe, expect, it } from 'vitest';
import { hexToRgb, oklabToRgb, rgbToOklab } from './oklab.ts';
import { rampSize, rampTable } from './ramps.ts';
import { createColourScale, scaleTicks } from './scale.ts';

const sequential: readonly RampName[] = ['thermal', 'algae', 'haline', 'speed', 'deep', 'matter'];

function lightnesses(name: RampName): number[] {
  const table = rampTable(name);
  return Array.from({ length: rampSize }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = table.subarray(index * 4);
    return rgbToOklab([red, green, blue])[0];
  });
}

/** Channels are whole numbers: lightness may slip back by the rounding of one of them, never by more. */
const rounding = 0.004;

describe('OKLab', () => {
  it('agrees with the published values and comes back to the same colour', () => {
    expect(rgbToOklab([255, 255, 255])[0]).toBeCloseTo(1, 4);
    const [l, a, b] = rgbToOklab([255, 0, 0]);
    expect([l, a, b].map((value) => Number(value.toFixed(3)))).toEqual([0.628, 0.225, 0.126]);
    for (const hex of Object.values(rampStops).flat())
      expect(oklabToRgb(rgbToOklab(hexToRgb(hex)))).toEqual(hexToRgb(hex));
  });
  it('refuses what is not a colour', () => {
    expect(() => hexToRgb('azul')).toThrow(/received azul/);
  });
});

describe('ramps', () => {
  it.each(sequential)('%s goes one way in lightness, from end to end', (name) => {
    const values = lightnesses(name);
    const first = values[0] ?? 0;
    const last = values.at(-1) ?? 0;
    expect(Math.abs(last - first)).toBeGreaterThan(0.5);
    const direction = Math.sign(last - first);
    values.slice(1).forEach((value, index) => {
      expect(direction * (value - (values[index] ?? 0))).toBeGreaterThan(-rounding);
    });
  });
  it.each(['balance', 'vegetation'] as const)('%s is lightest in the middle and falls towards both ends', (name) => {
    const values = lightnesses(name);
    const lightest = values.indexOf(Math.max(...values));
    expect(Math.abs(lightest - rampSize / 2)).toBeLessThan(rampSize * 0.06);
    values.slice(1).forEach((value, index) => {
      const step = value - (values[index] ?? 0);
      expect(index < lightest ? step : -step).toBeGreaterThan(-rounding);
    });
  });
});

describe('colour scale', () => {
  const sst = createColourScale({ ramp: 'thermal', range: [14, 30], log: false });
  const chlorophyll = createColourScale({ ramp: 'algae', range: [0.05, 20], log: true });

  it('gives the ends of the ramp to the ends of the range and holds them beyond', () => {
    expect(sst.rgba(14)).toEqual([...hexToRgb(rampStops.thermal[0]), 255]);
    expect(sst.rgba(35)).toEqual([...hexToRgb(rampStops.thermal[11]), 255]);
    expect(sst.rgba(-3)).toEqual(sst.rgba(14));
  });
  it('is transparent where the value is not known, and only there', () => {
    expect(sst.rgba(Number.NaN)).toEqual([0, 0, 0, 0]);
    expect(sst.css(Number.NaN)).toBe('transparent');
    expect(createColourScale({ ramp: 'balance', range: [-4, 4], log: false }).rgba(0)[3]).toBe(255);
  });
  it('puts the geometric mean in the middle of a log scale, and 0 at its low end', () => {
    expect(chlorophyll.position(1)).toBeCloseTo(0.5, 6);
    expect(chlorophyll.position(0)).toBe(0);
    expect(chlorophyll.valueAt(chlorophyll.position(3.2))).toBeCloseTo(3.2, 9);
  });
  it('refuses an empty range and a log scale through 0', () => {
    expect(() => createColourScale({ ramp: 'speed', range: [1, 1], log: false })).toThrow(/received 1, 1/);
    expect(() => createColourScale({ ramp: 'algae', range: [0, 1], log: true })).toThrow(/received 0/);
  });
  it('ticks at round numbers with both ends', () => {
    expect(scaleTicks(sst)).toEqual([14, 20, 25, 30]);
    expect(scaleTicks(chlorophyll)).toEqual([0.05, 0.2, 0.5, 1, 2, 5, 20]);
    expect(scaleTicks({ ramp: 'balance', range: [-4, 4], log: false })).toEqual([-4, -2, 0, 2, 4]);
  });
});
