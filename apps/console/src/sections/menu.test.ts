import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allows, roles } from '@kianda/contract';
import { expect, test } from 'vitest';
import { menuFor, menuGroupOf, soonGroupId } from './menu.ts';
import { pages } from './pages.ts';
import { nearestSections } from './placeholder/nearest.ts';
import { plannedSections } from './planned.ts';
import { allSections, findSection, isGroup, type KnownSection, type TreeItem } from './sections.ts';

const leavesOf = (menu: readonly TreeItem[]) => menu.flatMap((item) => (isGroup(item) ? item.children : [item]));
const soonOf = (menu: readonly TreeItem[]) => menu.find(({ id }) => id === soonGroupId);

/** Second names of a screen, and pages that something else opens. */
const withoutEntry = ['apis-connectors', 'autorizar', 'notices', 'predictive-models'];

test.each(roles)('the menu of %s holds every screen that it may open, once', (role) => {
  const menu = menuFor(role, 'Em breve');
  const ids = leavesOf(menu).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const open = allSections.filter(({ id, access }) => allows(access, role) && !withoutEntry.includes(id));
  expect(ids.toSorted()).toEqual(open.map(({ id }) => id).toSorted());
  expect(menu.slice(0, 2).map(({ id }) => id)).toEqual(['home', 'dashboard']);
});

test('what has no screen stands in one group at the end and wears no badge; there is no group without any', () => {
  const menu = menuFor('administrador', 'Em breve');
  const soon = soonOf(menu);
  expect(menu.at(-1)?.id === soonGroupId).toBe(plannedSections.size > 0);
  const children = soon !== undefined && isGroup(soon) ? soon.children : [];
  expect(children.map(({ id }) => pages[id as KnownSection['id']])).toEqual(children.map(() => undefined));
  expect(children.length).toBe(plannedSections.size);
  expect(children.filter(({ badge }) => badge !== undefined)).toEqual([]);
  const others = leavesOf(menu).filter((section) => !children.includes(section));
  expect(others.filter(({ id }) => pages[id as KnownSection['id']] === undefined)).toEqual([]);
});

test('the own work of a role comes first', () => {
  const order = (role: (typeof roles)[number]) => menuFor(role, 'Em breve').map(({ id }) => id);
  expect(order('operador').slice(1, 4)).toEqual(['dashboard', 'security-monitoring', 'system-management']);
  expect(order('cientista').slice(1, 4)).toEqual(['dashboard', 'realtime-angola', 'zee-angola']);
  expect(order('administrador').slice(1, 4)).toEqual(['dashboard', 'scientific-hub', 'realtime-angola']);
});

test('an entry stands in the group of the menu, not of the tree', () => {
  const menu = menuFor('administrador', 'Em breve');
  expect(menuGroupOf(menu, 'mcda-analysis')).toBe('qgis-advanced');
  expect(menuGroupOf(menu, 'user-management')).toBe('security-monitoring');
  expect(menuGroupOf(menu, 'dashboard')).toBeUndefined();
});

test.each([
  ['relatorios', []],
  ['report', ['reports']],
  ['data-conectors', ['data-connectors']],
  ['storag', ['storage']],
  ['auditt', ['audit']],
  ['audxx', ['audit']],
  ['qgis', ['qgis-spatial-analysis']],
  ['xyzzy', []],
])('the sections nearest to %s', (id, expected) => {
  expect(nearestSections(id, allSections, 1).map((section) => section.id)).toEqual(expected);
});

test('the id of a group leads to its sections', () => {
  expect(nearestSections('analytics', allSections).map(({ id }) => id)).toEqual([
    'advanced-analysis',
    'reports',
    'realtime-monitoring',
  ]);
  expect(nearestSections('data', allSections)).toHaveLength(8);
});

test('every address of the console that the platform gives names a section', () => {
  const root = join(import.meta.dirname, '../../../..');
  const given = ['apps/server/src', 'packages/contract/src'].flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .flatMap((file) => [...readFileSync(join(root, place, file), 'utf8').matchAll(/\?section=([\w-]+)/g)])
      .map(([, id]) => id ?? ''),
  );
  expect(given).toContain('auto-alerts');
  expect(given.filter((id) => findSection(id) === undefined)).toEqual([]);
});
