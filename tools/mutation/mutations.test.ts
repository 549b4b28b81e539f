import { expect, test } from 'vitest';
import { mutationsOf, switchable } from './mutations.ts';

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

test('texts joined by + stay texts, and what an attribute says is left alone', () => {
  const jsx = `export const A = (n: number) => <b title="x" hidden={n > 3}>{'a' + n}</b>;`;
  expect(mutationsOf('a.tsx', jsx).map(({ original }) => original)).toEqual(['>', '3']);
});

/** A function with its faults in it, the one that is on, and the places that it has run through. */
function withFaults(code: string) {
  const faults = mutationsOf('f.ts', code).map((mutation, number) => ({ ...mutation, number }));
  const reached = new Set<number>();
  const calls: unknown[] = [];
  let on = -1;
  const isOn = (number: number) => {
    reached.add(number);
    return number === on;
  };
  const body = switchable(code, faults, 'isOn').replace('export ', '');
  const f = new Function('isOn', 'g', `${body} return f;`)(isOn, (value: unknown) => calls.push(value));
  const turn = (original: string) => {
    on = faults.find((fault) => fault.original === original)?.number ?? -1;
  };
  return {
    f,
    turn,
    calls,
    reached: () => faults.filter(({ number }) => reached.has(number)).map((each) => each.original),
  };
}

test('faults sleep until they are switched on, one at a time, and the places that run are noted', () => {
  const code = `export const f = (a) => { if (a > 2 && a.b?.c.trim().length) g(a); return a === 1 ? 'um' : a + 3; };`;
  const { f, turn, calls, reached } = withFaults(code);
  expect(f(1)).toBe('um');
  expect(reached()).toEqual(expect.not.arrayContaining(['g(a);', '3']));
  expect(reached()).toContain('===');
  expect(f(5)).toBe(8);
  turn('+');
  expect(f(5)).toBe(2);
  turn('3');
  expect(f(5)).toBe(9);
  const full = { b: { c: ' x ' }, valueOf: () => 3 };
  f(full);
  expect(calls).toEqual([full]);
  turn('g(a);');
  f(full);
  turn('a > 2 && a.b?.c.trim().length');
  f(full);
  expect(calls).toEqual([full]);
  expect(reached()).toHaveLength(mutationsOf('f.ts', code).length);
});

test('a place that runs once, as its file is loaded, is static', () => {
  const code = 'const limit = 12; export const f = () => 13;';
  expect(mutationsOf('f.ts', code).map(({ place }) => place.isStatic)).toEqual([true, false]);
});
