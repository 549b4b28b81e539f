import type { GeoGeometry } from '@kianda/connectors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsOf, fromWkb, toWkb } from './wkb.ts';

test('a point as the standard writes it', () => {
  expect(toWkb({ type: 'Point', coordinates: [1, 2] }).toString('hex')).toBe(
    '0101000000000000000000f03f0000000000000040',
  );
});

test('big-endian bytes of another program are read too', () => {
  const bytes = Buffer.from('00000000013ff00000000000004000000000000000', 'hex');
  expect(fromWkb(bytes)).toEqual({ type: 'Point', coordinates: [1, 2] });
});

test('what is no geometry of two ordinates is refused', () => {
  expect(() => fromWkb(Buffer.from('01e9030000', 'hex'))).toThrow('received 1001');
});

const position = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
);
const line = fc.array(position, { minLength: 2, maxLength: 8 });
const rings = fc.array(line, { minLength: 1, maxLength: 3 });
const geometry: fc.Arbitrary<GeoGeometry> = fc.oneof(
  position.map((coordinates) => ({ type: 'Point' as const, coordinates })),
  line.map((coordinates) => ({ type: 'MultiPoint' as const, coordinates })),
  line.map((coordinates) => ({ type: 'LineString' as const, coordinates })),
  rings.map((coordinates) => ({ type: 'MultiLineString' as const, coordinates })),
  rings.map((coordinates) => ({ type: 'Polygon' as const, coordinates })),
  fc
    .array(rings, { minLength: 1, maxLength: 3 })
    .map((coordinates) => ({ type: 'MultiPolygon' as const, coordinates })),
);

test('every geometry comes back as it was, and lies in its bounds', () => {
  fc.assert(
    fc.property(geometry, (shape) => {
      expect(fromWkb(toWkb(shape))).toEqual(shape);
      const [west, south, east, north] = boundsOf(shape);
      const flat = (shape.coordinates as readonly unknown[]).flat(Number.POSITIVE_INFINITY) as number[];
      const lons = flat.filter((_, index) => index % 2 === 0);
      expect([west, east]).toEqual([Math.min(...lons), Math.max(...lons)]);
      expect(south).toBeLessThanOrEqual(north);
    }),
  );
});
