import { connectors } from '@kianda/connectors';
import { pathOf } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { expect, test } from 'vitest';
import { kindLineage } from './connectors.ts';

test('whatever a connector brings has a table and endpoints that exist', () => {
  const kinds = new Set(connectors.flatMap(({ streams }) => streams.map(({ recordKind }) => recordKind)));
  expect([...kinds].filter((kind) => kindLineage[kind] === undefined)).toEqual([]);
  const shapeOf = (path: string) => path.replace(/\{[^}]*\}|:\w+/g, '{}');
  const known = new Set(
    allEndpoints.map((endpoint) => {
      const names = [...endpoint.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
      return shapeOf(decodeURIComponent(pathOf(endpoint, Object.fromEntries(names.map((name) => [name, '{}'])))));
    }),
  );
  const named = Object.values(kindLineage).flatMap(({ endpoints }) => endpoints);
  expect(named.filter((path) => !known.has(shapeOf(path)))).toEqual([]);
  expect(Object.entries(kindLineage).filter(([, { endpoints }]) => endpoints.length === 0)).toEqual([]);
});
