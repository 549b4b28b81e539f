import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { asPageReads } from '../apps/interfaces/contract-weight.ts';
import { withoutEnglish, withoutWriter } from './shared/schema-writer.ts';

const contract = `import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
const query = { days: z.number() };
export const sea = endpoint({
  id: 'sea',
  method: 'GET',
  summary: 'O mar, «query: z»',
  access: 'ocean:read',
  query: z.object(query).refine((value) => value.days > 0),
  response: z.object({ summary: z.string(), query: z.number() }),
  errors: ['not_found'],
});
`;

test('of an endpoint a page has its address, its right and the schema of its answer', () => {
  expect(asPageReads(contract, 'sea.contract.ts')).toBe(`import { z as contractSchema } from 'zod';
import { endpoint as contractEndpoint } from '../core/endpoint.ts';
const query = { days: contractSchema.number() };
export const sea = contractEndpoint({
  id: 'sea',
  method: 'GET',
  access: 'ocean:read',
  response: contractSchema.object({ summary: contractSchema.string(), query: contractSchema.number() }),
  });
`);
});

test('a file that declares nothing stays as it is', () => {
  const plain = "export const unit = (text: string) => text.replace('z.', '');\n";
  expect(asPageReads(plain, 'unit.ts')).toBe(plain);
});

const file = createRequire(import.meta.url)
  .resolve('zod')
  .replace(/index\.c?js$/, 'v4/classic/schemas.js');

test('zod is left without its writer of JSON Schema and its English, and nothing else', () => {
  const before = readFileSync(file, 'utf8');
  const after = withoutEnglish(withoutWriter(before));
  expect(after).not.toMatch(/processJSONSchema|JSONSchemaMethod|locales\/en/);
  expect(after.match(/^export /gm)).toEqual(before.match(/^export /gm));
});

test('another zod is refused, so that the pages do not grow unnoticed', () => {
  expect(() => withoutWriter('export const string = () => undefined;')).toThrow('schema-writer: zod has no');
});
