// @vitest-environment happy-dom
import { Button, MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { theme } from './theme.ts';

test('a button that becomes busy keeps the focus, says so and sends nothing twice; out of use it is out of reach', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const sent = vi.fn<() => void>();
  const draw = (isBusy: boolean, isOff = false) =>
    act(() =>
      root.render(
        <MantineProvider env="test" theme={theme}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              sent();
            }}
          >
            <Button type="submit" loading={isBusy} disabled={isOff}>
              Guardar
            </Button>
          </form>
        </MantineProvider>,
      ),
    );
  draw(false);
  const button = host.querySelector('button') as HTMLButtonElement;
  button.focus();
  act(() => button.click());
  expect(sent).toHaveBeenCalledTimes(1);
  draw(true);
  expect(host.querySelector('button')).toBe(button);
  expect(document.activeElement).toBe(button);
  expect([button.disabled, button.getAttribute('aria-disabled'), button.getAttribute('aria-busy')]).toEqual([
    false,
    'true',
    'true',
  ]);
  act(() => button.click());
  expect(sent).toHaveBeenCalledTimes(1);
  draw(false);
  expect(button.getAttribute('aria-disabled')).toBeNull();
  draw(false, true);
  expect(button.disabled).toBe(true);
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
