import type { Field } from '@kianda/viz/field/decode.ts';
import { expect, test } from 'vitest';
import { newCriterion } from './plan.rules.ts';
import {
  bestSites,
  curveAlong,
  curveProblem,
  histogramOf,
  knownCount,
  ranksOf,
  scenariosOf,
  seaCellsOf,
  siteReversals,
  taskOf,
  valuesAt,
} from './scenario.rules.ts';

const area = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [10, -10],
      [11, -10],
      [11, -9],
      [10, -9],
      [10, -10],
    ] as [number, number][],
  ],
};
/** Values that grow eastwards from 0 to 10. */
const eastward: Field = {
  grid: { west: 10, south: -10, lonStepDegrees: 1, latStepDegrees: 1, columns: 2, rows: 2 },
  values: Float32Array.of(0, 10, 0, 10),
};
const sea = seaCellsOf([area]);
if (sea === null) throw new Error('no sea');
const values = valuesAt(sea, eastward);
const criterion = {
  ...newCriterion({ kind: 'field', variable: 'salinity' }),
  curve: { kind: 'linear' as const, from: 0, to: 10 },
};

test('cells of the area alone have values, and a constraint leaves out those beyond it', () => {
  expect(sea.grid).toMatchObject({ columns: 11, rows: 11 });
  expect(knownCount(values)).toBeGreaterThan(90);
  const all = taskOf(sea, [{ criterion, values }]);
  const narrow = taskOf(sea, [{ criterion: { ...criterion, least: 2, most: 5 }, values }]);
  const count = (mask: Uint8Array) => mask.reduce((sum, one) => sum + one, 0);
  expect(count(all.mask)).toBe(knownCount(values));
  expect(count(narrow.mask)).toBeLessThan(count(all.mask) / 2);
  expect(seaCellsOf([])).toBeNull();
});

test('scenarios of one criterion agree on the order, and the best sites keep their distance', () => {
  const task = taskOf(sea, [{ criterion, values }]);
  const { wlc, owa, topsis } = scenariosOf(task, [1], null);
  const known = [...wlc.keys()].filter((cell) => !Number.isNaN(wlc[cell]));
  expect(known.every((cell) => Math.abs((wlc[cell] ?? 0) - (owa[cell] ?? 1)) < 1e-12)).toBe(true);
  const [first, second] = bestSites(sea.grid, wlc, { count: 5, apartKm: 60 });
  expect(wlc[first?.cell ?? 0]).toBe(Math.max(...known.map((cell) => wlc[cell] ?? 0)));
  expect(topsis[first?.cell ?? 0]).toBeCloseTo(1, 12);
  expect(
    Math.abs((first?.position[1] ?? 0) - (second?.position[1] ?? 0)) +
      Math.abs((first?.position[0] ?? 0) - (second?.position[0] ?? 0)),
  ).toBeGreaterThan(0.5);
});

test('a site that is taken away can turn the order of two others, and two alone can’t', () => {
  // The last site stretches both scales: without it the others weigh differently.
  const criteria = [Float64Array.of(1, 4, 3, 9), Float64Array.of(5, 2, 3, 1)];
  const task = { criteria, mask: Uint8Array.of(1, 1, 1, 1) };
  const sites = [0, 1, 2, 3].map((cell) => ({ cell, position: [10, -10 + cell] as const }));
  const found = siteReversals(task, sites, [0.5, 0.5]);
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ removed, better, worse }) => removed !== better && removed !== worse)).toBe(true);
  expect(siteReversals(task, sites.slice(0, 2), [0.5, 0.5])).toEqual([]);
});

test('a histogram adds up to one; equal values are one bin, and nothing is none', () => {
  const bins = histogramOf(Float64Array.of(0, 1, 1, 4, Number.NaN), 4);
  expect(bins.map(({ share }) => share)).toEqual([0.25, 0.5, 0, 0.25]);
  expect(bins.at(-1)?.to).toBe(4);
  expect(histogramOf(Float64Array.of(3, 3), 4).map(({ share }) => share)).toEqual([1, 0, 0, 0]);
  expect(histogramOf(Float64Array.of(Number.NaN), 4)).toEqual([]);
  const curve = curveAlong(bins, { kind: 'range', sense: 'cost' });
  expect([curve[0], curve.at(-1)]).toEqual([
    { x: 0, y: 1 },
    { x: 4, y: 0 },
  ]);
});

test('what is no curve, and shared ranks', () => {
  expect(curveProblem({ kind: 'j-shaped', from: 2, to: 2 })).toBe('equalEnds');
  expect(curveProblem({ kind: 'trapezoid', points: [1, 2, 1, 3] })).toBe('unordered');
  expect(
    curveProblem({
      kind: 'breaks',
      points: [
        [1, 0],
        [2, 1],
      ],
    }),
  ).toBeNull();
  expect(ranksOf([0.4, 0.9, 0.4])).toEqual([2, 1, 2]);
});
