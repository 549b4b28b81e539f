// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import styles from './day-bar.module.css';
import { DayBar } from './day-bar.tsx';

const quiet = { checks: 1_440, offline: 0, warning: 0, maintenance: 0, unknown: 0 };
const drawn = (days: readonly Partial<typeof quiet>[]) => {
  const host = document.createElement('div');
  const dated = days.map((day, place) => ({ ...quiet, ...day, day: `2026-08-${String(place + 1).padStart(2, '0')}` }));
  host.innerHTML = renderToStaticMarkup(<DayBar name="STAC" days={dated as never} />);
  return [...host.querySelectorAll('rect')];
};
const shown = (days: readonly Partial<typeof quiet>[]) =>
  drawn(days)
    .slice(90 - days.length)
    .map((day) => day.getAttribute('class'));

test('a day has the colour of the worst in it, and a day without any fault that of a good one', () => {
  const worse = { offline: 0.1, warning: 1, maintenance: 2, unknown: 3 };
  expect(
    shown([
      {},
      { ...worse, offline: 0, warning: 0, maintenance: 0 },
      { ...worse, offline: 0, warning: 0 },
      { ...worse, offline: 0 },
      worse,
    ]),
  ).toEqual([styles.good, styles.empty, styles.planned, styles.degraded, styles.down]);
});

test('what a day is called says its share offline, in maintenance, or not looked at', () => {
  const words = drawn([{ unknown: 12 }, { maintenance: 5 }, { offline: 1.5, unknown: 12 }]).slice(87);
  expect(words.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '2026-08-01: 12 % do tempo sem observação',
    '2026-08-02: 5 % do tempo em manutenção',
    expect.stringContaining('1,5 %'),
  ]);
});

test('ninety days stand side by side, the last at the right', () => {
  const first = drawn([{}]);
  expect(first).toHaveLength(90);
  expect(first.at(-1)?.getAttribute('x')).toBe('356');
  expect(first[0]?.getAttribute('class')).toBe(styles.empty);
});
