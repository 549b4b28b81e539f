import { readFileSync } from 'node:fs';
import { errorCatalogue, problemSchema } from '@kianda/contract';
import { expect, test } from 'vitest';
import { errorsMarkdown, errorsPage } from './generate-errors.ts';

const page = readFileSync(errorsPage, 'utf8');

/** Rows of the page's table: code, status and message. */
function documented(): { code: string; status: number; message: string }[] {
  const rows = page.matchAll(/^\| `(?<code>\w+)` \| (?<status>\d{3}) \| (?<message>[^|]+) \|/gm);
  return [...rows].map(({ groups = {} }) => ({
    code: String(groups.code),
    status: Number(groups.status),
    message: String(groups.message),
  }));
}

test('docs/errors.md is what the catalogue says (node tools/generate-errors.ts)', () => {
  expect(page).toBe(errorsMarkdown());
});

test('every error of the catalogue is documented, and every documented one exists', () => {
  const catalogue = Object.entries(errorCatalogue).map(([code, { status, message }]) => ({ code, status, message }));
  expect(documented()).toEqual(catalogue);
});

test('the example is an error as the contract has it', () => {
  const example = /```json\n(?<body>[^`]+)```/.exec(page)?.groups?.body ?? '';
  const { code, status, message } = problemSchema.parse(JSON.parse(example));
  expect({ status, message }).toEqual(errorCatalogue[code]);
});
