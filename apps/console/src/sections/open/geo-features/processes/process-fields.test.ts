import { expect, test } from 'vitest';
import { processTexts as texts } from '../texts.pt.ts';
import { processFields, readDrafts } from './process-fields.ts';

const kindOf = (schema: unknown) => processFields({ a: { schema } })[0]?.kind;

test.each([
  [{ type: 'string' }, 'text'],
  [{ type: 'string', maxLength: 500 }, 'text'],
  [{ type: 'string', maxLength: 501 }, 'long-text'],
  [{ type: 'string', enum: ['x'] }, 'choice'],
  [{ type: 'string', enum: [1] }, 'text'],
  [{ type: 'number' }, 'number'],
  [{ type: 'integer' }, 'number'],
  [{ type: 'boolean' }, 'boolean'],
  [{ type: 'array', items: { type: 'number' } }, 'numbers'],
  [{ type: 'array', items: { type: 'string' } }, 'json'],
  [{ type: 'array' }, 'json'],
  [{ type: 'object', items: { type: 'number' } }, 'json'],
  [[], 'json'],
  [null, 'json'],
] as const)('an input of %j is filled in as %s', (schema, kind) => expect(kindOf(schema)).toBe(kind));

test('an input may be left out only where its description says so, and has its own title', () => {
  expect(processFields({ a: { minOccurs: 0, title: 'Ano' }, b: { minOccurs: 1 }, c: {}, d: 7 })).toMatchObject([
    { name: 'a', title: 'Ano', isRequired: false },
    { name: 'b', title: 'b', isRequired: true },
    { name: 'c', isRequired: true },
    { name: 'd', isRequired: true, choices: [] },
  ]);
});

const fields = processFields({
  n: { schema: { type: 'number' } },
  flag: { schema: { type: 'boolean' } },
  list: { schema: { type: 'array', items: { type: 'number' } } },
  any: { schema: {} },
  text: { schema: { type: 'string' } },
  free: { minOccurs: 0, schema: { type: 'string' } },
});

test('drafts become values of their kind; an empty optional one is not sent', () => {
  expect(
    readDrafts(fields, { n: ' 0 ', flag: 'false', list: '1, 2;3 4', any: '{"a":[1]}', text: ' x ', free: ' ' }),
  ).toEqual({
    inputs: { n: 0, flag: false, list: [1, 2, 3, 4], any: { a: [1] }, text: 'x' },
    errors: {},
  });
  expect(readDrafts(fields, { n: '1', flag: 'true', list: '1', any: '0', text: 'x' }).inputs).toMatchObject({
    flag: true,
    any: 0,
  });
});

test('what is missing or cannot be read is told of its field, and nothing of it is sent', () => {
  expect(readDrafts(fields, { n: 'x', list: '1,x', any: '{' })).toEqual({
    inputs: {},
    errors: { n: texts.badList, flag: texts.missing, list: texts.badList, any: texts.badJson, text: texts.missing },
  });
  expect(readDrafts(fields, { n: 'Infinity' }).errors.n).toBe(texts.badList);
});
