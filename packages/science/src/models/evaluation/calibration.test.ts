import { expect, test } from 'vitest';
import { calibrationOf } from './calibration.ts';
import { classErrors, numberErrors, presenceAicc } from './errors.ts';

// The examples that scikit-learn 1.2 publishes with each function.
test('calibration: Brier 0.0375, logarithmic loss 0.21616, curve of three classes', () => {
  expect(calibrationOf(Float64Array.of(0.1, 0.9, 0.8, 0.3), Uint8Array.of(0, 1, 1, 0)).brier).toBeCloseTo(0.0375, 12);
  expect(calibrationOf(Float64Array.of(0.9, 0.1, 0.2, 0.65), Uint8Array.of(1, 0, 0, 1)).logLoss).toBeCloseTo(
    0.21616,
    5,
  );
  const { curve, ece } = calibrationOf(
    Float64Array.of(0.1, 0.2, 0.3, 0.4, 0.65, 0.7, 0.8, 0.9, 1),
    Uint8Array.of(0, 0, 0, 0, 1, 1, 1, 1, 1),
    3,
  );
  expect(curve.map(({ observed, count }) => [observed, count])).toEqual([
    [0, 3],
    [0.5, 2],
    [1, 4],
  ]);
  for (const [bin, predicted] of [0.2, 0.525, 0.85].entries()) {
    expect(curve[bin]?.predicted).toBeCloseTo(predicted, 12);
  }
  expect(ece).toBeCloseTo((3 * 0.2 + 2 * 0.025 + 4 * 0.15) / 9, 12);
});

test('a certain chance that was wrong costs much and not endlessly; a chance outside 0–1 is refused', () => {
  expect(calibrationOf(Float64Array.of(1), Uint8Array.of(0)).logLoss).toBeCloseTo(34.539, 2);
  expect(() => calibrationOf(Float64Array.of(1.2), Uint8Array.of(0))).toThrow('row 0 is 1.2');
  expect(() => calibrationOf(new Float64Array(0), new Uint8Array(0))).toThrow('received 0 chances');
});

test('numbers: R² 0.9486, mean absolute error 0.5, mean squared error 0.375', () => {
  const errors = numberErrors(Float64Array.of(2.5, 0, 2, 8), Float64Array.of(3, -0.5, 2, 7));
  expect(errors.r2).toBeCloseTo(0.9486081370449679, 12);
  expect(errors.mae).toBe(0.5);
  expect(errors.rmse ** 2).toBeCloseTo(0.375, 12);
  expect(errors.bias).toBe(0.25);
  expect(numberErrors(Float64Array.of(1, 2), Float64Array.of(3, 3)).r2).toBeNull();
  expect(() => numberErrors(Float64Array.of(1), new Float64Array(0))).toThrow('received 1 predicted and 0');
});

test('classes: balanced accuracy 0.625; kappa by hand', () => {
  const errors = classErrors(Int32Array.of(0, 1, 0, 0, 0, 1), Int32Array.of(0, 1, 0, 0, 1, 0), 2);
  expect(errors.balancedAccuracy).toBe(0.625);
  expect(errors.confusion).toEqual([
    [3, 1],
    [1, 1],
  ]);
  // Agreement 4 ⁄ 6, by chance (4·4 + 2·2) ⁄ 36.
  expect(errors.kappa).toBeCloseTo((4 / 6 - 20 / 36) / (1 - 20 / 36), 12);
  expect(() => classErrors(Int32Array.of(2), Int32Array.of(0), 2)).toThrow('row 0');
});

test('AICc by hand, and none where the coefficients are too many', () => {
  const raw = Float64Array.of(0.2, 0.3, 0.1, 0.4, 0.5);
  const logLikelihood = Array.from(raw).reduce((sum, value) => sum + Math.log(value / 2), 0);
  expect(presenceAicc(raw, Float64Array.of(1.5, 0.5), 2)).toBeCloseTo(4 - 2 * logLikelihood + 12 / 2, 12);
  expect(presenceAicc(raw, raw, 4)).toBeNull();
});
