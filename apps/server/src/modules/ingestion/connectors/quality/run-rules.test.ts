import { expect, test } from 'vitest';
import { landing } from '../testing/scripted.ts';
import { createQualityTally } from './evaluate.ts';
import { repeatedKeys, rowsTally } from './run-rules.ts';

test('a key that comes twice in a page is found, whatever the values; in two pages it is a repeated page', () => {
  expect(repeatedKeys([landing(2001), landing(2002), landing(2001, 7)])).toEqual({
    evaluated: 3,
    failing: 1,
    sample: { key: 'Angola|2001|Sardinella aurita' },
  });
  const tally = createQualityTally(() => 0);
  tally.add([landing(2001)]);
  tally.add([landing(2001)]);
  expect(tally.results().find(({ rule }) => rule === 'duplicate_key')).toMatchObject({ evaluated: 2, failing: 0 });
});

test('ships that two stations hear and names said again are no repetition', () => {
  const heard = {
    kind: 'vessel-position' as const,
    vesselKey: 'mmsi:603000001',
    feed: 'ais',
    mmsi: 603000001,
    timeMs: 0,
    lon: 12,
    lat: -9,
  };
  expect(repeatedKeys([heard, heard] as unknown as Parameters<typeof repeatedKeys>[0])).toMatchObject({ evaluated: 0 });
});

test.each([
  [100, 0],
  [160, 0],
  [40, 0],
  [161, 1],
  [39, 1],
])('%i rows where 100 are usual', (rows, failing) => {
  expect(rowsTally('grid-slice', rows, [90, 100, 100, 110, 0])).toMatchObject({ evaluated: 1, failing });
});

test('an even number of runs has its median between two', () => {
  expect(rowsTally('landing', 10, [100, 200, 300, 400])?.samples).toEqual([{ rows: 10, median: 250 }]);
});

test('without a usual number, with nothing new, or of changes alone, nothing is judged', () => {
  expect(rowsTally('grid-slice', 5, [100, 100, 100])).toBeNull();
  expect(rowsTally('grid-slice', 0, [100, 100, 100, 100])).toBeNull();
  expect(rowsTally('taxon', 5, [100, 100, 100, 100])).toBeNull();
});
