import { expect, test } from 'vitest';
import { environmentOf } from '../tables/environment.ts';
import { oldestOf } from './oldest-input.rules.ts';

const field = (name: string, to: string) => {
  const grid = { west: 8, south: -18, columns: 1, rows: 1, lonStepDegrees: 1, latStepDegrees: 1 };
  const dates = { from: new Date('2008-01-01T00:00:00Z'), to: new Date(to) };
  const climate = {
    grid,
    mean: Float32Array.of(1),
    unit: 'm',
    fields: 1,
    provider: 'Ensaio',
    isSimulated: false,
    ...dates,
  };
  return { name, label: name, unit: null, climates: [climate] };
};

test('the age is that of the source that reaches least far; a sea bed surveyed long ago makes nothing old', () => {
  const fields = [
    field('temperature', '2026-11-27T00:00:00Z'),
    field('chlorophyll', '2026-11-20T00:00:00Z'),
    field('seabedDepth', '2009-03-01T00:00:00Z'),
    field('coastDistance', '2009-03-01T00:00:00Z'),
  ];
  expect(oldestOf(environmentOf(fields).sources)).toEqual(new Date('2026-11-20T00:00:00Z'));
  expect(oldestOf(environmentOf(fields.slice(2)).sources)).toBeNull();
});
