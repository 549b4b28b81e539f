// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, type ComponentProps } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { NameConfirmDialog } from './name-confirm-dialog.tsx';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => {
  vi.unstubAllGlobals();
});
let root: Root;
let closed: number;
let sent: string[];
beforeEach(() => {
  closed = 0;
  sent = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const show = (props: Partial<ComponentProps<typeof NameConfirmDialog>> = {}) =>
  act(() =>
    root.render(
      <MantineProvider env="test">
        <NameConfirmDialog
          title="Eliminar a camada"
          body="Não se desfaz."
          confirm="Eliminar"
          label="Escreva «Bancos de atum»"
          name="Bancos de atum"
          onConfirm={async (typed) => {
            sent.push(typed);
            return null;
          }}
          onClose={() => {
            closed++;
          }}
          {...props}
        />
      </MantineProvider>,
    ),
  );
const confirm = () =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
    ({ textContent }) => textContent === 'Eliminar',
  );
const write = (text: string) =>
  act(() => {
    const field = document.querySelector<HTMLInputElement>('[role=dialog] input');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });

test('only the whole name, as it is written, lets it go; it is sent without blanks around it', async () => {
  show();
  expect(document.querySelector('[role=dialog] label')?.textContent).toContain('Escreva «Bancos de atum»');
  for (const other of ['', 'Bancos', 'bancos de atum', 'Bancos de atum 2']) {
    write(other);
    expect(confirm()?.disabled, other).toBe(true);
  }
  write('  Bancos de atum ');
  expect(confirm()?.disabled).toBe(false);
  await act(async () => confirm()?.click());
  expect(sent).toEqual(['Bancos de atum']);
  expect(closed).toBe(1);
});

test('an address is the same in any case, where that is asked for', () => {
  show({ name: 'ana@kianda.ao', ignoresCase: true });
  write('Ana@Kianda.ao');
  expect(confirm()?.disabled).toBe(false);
  write('eva@kianda.ao');
  expect(confirm()?.disabled).toBe(true);
});

test('the name alone is not enough while something else is still to be known, and that stands above the field', () => {
  show({ isFit: false, children: <p>A carregar o que é desta conta…</p> });
  write('Bancos de atum');
  expect(confirm()?.disabled).toBe(true);
  const note = document.querySelector('[role=dialog] p:last-of-type');
  const field = document.querySelector('[role=dialog] input');
  expect(note?.textContent).toBe('A carregar o que é desta conta…');
  expect((note?.compareDocumentPosition(field as Node) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING).toBeGreaterThan(0);
});
