import fc from 'fast-check';
import { expect, test } from 'vitest';
import { horizonDays, lagsAt, temperatureTable } from './temperature.ts';

const dayMs = 86_400_000;
const source = { name: 'ensaio', rows: 0, licence: null, from: new Date(0), to: new Date(0), isSimulated: false };

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
  const table = temperatureTable({
    cells: [
      [10, -9],
      [12, -15],
    ],
    days,
    source,
  });
  const today = table.columns.find(({ name }) => name === 'today')?.values ?? new Float64Array(0);
  expect(today.length).toBe(2 * (40 - horizonDays));
  expect(table.target.values.every((later, row) => later - (today[row] ?? 0) === horizonDays)).toBe(true);
});

test('too few days are refused, with what to do', () => {
  expect(() => temperatureTable(null)).toThrow('Há 0 dias de temperatura guardados, e são precisos 30 para treinar.');
});
