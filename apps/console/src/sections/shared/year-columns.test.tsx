// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { YearColumns } from './year-columns.tsx';

const drawn = (values: readonly number[]) => {
  const host = document.createElement('div');
  const years = values.map((value, place) => ({ year: 2020 + place, value }));
  host.innerHTML = renderToStaticMarkup(
    <YearColumns title="Desembarques" unit="t" fileName="desembarques" height={240} years={years} />,
  );
  return host;
};
const heights = (host: HTMLElement) =>
  [...host.querySelectorAll('rect')].map((one) => Number(one.getAttribute('height')));
const axis = (host: HTMLElement) =>
  [...host.querySelectorAll<HTMLElement>('span[style*="bottom"]')].map(({ textContent }) => textContent);

test('the axis ends at the next round number, and a column is as high as its share of it', () => {
  expect(axis(drawn([3_600, 900]))).toEqual(['4000', '2000', '0'].map((text) => text.replace('000', '\u00a0000')));
  expect(heights(drawn([3_600, 900]))).toEqual([90, 22.5]);
  expect(heights(drawn([5, 4]))).toEqual([100, 80]);
});

test('years without any amount have columns without height, below an axis up to one', () => {
  expect(axis(drawn([0, 0]))[0]).toBe('1');
  expect(heights(drawn([0, 0]))).toEqual([0, 0]);
});
