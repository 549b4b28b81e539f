import { describe, expect, test } from 'vitest';
import { dailyClimatology, leapDayOfYear } from './climatology.ts';
import { marineHeatwaves } from './marine-heatwaves.ts';

const dayMs = 86_400_000;
const firstDayMs = Date.UTC(1991, 0, 1);
const days = Math.round((Date.UTC(2021, 0, 1) - firstDayMs) / dayMs);

/** Thirty years that swing by ±1 °C around 20 °C from day to day, so that the threshold is 21 °C everywhere. */
function flatYears(): Float64Array {
  return Float64Array.from({ length: days }, (_, day) => (day % 2 === 0 ? 21 : 19));
}
const dayOf = (date: string) => Math.round((Date.parse(date) - firstDayMs) / dayMs);

describe('climatology', () => {
  test('29 February lies between its neighbours, whatever leap years said', () => {
    expect(leapDayOfYear(Date.UTC(2023, 2, 1))).toBe(60);
    expect(leapDayOfYear(Date.UTC(2024, 2, 1))).toBe(60);
    const values = new Float64Array(days).fill(20);
    for (let day = 0; day < days; day += 1) {
      if (leapDayOfYear(firstDayMs + day * dayMs) === 59) values[day] = 99;
    }
    const { mean } = dailyClimatology({ firstDayMs, values }, { halfWindowDays: 0, smoothingDays: 1 });
    expect(mean[59]).toBe(20);
    expect(mean).toHaveLength(366);
  });

  test('pools eleven days and smooths over thirty-one, around the turn of the year', () => {
    const values = new Float64Array(days);
    for (let day = 0; day < days; day += 1) {
      if (leapDayOfYear(firstDayMs + day * dayMs) === 0) values[day] = 341;
    }
    const pooled = dailyClimatology({ firstDayMs, values }, { smoothingDays: 1 });
    // The last days of the year see 1 January through the window; the first year has no day before it.
    expect(pooled.mean[5]).toBeCloseTo(31, 6);
    expect(pooled.mean[6]).toBe(0);
    expect(pooled.mean[361]).toBeGreaterThan(0);
    const { mean } = dailyClimatology({ firstDayMs, values });
    expect(mean[20]).toBeCloseTo((pooled.mean[5] ?? 0) / 31, 6);
    expect(mean[21]).toBeCloseTo(0, 10);
    expect(mean[346]).toBeGreaterThan(0);
    expect(mean[345]).toBeCloseTo(0, 10);
  });

  test('a short baseline says so; days of the year never seen stay unknown', () => {
    const quarter = dailyClimatology({ firstDayMs, values: new Float64Array(90).fill(20) });
    expect(quarter).toMatchObject({ shortBaseline: true });
    expect(quarter.years).toBeCloseTo(0.246, 3);
    expect(quarter.mean[45]).toBe(20);
    expect(quarter.mean[200]).toBeNaN();
    expect(dailyClimatology({ firstDayMs, values: flatYears() }).shortBaseline).toBe(false);
    expect(() => dailyClimatology({ firstDayMs, values: flatYears() }, { smoothingDays: 30 })).toThrow(/odd/);
  });
});

