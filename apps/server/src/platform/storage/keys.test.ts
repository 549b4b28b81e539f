import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkedKey, checkedPrefix, compareKeys, pathSyntaxOf, RefusedKey } from './keys.ts';

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

test.each([
  ['', 'vazio'],
  ['a\u0007', 'controlo'],
  ['x'.repeat(300), '255 bytes'],
  ['ab/'.repeat(400), '1024 bytes'],
  ['../fora', '«..»'],
  ['a//b', 'barras'],
  ['pasta/', 'acaba em «/»'],
])('%# a key that no file can have is refused with the reason that it has', (key, reason) => {
  expect(() => checkedKey(key)).toThrow(RefusedKey);
  expect(() => checkedKey(key)).toThrow(reason);
});

test('a prefix may end anywhere, within the same characters', () => {
  expect([checkedPrefix(''), checkedPrefix('a/b'), checkedPrefix('a/')]).toEqual(['', 'a/b', 'a/']);
  for (const prefix of ['/a', 'a\u0007', '../', 'x'.repeat(1025)])
    expect(() => checkedPrefix(prefix)).toThrow(RefusedKey);
});

test('colons and backslashes are names like others, but where the system reads them as a path', () => {
  expect([pathSyntaxOf('linux'), pathSyntaxOf('darwin'), pathSyntaxOf('win32')]).toEqual(['', '', '\\:']);
  for (const key of ['2026-01-01T10:00.nc', 'pasta\\nome', 'C:/x', '..\\..\\x']) {
    expect([checkedKey(key), checkedPrefix(key)]).toEqual([key, key]);
  }
});
