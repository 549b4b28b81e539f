// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Bar, BarList } from './bar-list.tsx';

const bar = (id: string, value: number): Bar => ({ id, label: id, value });
const drawn = (bars: readonly Bar[], noteHeader?: string) => {
  const host = document.createElement('div');
  host.innerHTML = renderToStaticMarkup(
    <BarList
      caption="Por arte"
      labelHeader="Arte"
      valueHeader="Horas"
      bars={bars}
      {...(noteHeader === undefined ? {} : { noteHeader })}
    />,
  );
  return host;
};
const widths = (host: HTMLElement) =>
  [...host.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.width);

test('a bar is as long as its share of the largest; without any amount none has a length', () => {
  expect(widths(drawn([bar('a', 40), bar('b', 10), bar('c', 0)]))).toEqual(['100%', '25%', '0%']);
  expect(widths(drawn([bar('a', 0.5), bar('b', 0.25)]))).toEqual(['100%', '50%']);
  expect(widths(drawn([bar('a', 0), bar('b', 0)])).map(Number.parseFloat)).toEqual([0, 0]);
});

test('the column of notes stands only where there is one', () => {
  expect([...drawn([bar('a', 1)]).querySelectorAll('thead th, td')]).toHaveLength(3);
  const noted = drawn([{ ...bar('a', 1), note: '+2 %' }], 'Mudança');
  expect([...noted.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual([
    'Arte',
    'Horas',
    'Mudança',
  ]);
  expect([...noted.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['1', '+2 %']);
});
