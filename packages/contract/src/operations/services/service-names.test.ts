import { expect, test } from 'vitest';
import { statusServiceIds, statusServices } from './announcements.contract.ts';
import { serviceNames } from './service-names.ts';
import { mainServices, testedServiceIds, testedServices } from './services.contract.ts';

test('every list of services says the one name of each, and no two services have the same', () => {
  const names: Readonly<Record<string, string>> = serviceNames;
  for (const id of mainServices) expect(names[id]).toBeDefined();
  for (const id of testedServiceIds) expect(testedServices[id]).toBe(names[id]);
  for (const id of statusServiceIds) expect(statusServices[id]).toBe(names[id]);
  expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
});
