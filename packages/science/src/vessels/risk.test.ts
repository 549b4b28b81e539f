import { expect, test } from 'vitest';
import { assessRisk, type RiskFacts } from './risk.ts';

const clear: RiskFacts = {
  alerts: { high: 0, medium: 0, low: 0 },
  flagContradicts: false,
  gearContradicts: false,
  licence: 'valid',
};
const of = (over: Partial<RiskFacts>) => assessRisk({ ...clear, ...over });

test('nothing against it is no points, and what nobody can tell is said, not counted', () => {
  expect(of({})).toEqual({ score: 0, level: 'none', reasons: [], unknown: [] });
  expect(assessRisk({ alerts: null, flagContradicts: null, gearContradicts: null, licence: null })).toEqual({
    score: 0,
    level: 'none',
    reasons: [],
    unknown: ['alerts', 'flagContradicts', 'gearContradicts', 'licence'],
  });
});

test('each reason has its points, the gravest first, and they are the score', () => {
  const risk = of({ alerts: { high: 1, medium: 2, low: 0 }, flagContradicts: true, licence: 'suspended' });
  expect(risk.reasons).toEqual([
    { signal: 'licence_suspended', count: 1, points: 25 },
    { signal: 'high_alerts', count: 1, points: 20 },
    { signal: 'flag', count: 1, points: 20 },
    { signal: 'medium_alerts', count: 2, points: 16 },
  ]);
  expect([risk.score, risk.level]).toEqual([81, 'high']);
});

test('many of a kind come to no more than its most, and all together to a hundred', () => {
  expect(of({ alerts: { high: 0, medium: 0, low: 99 } })).toMatchObject({ score: 6, level: 'low' });
  expect(of({ alerts: { high: 9, medium: 9, low: 9 }, flagContradicts: true })).toMatchObject({ score: 100 });
});

test.each<[Partial<RiskFacts>, string]>([
  [{ licence: 'lapsed' }, 'low'],
  [{ flagContradicts: true }, 'medium'],
  [{ flagContradicts: true, gearContradicts: true }, 'medium'],
  [{ licence: 'suspended', alerts: { high: 1, medium: 0, low: 2 } }, 'medium'],
  [{ licence: 'suspended', alerts: { high: 1, medium: 0, low: 3 } }, 'high'],
])('%j is %s', (facts, level) => {
  expect(of(facts).level).toBe(level);
});
