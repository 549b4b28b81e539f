import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { domains, tiers } from '../../../../tools/floors.cjs';
import { orderModules, portsOf, printGraph } from '../platform/modules/graph.ts';
import { placedDefinitions } from '../testing/definitions.ts';

const placed = await placedDefinitions();
const definitions = placed.map(({ definition }) => definition);
const tierOf = (name: string): number => {
  const tier = tiers[name];
  if (tier === undefined) throw new Error(`tools/floors.cjs names no tier for "${name}"`);
  return tier;
};

test('the declared modules have an order: no circle, nothing missing, every required extension point filled', () => {
  const order = orderModules(definitions);
  expect(order).toHaveLength(definitions.length);
  for (const [at, { name, needs }] of order.entries())
    for (const need of Object.values(needs)) expect(order.indexOf(need), `${name} needs ${need.name}`).toBeLessThan(at);
});

test('every need goes down at least one tier of the table', () => {
  const upward = definitions.flatMap(({ name, needs }) =>
    Object.values(needs)
      .filter((need) => tierOf(need.name) >= tierOf(name))
      .map((need) => `${name} → ${need.name}`),
  );
  expect(upward).toEqual([]);
});

test('a module is called as its folder, in the domain that the table says', () => {
  expect(placed.filter(({ folder, definition }) => definition.name !== folder).map(({ folder }) => folder)).toEqual([]);
  const table = Object.entries(domains).flatMap(([domain, names]) => names.map((name) => `${domain}/${name}`));
  expect(placed.map(({ domain, folder }) => `${domain}/${folder}`).sort()).toEqual(table.sort());
});

test('the printed graph names needs and extension points', () => {
  const graph = printGraph(definitions);
  expect(graph).toMatch(/^intake · needs .*connectors.* · fills connectors\.\w+/m);
  expect(portsOf(definitions).length).toBeGreaterThan(5);
});

/** Role of a module's file, as the suffix of its name gives it: CONTRIBUTING.md has the table. */
const roles =
  'alerts|analyses|cache|changes|checks|client|collections|context|files|jobs|metrics|migrations|places|repository|routes|rules|searches|service|tables|texts|types';
const rolled = new RegExp(`^(index|[a-z0-9-]+\\.(${roles})(\\.test)?|[a-z0-9-]+\\.test)\\.ts$`);

test('a file of a module says its role in its name, or stands in a folder that is a whole part', () => {
  const files = placed.flatMap(({ domain, folder }) =>
    readdirSync(join(import.meta.dirname, '../modules', domain, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => ({ path: `${domain}/${folder}/${name}`, name })),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter(({ name }) => !rolled.test(name)).map(({ path }) => path)).toEqual([]);
});
