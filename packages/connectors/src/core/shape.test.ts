import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hostileGrids } from '../erddap/testing/hostile-grids.ts';
import { acceptShape, driftBetween, mergeShapes, resourceOf, type Shape, shapeOf } from './shape.ts';

const body = (value: unknown, contentType = 'application/json') => ({
  url: 'http://provedor.test/v3/rows',
  status: 200,
  contentType,
  bytes: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
});
const rows = (count: number, row: (index: number) => object) =>
  shapeOf(body({ total: count, results: Array.from({ length: count }, (_, index) => row(index)) })) as Shape;
const known = rows(20, (index) => ({ id: `a${index}`, depth: index, note: index % 2 === 0 ? 'x' : null }));

test('names a resource without its ids, dates and numbers', () => {
  expect(resourceOf('https://h.test/v3/dataset/2b3c4d5e-1111-4111-8111-111111111111/2026-08-01?x=1')).toBe(
    '/v3/dataset/*/*',
  );
  expect(resourceOf('https://h.test/v3/occurrence')).toBe('/v3/occurrence');
});

test('the same fields are no drift, whatever their values', () => {
  expect(
    driftBetween(
      known,
      rows(7, () => ({ id: 'b', depth: null, note: null })),
    ),
  ).toEqual([]);
});

describe('drift of a JSON answer', () => {
  test('a field that most rows have and none had', () => {
    const now = rows(10, (index) => ({ id: 'b', depth: 1, note: 'y', quality: { flag: index } }));
    expect(driftBetween(known, now)).toEqual([
      { field: 'results[].quality', change: 'added', before: [], after: ['object'] },
    ]);
  });

  test('a rare field is no new one', () => {
    const now = rows(10, (index) => ({ id: 'b', depth: 1, note: 'y', ...(index === 0 ? { rare: 1 } : {}) }));
    expect(driftBetween(known, now)).toEqual([]);
  });

  test('a field that all rows had and none has', () => {
    expect(
      driftBetween(
        known,
        rows(5, () => ({ id: 'b', note: 'y' })),
      ),
    ).toEqual([{ field: 'results[].depth', change: 'removed', before: ['number'], after: [] }]);
  });

  test('a type it never had, in a single row', () => {
    const now = rows(5, (index) => ({ id: 'b', depth: index === 3 ? '12 m' : 2, note: 'y' }));
    expect(driftBetween(known, now)).toEqual([
      { field: 'results[].depth', change: 'type', before: ['number'], after: ['number', 'string'] },
    ]);
  });

  test('an envelope met once says nothing of what it lacks', () => {
    const first = shapeOf(body({ next: 'u', rows: [1] })) as Shape;
    expect(driftBetween(first, shapeOf(body({ rows: [2] })) as Shape)).toEqual([]);
  });

  test('an object by id is one field', () => {
    const shape = shapeOf(body({ byId: { '2026-08-01': 1, '2026-08-02': 2 } })) as Shape;
    expect(shape.map(({ field }) => field)).toEqual(['byId', 'byId.*']);
  });
});

test('an accepted drift is not met again, and a field that went is new when it comes back', () => {
  const without = rows(10, () => ({ id: 'b', note: 'y' }));
  const accepted = acceptShape(known, without);
  expect(driftBetween(accepted, without)).toEqual([]);
  expect(
    driftBetween(
      accepted,
      rows(10, () => ({ id: 'b', note: 'y', depth: 2 })),
    ),
  ).toEqual([{ field: 'results[].depth', change: 'added', before: [], after: ['number'] }]);
});

test('presence counts the objects that could have had a field', () => {
  const merged = mergeShapes(
    known,
    rows(20, () => ({ id: 'b', note: 'y' })),
  );
  expect(merged.find(({ field }) => field === 'results[].depth')).toMatchObject({ seen: 20, of: 40 });
});

test('columns of a CSV: a new one, one that went, and text where numbers were', () => {
  const before = shapeOf(body('code;tonnes;port\nSAA;1.5;Namibe\nHMZ;2;Lobito\n', 'text/csv')) as Shape;
  const now = shapeOf(body('code;tonnes;gear\nSAA;muito;cerco\n', 'text/csv')) as Shape;
  expect(driftBetween(before, now)).toEqual([
    { field: 'tonnes', change: 'type', before: ['number'], after: ['string'] },
    { field: 'gear', change: 'added', before: [], after: ['string'] },
    { field: 'port', change: 'removed', before: ['string'], after: [] },
  ]);
});

test('what is neither JSON, CSV nor NetCDF has no shape, nor has a body cut short', () => {
  expect(shapeOf(body('<html></html>', 'text/html'))).toBeNull();
  expect(shapeOf(body('{"a": [1, 2'))).toBeNull();
});

test('the variables of a NetCDF-3 file are its shape; a header that floods has none, and costs no more than its length', () => {
  const bytes = readFileSync(new URL('../erddap/fixtures/oisst.nc', import.meta.url));
  const netcdf = (of: Uint8Array) => shapeOf({ ...body(''), contentType: 'application/x-netcdf', bytes: of });
  const [time, , , , sst] = netcdf(bytes) ?? [];
  expect([time, sst]).toMatchObject([
    { field: 'time', types: ['double'] },
    { field: 'sst', types: ['float'] },
  ]);
  const hostile = hostileGrids(bytes);
  expect(netcdf(hostile['more entries than any grid has']?.bytes ?? bytes)).toBeNull();
  expect(netcdf(hostile['2^31 dimensions']?.bytes ?? bytes)).toBeNull();
});
