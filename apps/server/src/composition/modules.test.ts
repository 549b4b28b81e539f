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
