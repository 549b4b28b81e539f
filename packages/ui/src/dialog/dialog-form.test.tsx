// @vitest-environment happy-dom
import { MantineProvider, Textarea, TextInput } from '@mantine/core';
import { act, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';
import { type FormFailure, useDraft } from './use-draft.ts';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => {
  vi.unstubAllGlobals();
});
let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.runAllTimers();
  vi.useRealTimers();
});

const draw = (element: ReactNode) => act(() => root.render(<MantineProvider env="test">{element}</MantineProvider>));
const texts = () => document.body.textContent ?? '';
const buttonOf = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name);
const click = (name: string) => act(() => buttonOf(name)?.click());
const press = (key: string) =>
  act(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
const settle = () =>
  act(() => {
    vi.runAllTimers();
  });

/** Writes as a person would. */
function type(label: string, value: string): void {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label));
  const field = document.getElementById(found?.getAttribute('for') ?? '');
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  act(() => {
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const textIn = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label));
  return (document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement | null)?.value;
};

type Props = {
  readonly source?: { readonly name: string; readonly note: string };
  readonly failure?: FormFailure | null;
  readonly isRunning?: boolean;
  readonly onSubmit?: (values: object) => void;
  readonly onClose?: () => void;
};

function Example({ source = { name: 'Ilha', note: '' }, failure = null, isRunning = false, ...props }: Props) {
  const draft = useDraft(source, failure, { note: 'details.note' });
  return (
    <DialogForm
      title="Área"
      onClose={props.onClose ?? (() => undefined)}
      onSubmit={() => props.onSubmit?.(draft.values)}
      action={{ isRunning, failure }}
      draft={draft}
    >
      <TextInput label="Nome" {...draft.text('name')} />
      <Textarea label="Nota" {...draft.text('note')} />
    </DialogForm>
  );
}

test('data that are refreshed beneath a form leave what was typed, and move what was not touched', () => {
  draw(<Example />);
  type('Nota', 'a meio de uma frase');
  draw(<Example source={{ name: 'Ilha do Mussulo', note: 'de outra pessoa' }} />);
  expect([textIn('Nome'), textIn('Nota')]).toEqual(['Ilha do Mussulo', 'a meio de uma frase']);
});

test('Escape closes a form without changes; with them it asks first, and goes on or discards', () => {
  const onClose = vi.fn<() => void>();
  draw(<Example onClose={onClose} />);
  type('Nota', 'x');
  press('Escape');
  expect(onClose).not.toHaveBeenCalled();
  expect(texts()).toContain('Há alterações por guardar.');
  expect(document.activeElement?.textContent).toBe('Continuar a editar');
  click('Continuar a editar');
  expect(texts()).not.toContain('Há alterações por guardar.');
  expect(textIn('Nota')).toBe('x');
  press('Escape');
  click('Descartar alterações');
  expect(onClose).toHaveBeenCalledTimes(1);
  type('Nota', '');
  press('Escape');
  expect(onClose).toHaveBeenCalledTimes(2);
});

function Plain({ onClose, source }: { readonly onClose: () => void; readonly source: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Dialog title="Convidar" onClose={onClose}>
      <form>
        <TextInput label="Nome" value={typed ?? source} onChange={(event) => setTyped(event.currentTarget.value)} />
        <button type="button" onClick={() => setTyped('')}>
          Limpar
        </button>
      </form>
      <TextInput label="Filtro" />
    </Dialog>
  );
}

test('a form of its own making is asked for too, and what was put back or emptied is not', () => {
  const onClose = vi.fn<() => void>();
  draw(<Plain onClose={onClose} source="Rosa" />);
  draw(<Plain onClose={onClose} source="Rosa Dala" />);
  act(() => document.querySelector('input')?.focus());
  type('Nome', 'Rosa Dalas');
  press('Escape');
  expect(onClose).not.toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe('Continuar a editar');
  type('Nome', 'Rosa Dala');
  press('Escape');
  expect(onClose).toHaveBeenCalledTimes(1);
  type('Filtro', 'x');
  press('Escape');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('a form that has been sent and is empty again is left without a question', () => {
  const onClose = vi.fn<() => void>();
  draw(<Plain onClose={onClose} source="" />);
  type('Nome', 'Eva');
  click('Limpar');
  expect(!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  press('Escape');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a page with text that is not saved asks before it is left or reloaded, and only then', () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  draw(<Example />);
  expect(asks()).toBe(false);
  type('Nota', 'x');
  expect(asks()).toBe(true);
  type('Nota', '');
  expect(asks()).toBe(false);
  type('Nota', 'y');
  draw(null);
  expect(asks()).toBe(false);
});

test('«Cancelar» leaves at once', () => {
  const onClose = vi.fn<() => void>();
  draw(<Example onClose={onClose} />);
  type('Nota', 'x');
  click('Cancelar');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('it is sent once: neither while it runs, nor by a form in a dialog above it', () => {
  const onSubmit = vi.fn<(values: object) => void>();
  draw(<Example onSubmit={onSubmit} />);
  type('Nome', 'Baía');
  click('Guardar');
  expect(onSubmit.mock.calls).toEqual([[{ name: 'Baía', note: '' }]]);
  draw(<Example onSubmit={onSubmit} isRunning />);
  act(() => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a refused field carries the message of the server until it is changed; others are said below', () => {
  const failure: FormFailure = {
    message: 'Os dados não são válidos.',
    issues: [
      { path: 'body.name', message: 'O nome já existe.' },
      { path: 'body.details.note', message: 'A nota é demasiado longa.' },
      { path: 'body.geometry', message: 'O contorno cruza-se.' },
    ],
  };
  draw(<Example failure={failure} />);
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('O contorno cruza-se.');
  const errors = () => [...document.querySelectorAll('[id$="-error"]')].map(({ textContent }) => textContent);
  expect(errors()).toEqual(['O nome já existe.', 'A nota é demasiado longa.']);
  type('Nome', 'Outra');
  expect(errors()).toEqual(['A nota é demasiado longa.']);
  draw(<Example failure={{ message: 'Sem ligação.' }} />);
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('Sem ligação.');
});

function Opener({ children }: { readonly children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  );
}

test('the focus goes back to the button that opened the dialog', () => {
  draw(<Opener>{(close) => <Example onClose={close} />}</Opener>);
  buttonOf('Abrir')?.focus();
  click('Abrir');
  settle();
  expect(document.activeElement).not.toBe(buttonOf('Abrir'));
  press('Escape');
  settle();
  expect(document.querySelector('form')).toBeNull();
  expect(document.activeElement).toBe(buttonOf('Abrir'));
});

test('Escape closes the uppermost dialog alone', () => {
  draw(
    <Opener>
      {(close) => (
        <Dialog title="Por baixo" onClose={close}>
          <Opener>{(closeInner) => <Example onClose={closeInner} />}</Opener>
        </Dialog>
      )}
    </Opener>,
  );
  click('Abrir');
  act(() => [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === 'Abrir')?.click());
  settle();
  expect(texts()).toContain('Área');
  press('Escape');
  expect([texts().includes('Área'), texts().includes('Por baixo')]).toEqual([false, true]);
  settle();
  press('Escape');
  expect(texts()).not.toContain('Por baixo');
});
