import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyticHierarchy, groupJudgements, judgementsOf } from './ahp.ts';
import { orderedWeightedAverage, topsis, weightedCombination } from './combine.ts';
import { consensusOf } from './consensus.ts';
import { quantifierWeights } from './quantifiers.ts';
import { rankReversals, weightSensitivity } from './sensitivity.ts';
import { standardise } from './standardise.ts';

/** Saaty (1990), Eur. J. Oper. Res. 48:9–26, buying a house: size, transport, neighbourhood, age, yard, facilities, condition, financing. */
const house = judgementsOf(
  8,
  [5, 3, 7, 6, 6, 1 / 3, 1 / 4]
    .concat([1 / 3, 5, 3, 3, 1 / 5, 1 / 7])
    .concat([6, 3, 4, 6, 1 / 5])
    .concat([1 / 3, 1 / 4, 1 / 7, 1 / 8])
    .concat([1 / 2, 1 / 5, 1 / 6])
    .concat([1 / 5, 1 / 6])
    .concat([1 / 2]),
);
/** Saaty (2008), Int. J. Serv. Sci. 1:83–98, what is drunk: coffee, wine, tea, beer, sodas, milk, water. */
const drinks = judgementsOf(
  7,
  [9, 5, 2, 1, 1, 1 / 2]
    .concat([1 / 3, 1 / 9, 1 / 9, 1 / 9, 1 / 9])
    .concat([1 / 3, 1 / 4, 1 / 3, 1 / 9])
    .concat([1 / 2, 1, 1 / 3])
    .concat([2, 1 / 2])
    .concat([1 / 3]),
);
const rounded = (values: ArrayLike<number>, digits = 4) => Array.from(values, (value) => value.toFixed(digits));

describe('the published tables of Saaty', () => {
  test('a house: weights, eigenvalue, consistency, and the judgement that fits least', () => {
    const { value, method, warnings } = analyticHierarchy(house);
    const published = ['0.1730', '0.0540', '0.1881', '0.0175', '0.0310', '0.0363', '0.1668', '0.3332'];
    expect(rounded(value.weights)).toEqual(published);
    expect(value.largestEigenvalue).toBeCloseTo(9.668887, 5);
    expect(value.consistencyIndex).toBeCloseTo(0.23841, 5);
    expect(value.consistencyRatio).toBeCloseTo(0.1691, 4);
    expect(value.worstPair).toMatchObject({ row: 2, column: 6, judgement: 6 });
    expect(value.worstPair?.consistent).toBeCloseTo(1.128, 3);
    expect(warnings).toEqual([{ code: 'inconsistent', count: 1 }]);
    expect(method).toContain('Saaty 1980');
  });

  test('drinks: weights, and a ratio of .022', () => {
    const { value, warnings } = analyticHierarchy(drinks);
    expect(rounded(value.weights)).toEqual(['0.1775', '0.0191', '0.0418', '0.1164', '0.1896', '0.1288', '0.3268']);
    expect(value.consistencyRatio).toBeCloseTo(0.0223, 4);
    expect(warnings).toEqual([]);
    const later = analyticHierarchy(drinks, { randomIndex: 'saaty2008' }).value;
    expect((later.consistencyRatio ?? 0) * 1.35).toBeCloseTo((value.consistencyRatio ?? 0) * 1.32, 12);
  });
});

describe('AHP', () => {
  test('judgements that agree give back their weights, and no worst pair', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 1, maxLength: 10 }), (given) => {
        const matrix = given.map((row) => given.map((column) => row / column));
        const { weights, consistencyRatio, worstPair } = analyticHierarchy(matrix).value;
        const sum = given.reduce((all, one) => all + one, 0);
        expect(weights.every((weight, place) => Math.abs(weight - (given[place] ?? 0) / sum) < 1e-9)).toBe(true);
        expect(weights.reduce((all, weight) => all + weight, 0)).toBeCloseTo(1, 12);
        expect([consistencyRatio, worstPair]).toEqual([expect.closeTo(0, 9), null]);
      }),
    );
  });

  test('a group: two that say opposites agree on equal weights; a weight of 0 is not heard', () => {
    const [one, other] = [judgementsOf(3, [3, 5, 2]), judgementsOf(3, [1 / 3, 1 / 5, 1 / 2])];
    const both = analyticHierarchy(groupJudgements([one, other])).value.weights;
    expect(rounded(both, 9)).toEqual(new Array(3).fill('0.333333333'));
    const first = analyticHierarchy(groupJudgements([one, other], [1, 0])).value.weights;
    expect(rounded(first, 9)).toEqual(rounded(analyticHierarchy(one).value.weights, 9));
    expect(() => groupJudgements([])).toThrow('0 members');
    expect(() => groupJudgements([one, judgementsOf(2, [2])])).toThrow('expected 3');
  });

  test('more criteria than the table has, and matrices that are none', () => {
    const many = analyticHierarchy(judgementsOf(11, new Array<number>(55).fill(1)));
    expect(many.value.consistencyRatio).toBeNull();
    expect(analyticHierarchy([[1]]).value).toMatchObject({ consistencyRatio: 0, worstPair: null });
    expect(() =>
      analyticHierarchy([
        [1, 2],
        [2, 1],
      ]),
    ).toThrow('0–1 is 2 and back 2');
    expect(() => analyticHierarchy([[1, 2]])).toThrow('row 0 has 2');
    expect(() => judgementsOf(4, [1])).toThrow('expected 6');
  });
});

