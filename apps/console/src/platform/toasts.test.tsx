// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { notify } from './notices.ts';
import Toasts from './toasts.tsx';

test('a notice that tells of something leads to it, by a button that the keyboard reaches', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <Toasts />
      </MantineProvider>,
    ),
  );
  const run = vi.fn();
  await act(async () =>
    notify({ tone: 'warning', message: 'ATLAS entrou na Reserva.', act: { label: 'Abrir o alerta', run } }),
  );
  const button = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Abrir o alerta');
    if (found === undefined) throw new Error('no button yet');
    return found;
  }, 60_000);
  await act(async () => button.click());
  expect(run).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
  host.remove();
});
