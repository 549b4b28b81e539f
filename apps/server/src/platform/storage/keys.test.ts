import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareKeys } from './keys.ts';

test('keys are in the order of their UTF-8 bytes, characters beyond U+FFFF too', () => {
  const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  expect(['\u{1F41F}', '\uFF5E', 'é', 'a/b', 'a-b', 'a'].toSorted(compareKeys)).toEqual([
    'a',
    'a-b',
    'a/b',
    'é',
    '\uFF5E',
    '\u{1F41F}',
  ]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(bytes(a, b));
    }),
  );
});
