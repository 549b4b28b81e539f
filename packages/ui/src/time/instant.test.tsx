// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Instant } from './instant.tsx';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const words = (at: string) => `Válido até ${at}, e não mais.`;

function drawn(at: string | null): HTMLElement {
  const host = document.createElement('p');
  const root = createRoot(host);
  act(() => root.render(<Instant at={at} zone="Africa/Luanda" words={words} />));
  return host;
}

test('in a sentence of the texts the instant alone is the time, with UTC on hover', () => {
  const host = drawn('2026-08-31T09:05:00.000Z');
  expect(host.textContent).toBe('Válido até 31/08/2026, 10:05 (Luanda), e não mais.');
  const time = host.querySelector('time');
  expect(time?.textContent).toBe('31/08/2026, 10:05 (Luanda)');
  expect(time?.title).toBe('31/08/2026, 09:05:00 UTC');
});

test('an instant that nobody knows is a dash in its sentence', () => {
  expect(drawn(null).textContent).toBe('Válido até —, e não mais.');
});
