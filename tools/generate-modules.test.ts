import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modulesMarkdown, modulesPage } from './generate-modules.ts';

test('the map of modules follows their definitions: run `npm run docs`', async () => {
  expect(readFileSync(modulesPage, 'utf8')).toBe(await modulesMarkdown());
});
