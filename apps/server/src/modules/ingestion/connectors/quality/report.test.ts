import { expect, test } from 'vitest';
import { scoresOf } from './report.ts';

test('counts of a recommendation stand in groups of three', () => {
  const rule = {
    connectorId: 'obis',
    connectorName: 'OBIS',
    rule: 'depth',
    label: 'Profundidade plausível',
    dimension: 'accuracy',
    evaluated: 41_370,
    failing: 32,
    mostly: 1,
    passed: false,
    samples: [],
    basis: 'stored',
    evaluatedAt: '2026-08-31T09:00:00.000Z',
  } as const;
  const { recommendations } = scoresOf([{ ...rule, samples: [] }], []);
  expect(recommendations.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'OBIS: rever «Profundidade plausível» (32 de 41 370 valores falharam).',
  ]);
});
