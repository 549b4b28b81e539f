import { analysisTypeNames } from '@kianda/contract/space/spatial/analysis-types';
import { expect, test } from 'vitest';
import { numbersOf, parameterFields, parameterProblems, startingParameters } from './parameter-fields.ts';

test.each(analysisTypeNames)('%s: every parameter has words, and what it begins with is within its bounds', (type) => {
  const fields = parameterFields(type);
  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter(({ label, name }) => label === name)).toEqual([]);
  expect(fields.filter(({ kind, choices }) => kind === 'choice' && choices.length < 2)).toEqual([]);
  expect(parameterProblems(type, startingParameters(type))).toEqual({});
});

test('the specification’s defaults are what the forms begin with', () => {
  expect(startingParameters('buffer')).toMatchObject({ buffer_distance: 5000, zone_type: 'protection' });
  expect(startingParameters('connectivity')).toMatchObject({ max_distance: 10_000 });
  expect(startingParameters('hotspots')).toMatchObject({ analysis_type: 'getis_ord' });
  expect(startingParameters('corridors')).toMatchObject({ algorithm: 'least_cost' });
  expect(startingParameters('mcda')).toMatchObject({ method: 'ahp' });
  expect(startingParameters('proximity')).toMatchObject({ max_distance: 200_000 });
});

test('kinds of fields: choices with their names, numbers, what may be empty, and what is out of bounds', () => {
  const of = (type: 'hotspots' | 'corridors' | 'buffer', name: string) =>
    parameterFields(type).find((field) => field.name === name);
  expect(of('hotspots', 'analysis_type')?.choices[0]).toEqual({ value: 'getis_ord', label: 'Gi* (Getis-Ord)' });
  expect(of('hotspots', 'neighbour_count')).toMatchObject({ kind: 'number', isOptional: false });
  expect(of('hotspots', 'band_distance')).toMatchObject({ kind: 'number', isOptional: true });
  expect(of('corridors', 'neighbours')?.choices.map(({ value }) => value)).toEqual(['4', '8', '16']);
  expect(of('buffer', 'rings')?.kind).toBe('numbers');
  expect(parameterProblems('buffer', { buffer_distance: 0 }).buffer_distance).toContain('Pelo menos 1 m');
  expect(parameterProblems('hotspots', { neighbour_count: 2.5 }).neighbour_count).toContain('Fora dos limites');
});

test('lists of numbers, with decimal commas', () => {
  expect(numbersOf('1000 2500,5; 7')).toEqual([1000, 2500.5, 7]);
  expect(numbersOf('')).toEqual([]);
  expect(numbersOf('mil')).toBeNull();
});
