// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TileMenu } from './tile-menu.tsx';
import type { TileView } from './tile-props.ts';

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterAll(() => vi.unstubAllGlobals());

let root: Root;
let host: HTMLElement;
const onView = vi.fn<(view: TileView) => void>();
beforeEach(async () => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  onView.mockReset();
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <TileMenu tile={{ id: 'navios', label: 'Navios', value: undefined }} onView={onView} />
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.doUnmock('./tile-menu-opened.tsx');
});

const button = () => host.querySelector<HTMLButtonElement>('button[aria-label="Opções de Navios"]');
const items = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].map((item) => item.textContent);

async function press(target: HTMLElement | null) {
  await act(async () => target?.click());
  await act(() => vi.dynamicImportSettled());
}

test('one press opens the menu though its code comes only then, and the keyboard comes back to the button', async () => {
  expect(button()?.getAttribute('aria-haspopup')).toBe('menu');
  button()?.focus();
  await press(button());
  expect(items()).toEqual(['Ver origem', 'Ver tabela', 'Descarregar CSV', 'Copiar ligação']);
  expect(button()?.getAttribute('aria-expanded')).toBe('true');
  await act(async () =>
    document
      .querySelector('[role="menu"]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  expect(items()).toEqual([]);
  expect(document.activeElement).toBe(button());
});

test('the menu leads to the origin, and opens again', async () => {
  await press(button());
  await press(document.querySelector<HTMLElement>('[role="menuitem"]'));
  expect(onView).toHaveBeenCalledExactlyOnceWith('origin');
  expect(items()).toEqual([]);
  await press(button());
  expect(items()).toHaveLength(4);
});
