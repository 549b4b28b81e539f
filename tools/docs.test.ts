import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../apps/server/src/config/settings.ts';
import { connectors } from '../packages/connectors/src/registry.ts';
import { floors } from './floors.cjs';

const root = join(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md', '.env.example'], { cwd: root });
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

test('every setting that a page names exists', () => {
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(/KIANDA_[A-Z0-9_]*[A-Z0-9]\b(?!_)/g)].map(([name]) => `${page}: ${name}`),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((entry) => !settingNames.includes(entry.split(': ')[1] ?? ''))).toEqual([]);
});

test('every setting is explained in .env.example', () => {
  const example = textOf('.env.example');
  expect(settingNames.filter((name) => !new RegExp(`^# ${name}=`, 'm').test(example))).toEqual([]);
});

test('every link between pages leads somewhere', () => {
  const links = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => ({ page, target })),
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ page, target }) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
});

test('every script of npm that a page names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const named = pages.flatMap((page) => [...textOf(page).matchAll(/npm run ([a-z]+)/g)].map(([, name = '']) => name));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('every path of the sources that a page names exists', () => {
  const named = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((page) =>
    [...textOf(page).matchAll(/`((?:apps|packages|tests|tools|docs|bench)\/[\w./-]+)`/g)].map(([, path = '']) => ({
      page,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

test('the floors of ARCHITECTURE.md are those of the table', () => {
  const block = /```\n(F3[\s\S]*?)```/.exec(textOf('ARCHITECTURE.md'))?.[1] ?? '';
  const lines = block.trim().split('\n');
  const written = Object.fromEntries(
    lines.flatMap((line) => [...line.matchAll(/(?:packages|apps)\/\w+/g)].map(([path]) => [path, Number(line[1])])),
  );
  expect(written).toEqual(Object.fromEntries(Object.values(floors).map(({ path, floor }) => [path, floor])));
});

test('the README counts the connectors that there are', () => {
  const words: Readonly<Record<number, string>> = {
    20: 'Vinte',
    21: 'Vinte e um',
    22: 'Vinte e dois',
    23: 'Vinte e três',
  };
  expect(textOf('README.md')).toContain(`- ${words[connectors.length]} conectores`);
});
