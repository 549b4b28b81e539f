import { expect, test } from 'vitest';
import { coloursOf, temporalSearchSchema } from './search.ts';

test('a bare address shows the sea temperature, at its own pace, with the divider in the middle', () => {
  expect(temporalSearchSchema.parse({})).toMatchObject({
    variable: 'sst',
    speed: 1,
    back: 0,
    divider: 50,
    tab: 'series',
  });
});

test('what an address says out of bounds is as if it said nothing', () => {
  const wild = { divider: '101', speed: '3000', lon: '181', lat: '-91', back: '3661', line: '13,-9' };
  expect(temporalSearchSchema.parse(wild)).toEqual(temporalSearchSchema.parse({}));
  const edge = { divider: '100', lon: '180', lat: '-90', back: '3660', line: '13,-9;12.5,-9' };
  expect(temporalSearchSchema.parse(edge)).toMatchObject({
    ...{ divider: 100, lon: 180, lat: -90, back: 3_660, line: '13,-9;12.5,-9' },
  });
});

test('colours that no scale can have are those of the variable', () => {
  const own = coloursOf('sst', {});
  expect(coloursOf('sst', { low: 10, high: 10 })).toEqual(own);
  expect(coloursOf('sst', { low: 0, high: 10, log: 'yes' })).toEqual(own);
  expect(coloursOf('sst', { low: 10, high: 20 })).toMatchObject({ range: [10, 20] });
});
