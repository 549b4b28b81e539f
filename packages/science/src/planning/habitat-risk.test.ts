import { describe, expect, test } from 'vitest';
import { euclideanRisk, highestRisk, ratingByRank, riskClass, riskScore } from './habitat-risk.ts';

describe('exposure and consequence', () => {
  test('a mean of ratings, each divided by the quality of its data and by its weight', () => {
    // By hand: (3/(1·1) + 1/(2·2)) / (1/(1·1) + 1/(2·2)) = 3.25 / 1.25.
    const criteria = [
      { rating: 3, quality: 1, weight: 1 },
      { rating: 1, quality: 2, weight: 2 },
    ];
    expect(riskScore(criteria)).toBeCloseTo(2.6, 12);
    expect(riskScore([...criteria, { rating: 0, quality: 1, weight: 1 }])).toBeCloseTo(2.6, 12);
    expect(riskScore([{ rating: 0, quality: 1, weight: 1 }])).toBeNull();
  });

  test('the risk is the distance from the least of both', () => {
    expect(euclideanRisk(1, 1)).toBe(0);
    expect(euclideanRisk(2.6, 2)).toBeCloseTo(Math.sqrt(1.6 ** 2 + 1), 12);
    expect(highestRisk).toBeCloseTo(Math.sqrt(8), 12);
    expect(euclideanRisk(null, 3)).toBe(0);
  });

  test('classes are thirds of the greatest risk, of one stressor or of several', () => {
    expect([0.94, 0.95, 1.88, 1.89].map((risk) => riskClass(risk))).toEqual(['low', 'medium', 'medium', 'high']);
    expect(riskClass(1.89, 2)).toBe('medium');
  });
});

test('a rating tells the third that a value lies in; nought and a gap have none', () => {
  const values = [1, 2, 3, 4, 5, 6];
  expect([1, 2, 3, 4, 5, 6].map((value) => ratingByRank(values, value))).toEqual([1, 1, 2, 2, 3, 3]);
  expect([0, Number.NaN].map((value) => ratingByRank(values, value))).toEqual([0, 0]);
});
