import { readFileSync } from 'node:fs';
import { permissions, roles } from '@kianda/contract';
import { expect, test } from 'vitest';
import { permissionsMarkdown, permissionsPage } from './generate-permissions.ts';

test('docs/permissoes.md is what the contract says (node tools/generate-permissions.ts)', () => {
  expect(readFileSync(permissionsPage, 'utf8')).toBe(permissionsMarkdown());
});

test('every permission has a row with a mark for each role', () => {
  const rows = permissionsMarkdown()
    .split('\n')
    .filter((line) => line.includes('| `'));
  expect(rows).toHaveLength(Object.keys(permissions).length);
  for (const row of rows) expect(row.match(/ (sim|–) (?=\|)/g)).toHaveLength(roles.length);
});