describe('standardisation', () => {
  const values = Float64Array.of(0, 2.5, 5, 10, Number.NaN);

  test.each([
    [{ kind: 'range', sense: 'benefit' }, [0, 0.25, 0.5, 1]],
    [{ kind: 'range', sense: 'cost' }, [1, 0.75, 0.5, 0]],
    [{ kind: 'linear', from: 2.5, to: 7.5 }, [0, 0, 0.5, 1]],
    [{ kind: 'sigmoid', from: 0, to: 10 }, [0, Math.sin(Math.PI / 8) ** 2, 0.5, 1]],
    [{ kind: 'sigmoid', from: 10, to: 0 }, [1, Math.cos(Math.PI / 8) ** 2, 0.5, 0]],
    [{ kind: 'j-shaped', from: 2.5, to: 5 }, [0.2, 0.5, 1, 1]],
    [{ kind: 'j-shaped', from: 7.5, to: 5 }, [1, 1, 1, 0.2]],
    [{ kind: 'trapezoid', points: [0, 5, 6, 8] }, [0, 0.5, 1, 0]],
    [
      {
        kind: 'breaks',
        points: [
          [1, 0.2],
          [4, 0.8],
          [6, 0.4],
        ],
      },
      [0.2, 0.5, 0.6, 0.4],
    ],
  ] as const)('%j', (curve, expected) => {
    const shares = standardise(values, curve);
    expect(rounded(shares.subarray(0, 4), 12)).toEqual(rounded(expected, 12));
    expect(shares[4]).toBeNaN();
  });

  test('no spread is full suitability; curves that are none are refused', () => {
    expect([...standardise(Float32Array.of(3, 3), { kind: 'range', sense: 'cost' })]).toEqual([1, 1]);
    expect(() => standardise(values, { kind: 'linear', from: 1, to: 1 })).toThrow('1–1');
    expect(() =>
      standardise(values, {
        kind: 'breaks',
        points: [
          [1, 0],
          [0, 1],
        ],
      }),
    ).toThrow('point 1');
    expect(() =>
      standardise(values, {
        kind: 'breaks',
        points: [
          [1, 2],
          [3, 1],
        ],
      }),
    ).toThrow('point 0');
  });
});

describe('combination', () => {
  const criteria = [
    Float64Array.of(1, 0.2, 0.5, 0.1),
    Float64Array.of(0, 0.8, 0.5, Number.NaN),
    Float64Array.of(0.5, 0.5, 0.5, 1),
  ];
  const weights = [2, 1, 1];

  test('weighted: Σ w s, with weights that need not add up to 1; what is missing or masked has no score', () => {
    const { value, parameters, warnings } = weightedCombination({ criteria, weights, mask: Uint8Array.of(1, 1, 0, 1) });
    expect(rounded(value.scores, 12)).toEqual(rounded([0.625, 0.425, Number.NaN, Number.NaN], 12));
    expect(parameters.weights).toEqual([0.5, 0.25, 0.25]);
    expect(warnings).toEqual([{ code: 'missing', count: 2 }]);
  });

  test('OWA: between the worst and the best criterion, equal to the weighted one with equal order weights', () => {
    const of = (orderWeights: readonly number[]) =>
      rounded(orderedWeightedAverage({ criteria, weights, orderWeights }).value.scores.subarray(0, 3), 12);
    expect(of([1, 1, 1])).toEqual(rounded(weightedCombination({ criteria, weights }).value.scores.subarray(0, 3), 12));
    expect(of([1, 0, 0])).toEqual(rounded([1, 0.8, 0.5], 12));
    expect(of([0, 0, 1])).toEqual(rounded([0, 0.2, 0.5], 12));
    expect(orderedWeightedAverage({ criteria, weights, orderWeights: [1, 1, 1] }).value.scores[3]).toBeNaN();
  });

  test('TOPSIS: the numbers of NumPy, with a cost among the criteria', () => {
    // By bench/spatial/criteria.py: `4 topsis .1,.4,.3,.2 1,1,1,-1`.
    const cars = [
      Float64Array.of(7, 8, 9, 6),
      Float64Array.of(9, 7, 6, 7),
      Float64Array.of(9, 8, 8, 8),
      Float64Array.of(8, 7, 9, 6),
    ];
    const { scores } = topsis({
      criteria: cars,
      weights: [0.1, 0.4, 0.3, 0.2],
      senses: ['benefit', 'benefit', 'benefit', 'cost'],
    }).value;
    const reference = [0.7426940888613218, 0.40359932972637386, 0.17586998530798234, 0.4414292740495746];
    expect(rounded(scores, 12)).toEqual(rounded(reference, 12));
    expect([...topsis({ criteria: [Float64Array.of(3, 3)], weights: [1] }).value.scores]).toEqual([1, 1]);
    expect(topsis({ criteria: [Float64Array.of(3, Number.NaN, 1)], weights: [1] }).value.scores[1]).toBeNaN();
  });

  test('faults are refused', () => {
    expect(() => weightedCombination({ criteria: [], weights: [] })).toThrow('criteria');
    expect(() => weightedCombination({ criteria: [new Float64Array(2), new Float64Array(3)], weights })).toThrow(
      '3 cells in 1',
    );
    expect(() => weightedCombination({ criteria, weights: [1, -1, 1] })).toThrow('1, -1, 1');
    expect(() => weightedCombination({ criteria, weights, mask: new Uint8Array(1) })).toThrow('mask');
    expect(weightedCombination({ criteria, weights, mask: new Uint8Array(4) }).warnings).toContainEqual({
      code: 'empty',
      count: 1,
    });
  });
});

