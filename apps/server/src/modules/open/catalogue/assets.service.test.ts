import { expect, test } from 'vitest';
import { rangeOf } from './assets.service.ts';

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=10-', { first: 10, last: 99 }],
  ['bytes=10-500', { first: 10, last: 99 }],
  ['bytes=99-', { first: 99, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  [' bytes=5-6 ', { first: 5, last: 6 }],
])('%s of a file of 100 bytes', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])(
  '%s asks for what a file of 100 bytes does not have',
  (header) => {
    expect(rangeOf(header, 100)).toBe('unsatisfiable');
  },
);

test.each([undefined, '', 'bytes=-', 'bytes=9-5', 'bytes=0-1,5-6', 'items=0-1', ['bytes=0-1']])(
  '%j is no range, and the whole file is given',
  (header) => {
    expect(rangeOf(header, 100)).toBeNull();
  },
);
