import type { FieldSlice } from '@kianda/contract/sea/ocean/ocean.contract';

type Dated = Pick<FieldSlice, 'time' | 'coverage'>;

/**
 * Share of cells with a value, by date (ms since 1970). Of a flow, `second` is its other component: a date that has one of
 * them alone, as while the other is being stored, can not be drawn and is left out.
 */
export function coverageOf(first: readonly Dated[], second: readonly Dated[] | null): ReadonlyMap<number, number> {
  const others = second === null ? null : new Set(second.map(({ time }) => time));
  const drawn = first.filter(({ time }) => others === null || others.has(time));
  return new Map(drawn.map(({ time, coverage }) => [Date.parse(time), coverage]));
}
