// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPage } from '../../testing.tsx';
import { countsByLicence, isReciprocal, thirdParties } from './terms.ts';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

test('the licence of Kianda, what other parts contain, and every part with its terms are in the page', async () => {
  page.open('/?section=notices', {});
  await page.says('Apache License 2.0');
  expect(page.text()).toContain('GEOS');
  expect(page.text()).toContain(`${thirdParties.length} pacotes`);
});

test('copyleft terms are told from those that ask for the notice alone', () => {
  const licenceOf = (name: string) => thirdParties.find((part) => part.name === name)?.licence ?? null;
  expect(licenceOf('geos-wasm')).toBe('LGPL-3.0-or-later');
  expect(isReciprocal(licenceOf('geos-wasm'))).toBe(true);
  expect(isReciprocal('(MIT OR GPL-3.0-or-later)')).toBe(false);
  expect(isReciprocal('MIT')).toBe(false);
  expect(isReciprocal(null)).toBe(false);
});

test('parts are counted by their licence', () => {
  const counts = countsByLicence(thirdParties);
  expect(counts[0]?.[0]).toBe('MIT');
  expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBe(thirdParties.length);
});
