// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePrefetchedParts } from './use-warm-parts.ts';

const longMs = 3_600_000;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

type Props = { readonly read: () => Promise<string>; readonly parts: readonly (() => Promise<unknown>)[] };

function Page({ read, parts }: Props) {
  useQuery({ queryKey: ['leitura'], queryFn: read });
  usePrefetchedParts(parts);
  return null;
}

test('parts that open later are fetched once the reads of the screen have ended, and once only', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const load = vi.fn(async () => undefined);
  const parts = [load];
  const client = new QueryClient();
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Page read={() => answer} parts={parts} />
      </QueryClientProvider>,
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(longMs));
  expect(load).not.toHaveBeenCalled();
  await act(async () => resolve('valor'));
  await act(() => vi.advanceTimersByTimeAsync(longMs));
  expect(load).toHaveBeenCalledTimes(1);
  await act(() => client.refetchQueries());
  await act(() => vi.advanceTimersByTimeAsync(longMs));
  expect(load).toHaveBeenCalledTimes(1);
  await act(async () => root.unmount());
});
