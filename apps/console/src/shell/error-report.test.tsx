// @vitest-environment happy-dom
import { ErrorBoundary } from '@kianda/ui';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ApplicationProvider } from '../client/context.tsx';
import { envelope, testApplication } from '../client/testing.ts';
import { isMissingPart, PartMissing } from './part-missing.tsx';
import { useErrorReport } from './use-error-report.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error('o gráfico não tem eixos');
}

function Guarded() {
  const report = useErrorReport();
  return (
    <ErrorBoundary onError={report} fallback={(error) => <p>{error.message}</p>}>
      <Broken />
    </ErrorBoundary>
  );
}

test('an error of presentation stays in its part and reaches the server', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const sent: { readonly url: unknown; readonly body: unknown }[] = [];
  const application = testApplication('', {
    fetch: async (url, init) => {
      sent.push({ url, body: JSON.parse(typeof init?.body === 'string' ? init.body : 'null') });
      return new Response(JSON.stringify(envelope({ id: '1', occurrences: 1 })), { status: 200 });
    },
  });
  const host = document.createElement('div');
  const root = createRoot(host);
  root.render(
    <ApplicationProvider value={application}>
      <Guarded />
    </ApplicationProvider>,
  );
  await vi.waitFor(() => expect(sent).toHaveLength(1), 60_000);
  expect(host.textContent).toBe('o gráfico não tem eixos');
  expect(sent[0]).toMatchObject({
    url: '/admin-api/api/errors',
    body: { error: 'o gráfico não tem eixos', timestamp: '2026-08-31T09:00:10.000Z' },
  });
  root.unmount();
});

test('a part that did not arrive is told from an error', () => {
  expect(isMissingPart(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toBe(true);
  expect(isMissingPart(new Error('o gráfico não tem eixos'))).toBe(false);
});

test.each([
  [false, 'ainda não está guardada neste aparelho', 0],
  [true, 'Recarregue a página para continuar', 1],
])('a part that did not arrive, with a network: %s', async (isOnline, said, buttons) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const host = document.createElement('div');
  const root = createRoot(host);
  root.render(
    <MantineProvider>
      <ApplicationProvider value={testApplication('')}>
        <PartMissing />
      </ApplicationProvider>
    </MantineProvider>,
  );
  await vi.waitFor(() => expect(host.textContent).toContain(said), 60_000);
  // Without a network a reload brings the same page.
  expect(host.querySelectorAll('button')).toHaveLength(buttons);
  root.unmount();
});
