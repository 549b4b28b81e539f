// @vitest-environment happy-dom
import { Dialog } from '@kianda/ui';
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { forgetNotices, notify } from './notices.ts';
import Toasts from './toasts.tsx';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => {
  vi.unstubAllGlobals();
});
let root: Root;
let host: HTMLElement;
beforeEach(async () => {
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await draw();
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  notifications.clean();
  forgetNotices();
});

const draw = (dialog: string | null = null) =>
  act(async () =>
    root.render(
      <MantineProvider env="test">
        <Toasts />
        {dialog === null ? null : (
          <Dialog title={dialog} onClose={() => {}}>
            Nota
          </Dialog>
        )}
      </MantineProvider>,
    ),
  );
const raised = (name: string, run = () => {}) =>
  act(async () =>
    notify({
      tone: 'warning',
      message: `${name} entrou na Reserva.`,
      isNews: true,
      act: { label: 'Abrir o alerta', run },
    }),
  );
const toasts = () =>
  Array.from(document.querySelectorAll('.mantine-Notification-root'), ({ textContent }) =>
    textContent?.replaceAll('\u00A0', ' '),
  ).join('\n');
const button = () =>
  vi.waitFor(() => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Abrir o alerta');
    if (found === undefined) throw new Error('no button yet');
    return found;
  }, 60_000);
const shows = (text: string) => vi.waitFor(() => expect(toasts()).toContain(text), 60_000);
const isEmpty = () => vi.waitFor(() => expect(toasts()).toBe(''), 60_000);

test('a notice that tells of something leads to it, by a button that the keyboard reaches', async () => {
  const run = vi.fn();
  await raised('ATLAS', run);
  const found = await button();
  await act(async () => found.click());
  expect(run).toHaveBeenCalledOnce();
  await isEmpty();
});

test('news waits while a dialog is open, and is then shown once for all that came; answers to the person do not wait', async () => {
  await draw('Investigar alerta');
  await raised('ATLAS');
  await raised('LUCIRA');
  await act(async () => notify({ tone: 'success', message: 'Registado.' }));
  await shows('Registado.');
  expect(toasts()).not.toContain('Reserva');
  await act(async () => notifications.clean());
  await draw();
  await shows('LUCIRA entrou na Reserva. E 1 aviso anterior.');
  expect(toasts()).not.toContain('ATLAS');
  const found = await button();
  await act(async () => found.click());
});

test('news that is shown when a dialog opens goes out of its way and comes back after it', async () => {
  await raised('ATLAS');
  await shows('ATLAS entrou na Reserva.');
  await draw('Investigar alerta');
  await isEmpty();
  await draw();
  await shows('ATLAS entrou na Reserva.');
  const found = await button();
  await act(async () => found.click());
});
