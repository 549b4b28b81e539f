// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => {
  vi.unstubAllGlobals();
});
let root: Root;
let closed: number;
let reasons: string[];
beforeEach(() => {
  closed = 0;
  reasons = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

type Shown = { readonly answers: readonly (string | null)[]; readonly reasonLength?: number; readonly isFit?: boolean };
const show = ({ answers, ...props }: Shown) => {
  const left = [...answers];
  act(() =>
    root.render(
      <MantineProvider env="test">
        <ConfirmDialog
          title="Eliminar a cópia"
          body="Não se desfaz."
          confirm="Eliminar"
          onConfirm={async (reason) => {
            reasons.push(reason);
            return left.shift() ?? null;
          }}
          onClose={() => {
            closed++;
          }}
          {...props}
        />
      </MantineProvider>,
    ),
  );
};
const confirm = () =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
    ({ textContent }) => textContent === 'Eliminar',
  );
const press = () => act(async () => confirm()?.click());
const write = (text: string) =>
  act(() => {
    const field = document.querySelector('textarea');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });

test('what was refused is said in the dialog, which stays; what was done closes it', async () => {
  show({ answers: ['A cópia está em uso.', null] });
  await press();
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('A cópia está em uso.');
  expect(closed).toBe(0);
  expect(confirm()?.disabled).toBe(false);
  await press();
  expect(closed).toBe(1);
  expect(reasons).toEqual(['', '']);
});

test('a reason as long as asked for is needed, without its blanks, and is what is sent', async () => {
  show({ answers: [null], reasonLength: 5 });
  expect(confirm()?.disabled).toBe(true);
  write('  abcd  ');
  expect(confirm()?.disabled).toBe(true);
  write('  abcde ');
  expect(confirm()?.disabled).toBe(false);
  await press();
  expect(reasons).toEqual(['abcde']);
  expect(closed).toBe(1);
});

test('without a length no reason is asked for; fields that are not fit hold it up', () => {
  show({ answers: [], isFit: false });
  expect(document.querySelector('textarea')).toBeNull();
  expect(confirm()?.disabled).toBe(true);
});
