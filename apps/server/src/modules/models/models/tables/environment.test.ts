import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import { expect, test } from 'vitest';
import type { FieldClimate } from '../../../sea/ocean/index.ts';
import { readEnvironment } from './environment.ts';

const grid = { west: 8, south: -18, lonStepDegrees: 2, latStepDegrees: 2, columns: 3, rows: 2 };
const fieldOf = (unit: string, provider: string, fields: number, values: readonly number[]): FieldClimate => ({
  ...{ grid, unit, provider, fields, mean: Float32Array.from(values) },
  ...{ from: new Date('2026-08-01'), to: new Date('2026-08-30'), isSimulated: true },
});
const stored: Partial<Record<FieldVariable, FieldClimate>> = {
  currentEast: fieldOf('m/s', 'Copernicus', 30, [3, 3, 3, 3, 3, 3]),
  currentNorth: fieldOf('m/s', 'Copernicus', 30, [-4, -4, -4, -4, -4, -4]),
  seabedDepth: fieldOf('m', 'NOAA NCEI', 1, [4000, 2000, Number.NaN, 4000, 2000, Number.NaN]),
  nitrate: fieldOf('mmol/m³', 'Copernicus', 30, [1, 5, 20, 1, 5, 20]),
};
const environment = () => readEnvironment({ climate: async (variable) => stored[variable] ?? null });

test('a variable is taken at its place, and says from where: one field, or the mean of many', async () => {
  const { valueAt } = await environment();
  expect(valueAt('seabedDepth', [9, -17])).toEqual({ value: 3000, source: 'campo de NOAA NCEI' });
  expect(valueAt('nitrate', [10, -18])).toEqual({ value: 5, source: 'média de 30 campos de Copernicus' });
  expect(valueAt('currentSpeed', [9, -17])?.value).toBe(5);
  expect(valueAt('ph', [9, -17])).toBeNull();
  expect(valueAt('month', [9, -17])).toBeNull();
});

test('columns are those with a field; the others are missing, each with its reason', async () => {
  const { columnsAt, missing, sources } = await environment();
  expect(columnsAt([[10, -18]]).map(({ name, unit, values }) => [name, unit, values[0]])).toEqual([
    ['currentSpeed', 'm/s', 5],
    ['seabedDepth', 'm', 2000],
    ['nitrate', 'mmol/m³', 5],
  ]);
  expect(missing.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['pH', 'Oxigénio à superfície', 'Distância à costa', 'Fitoplâncton (carbono)']),
  );
  expect(missing.map(({ name }) => name)).not.toContain('Profundidade do fundo');
  expect(new Set(missing.map(({ reason }) => reason))).toEqual(new Set(['Ainda não há campos guardados.']));
  expect(sources.map(({ name }) => name)).toContain('Profundidade do fundo: NOAA NCEI');
});
