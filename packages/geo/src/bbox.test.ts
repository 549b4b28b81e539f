import { expect, test } from 'vitest';
import {
  bboxCenter,
  bboxContains,
  bboxCovers,
  bboxCrossesAntimeridian,
  bboxIntersection,
  bboxIntersects,
  bboxOfPositions,
  bboxPad,
} from './index.ts';

const box = [8, -18, 14, -4] as const;
const acrossDateLine = [170, -10, -170, 10] as const;

test.each([
  ['its western edge', [8, -10], true],
  ['its southern edge', [10, -18], true],
  ['its eastern edge', [14, -10], true],
  ['its northern edge', [10, -4], true],
  ['west of it', [7.99, -10], false],
  ['south of it', [10, -18.01], false],
  ['east of it', [14.01, -10], false],
  ['north of it', [10, -3.99], false],
] as const)('a box and %s', (_place, position, expected) => expect(bboxContains(box, position)).toBe(expected));

test('a box across the antimeridian holds both its edges, and nothing beyond them', () => {
  expect([170, 180, -180, -170].map((lon) => bboxContains(acrossDateLine, [lon, 0]))).toEqual([true, true, true, true]);
  expect([169.9, -169.9].map((lon) => bboxContains(acrossDateLine, [lon, 0]))).toEqual([false, false]);
  expect(bboxCrossesAntimeridian([10, 0, 10, 1])).toBe(false);
});

test.each([
  ['west', [6, -10, 8, -9], true],
  ['east', [14, -10, 16, -9], true],
  ['south', [9, -20, 10, -18], true],
  ['north', [9, -4, 10, -2], true],
  ['west, apart', [6, -10, 7.9, -9], false],
  ['east, apart', [14.1, -10, 16, -9], false],
  ['south, apart', [9, -20, 10, -18.1], false],
  ['north, apart', [9, -3.9, 10, -2], false],
] as const)('boxes that touch share a point: %s', (_side, other, expected) => {
  expect(bboxIntersects(box, other)).toBe(expected);
  expect(bboxIntersects(other, box)).toBe(expected);
  expect(bboxIntersection(box, other) !== null).toBe(expected);
});

test('a box across the antimeridian meets those on either side of it up to ±180°', () => {
  expect(bboxIntersects(acrossDateLine, [160, 0, 170, 1])).toBe(true);
  expect(bboxIntersects(acrossDateLine, [160, 0, 169.9, 1])).toBe(false);
  expect(bboxIntersects(acrossDateLine, [-170, 0, -160, 1])).toBe(true);
  expect(bboxIntersects(acrossDateLine, [-169.9, 0, -160, 1])).toBe(false);
  expect(bboxIntersects(acrossDateLine, [180, 0, 180, 1])).toBe(true);
  expect(bboxIntersects(acrossDateLine, [-180, 0, -180, 1])).toBe(true);
});

test('covering fails on any one side', () => {
  expect(bboxCovers(box, box)).toBe(true);
  for (const side of [0, 1, 2, 3]) {
    const grown = box.map((edge, index) => (index === side ? edge + (side < 2 ? -0.1 : 0.1) : edge));
    expect(bboxCovers(box, grown as unknown as typeof box)).toBe(false);
  }
});

test('a margin grows every side and stops at the ends of the world', () => {
  expect(bboxPad(box, 0.5)).toEqual([7.5, -18.5, 14.5, -3.5]);
  expect(bboxPad([170, 80, 179, 89], 2)).toEqual([168, 78, 180, 90]);
});

test('the middle of a box, and the box of one position', () => {
  expect(bboxCenter(box)).toEqual([11, -11]);
  expect(bboxCenter([160, 0, -170, 10])).toEqual([175, 5]);
  expect(bboxCenter([170, 0, -160, 10])).toEqual([-175, 5]);
  expect(bboxOfPositions([[13.2, -8.8]])).toEqual([13.2, -8.8, 13.2, -8.8]);
});
