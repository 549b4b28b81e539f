// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { HintButton } from './hint-button.tsx';

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterAll(() => vi.unstubAllGlobals());
let root: Root;
let host: HTMLElement;
beforeEach(async () => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <HintButton hint="Lido há 8 s">Em direto</HintButton>
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

const button = () => host.querySelector('button') as HTMLButtonElement;
async function tell(event: Event) {
  await act(async () => void button().dispatchEvent(event));
  await act(() => vi.dynamicImportSettled());
}
const over = () => new MouseEvent('mouseover', { bubbles: true });
const out = () => new MouseEvent('mouseout', { bubbles: true });

test('details come with the first hover, belong to the same button, and go with the pointer', async () => {
  const before = button();
  expect(document.querySelector('[role="tooltip"]')).toBeNull();
  await tell(over());
  expect(document.querySelector('[role="tooltip"]')?.textContent).toBe('Lido há 8 s');
  expect(button()).toBe(before);
  const described = button().getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('Lido há 8 s');
  await tell(out());
  expect(document.querySelector('[role="tooltip"]')).toBeNull();
});

test('Escape closes the details', async () => {
  await tell(over());
  await tell(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(document.querySelector('[role="tooltip"]')).toBeNull();
});
