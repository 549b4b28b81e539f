import { expect, test } from 'vitest';
import { bboxToRing, clipLine, clipRing, type Position, ringAreaSquareMeters } from './index.ts';

const box = [0, 0, 10, 10] as const;

test('a ring that lies in the box, its edges included, comes back as it is', () => {
  const corners = new Set(bboxToRing(box).map(String));
  const whole = clipRing(bboxToRing(box), box);
  expect(whole.at(-1)).toEqual(whole[0]);
  expect(whole).toHaveLength(5);
  expect(new Set(whole.map(String))).toEqual(corners);
});

test.each([
  ['west', [-5, 2, 3, 8], [0, 2, 3, 8]],
  ['south', [2, -5, 8, 3], [2, 0, 8, 3]],
  ['east', [7, 2, 15, 8], [7, 2, 10, 8]],
  ['north', [2, 7, 8, 15], [2, 7, 8, 10]],
] as const)('a ring is cut at the %s edge', (_edge, ring, expected) => {
  const clipped = clipRing(bboxToRing(ring), box);
  expect(new Set(clipped.map(String))).toEqual(new Set(bboxToRing(expected).map(String)));
  expect(ringAreaSquareMeters(clipped)).toBeCloseTo(ringAreaSquareMeters(bboxToRing(expected)), 3);
});

test('a slanted edge is cut where it crosses, a triangle stays a triangle', () => {
  const triangle: Position[] = [
    [-4, 5],
    [4, 1],
    [4, 9],
    [-4, 5],
  ];
  const clipped = clipRing(triangle, box);
  expect(clipped).toContainEqual([0, 3]);
  expect(clipped).toContainEqual([0, 7]);
  expect(clipped).toHaveLength(5);
  const inside: Position[] = [
    [1, 1],
    [2, 1],
    [1, 2],
    [1, 1],
  ];
  expect(clipRing(inside, box)).toHaveLength(4);
});

test('nothing is left of a ring outside the box, nor of an empty one', () => {
  expect(clipRing(bboxToRing([11, 0, 12, 10]), box)).toEqual([]);
  expect(clipRing([], box)).toEqual([]);
});

test('a line that leaves the box and returns is two runs; a single point is none', () => {
  const line: Position[] = [
    [-1, 5],
    [0, 0],
    [10, 10],
    [11, 5],
    [12, 5],
    [5, -1],
    [0, 10],
    [10, 0],
    [5, 5],
    [5, 11],
    [5, 9],
  ];
  expect(clipLine(line, box)).toEqual([
    [
      [0, 0],
      [10, 10],
    ],
    [
      [0, 10],
      [10, 0],
      [5, 5],
    ],
  ]);
  expect(clipLine([], box)).toEqual([]);
});
