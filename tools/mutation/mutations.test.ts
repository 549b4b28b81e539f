import { expect, test } from 'vitest';
import { instrumented, mutated, mutationsOf } from './mutations.ts';

const source = `import { x } from './x.ts';
type Limit = 12;
/** Territorial sea, in nautical miles. */
export const limit = 12;
export function isInside(miles: number): boolean {
  if (miles === 0) return true;
  return miles < limit && x.trim() !== '';
}
`;

const changes = () => mutationsOf('limit.ts', source).map(({ original, text, line }) => [line, original, text]);

test('limits, boundaries, branches and calls are changed; imports, types and comments are not', () => {
  expect(changes()).toEqual([
    [4, '12', '13'],
    [6, 'miles === 0', 'false'],
    [6, '===', '!=='],
    [6, '0', '1'],
    [6, 'true', 'false'],
    [7, '<', '<='],
    [7, '&&', '||'],
    [7, '.trim()', ''],
    [7, '!==', '==='],
  ]);
});

test('one mutation changes one place', () => {
  const [first] = mutationsOf('limit.ts', source);
  if (first === undefined) throw new Error('no mutation found');
  expect(mutated(source, first)).toBe(source.replace('limit = 12', 'limit = 13'));
});

test('texts joined by + stay texts, and what an attribute says is left alone', () => {
  const jsx = `export const A = (n: number) => <b title="x" hidden={n > 3}>{'a' + n}</b>;`;
  expect(mutationsOf('a.tsx', jsx).map(({ original }) => original)).toEqual(['>', '3']);
});

test('the places that run are noted, the rest is as it was', () => {
  const code = `export const f = (a) => { if (a > 2 && a.b?.c.trim().length) g(a); return a === 1 ? 'um' : a + 3; };`;
  const mutations = mutationsOf('f.ts', code);
  const reached = new Set();
  const run = new Function(
    'seen',
    'g',
    `const r = (place) => seen.add(place); ${instrumented(code, mutations, 'r').replace('export ', '')} return f;`,
  );
  const f = run(reached, () => 0);
  expect(f(1)).toBe('um');
  const originals = () => mutations.filter((_, place) => reached.has(place)).map(({ original }) => original);
  expect(originals()).not.toContain('g(a);');
  expect(originals()).not.toContain('3');
  expect(originals()).toContain('===');
  expect(f(5)).toBe(8);
  expect(originals()).toContain('.trim()');
  expect(originals()).not.toContain('g(a);');
  f({ b: { c: ' x ' }, valueOf: () => 3 });
  expect(originals()).toHaveLength(mutations.length);
});