describe('marine heatwaves', () => {
  const baseline = { fromMs: firstDayMs, toMs: Date.UTC(2009, 11, 31) };

  function withEvent(...given: readonly (readonly [from: string, values: readonly number[]])[]) {
    const values = flatYears();
    for (const [from, above] of given)
      above.forEach((value, index) => {
        values[dayOf(from) + index] = 20 + value;
      });
    return marineHeatwaves({ firstDayMs, values }, { baseline });
  }

  test('none in years that never leave their range', () => {
    expect(withEvent().events).toEqual([]);
  });

  test('five days make one, four do not; metrics by hand', () => {
    const { events, climatology } = withEvent(['2015-03-02', [2, 3, 4.5, 3, 2]], ['2016-03-01', [3, 3, 3, 3]]);
    expect(climatology.threshold[70]).toBeCloseTo(21, 6);
    expect(events).toHaveLength(1);
    const [event] = events;
    expect(new Date(event?.startMs ?? 0).toISOString().slice(0, 10)).toBe('2015-03-02');
    expect(new Date(event?.peakMs ?? 0).toISOString().slice(0, 10)).toBe('2015-03-04');
    // The mean of each day of the year is within a few hundredths of 20: odd and even days of 19 years.
    const usual = climatology.mean[leapDayOfYear(event?.peakMs ?? 0)] ?? 0;
    expect(usual).toBeCloseTo(20, 1);
    expect(event).toMatchObject({ durationDays: 5, category: 4, ongoing: false });
    expect(event?.intensityMax).toBeCloseTo(24.5 - usual, 6);
    expect(event?.intensityMean).toBeCloseTo(2.9, 1);
    expect(event?.intensityCumulative).toBeCloseTo(14.5, 0);
    expect(event?.intensityVariability).toBeCloseTo(Math.sqrt((0.81 * 2 + 0.01 * 2 + 1.6 ** 2) / 5), 2);
    // Days around it are 1 or −1 away from the mean: the edge is half-way between them and the first day.
    const outside = ((dayOf('2015-03-01') % 2 === 0 ? 1 : -1) + 2) / 2;
    expect(event?.rateOnset).toBeCloseTo((4.5 - outside) / 2.5, 1);
  });

  test.each([
    [1.5, 1],
    [2.5, 2],
    [3.5, 3],
    [9, 4],
  ])('%d °C above a threshold of 1 °C is category %d', (above, category) => {
    const { events, days: daily } = withEvent(['2015-06-01', Array.from({ length: 6 }, () => above)]);
    expect(events[0]?.category).toBe(category);
    expect(daily[dayOf('2015-06-03')]?.category).toBe(category);
    expect(daily[dayOf('2015-05-20')]?.category).toBe(0);
  });

  test('joins events two days apart, not three', () => {
    const six = [3, 3, 3, 3, 3, 3];
    expect(withEvent(['2015-06-01', [...six, 0, 0, ...six]]).events).toMatchObject([{ durationDays: 14 }]);
    expect(withEvent(['2015-06-01', [...six, 0, 0, 0, ...six]]).events).toHaveLength(2);
  });

  test('looks over two missing days, not three, and knows what still lasts', () => {
    const hole = Number.NaN;
    expect(withEvent(['2015-06-01', [3, 3, 3, hole, hole, 3, 3]]).events).toMatchObject([{ durationDays: 7 }]);
    expect(withEvent(['2015-06-01', [3, 3, 3, hole, hole, hole, 3, 3]]).events).toEqual([]);
    expect(withEvent(['2020-12-27', [3, 3, 3, 3, 3]]).events).toMatchObject([{ ongoing: true, durationDays: 5 }]);
  });
});

describe('against a NumPy transcription of the published program (E. Oliver, marineHeatWaves), on the same thirty years', () => {
  /** A season and weather with a memory of twelve days, from a generator that any language repeats exactly. */
  const values = new Float64Array(days);
  let state = 20_110_615;
  let weather = 0;
  for (let day = 0; day < days; day += 1) {
    state = (16_807 * state) % 2_147_483_647;
    weather = 0.92 * weather + 1.2 * (state / 2_147_483_647 - 0.5);
    values[day] = 21 + 4 * Math.cos((2 * Math.PI * (day - 60)) / 365.25) + weather;
  }
  const { events, climatology } = marineHeatwaves({ firstDayMs, values });

  test('the same climatology', () => {
    const known = [0, 59, 200].flatMap((day) => [climatology.mean[day], climatology.threshold[day]]);
    const expected = [23.0958030247, 24.2646360355, 24.9694101033, 25.9828162384, 18.207191970846, 19.348046916743];
    known.forEach((value, index) => {
      expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 8);
    });
  });

  test('the same events', () => {
    expect(events).toHaveLength(59);
    expect(events.reduce((sum, event) => sum + event.durationDays, 0)).toBe(584);
    expect(events.reduce((sum, event) => sum + event.intensityCumulative, 0)).toBeCloseTo(947.08036002, 6);
    expect(events.filter(({ category }) => category === 1)).toHaveLength(48);
    expect(events.filter(({ category }) => category === 2)).toHaveLength(11);
  });

  test.each([
    [
      '1993-07-08',
      '1993-08-06',
      '1993-07-20',
      2.557543760654,
      55.574784573606,
      0.350290484128,
      0.121518862945,
      0.069513906866,
    ],
    [
      '2008-07-29',
      '2008-08-25',
      '2008-08-03',
      2.76553013081,
      52.326839477795,
      0.360228865281,
      0.281648050662,
      0.06710691331,
    ],
    [
      '2000-03-28',
      '2000-04-24',
      '2000-04-15',
      2.60985348686,
      49.735420794847,
      0.411807183446,
      0.067188234644,
      0.141219451294,
    ],
  ])('and the same metrics: the heatwave of %s', (start, end, peak, max, cumulative, variability, onset, decline) => {
    const event = events.find(({ startMs }) => startMs === Date.parse(start));
    expect(event).toMatchObject({ endMs: Date.parse(end), peakMs: Date.parse(peak), category: 2 });
    expect(event?.intensityMax).toBeCloseTo(max, 8);
    expect(event?.intensityCumulative).toBeCloseTo(cumulative, 8);
    expect(event?.intensityVariability).toBeCloseTo(variability, 8);
    expect(event?.rateOnset).toBeCloseTo(onset, 8);
    expect(event?.rateDecline).toBeCloseTo(decline, 8);
  });
});
