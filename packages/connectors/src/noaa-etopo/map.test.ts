import { coastDistanceMeters } from '@kianda/science/ocean/coast-distance';
import { describe, expect, test } from 'vitest';
import { mapRelief, publishedMs } from './map.ts';
import recorded from './recorded/relief.json' with { type: 'json' };
import { type Relief, reliefWire } from './wire.ts';

const table = (rows: Relief['table']['rows']) =>
  reliefWire.parse({
    table: {
      columnNames: ['latitude', 'longitude', 'altitude'],
      columnUnits: ['degrees_north', 'degrees_east', 'm'],
      rows,
    },
  });

describe('the relief', () => {
  test('of the real server is a grid of depths, from the south up', () => {
    const [depth] = mapRelief(reliefWire.parse(recorded));
    expect(depth).toMatchObject({
      ...{ variable: 'seabedDepth', unit: 'm', dataset: 'etopo180', timeMs: publishedMs },
      ...{ west: -122.1, south: 36, columns: 4, rows: 4, lonStepDegrees: 0.033_333, latStepDegrees: 0.033_333 },
    });
    expect([...(depth?.values ?? [])].slice(0, 5)).toEqual([1442, 1377, 1312, 1265, 1487]);
  });

  test('has the distance to the coast by the geodesic, and neither on land', () => {
    const [depth, distance] = mapRelief(
      table([
        ...[
          [-11, 9, -4500],
          [-11, 13, -900],
          [-11, 17, 1200],
        ],
        ...[
          [-10, 9, -4600],
          [-10, 13, null],
          [-10, 17, 32_767],
        ],
      ] as Relief['table']['rows']),
    );
    expect([...(depth?.values ?? [])]).toEqual([4500, 900, Number.NaN, 4600, Number.NaN, Number.NaN]);
    expect(distance).toMatchObject({ variable: 'coastDistance', unit: 'km', dataset: 'etopo180-costa' });
    expect(distance?.values[0]).toBeCloseTo((coastDistanceMeters([9, -11]) ?? 0) / 1000, 3);
    expect(distance?.values[2]).toBeNaN();
    expect(distance?.values[4]).toBeNaN();
  });

  test.each([
    [
      'with a hole',
      [
        [-11, 9, -1],
        [-11, 10, -1],
        [-10, 9, -1],
      ],
      'esperados 2 × 2',
    ],
    [
      'of uneven steps',
      [
        [-11, 9, -1],
        [-11, 10, -1],
        [-11, 13, -1],
        [-10, 9, -1],
        [-10, 10, -1],
        [-10, 13, -1],
      ],
      'longitude de passo irregular',
    ],
  ])('%s is refused', (_name, rows, message) => {
    expect(() => mapRelief(table(rows as Relief['table']['rows']))).toThrow(message);
  });

  test('in another unit is no relief', () => {
    const feet = { ...recorded.table, columnUnits: ['degrees_north', 'degrees_east', 'ft'] };
    expect(reliefWire.safeParse({ table: feet }).success).toBe(false);
  });
});
