import { expect, test } from 'vitest';
import { typedCoordinates } from './typed-coordinates.ts';

const near = (lon: number, lat: number) => [expect.closeTo(lon, 4), expect.closeTo(lat, 4)];

test.each([
  ['8°49′S 13°14′E', near(13.23333, -8.81667)],
  ["8°49'30\"S, 13°14'E", near(13.23333, -8.825)],
  ['13°14′E 8°49′S', near(13.23333, -8.81667)],
  ['-8.81, 13.23', near(13.23, -8.81)],
  ['-8,81 13,23', near(13.23, -8.81)],
  ['8 49 S 13 14 E', near(13.23333, -8.81667)],
  ['12.5S 9W', near(-9, -12.5)],
  ['12.5S 9O', near(-9, -12.5)],
])('%s', (typed, expected) => {
  expect(typedCoordinates(typed)).toEqual(expected);
});

test.each(['Lucira 3', '603 000', '95.2, 13.1', '8.1, 190.5', '', '2026-11-27', 'MMSI 603000001'])(
  '%s is no position',
  (typed) => {
    expect(typedCoordinates(typed)).toBeNull();
  },
);
