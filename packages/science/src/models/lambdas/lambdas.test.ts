import { describe, expect, test } from 'vitest';
import { LambdasFault, predictLambdas, readLambdas } from './lambdas.ts';

/** Every kind of term once; numbers chosen so that each can be worked by hand. */
const written = `sst, 1.0, 10.0, 30.0
depth, 0.0, 0.0, 1000.0
sst^2, -0.5, 100.0, 900.0
depth*sst, 2.0, 0.0, 30000.0
(250.0<depth), 0.25, 0.0, 1.0
'sst, 0.8, 20.0, 30.0
\`sst, -0.4, 10.0, 15.0
(bottom=3.0), 0.6, 0.0, 1.0
linearPredictorNormalizer, 1.5
densityNormalizer, 40.0
numBackgroundPoints, 100
entropy, 4.0
`;
const model = readLambdas(written);
const column = (name: string, ...values: number[]) => ({
  ...{ name, kind: 'continuous' as const, values: Float64Array.from(values) },
});

describe('a lambdas file of maxent.jar', () => {
  test('its variables, with the range of training and those that are categories', () => {
    expect(model.variables).toEqual([
      { name: 'sst', isCategory: false, min: 10, max: 30 },
      { name: 'depth', isCategory: false, min: 0, max: 1000 },
      { name: 'bottom', isCategory: true, min: null, max: null },
    ]);
    expect(model.backgroundPoints).toBe(100);
  });

  test('gives the numbers worked by hand', () => {
    const columns = [column('sst', 25, 12), column('depth', 300, 100), column('bottom', 3, 1)];
    // 25°: 1·0.75 − 0.5·(625 − 100)/800 + 2·7500/30000 + 0.25 + 0.8·0.5 − 0 + 0.6 − 1.5
    const first = 0.75 - 0.5 * 0.65625 + 0.5 + 0.25 + 0.4 + 0.6 - 1.5;
    // 12°: 1·0.1 − 0.5·(144 − 100)/800 + 2·1200/30000 + 0 + 0 − 0.4·(1 − 0.4) + 0 − 1.5
    const second = 0.1 - 0.5 * 0.055 + 0.08 - 0.24 - 1.5;
    expect(first).toBeCloseTo(0.671875, 12);
    expect(second).toBeCloseTo(-1.5875, 12);
    const raws = [first, second].map((score) => Math.exp(score) / 40);
    expect(predictLambdas(model, columns, 'raw')).toEqual(Float64Array.from(raws));
    expect(raws[0]).toBeCloseTo(0.0489476, 6);
    const [logistic] = predictLambdas(model, columns, 'logistic');
    expect(logistic).toBeCloseTo(0.7277, 4);
    expect(predictLambdas(model, columns)[0]).toBeCloseTo(1 - Math.exp(-2.67245), 5);
  });

  test('beyond the training a variable stays at its end, and a missing one gives nothing', () => {
    const at = (sst: number, depth: number) =>
      predictLambdas(model, [column('sst', sst), column('depth', depth), column('bottom', 1)])[0];
    expect(at(45, 5000)).toBe(at(30, 1000));
    expect(at(-3, 10)).toBe(at(10, 10));
    expect(at(Number.NaN, 10)).toBeNaN();
    expect(() => predictLambdas(model, [column('sst', 1)])).toThrow('no column depth');
  });

  test.each([
    ['a line with too few fields', 'sst, 1.0, 10.0\n', 1, 'fields'],
    ['a word for a number', 'sst, um, 10, 30\n', 1, 'number'],
    ['a number without end', 'sst, 1e999, 10, 30\n', 1, 'number'],
    ['a feature that there is not', 'sst, 1, 10, 30\nexp(sst), 1, 0, 1\n', 2, 'feature'],
    ['a range the wrong way round', 'sst, 1, 30, 10\n', 1, 'range'],
    ['the same feature twice', 'sst, 1, 0, 1\nsst, 2, 0, 1\n', 2, 'repeated'],
    ['no normaliser', 'sst, 1, 10, 30\nentropy, 4\n', 3, 'no-normaliser'],
    ['nothing at all', '', 1, 'no-terms'],
    ['a flood of terms', Array.from({ length: 20_001 }, (_, at) => `v${at}, 1, 0, 1`).join('\n'), 20_001, 'too-many'],
  ])('is refused with its line for %s', (_, text, line, reason) => {
    let fault: unknown;
    try {
      readLambdas(text);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(LambdasFault);
    expect(fault).toMatchObject({ line, reason });
  });
});
