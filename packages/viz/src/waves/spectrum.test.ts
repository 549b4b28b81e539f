import { seededRandom } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import {
  elevationAt,
  heightOf,
  horizontalShare,
  jonswapShape,
  peakPeriodOf,
  type SeaState,
  sampleSea,
  waveNumber,
} from './spectrum.ts';

const sea = (part: Partial<SeaState> = {}): SeaState => ({
  heightM: 1.35,
  meanPeriodS: 9.4,
  fromDegrees: 200,
  spread: 10,
  depthM: 1874,
  ...part,
});

/** Four standard deviations of the elevation at many places and times, m. */
function drawnHeight(state: SeaState, count: number): number {
  const waves = sampleSea(state, count, seededRandom('mar'));
  const place = seededRandom('lugares');
  let [sum, squares] = [0, 0];
  const samples = 20_000;
  for (let index = 0; index < samples; index += 1) {
    const height = elevationAt(waves, place() * 50_000, place() * 50_000, place() * 20_000);
    sum += height;
    squares += height ** 2;
  }
  return 4 * Math.sqrt(squares / samples - (sum / samples) ** 2);
}

describe('the drawn sea is as high as the measured one', () => {
  test.each([0.3, 1.35, 3.8, 9])('%d m', (heightM) => {
    // The sum's variance is exact; its estimate from 20 000 places has a standard error of 0.5 %.
    expect(heightOf(sampleSea(sea({ heightM }), 40, seededRandom('a')))).toBeCloseTo(heightM, 9);
    expect(Math.abs(drawnHeight(sea({ heightM }), 40) / heightM - 1)).toBeLessThan(0.02);
  });

  test('whatever the number of waves, the depth and the spread', () => {
    for (const count of [16, 28, 40]) {
      expect(Math.abs(drawnHeight(sea({ depthM: 8, spread: 25 }), count) / 1.35 - 1)).toBeLessThan(0.02);
    }
  });
});

test('its mean period is the measured one, and the peak is at 1.2 of it, as JONSWAP with γ = 3.3 has it', () => {
  const waves = sampleSea(sea(), 400, seededRandom('b'));
  const meanOmega = waves.reduce((sum, { omega }) => sum + omega, 0) / waves.length;
  expect((2 * Math.PI) / meanOmega).toBeCloseTo(9.4, 1);
  // Published: Tm01 = 0.834 Tp (DNV-RP-C205), here without the tail beyond 3.2 times the peak.
  expect(9.4 / peakPeriodOf(9.4)).toBeGreaterThan(0.825);
  expect(9.4 / peakPeriodOf(9.4)).toBeLessThan(0.855);
  expect(jonswapShape(1)).toBeGreaterThan(jonswapShape(0.95));
  expect(jonswapShape(1)).toBeGreaterThan(jonswapShape(1.05));
});

test('waves from south-south-west run to north-north-east, spread about it', () => {
  const waves = sampleSea(sea({ fromDegrees: 200 }), 200, seededRandom('c'));
  const [east, north] = waves.reduce(
    ([x, y], wave) => {
      const k = Math.hypot(wave.east, wave.north);
      return [x + wave.east / k, y + wave.north / k];
    },
    [0, 0] as [number, number],
  );
  expect((Math.atan2(east, north) * 180) / Math.PI).toBeCloseTo(20, 0);
  // The mean vector of cos²ˢ(θ/2) is s/(s + 1) long.
  expect(Math.hypot(east, north) / 200).toBeCloseTo(10 / 11, 1);
});

test('dispersion: deep and shallow limits, and one tabled value between them', () => {
  expect(waveNumber(1, null)).toBeCloseTo(1 / 9.81, 9);
  // k = ω/√(g h) where the depth is a small part of the length.
  expect(waveNumber(0.05, 5) / (0.05 / Math.sqrt(9.81 * 5))).toBeCloseTo(1, 3);
  const k = waveNumber((2 * Math.PI) / 10, 10);
  expect((2 * Math.PI) / k).toBeCloseTo(92.4, 0);
});

test('no crest folds over, and a calm has no waves', () => {
  const steep = sampleSea(sea({ heightM: 12, meanPeriodS: 5 }), 40, seededRandom('d'));
  const share = horizontalShare(steep);
  expect(share).toBeLessThan(1);
  expect(share * steep.reduce((sum, w) => sum + w.amplitudeM * Math.hypot(w.east, w.north), 0)).toBeLessThan(0.801);
  expect(horizontalShare(sampleSea(sea(), 40, seededRandom('d')))).toBe(1);
  expect(sampleSea(sea({ heightM: 0 }), 40, seededRandom('e'))).toEqual([]);
});
