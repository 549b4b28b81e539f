import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../apps/server/src/config/settings.ts';

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
