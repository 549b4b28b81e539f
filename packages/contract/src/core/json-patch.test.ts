import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patched, patchOf } from './json-patch.ts';

const json = fc.json().map((text): unknown => JSON.parse(text));

test('a change brings any value to any other', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const patch = patchOf(before, after);
      expect(patch === null ? before : patched(before, JSON.parse(JSON.stringify(patch)))).toEqual(after);
    }),
  );
});

test('a change within two values that have much in common', () => {
  const item = fc.record(
    { id: fc.integer(), name: fc.string(), at: fc.option(fc.integer()) },
    { requiredKeys: ['id'] },
  );
  fc.assert(
    fc.property(fc.array(item), fc.array(item), fc.array(item), fc.nat(5), (head, body, tail, drop) => {
      const before = { items: body, total: body.length };
      const after = { items: [...head, ...body.slice(drop), ...tail] };
      const patch = patchOf(before, after);
      expect(patched(before, patch ?? [before])).toEqual(after);
    }),
  );
});

test('a series that goes on is its new reading alone; a field that changes, its new value', () => {
  const series = Array.from({ length: 100 }, (_, index) => ({ at: index, value: index / 3 }));
  const next = [...series.slice(1), { at: 100, value: 7 }];
  expect(patchOf({ series, unit: 'm' }, { series: next, unit: 'm' })).toEqual({
    series: { '+': [[], 1, 99, [{ at: 100, value: 7 }]] },
  });
  const newer = [{ at: 200, value: 1 }, ...series];
  expect(patchOf(series, newer)).toEqual({ '+': [[{ at: 200, value: 1 }], 0, 100, []] });
  const other = series.with(40, { at: 40, value: -1 });
  expect(patchOf(series, other)).toEqual({ '#': [[40, { value: [-1] }]] });
  expect(patchOf({ a: 1, b: { c: null } }, { b: { c: 0 } })).toEqual({ a: null, b: { c: [0] } });
  expect(patchOf(series, structuredClone(series))).toBeNull();
});

test('a change of another value is refused, or its result is not that value', () => {
  expect(() => patched(null, { a: [1] })).toThrow(TypeError);
  expect(() => patched([1], { '+': [[], 0, 2, []] })).toThrow(TypeError);
  expect(() => patched([1], { a: [1] })).toThrow(TypeError);
});

test('names that mean something in a change, and those of prototypes, are data like any other', () => {
  const odd = JSON.parse('{"#":[[0,[1]]],"+":1,"__proto__":{"x":1}}') as object;
  expect(patched({ a: 1 }, patchOf({ a: 1 }, odd) ?? [null])).toEqual(odd);
  expect(patched(odd, patchOf(odd, { a: 1 }) ?? [null])).toEqual({ a: 1 });
});
