import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const places = ['apps/console/src', 'apps/interfaces/src', 'packages/ui/src', 'packages/viz/src'];
const sources = places.flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .map((file) => join(root, place, file)),
);
const switches = sources.flatMap((file) => readFileSync(file, 'utf8').match(/<Switch\b[\s\S]*?\/>/g) ?? []);

test('the help of a switch describes it and is no part of its name, as it would be in the one of Mantine', () => {
  const helped = switches.filter((element) => element.includes('description='));
  expect(helped.length).toBeGreaterThan(0);
  expect(helped.filter((element) => !element.includes('aria-label='))).toEqual([]);
});
