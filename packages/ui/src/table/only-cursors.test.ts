import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sections = join(import.meta.dirname, '../../../../apps/console/src/sections');

/** Screens that page by cursor, each with the reason why its source gives no total. */
const withoutTotal = {
  'open/geo-features/components/collection-view.tsx': 'OGC API Features: `next` links, also of a foreign server',
  'operations/async-processing/monitor/task-search.tsx':
    'Flower’s protocol: limit and offset, also of a foreign Flower',
  'operations/system-config/components/history.tsx': 'versions, each a card with its changes',
  'operations/system-logs/page.tsx': 'a log that grows while it is read',
  'people/identity-service/components/service-list.tsx': 'Keycloak’s protocol: first and max, also of a foreign server',
};

test('only sources without a total are paged by cursor: every other list is a resource with pages and whole exports', () => {
  const found = readdirSync(sections, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .filter((name) => /\bCursorPages\b/.test(readFileSync(join(sections, name), 'utf8')));
  expect(found.sort()).toEqual(Object.keys(withoutTotal).sort());
});
