import { bboxOfGeometry, gridOfBbox, gridPosition, zee } from '@kianda/geo';
import { expect, test } from 'vitest';
import { planarEngine } from '../../../../platform/geometry/planar.ts';
import type { RasterInput } from './compute.types.ts';
import { mcdaDraft } from './mcda.ts';

const box = bboxOfGeometry(zee);
if (box === null) throw new Error('no EEZ');
const grid = gridOfBbox(box, 0.5);
/** A field whose value at a place is its latitude. */
const latitudes: RasterInput = {
  ...{ kind: 'raster', title: 'Latitude', unit: '°', grid },
  values: Float32Array.from(
    { length: grid.columns * grid.rows },
    (_, cell) => gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns))[1],
  ),
};

async function scoresOf(limits: { readonly least: number | null; readonly most: number | null }) {
  const criterion = {
    ...{ input: 'latitude', label: 'Latitude', measure: 'value', ...limits },
    curve: { kind: 'j-shaped', from: -12, to: -6 },
  };
  const task = {
    ...({ type: 'mcda', mostCells: 100_000, mostBytes: 1e9, inputs: { latitude: latitudes } } as const),
    parameters: { criteria: [criterion], cell_degrees: 0.5 },
  };
  const [layer] = mcdaDraft(task, await planarEngine(), {}).layers;
  if (layer?.kind !== 'raster') throw new Error('no suitability');
  return Array.from(layer.values, (score, cell) => ({
    score,
    lat: layer.grid.south + Math.floor(cell / layer.grid.columns) * layer.grid.latStepDegrees,
  })).filter(({ score }) => !Number.isNaN(score));
}

test('places outside the limits of a criterion have no score, and the J-shaped curve is that of the console', async () => {
  const all = await scoresOf({ least: null, most: null });
  const between = await scoresOf({ least: -14, most: -8 });
  expect(between.length).toBeGreaterThan(0);
  expect(between.length).toBeLessThan(all.length);
  expect(between.every(({ lat }) => lat >= -14.001 && lat <= -7.999)).toBe(true);
  const atHalf = all.filter(({ lat }) => Math.abs(lat + 12) < 0.3).map(({ score }) => score);
  expect(Math.max(...atHalf)).toBeGreaterThan(0.49);
  expect(Math.min(...atHalf)).toBeLessThan(0.51);
});
