import { describe, expect, test } from 'vitest';
import { isFormula, isNull, readCoordinate, readDate, readInstant, readNumber } from './cells.ts';

const value = <T>(cell: { value: T } | { problem: string }) => ('value' in cell ? cell.value : null);

describe('numbers', () => {
  test.each([
    ['1.234,5', 'comma', 1234.5],
    ['1.234', 'comma', 1234],
    ['12,50', 'comma', 12.5],
    ['12.5', 'comma', 12.5],
    ['1 234,5', 'comma', 1234.5],
    ['1.234.567', 'comma', 1_234_567],
    ['0', 'comma', 0],
    ['-0,5', 'comma', -0.5],
    ['−3', 'point', -3],
    ['1,234.5', 'point', 1234.5],
    ['1.234', 'point', 1.234],
    ['12,5', 'point', 12.5],
    ['1e3', 'point', 1000],
  ] as const)('%s (%s) is %d', (text, decimal, expected) => {
    expect(value(readNumber(text, decimal))).toBe(expected);
  });
  test.each(['1,2,3', '1.23.456', 'doze', '12 t', '=1+1', '0x10', 'Infinity', '1..2', '--1', ','])(
    '%s is none',
    (text) => {
      expect(value(readNumber(text, 'comma'))).toBeNull();
    },
  );
});

describe('days and instants', () => {
  test.each([
    ['15/07/2026', '2026-07-15'],
    ['5-7-2026', '2026-07-05'],
    ['2026-07-15', '2026-07-15'],
    ['2026-07-15T00:00:00.000Z', '2026-07-15'],
    ['29/02/2024', '2024-02-29'],
  ])('%s', (text, expected) => expect(value(readDate(text))).toBe(expected));
  test.each(['07/15/2026', '31/04/2026', '29/02/2023', '2026-13-01', 'ontem', '15/07/2026 10:00', '45000'])(
    '%s is no day',
    (text) => expect(value(readDate(text))).toBeNull(),
  );
  test.each([
    ['15/07/2026 06:30', '2026-07-15T06:30:00Z'],
    ['2026-07-15T06:30:15Z', '2026-07-15T06:30:15Z'],
    ['2026-07-15 07:30+01:00', '2026-07-15T06:30:00Z'],
    ['15/07/2026', '2026-07-15T00:00:00Z'],
  ])('%s', (text, expected) => expect(value(readInstant(text))).toBe(Date.parse(expected)));
  test.each(['15/07/2026 24:00', '15/07/2026 10h', '06:30'])('%s is no instant', (text) =>
    expect(value(readInstant(text))).toBeNull(),
  );
});

describe('coordinates', () => {
  test.each([
    [`12º20'30"S`, 'latitude', -(12 + 20 / 60 + 30 / 3600)],
    [`13° 14' E`, 'longitude', 13 + 14 / 60],
    ['8,5 O', 'longitude', -8.5],
    ['-12.345', 'latitude', -12.345],
    ['0', 'latitude', 0],
    ['0,0', 'longitude', 0],
    ['13,1234', 'longitude', 13.1234],
    ['.940', 'longitude', 0.94],
  ] as const)('%s', (text, axis, expected) => {
    expect(value(readCoordinate(text, axis, 'comma'))).toBeCloseTo(expected, 9);
  });
  test.each([
    ['91', 'latitude'],
    ['181', 'longitude'],
    ['-12 S', 'latitude'],
    ['12 E', 'latitude'],
    [`12º60'S`, 'latitude'],
    ['', 'latitude'],
  ] as const)('%s is no %s', (text, axis) => expect(value(readCoordinate(text, axis, 'comma'))).toBeNull());
});

test('what institutions write where they have nothing', () => {
  for (const text of ['', '  ', '—', 'n/d', 'N/D', '-']) expect(isNull(text)).toBe(true);
  for (const text of ['0', '0,0', 'não']) expect(isNull(text)).toBe(false);
});

test('formulas are told from negative numbers and dashes', () => {
  for (const text of ['=1+1', '@SUM(A1)', '+cmd|/C calc', '-cmd', '\t=1']) expect(isFormula(text)).toBe(true);
  for (const text of ['-12,5', '- sem redes', '—', 'Namibe', '-.5']) expect(isFormula(text)).toBe(false);
});
