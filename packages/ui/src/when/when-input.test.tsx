// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ClockProvider } from '../time/now.tsx';
import Calendar from './calendar.tsx';
import { daysShown, movedBy, movedByMonths } from './month.ts';
import { ClockInput, DayInput, MomentInput } from './when-input.tsx';

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

const kinds = { day: DayInput, clock: ClockInput, moment: MomentInput };
const got: string[] = [];

function Form({ kind, first }: { readonly kind: keyof typeof kinds; readonly first: string }) {
  const Input = kinds[kind];
  const [value, setValue] = useState(first);
  return (
    <>
      <Input
        label="Data"
        value={value}
        onChange={(next) => {
          got.push(next);
          setValue(next);
        }}
        {...(kind === 'day' ? { min: '2026-01-01' } : {})}
      />
      <button type="button" onClick={() => setValue('2026-12-24')}>
        Natal
      </button>
    </>
  );
}

function open(kind: keyof typeof kinds, first = ''): HTMLInputElement {
  got.length = 0;
  act(() =>
    root.render(
      <MantineProvider env="test">
        <ClockProvider clock={() => Date.parse('2026-08-20T12:00:00Z')}>
          <Form kind={kind} first={first} />
        </ClockProvider>
      </MantineProvider>,
    ),
  );
  const input = host.querySelector('input');
  if (input === null) throw new Error('no input');
  return input;
}
const write = (input: HTMLInputElement, text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const leave = (input: HTMLInputElement) => {
  act(() => {
    input.dispatchEvent(new Event('focusout', { bubbles: true }));
  });
};
const enter = (input: HTMLInputElement) => {
  act(() => {
    input.dispatchEvent(new Event('focusin', { bubbles: true }));
  });
};

test('a day is shown as it is written here, whatever the language of the browser, and given as an ISO day', () => {
  const input = open('day', '2026-08-31');
  expect([input.type, input.value]).toEqual(['text', '31/08/2026']);
  write(input, '1/9/2026');
  expect(got).toEqual(['2026-09-01']);
  leave(input);
  expect(input.value).toBe('01/09/2026');
});

test('half a day is none, and is called wrong once the field is left', () => {
  const input = open('day', '2026-08-31');
  enter(input);
  write(input, '31/0');
  expect(got).toEqual(['']);
  expect(input.value).toBe('31/0');
  expect(host.textContent).not.toContain('Escreva a data');
  leave(input);
  expect(host.textContent).toContain('Escreva a data como 31/08/2026.');
  expect(input.validationMessage).toContain('Escreva a data');
});

test('a day before the first one is refused with that day', () => {
  const input = open('day');
  write(input, '31/12/2025');
  leave(input);
  expect(host.textContent).toContain('Não pode ser antes de 01/01/2026.');
});

test('a value from elsewhere replaces what is written', () => {
  const input = open('day', '2026-08-31');
  act(() => [...host.querySelectorAll('button')].find((one) => one.textContent === 'Natal')?.click());
  expect(input.value).toBe('24/12/2026');
});

test('a moment tells its zone, and a time of day needs no colon', () => {
  const moment = open('moment', '2026-08-31T10:05');
  expect(moment.value).toBe('31/08/2026 10:05');
  expect(host.textContent).toContain('Hora de Luanda.');
  act(() => root.unmount());
  root = createRoot(host);
  const clock = open('clock');
  write(clock, '0830');
  expect(got).toEqual(['08:30']);
});

test('arrows move in the calendar, and closed days can not be chosen', () => {
  const chosen: string[] = [];
  act(() =>
    root.render(
      <MantineProvider env="test">
        <ClockProvider clock={() => Date.parse('2026-08-20T12:00:00Z')}>
          <Calendar day="2026-08-31" min="2026-08-10" max={undefined} onChoose={(day) => chosen.push(day)} />
        </ClockProvider>
      </MantineProvider>,
    ),
  );
  const press = (key: string) => {
    act(() => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
  };
  expect(document.activeElement?.getAttribute('data-day')).toBe('2026-08-31');
  expect(host.querySelector('[aria-current="date"]')?.getAttribute('data-day')).toBe('2026-08-20');
  press('ArrowRight');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('1 de setembro de 2026');
  press('PageUp');
  press('ArrowDown');
  expect(document.activeElement?.getAttribute('data-day')).toBe('2026-08-08');
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');
  act(() => (document.activeElement as HTMLButtonElement).click());
  expect(chosen).toEqual([]);
  act(() => host.querySelector<HTMLButtonElement>('[data-day="2026-08-12"]')?.click());
  expect(chosen).toEqual(['2026-08-12']);
});

test('months are whole weeks from Monday, and a longer month keeps no day that the other lacks', () => {
  const august = daysShown('2026-08-31');
  expect([august[0]?.[0], august.at(-1)?.at(-1)]).toEqual(['2026-07-27', '2026-09-06']);
  expect(august.every((week) => week.length === 7)).toBe(true);
  expect(movedByMonths('2026-08-31', 1)).toBe('2026-09-30');
  expect(movedByMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(movedBy('2026-12-31', 1)).toBe('2027-01-01');
});

test('the calendar comes when its button is pressed, and the chosen day is written', async () => {
  const input = open('day', '2026-08-31');
  const press = async (element: Element | null) => {
    await act(async () => (element as HTMLElement | null)?.click());
    await act(() => vi.dynamicImportSettled());
  };
  expect(document.querySelector('[data-day]')).toBeNull();
  await press(host.querySelector('[aria-haspopup="dialog"]'));
  await press(document.querySelector('[data-day="2026-08-12"]'));
  expect(input.value).toBe('12/08/2026');
});
