// @vitest-environment happy-dom
import { ClockProvider } from '@kianda/ui';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { usePrintedLine } from './use-printed-line.ts';

function Page() {
  usePrintedLine();
  return null;
}

test('a page about to be printed says what it is, where, and when', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  document.title = 'Lugares · Kianda';
  const host = document.createElement('div');
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <ClockProvider clock={() => Date.parse('2026-08-31T09:00:00Z')}>
        <Page />
      </ClockProvider>,
    ),
  );
  window.dispatchEvent(new Event('beforeprint'));
  const printed = document.body.dataset.printed ?? '';
  expect(printed).toContain('Lugares · Kianda');
  expect(printed).toContain(window.location.href);
  expect(printed).toMatch(/31\/08\/2026.*\d\d:00/);
  await act(async () => root.unmount());
});
