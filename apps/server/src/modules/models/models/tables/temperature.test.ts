import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';
import { horizonDays, lagsAt, temperatureTable } from './temperature.ts';

const dayMs = 86_400_000;
const source = { name: 'ensaio', rows: 0, licence: null, from: new Date(0), to: new Date(0), isSimulated: false };

/** A sea of which no field is stored. */
const emptySea = await readEnvironment({ climate: async () => null });
/** One of which the depth is. */
const deepSea = await readEnvironment({
  climate: async (variable) =>
    variable !== 'seabedDepth'
      ? null
      : {
          grid: { west: 8, south: -18, lonStepDegrees: 6, latStepDegrees: 14, columns: 2, rows: 2 },
          ...{ mean: Float32Array.from([4000, 1000, 4000, 1000]), unit: 'm', fields: 1, provider: 'ensaio' },
          ...{ from: new Date(0), to: new Date(0), isSimulated: false },
        },
});

test('nothing of a later day is read: whatever comes after, the inputs of a day stay', () => {
  const value = fc.double({ min: 10, max: 30, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 20, maxLength: 40 }),
      fc.array(value, { minLength: 1, maxLength: 9 }),
      (before, after) => {
        const days = (values: readonly number[]) => new Map(values.map((one, day) => [day, Float32Array.from([one])]));
        const today = new Date((before.length - 1) * dayMs);
        const known = lagsAt(days(before), today, 0);
        expect(lagsAt(days([...before, ...after]), today, 0)).toEqual(known);
        expect(known?.today).toBe(Math.fround(before.at(-1) ?? 0));
      },
    ),
  );
});

test('the target is that of the same place, the horizon later', () => {
  const days = Array.from({ length: 40 }, (_, day) => ({
    day: new Date(day * dayMs),
    values: Float32Array.from([20 + day, 10 + day]),
  }));
  const cells = [
    [10, -9],
    [12, -15],
  ] as const;
  const table = temperatureTable({ cells, days, source }, emptySea);
  const today = table.columns.find(({ name }) => name === 'today')?.values ?? new Float64Array(0);
  expect(today.length).toBe(2 * (40 - horizonDays));
  expect(table.target.values.every((later, row) => later - (today[row] ?? 0) === horizonDays)).toBe(true);
});

test('the depth of a place is a column where it is known, and left out with its reason where not', () => {
  const days = Array.from({ length: 40 }, (_, day) => ({
    day: new Date(day * dayMs),
    values: Float32Array.from([20]),
  }));
  const daily = { cells: [[11, -9] as const], days, source };
  const known = temperatureTable(daily, deepSea);
  expect(known.leftOut).toEqual([]);
  expect(known.columns.find(({ name }) => name === 'seabedDepth')?.values[0]).toBe(2500);
  const unknown = temperatureTable(daily, emptySea);
  expect(unknown.columns.some(({ name }) => name === 'seabedDepth')).toBe(false);
  expect(unknown.leftOut).toEqual([{ name: 'Profundidade do fundo', reason: 'Ainda não há campos guardados.' }]);
});

test('too few days are refused, with what to do', () => {
  expect(() => temperatureTable(null, emptySea)).toThrow(
    'Há 0 dias de temperatura guardados, e são precisos 30 para treinar.',
  );
});
