import { describe, expect, test } from 'vitest';
import { mergeSettings, mergeWholeValues } from './settings.rules.ts';

describe('settings that two machines changed', () => {
  test('only the keys that were changed are written', () => {
    const seen = { isRail: false, favourites: ['home'] };
    const stored = { isRail: false, favourites: ['home', 'fleet'] };
    expect(mergeSettings(stored, seen, { ...seen, isRail: true })).toEqual({
      isRail: true,
      favourites: ['home', 'fleet'],
    });
    expect(mergeSettings({ a: 1, b: 2 }, { a: 1 }, {})).toEqual({ b: 2 });
  });

  test('a list keeps what either machine added, and loses what either took away', () => {
    const list = (stored: unknown[], seen: unknown[], chosen: unknown[]) =>
      mergeSettings({ of: stored }, { of: seen }, { of: chosen }).of;
    expect(list(['a', 'b', 'x'], ['a', 'b'], ['b', 'c'])).toEqual(['b', 'x', 'c']);
    expect(list(['a', 'c'], ['a'], ['a', 'c'])).toEqual(['a', 'c']);
    expect(list(['a'], ['a', 'b'], [])).toEqual([]);
  });

  test('an entry with a name is changed in its place; two that were added under one name both stay', () => {
    const plan = (name: string, power: number) => ({ name, power });
    const plans = (stored: unknown[], seen: unknown[], chosen: unknown[]) =>
      mergeSettings({ plans: stored }, { plans: seen }, { plans: chosen }).plans;
    const [a, b] = [plan('A', 1), plan('B', 1)];
    expect(plans([a, b, plan('D', 1)], [a, b], [plan('A', 2), b])).toEqual([plan('A', 2), b, plan('D', 1)]);
    expect(plans([plan('A', 3), b], [a, b], [plan('A', 2), b])).toEqual([plan('A', 2), b]);
    // One that another machine changed stays, though it was taken away here.
    expect(plans([plan('A', 3), b], [a, b], [b])).toEqual([plan('A', 3), b]);
    expect(plans([a, plan('N', 1)], [a], [a, plan('N', 2)])).toEqual([a, plan('N', 1), plan('N', 2)]);
  });

  test('lists that do not fit together are as chosen, the other keys as stored', () => {
    expect(mergeWholeValues({ of: ['x'], b: 2 }, { of: [], b: 1 }, { of: ['y'], b: 1 })).toEqual({ of: ['y'], b: 2 });
  });
});
