import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noticesFile, thirdParties } from './generate-notices.ts';

test('the list of parts follows the lock file: run `node tools/generate-notices.ts`', () => {
  expect(JSON.parse(readFileSync(noticesFile, 'utf8'))).toEqual(thirdParties());
});

test('what is asked for directly is named with who asks; tools of development are left out', () => {
  const parts = new Map(thirdParties().map((part) => [part.name, part]));
  expect(parts.get('fastify')).toMatchObject({ licence: 'MIT', usedBy: ['server', 'simulator'] });
  expect(parts.get('zod')?.usedBy).toContain('contract');
  expect(parts.has('vitest')).toBe(false);
});
