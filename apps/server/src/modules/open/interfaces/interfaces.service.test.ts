import { interfaces } from '@kianda/contract/open/interfaces/manifest';
import { expect, test } from 'vitest';
import { pathOf } from './interfaces.service.ts';

test('each interface has an address of its own, and where two share a page it says which', () => {
  const paths = interfaces.map(pathOf);
  expect(new Set(paths).size).toBe(interfaces.length);
  expect(paths).toContain('qgis_fisheries.html');
  expect(paths).toContain('qgis_fisheries.html?interface=fisheries_management');
});
