import { describe, expect, it } from 'vitest';
import { alignSeries, summarise } from './align.ts';
import { tickText, zoneOffsetSeconds } from './time-axis.ts';

const at = (text: string) => Date.parse(text) / 1000;
const day = (number: number, value: number | null) => ({
  time: `2026-11-${String(number).padStart(2, '0')}T09:00:00Z`,
  value,
});

describe('alignSeries', () => {
  it('puts a gap where days are missing, and keeps those that are null', () => {
    const { seconds, lines } = alignSeries(
      [{ label: 'TSM', points: [day(1, 20), day(2, null), day(3, 21), day(9, 22), day(10, 23)] }],
      null,
    );
    expect(lines[0]).toEqual([20, null, 21, null, 22, 23]);
    expect(seconds[3]).toBe((at('2026-11-03T09:00:00Z') + at('2026-11-09T09:00:00Z')) / 2);
  });
  it('joins lines and band of different times on one axis, in order', () => {
    const { seconds, lines, low, high } = alignSeries(
      [
        { label: 'a', points: [day(2, 5), day(1, 0)] },
        { label: 'b', points: [day(3, 7)] },
      ],
      { label: 'p10–p90', points: [{ time: day(1, 0).time, low: -1, high: 1 }] },
    );
    expect(seconds).toHaveLength(3);
    expect(lines).toEqual([
      [0, 5, null],
      [null, null, 7],
    ]);
    expect([low, high]).toEqual([
      [-1, null, null],
      [1, null, null],
    ]);
  });
  it('takes nothing, and one point', () => {
    expect(alignSeries([{ label: 'a', points: [] }], null).seconds).toEqual([]);
    expect(alignSeries([{ label: 'a', points: [day(1, 3)] }], null).lines).toEqual([[3]]);
  });
});

describe('summarise', () => {
  it('finds the lowest, highest and last known value; zero counts', () => {
    expect(summarise([day(1, 4), day(2, 0), day(3, 9), day(4, null)])).toEqual({
      lowest: day(2, 0),
      highest: day(3, 9),
      last: day(3, 9),
    });
    expect(summarise([day(1, null)])).toBeNull();
  });
});

describe('time axis', () => {
  it('writes hours within a day, the date at midnight, days, then months, in the zone', () => {
    expect(tickText(at('2026-11-20T11:00:00Z'), 3600, 'Africa/Luanda')).toBe('12:00');
    expect(tickText(at('2026-11-19T23:00:00Z'), 3600, 'Africa/Luanda')).toBe('20/11');
    expect(tickText(at('2026-11-19T23:00:00Z'), 3600, 'UTC')).toBe('23:00');
    expect(tickText(at('2026-11-19T23:30:00Z'), 5 * 86_400, 'Africa/Luanda')).toBe('20/11');
    expect(tickText(at('2026-11-19T23:30:00Z'), 31 * 86_400, 'UTC')).toBe('11/2026');
  });
  it('knows how far a zone is ahead', () => {
    expect(zoneOffsetSeconds('Africa/Luanda')).toBe(3600);
    expect(zoneOffsetSeconds('UTC')).toBe(0);
  });
});
