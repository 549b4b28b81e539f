import type { FieldGrid } from '@kianda/contract/sea/ocean/ocean.contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createColourScale } from '../colour/scale.ts';
import {
  decodeField,
  decodeInt16,
  differenceOf,
  fieldQuantiles,
  fieldValueAt,
  missingCode,
  speedField,
} from './decode.ts';
import { cellEdges, latitudeOfMercatorY, mercatorRows, mercatorX, mercatorY } from './mercator.ts';
import { paintField, pixelsPerCell } from './raster.ts';

const grid = { west: 8, south: -18, lonStepDegrees: 0.5, latStepDegrees: 0.5, columns: 3, rows: 4 };
const base64 = (codes: readonly number[]) => Buffer.from(Int16Array.from(codes).buffer).toString('base64');

describe('decodeInt16', () => {
  it('gives back any stored integer, scaled, and NaN for the missing code', () => {
    const code = fc.integer({ min: -32_768, max: 32_767 });
    fc.assert(
      fc.property(fc.array(code, { minLength: 1, maxLength: 40 }), (codes) => {
        const values = decodeInt16(base64(codes), codes.length, 0.5, 100);
        codes.forEach((stored, index) => {
          expect(values[index]).toBe(stored === missingCode ? Number.NaN : stored * 0.5 + 100);
        });
      }),
    );
  });
  it('refuses a truncated answer', () => {
    expect(() => decodeInt16(base64([1, 2, 3]), 4, 1, 0)).toThrow(/expected 8 bytes for 4 cells, received 6/);
  });
  it('takes the grid of the answer', () => {
    const answer = { ...grid, scale: 1, offset: 0, values: base64([...Array(12).keys()]), encoding: 'int16-base64' };
    const field = decodeField(answer as unknown as FieldGrid);
    expect(field.grid).toEqual(grid);
    expect(field.values[11]).toBe(11);
  });
});

describe('derived fields', () => {
  const field = (values: readonly number[]) => ({ grid, values: Float32Array.from(values) });
  it('speed is the length of the vector, unknown where a component is', () => {
    const { values } = speedField(field([3, 0, Number.NaN]), field([-4, 0, 1]));
    expect([...values]).toEqual([5, 0, Number.NaN]);
  });
  it('refuses components of two grids', () => {
    expect(() => speedField(field([1]), field([1, 2]))).toThrow(/expected one grid/);
  });
  it('a difference is unknown where either is, and only of one grid', () => {
    const { values } = differenceOf(field([3, 1, Number.NaN]), field([1, Number.NaN, 2]));
    expect([...values]).toEqual([2, Number.NaN, Number.NaN]);
    const elsewhere = { grid: { ...grid, west: 9 }, values: Float32Array.from([1]) };
    expect(() => differenceOf(field([1]), elsewhere)).toThrow('two fields of one grid');
  });
  it('a place has the value of its cell, or none', () => {
    const values = Float32Array.from({ length: 12 }, (_, cell) => (cell === 4 ? Number.NaN : cell));
    expect(fieldValueAt({ grid, values }, [8.6, -17.9])).toBe(1);
    expect(fieldValueAt({ grid, values }, [8.5, -17.5])).toBeNull();
    expect(fieldValueAt({ grid, values }, [20, 0])).toBeNull();
  });
  it('quantiles leave out missing cells', () => {
    expect(fieldQuantiles(field([5, Number.NaN, 1, 3]), 0, 1)).toEqual([1, 5]);
    expect(fieldQuantiles(field([Number.NaN]), 0, 1)).toBeNull();
  });
});

