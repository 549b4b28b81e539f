import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const tools = import.meta.dirname;

/** Modules that a script loads before its first line runs, file by file: `import … from`, not `import()`. */
function loadedBy(script: string, seen = new Set<string>()): { file: string; name: string }[] {
  if (seen.has(script)) return [];
  seen.add(script);
  const names = [...readFileSync(script, 'utf8').matchAll(/^import (?:[^'";]*? from )?'([^']+)';$/gm)].map(
    ([, name = '']) => name,
  );
  return names.flatMap((name) =>
    name.startsWith('.')
      ? loadedBy(join(dirname(script), name), seen)
      : [{ file: script.slice(tools.length + 1), name }],
  );
}

/** The scripts of package.json: each may be the first thing that runs in a fresh clone. */
const commands = globSync('*.mjs', { cwd: tools }).filter((file) =>
  readFileSync(join(tools, '../package.json'), 'utf8').includes(`node tools/${file}`),
);

test('every command starts before anything is installed', () => {
  expect(commands.length).toBeGreaterThan(6);
  const loaded = commands.flatMap((file) => loadedBy(join(tools, file)));
  expect(loaded.length).toBeGreaterThan(20);
  expect(loaded.filter(({ name }) => !name.startsWith('node:'))).toEqual([]);
});

/** Every file of ours that a script may load in its own process, later too: `import … from` and `await import()`. */
function reachedFrom(script: string, seen = new Set<string>()): Set<string> {
  if (seen.has(script)) return seen;
  seen.add(script);
  const loads = /(?:^import (?:[^'";]*? from )?|await import\()'(\.[^']+)'/gm;
  for (const [, name = ''] of readFileSync(script, 'utf8').matchAll(loads))
    reachedFrom(join(dirname(script), name), seen);
  return seen;
}

test('a command runs on any Node: what only the project’s own reads, TypeScript, is a program apart', () => {
  const reached = commands.flatMap((file) => [...reachedFrom(join(tools, file))]);
  expect(reached.length).toBeGreaterThan(30);
  expect(reached.filter((file) => !file.endsWith('.mjs'))).toEqual([]);
});
