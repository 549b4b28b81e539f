import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../apps/server/src');
/** Words that English sentences can hardly do without, and Portuguese ones never have. */
const english = /\b(?:the|not|was|were|could|failed|lost|too|is|its|again|back|of|with|job|error)\b/i;

/** Texts written to the log, by file: the last text between quotes of each call. */
function* messages(): Generator<string> {
  for (const file of globSync('**/*.ts', { cwd: sources })) {
    if (/\.test\.ts$|testing\//.test(file)) continue;
    const text = readFileSync(join(sources, file), 'utf8');
    for (const [, call = ''] of text.matchAll(/\blog\.(?:trace|debug|info|warn|error|fatal)\(([^;]*)/g)) {
      const quoted = [...call.matchAll(/(['`])((?:(?!\1)[^\\\n])*)\1/g)].map(([, , words = '']) => words);
      const message = quoted.findLast((words) => words.includes(' '));
      if (message !== undefined) yield `${file}: ${message.replaceAll(/\$\{[^}]*\}/g, '')}`;
    }
  }
}

test('the log speaks Portuguese: operators read it on the screen beside everything else', () => {
  const all = [...messages()];
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((line) => english.test(line.slice(line.indexOf(': '))))).toEqual([]);
});
