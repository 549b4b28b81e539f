import { analysisParameters } from '@kianda/contract/space/spatial/analysis-types';
import { expect, test } from 'vitest';
import { memoryFor, memoryRefusal } from './memory.rules.ts';

type Kind = 'mcda' | 'hotspots' | 'corridors' | 'density' | 'buffer';
const asked = (type: Kind, parameters: object) => ({ type, parameters: analysisParameters[type].parse(parameters) });
const criteria = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ input: `c${place}`, label: `c${place}`, measure: 'distance' }));

/** Cells, parameters, and the peak in MB of the process that made it (30/11/2026, Node 24.21). */
const measured = [
  ['mcda', { criteria: criteria(2), method: 'wlc' }, 250_000, 398],
  ['mcda', { criteria: criteria(2), method: 'wlc' }, 1_000_000, 596],
  ['mcda', { criteria: criteria(2), method: 'wlc' }, 4_000_000, 1_148],
  ['mcda', { criteria: criteria(10), method: 'wlc' }, 1_000_000, 783],
  ['mcda', { criteria: criteria(10), method: 'owa' }, 1_000_000, 749],
  ['mcda', { criteria: criteria(10), method: 'topsis' }, 1_000_000, 789],
  ['hotspots', {}, 250_000, 478],
  ['hotspots', {}, 1_000_000, 858],
  ['hotspots', {}, 2_250_000, 1_657],
  ['hotspots', { analysis_type: 'local_moran' }, 1_000_000, 913],
  ['hotspots', { neighbourhood: 'nearest', neighbour_count: 8 }, 1_000_000, 743],
  ['hotspots', { neighbourhood: 'nearest', neighbour_count: 24 }, 1_000_000, 1_260],
  ['corridors', { algorithm: 'circuit' }, 250_000, 215],
  ['corridors', { algorithm: 'circuit' }, 1_000_000, 358],
  ['corridors', { algorithm: 'circuit' }, 2_250_000, 543],
] as const;

test('the memory that is said is at least what was measured, and at most half as much again', () => {
  const shares = measured.map(([type, parameters, cells, megabytes]) => {
    const said = memoryFor(asked(type, parameters), cells) ?? Number.NaN;
    return said / (megabytes * 1e6);
  });
  expect(Math.min(...shares)).toBeGreaterThan(0.99);
  expect(Math.max(...shares)).toBeLessThan(1.5);
});

test('criteria, neighbours and a wider band take more', () => {
  const of = (type: Kind, parameters: object) => memoryFor(asked(type, parameters), 1_000_000) ?? Number.NaN;
  expect(of('mcda', { criteria: criteria(10) })).toBeGreaterThan(of('mcda', { criteria: criteria(2) }));
  const band = (meters: number) => of('hotspots', { cell_degrees: 0.1, band_distance: meters });
  expect(band(100_000)).toBeGreaterThan(band(50_000));
  expect(of('hotspots', { cell_degrees: 0.1, neighbourhood: 'nearest', neighbour_count: 60 })).toBeGreaterThan(
    of('hotspots', { cell_degrees: 0.1 }),
  );
});

test('of values at points and of kinds without a grid it is not known by the cells', () => {
  expect(memoryFor(asked('hotspots', { value_attribute: 'hours' }), 1_000_000)).toBeNull();
  expect(memoryFor(asked('buffer', {}), 0)).toBeNull();
  expect(memoryRefusal(asked('buffer', {}), 0, 1)).toBeNull();
  expect(memoryRefusal(asked('density', {}), 1_000_000, 2e9)).toBeNull();
  expect(memoryRefusal(asked('density', {}), 1_000_000, 1e8)).toContain('células maiores ou uma área menor');
});
