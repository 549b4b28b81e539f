import { join } from 'node:path';
import { expect, test } from 'vitest';
import { productFiles } from './sample.ts';

const root = join(import.meta.dirname, '../..');

test('faults are put into the product, not into what tests are made of', () => {
  const files = productFiles(root, ['apps/console/src/sections/shared/connectors']);
  expect(files.filter((file) => /test/.test(file.slice(file.lastIndexOf('/'))))).toEqual([]);
  expect(productFiles(root, ['apps/console/src/sections/*/page.tsx']).length).toBeGreaterThan(10);
  expect(() => productFiles(root, ['apps/console/src/sections/shared/connectors/sample.testing.ts'])).toThrow(
    'no product file',
  );
});
