import { expect, test } from 'vitest';
import { nearestFirst } from './imports.ts';

const importers = new Map([
  ['a/shared/table.tsx', ['a/sea/page.tsx', 'a/fleet/page.tsx']],
  ['a/sea/page.tsx', ['a/pages.ts']],
  ['a/fleet/page.tsx', ['a/pages.ts']],
  ['a/open/page.tsx', ['a/pages.ts']],
  ['a/pages.ts', ['a/testing/open.tsx']],
  ['a/testing/open.tsx', ['a/sea/page.test.tsx', 'a/open/page.test.tsx', 'a/fleet/deep/fleet.test.tsx']],
  ['a/lone.ts', []],
]);

test('tests beside the files that import a file come first, though they reach it by the way of all', () => {
  expect(nearestFirst(importers, 'a/shared/table.tsx')).toEqual([
    'a/sea/page.test.tsx',
    'a/fleet/deep/fleet.test.tsx',
    'a/open/page.test.tsx',
  ]);
  expect(nearestFirst(importers, 'a/open/page.tsx')[0]).toBe('a/open/page.test.tsx');
  expect(nearestFirst(importers, 'a/lone.ts')).toEqual([]);
});
