import { dayMs, hourMs } from '@kianda/geo';
import { expect, test } from 'vitest';
import {
  climatologyBand,
  dailySeriesOf,
  distancesAlong,
  habitatOf,
  resolutionOf,
  samplesAlong,
} from './temporal.rules.ts';

const every = (stepMs: number, count = 5) => Array.from({ length: count }, (_, index) => index * stepMs);

test('the step between dates has the name that the specification gives it', () => {
  expect(resolutionOf(every(6 * hourMs), 'daily')).toBe('hourly');
  expect(resolutionOf(every(dayMs), 'monthly')).toBe('daily');
  expect(resolutionOf(every(8 * dayMs), 'daily')).toBe('8-day');
  expect(resolutionOf(every(16 * dayMs), 'daily')).toBe('16-day');
  expect(resolutionOf(every(30 * dayMs), 'daily')).toBe('monthly');
  expect(resolutionOf(every(3 * dayMs), 'daily')).toBe('variable');
  expect(resolutionOf([0], 'monthly')).toBe('monthly');
  // One lost week does not make a daily variable another.
  expect(resolutionOf([0, dayMs, 2 * dayMs, 9 * dayMs, 10 * dayMs], 'monthly')).toBe('daily');
});

test('instants of one day are one value of it; a day without any stays unknown', () => {
  const series = dailySeriesOf([
    { timeMs: dayMs, value: 10 },
    { timeMs: dayMs + 6 * hourMs, value: 20 },
    { timeMs: 3 * dayMs, value: 7 },
    { timeMs: 4 * dayMs, value: null },
  ]);
  expect(series?.firstDayMs).toBe(dayMs);
  expect([...(series?.values ?? [])]).toEqual([15, Number.NaN, 7]);
  expect(dailySeriesOf([{ timeMs: 0, value: null }])).toBeNull();
});

test('the band of usual values lies between the tenth and the ninetieth percentile, and two years make none', () => {
  const firstDayMs = Date.UTC(2020, 0, 1);
  // Each year one degree warmer than the one before, over eleven years: every day of the year has 0–10.
  const values = Float64Array.from(
    { length: 4018 },
    (_, day) => new Date(firstDayMs + day * dayMs).getUTCFullYear() - 2020,
  );
  const band = climatologyBand({ firstDayMs, values });
  const middle = band?.at(Date.UTC(2031, 6, 1));
  expect(band).toMatchObject({ years: 11, short: true });
  expect(middle?.mean).toBeCloseTo(5, 6);
  expect(middle?.p10).toBeCloseTo(1, 6);
  expect(middle?.p90).toBeCloseTo(9, 6);
  expect(climatologyBand({ firstDayMs, values: values.subarray(0, 731) })).toBeNull();
});

test('a line is cut into places equally far from each other', () => {
  const places = samplesAlong(
    [
      [10, -10],
      [11, -10],
      [11, -12],
    ],
    7,
  );
  expect(places[0]).toEqual([10, -10]);
  expect(places[6]).toEqual([11, -12]);
  const steps = distancesAlong(places)
    .slice(1)
    .map((distance, index, all) => distance - (index === 0 ? 0 : (all[index - 1] ?? 0)));
  // The one step that goes round the corner is shorter as the crow flies.
  expect(steps.filter((step) => Math.abs(step - (steps[0] ?? 0)) < 0.5)).toHaveLength(5);
});

test('the sea is named by the depth of its floor', () => {
  expect([10, 120, 900, 4000].map(habitatOf)).toEqual([
    'costeiro (até 50 m)',
    'plataforma (50–200 m)',
    'talude (200–2000 m)',
    'oceano profundo (mais de 2000 m)',
  ]);
});