describe('sensitivity', () => {
  const [a, b] = [Float64Array.of(1, 0.9, 0.1, 0), Float64Array.of(0, 0.2, 0.6, 0.9)];

  test('each weight up and down, the others scaled: by hand', () => {
    const { value } = weightSensitivity({ criteria: [a, b], weights: [0.5, 0.5] }, { change: 0.2, top: 0.25 });
    expect(value?.meanScore).toBeCloseTo(0.4625, 12);
    expect(value?.criteria[0]?.raised.weight).toBeCloseTo(0.6, 12);
    expect(value?.criteria[0]?.raised.meanScore).toBeCloseTo(0.6 * 0.5 + 0.4 * 0.425, 12);
    expect(value?.criteria[1]?.raised.meanScore).toBeCloseTo(value?.criteria[0]?.lowered.meanScore ?? 0, 12);
    const strong = weightSensitivity({ criteria: [a, b], weights: [0.5, 0.5] }, { change: 0.9, top: 0.25 }).value;
    expect([strong?.criteria[0]?.raised.topReplaced, strong?.criteria[1]?.raised.topReplaced]).toEqual([1, 1]);
    expect(weightSensitivity({ criteria: [a], weights: [1] }).value?.criteria[0]?.lowered.meanScore).toBeCloseTo(
      0.5,
      12,
    );
    expect(weightSensitivity({ criteria: [a], weights: [1], mask: new Uint8Array(4) }).value).toBeNull();
  });

  test('an order that turns without a third alternative is named', () => {
    const three = { criteria: [Float64Array.of(8, 3, 5), Float64Array.of(1, 5, 2)], weights: [1, 1] };
    expect(rankReversals(three).value).toEqual([{ removed: 1, better: 0, worse: 2 }]);
    const two = three.criteria.map((criterion) => Float64Array.of(criterion[0] ?? 0, criterion[2] ?? 0));
    const [first = 0, last = 0] = topsis({ criteria: two, weights: [1, 1] }).value.scores;
    expect(first).toBeLessThan(last);
    const one = { criteria: [Float64Array.of(1, 5, 9)], weights: [1] };
    expect(rankReversals(one).value).toEqual([]);
  });
});

describe('consensus of a group', () => {
  test('all alike is 1, each for a criterion of its own with all the weight that the scale allows is 0', () => {
    expect(consensusOf([Float64Array.of(0.7, 0.2, 0.1), Float64Array.of(0.7, 0.2, 0.1)])).toBeCloseTo(1, 12);
    const strict = (own: number) => Float64Array.from({ length: 3 }, (_, place) => (place === own ? 9 : 1) / 11);
    expect(consensusOf([strict(0), strict(1), strict(2)])).toBeCloseTo(0, 12);
    expect(consensusOf([strict(0), strict(1)])).toBeCloseTo(0, 12);
    expect(consensusOf([strict(0)])).toBeNull();
  });

  test('it grows as two come closer', () => {
    const shares = [0.9, 0.7, 0.55].map((first) =>
      consensusOf([Float64Array.of(first, 1 - first), Float64Array.of(1 - first, first)]),
    );
    expect(shares.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(shares);
  });
});

describe('order weights of a quantifier', () => {
  test('at least half of the power 1 are equal, 0 takes the best alone, ∞ the worst alone', () => {
    expect(rounded(quantifierWeights(4, 1), 12)).toEqual(rounded([0.25, 0.25, 0.25, 0.25], 12));
    expect([...quantifierWeights(3, 0)]).toEqual([1, 0, 0]);
    expect([...quantifierWeights(3, Number.POSITIVE_INFINITY)]).toEqual([0, 0, 1]);
    expect(rounded(quantifierWeights(2, 2), 12)).toEqual(rounded([0.25, 0.75], 12));
  });
});
