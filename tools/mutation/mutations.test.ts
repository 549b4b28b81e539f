import { expect, test } from 'vitest';
import { mutated, mutationsOf } from './mutations.ts';

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