describe('Mercator', () => {
  it('agrees with the definition of the web map', () => {
    expect(mercatorY(0)).toBe(0.5);
    expect(mercatorY(85.0511287798066)).toBeCloseTo(0, 12);
    expect(mercatorX(-180)).toBe(0);
    fc.assert(
      fc.property(fc.double({ min: -85, max: 85, noNaN: true }), (lat) => {
        expect(latitudeOfMercatorY(mercatorY(lat))).toBeCloseTo(lat, 9);
      }),
    );
  });
  it('puts the image rows between the outer edges of the outer cells, north first', () => {
    expect(cellEdges(grid)).toEqual({ west: 7.75, south: -18.25, east: 9.25, north: -16.25 });
    const rows = mercatorRows(grid, 400);
    expect(rows[0]).toBeCloseTo(3.5, 1);
    expect(rows.at(-1)).toBeCloseTo(-0.5, 1);
  });
  it('gives a cell in the south more pixels than the same cell near the equator', () => {
    const tall = { ...grid, south: -60, latStepDegrees: 20, rows: 4 };
    const counts = [0, 0, 0, 0];
    for (const row of mercatorRows(tall, 1000)) {
      const cell = Math.min(3, Math.max(0, Math.round(row)));
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
    expect(counts[0]).toBeGreaterThan(2 * (counts[3] ?? 0));
    // Share of the cell from 70° S to 50° S in the span 70° S to 10° N.
    const share = (mercatorY(-70) - mercatorY(-50)) / (mercatorY(-70) - mercatorY(10));
    expect(counts[0]).toBeCloseTo(share * 1000, -1);
  });
});

describe('paintField', () => {
  const scale = createColourScale({ ramp: 'thermal', range: [0, 10], log: false });
  const alphaAt = (raster: ReturnType<typeof paintField>, x: number, y: number) =>
    raster.pixels[(y * raster.width + x) * 4 + 3];

  it('shows a missing cell as a gap of its own size and colours all the others', () => {
    const values = new Float32Array(12).fill(5);
    values[1 * 3 + 1] = Number.NaN;
    const raster = paintField({ grid, values }, scale, 8);
    expect([raster.width, raster.height]).toEqual([24, 32]);
    const clear = Array.from({ length: 24 * 32 }, (_, index) => alphaAt(raster, index % 24, Math.floor(index / 24)));
    // 8 × 8 pixels, give or take one row that Mercator shifts.
    expect(Math.abs(clear.filter((alpha) => alpha === 0).length - 64)).toBeLessThanOrEqual(8);
    expect(alphaAt(raster, 12, 32 - 12)).toBe(0);
    expect(alphaAt(raster, 4, 4)).toBe(255);
  });
  it('stripes gaps, and gaps only, where asked to', () => {
    const values = new Float32Array(12).fill(5);
    values[4] = Number.NaN;
    const raster = paintField({ grid, values }, scale, 8, { gap: 0x80_03_02_01 });
    const words = new Uint32Array(raster.pixels.buffer);
    const striped = words.filter((word) => word === 0x80_03_02_01).length;
    const clear = words.filter((word) => word === 0).length;
    expect(striped).toBeGreaterThan(8);
    expect(clear).toBeGreaterThan(striped);
    expect(striped + clear).toBeLessThanOrEqual(72);
  });
  it('paints a uniform field in one colour, also beside gaps', () => {
    const values = new Float32Array(12).fill(5);
    values[0] = Number.NaN;
    const raster = paintField({ grid, values }, scale, 4);
    const colours = new Set(
      Array.from({ length: raster.width * raster.height }, (_, index) =>
        raster.pixels.subarray(index * 4, index * 4 + 4).join(),
      ),
    );
    expect(colours).toEqual(new Set(['0,0,0,0', scale.rgba(5).join()]));
  });
  it('codes have no colour between two', () => {
    const values = Float32Array.from({ length: 12 }, (_, cell) => (cell % 3 === 0 ? 0 : 10));
    const raster = paintField({ grid, values }, scale, 8, { isCodes: true });
    const colours = new Set(new Uint32Array(raster.pixels.buffer));
    expect(colours.size).toBe(2);
    expect(new Set(new Uint32Array(paintField({ grid, values }, scale, 8).pixels.buffer)).size).toBeGreaterThan(2);
  });
  it('has north at the top', () => {
    const values = Float32Array.from({ length: 12 }, (_, index) => (index >= 9 ? 10 : 0));
    const raster = paintField({ grid, values }, scale, 4);
    expect([...raster.pixels.subarray(0, 4)]).toEqual([...scale.rgba(10)]);
    expect([...raster.pixels.subarray(-4)]).toEqual([...scale.rgba(0)]);
    expect(raster.corners[0]).toEqual([7.75, -16.25]);
  });
  it('keeps images near a thousand pixels', () => {
    expect(pixelsPerCell(273)).toBe(4);
    expect(pixelsPerCell(55)).toBe(16);
    expect(pixelsPerCell(5000)).toBe(1);
  });
});
