import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latestByKey } from './latest-by-key.ts';

test('of each key the last row stays, in the order of the keys', () => {
  const rows = [
    { key: 'b', value: 1 },
    { key: 'a', value: 2 },
    { key: 'b', value: 3 },
  ];
  expect(latestByKey(rows, (row) => row.key)).toEqual([
    { key: 'a', value: 2 },
    { key: 'b', value: 3 },
  ]);
});

test('two writers of the same keys come to the same order, whatever theirs was', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (keys) => {
      const distinct = [...new Set(keys)];
      const self = (key: string) => key;
      expect(latestByKey(keys, self)).toEqual(latestByKey(distinct.toReversed(), self));
    }),
  );
});
