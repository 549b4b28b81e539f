import { expect, test } from 'vitest';
import { connectors } from '../registry.ts';
import { takesFiles } from './port.ts';

test('connectors that only take files are told from those that are asked, INAMET among these though it takes some', () => {
  const ids = connectors.filter(takesFiles).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(['angola-inipm', 'angola-vms']);
  expect(takesFiles({ streams: [] })).toBe(false);
});
