import { fromArrayBuffer } from 'geotiff';
import { expect, test } from 'vitest';
import { resultTiff } from './filters.files.ts';
import type { StoredResult } from './filters.tables.ts';

test('the GeoTIFF has the value of each cell, and whether it is in the result, north first', async () => {
  const nothing = { type: 'FeatureCollection' as const, features: [] };
  const result: StoredResult = {
    ...{ points: nothing, regions: nothing },
    grid: {
      ...{ west: 10, south: -13, columns: 3, rows: 2, cellDegrees: 0.25 },
      cells: [
        { cell: 0, value: 0.25, isChosen: false },
        { cell: 5, value: 0.75, isChosen: true },
      ],
    },
  };
  const bytes = await resultTiff(result, null);
  const image = await (await fromArrayBuffer(Uint8Array.from(bytes).buffer)).getImage();
  expect(image.getBoundingBox()).toEqual([10, -13, 10.75, -12.5]);
  const [value, chosen] = (await image.readRasters()) as unknown as readonly Float32Array[];
  const none = Number.NaN;
  expect(Array.from(value ?? [])).toEqual([none, none, 0.75, 0.25, none, none]);
  expect(Array.from(chosen ?? [])).toEqual([none, none, 1, 0, none, none]);
});
