import { expect, test } from 'vitest';
import {
  gradientNoise3,
  gridOfBbox,
  hash32,
  hashUnit,
  mix32,
  sampleBilinear,
  seededRandom,
  valueNoise1,
  valueNoise2,
  valueNoise3,
} from './index.ts';

const places = Array.from(
  { length: 400 },
  (_, index) => [index * 0.37 - 60, index * 0.83 - 90, index * 0.19 - 30] as const,
);
const sum = (value: (x: number, y: number, z: number) => number) =>
  places.reduce((total, [x, y, z], index) => total + value(x, y, z) * (1 + index / 100), 0);

test('noise has the same values on every machine, or the simulated ocean would be another one', () => {
  const sums = [
    sum((x) => valueNoise1(7, x)),
    sum((x, y) => valueNoise2(7, x, y)),
    sum((x, y, z) => valueNoise3(7, x, y, z)),
    sum((x, y, z) => gradientNoise3(7, x, y, z)),
  ];
  expect(sums).toEqual(
    [63.741494677711, -43.745618962781, -43.912217435534, 0.650834415746].map((value) => expect.closeTo(value, 9)),
  );
});

test('so have the hashes of whole numbers, fractions and texts, and what follows from a seed', () => {
  expect([
    mix32(1),
    hash32(0),
    hash32(-0x80000000),
    hash32(0x7fffffff),
    hash32(0x80000000),
    hash32(-0x80000001),
    hash32(0.5),
    hash32('Luanda'),
    hash32(),
  ]).toEqual([
    2261973619, 1280590307, 923289084, 3447220642, 1424698604, 1387533277, 407692067, 3500377597, 2654435769,
  ]);
  expect(hashUnit('Luanda')).toBe(hash32('Luanda') / 2 ** 32);
  const random = seededRandom('Luanda');
  expect([random() * 2 ** 32, random() * 2 ** 32]).toEqual([139_726_695, 314_536_111]);
});

test('a grid of one point, row or column gives its values on its points only', () => {
  const point = gridOfBbox([3, 4, 3, 4], 1);
  expect(sampleBilinear(point, Float32Array.of(7), [3, 4])).toBe(7);
  expect(sampleBilinear(point, Float32Array.of(7), [3.1, 4])).toBeNaN();
  const row = gridOfBbox([0, 0, 2, 0], 1);
  expect(sampleBilinear(row, Float32Array.of(1, 2, 4), [1.5, 0])).toBe(3);
  expect(sampleBilinear(row, Float32Array.of(1, 2, 4), [-0.1, 0])).toBeNaN();
  expect(sampleBilinear(row, Float32Array.of(1, 2, 4), [0, -0.1])).toBeNaN();
  const missing = Float32Array.of(Number.NaN, Number.NaN, 4);
  expect([sampleBilinear(row, missing, [0.5, 0]), sampleBilinear(row, missing, [1.25, 0])]).toEqual([Number.NaN, 4]);
});
