// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Client } from '../client/client.ts';
import { ClientProvider } from '../client/use-read.ts';
import { readAddress } from '../page-frame/address.ts';
import { type QgisState, qgisFields } from './state.ts';
import { useAnalysis } from './use-analysis.ts';

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterAll(() => vi.unstubAllGlobals());
let root: Root;
afterEach(() => act(() => root.unmount()));

const id = '6a3c1d10-0000-4000-8000-000000000001';
const initial = readAddress(qgisFields, '');
const pending = {
  ...{ id, status: 'pending', progress: null, message: null, results: null, error: null },
  ...{ name: 'Zona tampão: ZEE', createdAt: '2026-08-31T09:00:00Z' },
};

type PageProps = {
  readonly state: QgisState;
  readonly change: (part: unknown) => void;
  readonly onShown: (analysis: ReturnType<typeof useAnalysis>) => void;
};

function Page({ state, change, onShown }: PageProps) {
  onShown(useAnalysis(state, change));
  return null;
}

/** The analysis of the page over a server that knows one, which is asked for and never done. */
async function analysisOf(state: QgisState) {
  const asked: string[] = [];
  const changes: unknown[] = [];
  const answer = (endpoint: { readonly id: string }) => {
    asked.push(endpoint.id);
    const provenance = { state: 'live', source: 'Kianda', observedAt: null, retrievedAt: pending.createdAt };
    return Promise.resolve({ data: pending, metadata: { provenance } });
  };
  const client = { read: answer, call: answer } as unknown as Client;
  let shown: ReturnType<typeof useAnalysis> | undefined;
  const change = (part: unknown) => void changes.push(part);
  root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <ClientProvider value={client}>
        <Page state={state} change={change} onShown={(analysis) => (shown = analysis)} />
      </ClientProvider>,
    ),
  );
  return { asked, changes, now: () => shown };
}

test('a page without an analysis asks for none; one that is run stands in the address', async () => {
  const page = await analysisOf(initial);
  await act(() => vi.dynamicImportSettled());
  expect(page.asked).toEqual([]);
  await act(async () => page.now()?.run());
  expect(page.asked).toEqual(['createAnalysis']);
  expect(page.changes).toEqual([{ resultado: id }]);
});

test('the analysis of the address is read once what asks for it has come', async () => {
  const page = await analysisOf({ ...initial, resultado: id });
  await act(() => vi.dynamicImportSettled());
  expect(page.asked).toContain('getAnalysis');
  expect(page.now()?.analysis?.name).toBe('Zona tampão: ZEE');
});
