import { expect, test } from 'vitest';
import { cellValue, decodeSection, rowsOf, type SectionAnswer, seabedOutlines, spread } from './cells.ts';
import { cursorAt } from './section-drawing.tsx';

const place = (lon: number, distanceKm: number, seabedMeters: number | null) => ({
  ...{ lon, lat: -11, distanceKm, seabedMeters },
});
const answer: SectionAnswer = {
  ...{ quantity: 'temperature', units: '°C', reachKm: 50, isCut: false, reason: null, seabedReason: null },
  period: { from: '2025-08-30T09:00:00Z', to: '2026-08-31T09:00:00Z' },
  positions: [place(9, 0, 500), place(10, 100, null), place(11, 200, 50)],
  depths: [0, 100],
  ...{ encoding: 'int16-base64', scale: 0.5, offset: 10 },
  values: Buffer.from(Int16Array.from([20, 21, 22, 23, -32_768, 25]).buffer).toString('base64'),
  ...{ casts: [], fieldDepthsMeters: [] },
};

test('cells are read by place and depth, and every one of them is a row of the file', () => {
  const cells = decodeSection(answer);
  expect([cellValue(cells, 0, 0), cellValue(cells, 2, 1), cellValue(cells, 1, 1)]).toEqual([20, 22.5, null]);
  expect(rowsOf(cells)).toHaveLength(6);
  expect(rowsOf(cells).slice(2, 4)).toEqual([
    [10, -11, 100, 0, null, 20.5],
    [10, -11, 100, 100, null, null],
  ]);
  expect(() => decodeSection({ ...answer, depths: [0, 50, 100] })).toThrow('expected 18 bytes');
});

test('the bottom is an area below its depths, apart where it is not known, and never deeper than the drawing', () => {
  expect(seabedOutlines(answer)).toEqual(['0,100 0,100 0,100', '100,100 100,50 100,100']);
  expect(seabedOutlines({ ...answer, positions: [place(9, 0, null)] })).toEqual([]);
});

test('a table has both ends of an axis and no more than its rows', () => {
  expect(spread(3, 9)).toEqual([0, 1, 2]);
  expect(spread(120, 5)).toEqual([0, 30, 60, 89, 119]);
});

test('the pointer reads the cell below it, and its edges belong to the last cells', () => {
  expect(cursorAt(0, 0, 4, 2)).toEqual({ column: 0, row: 0 });
  expect(cursorAt(0.5, 0.49, 4, 2)).toEqual({ column: 2, row: 0 });
  expect(cursorAt(1, 1, 4, 2)).toEqual({ column: 3, row: 1 });
  expect(cursorAt(-0.1, 1.2, 4, 2)).toEqual({ column: 0, row: 1 });
});
