// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { phoneQuery } from '../../platform/use-media.ts';
import { PhoneFirst, PhoneMore } from './phone-more.tsx';

const matchMedia = window.matchMedia.bind(window);
beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => {
  vi.unstubAllGlobals();
});
let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const show = (isPhone: boolean) => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === phoneQuery ? matchMedia(isPhone ? 'all' : 'not all') : matchMedia(query),
  );
  act(() =>
    root.render(
      <MantineProvider env="test">
        <PhoneFirst items={['atum', 'sardinha', 'carapau', 'lula']} first={2} of="espécies">
          {(items) => <p>{items.join(', ')}</p>}
        </PhoneFirst>
        <PhoneMore of="contagens">
          <p>quatro</p>
        </PhoneMore>
      </MantineProvider>,
    ),
  );
};
const buttons = () => [...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'));
const folded = () => [...document.querySelectorAll('[hidden]')].map(({ textContent }) => textContent);

test('on a phone the first of a list and the most important stand alone, and one press shows the rest', () => {
  show(true);
  expect(buttons()).toEqual(['Ver mais 2: espécies', 'Ver mais: contagens']);
  expect(folded()).toEqual(['carapau, lula', 'quatro']);
  act(() => document.querySelector('button')?.click());
  expect(folded()).toEqual(['quatro']);
});

test('on a wider screen everything is there, in one list and without a button', () => {
  show(false);
  expect(buttons()).toEqual([]);
  expect(folded()).toEqual([]);
  expect([...document.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'atum, sardinha, carapau, lula',
    'quatro',
  ]);
});
