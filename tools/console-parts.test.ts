import { expect, test } from 'vitest';
import { joinParts, type Part } from '../apps/console/parts.ts';

const part = (file: string, users: readonly string[], bytes: number, needs: readonly string[] = []): Part => ({
  files: [file],
  users: new Set(users),
  bytes,
  needs: new Set(needs),
});
const filesOf = (parts: readonly Part[]) => parts.map(({ files }) => [...files].sort().join('+')).sort();

test('small parts of the same pages are joined: a request costs more than their bytes', () => {
  expect(filesOf(joinParts([part('a', ['x', 'y'], 500), part('b', ['x', 'y'], 700)]))).toEqual(['a+b']);
});

test('a large part that few pages need stays apart from what many need', () => {
  const many = ['u', 'v', 'w', 'x', 'y', 'z'];
  expect(filesOf(joinParts([part('few', ['x', 'y'], 90_000), part('many', many, 500)]))).toEqual(['few', 'many']);
});

test('parts are never joined so that two of them need each other', () => {
  const users = ['x', 'y'];
  // a → between → b: a and b together would need what needs them.
  const between = part('between', ['p', 'q', 'r', 's', 'x', 'y'], 90_000, ['b']);
  const joined = joinParts([
    part('a', users, 300, ['between']),
    part('b', [...users, 'p', 'q', 'r', 's'], 300),
    between,
  ]);
  expect(filesOf(joined).some((files) => files.includes('a+b') && !files.includes('between'))).toBe(false);
});

test('a page that is opened more often counts for more', () => {
  const parts = [part('one', ['home', 'x'], 6_000), part('two', ['home', 'y'], 6_000)];
  expect(filesOf(joinParts(parts))).toEqual(['one', 'two']);
  expect(filesOf(joinParts(parts, (user) => (user === 'home' ? 12 : 1)))).toEqual(['one+two']);
});
