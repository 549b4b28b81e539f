import { expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './all.ts';

const personalNames = new Set(['email', 'ipAddress', 'actorName', 'userAgent']);

function namesIn(schema: unknown, found: Set<string>): Set<string> {
  if (Array.isArray(schema)) for (const part of schema) namesIn(part, found);
  else if (typeof schema === 'object' && schema !== null) {
    for (const [key, part] of Object.entries(schema)) {
      if (key === 'properties') for (const name of Object.keys(part as object)) found.add(name);
      namesIn(part, found);
    }
  }
  return found;
}

test('what tells of people is kept by no cache between', () => {
  const open = allEndpoints.filter(({ method, response, neverStored, personal }) => {
    if (method !== 'GET' || neverStored === true || personal === true) return false;
    const shape = z.toJSONSchema(response, { unrepresentable: 'any', io: 'output' });
    return [...namesIn(shape, new Set())].some((name) => personalNames.has(name));
  });
  expect(open.map(({ id }) => id)).toEqual([]);
});
