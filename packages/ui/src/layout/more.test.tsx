// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FirstOf } from './more.tsx';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => {
  vi.unstubAllGlobals();
});
let root: Root;
let host: HTMLElement;
beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

const draw = (element: ReactNode) => act(() => root.render(<MantineProvider env="test">{element}</MantineProvider>));
const list = (names: readonly string[]) => (
  <FirstOf items={names} first={2} of="portos">
    {(shown) => (
      <ul>
        {shown.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    )}
  </FirstOf>
);
const namesOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);
const folded = () => host.querySelector('[hidden="until-found"]');
const button = () => host.querySelector('button');

test('the first are shown and the rest is folded, in the page for the search of the browser', () => {
  draw(list(['Namibe', 'Lobito', 'Luanda', 'Soyo', 'Cabinda']));
  expect(namesOf(folded()?.querySelectorAll('li') ?? [])).toEqual(['Luanda', 'Soyo', 'Cabinda']);
  expect(namesOf(host.querySelectorAll('li'))).toEqual(['Namibe', 'Lobito', 'Luanda', 'Soyo', 'Cabinda']);
  expect(button()?.textContent).toBe('Ver mais 3');
  expect(button()?.getAttribute('aria-label')).toBe('Ver mais 3: portos');
  expect(button()?.getAttribute('aria-expanded')).toBe('false');
});

test('the button unfolds the rest and folds it again', () => {
  draw(list(['Namibe', 'Lobito', 'Luanda', 'Soyo']));
  act(() => button()?.click());
  expect(folded()).toBeNull();
  expect(button()?.getAttribute('aria-label')).toBe('Ver menos: portos');
  expect(button()?.getAttribute('aria-expanded')).toBe('true');
  act(() => button()?.click());
  expect(folded()).not.toBeNull();
});

test('what the browser finds within the rest unfolds it', () => {
  draw(list(['Namibe', 'Lobito', 'Luanda', 'Soyo']));
  act(() => {
    folded()
      ?.querySelector('li')
      ?.dispatchEvent(new Event('beforematch', { bubbles: true }));
  });
  expect(folded()).toBeNull();
  expect(button()?.getAttribute('aria-expanded')).toBe('true');
});

test('a list that would fold one alone shows it', () => {
  draw(list(['Namibe', 'Lobito', 'Luanda']));
  expect(button()).toBeNull();
  expect(namesOf(host.querySelectorAll('li'))).toEqual(['Namibe', 'Lobito', 'Luanda']);
});
