// @vitest-environment happy-dom
import type { Provenance } from '@kianda/contract';
import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CallFailure, type Client } from './client.ts';
import { ClientProvider, type ReadSource, useRead } from './use-read.ts';

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterAll(() => vi.unstubAllGlobals());
let root: Root;
afterEach(() => act(() => root.unmount()));

const at = '2026-08-31T09:00:00Z';
const live: Provenance = { state: 'live', source: 'NOAA', observedAt: at, retrievedAt: at };
const simulated: Provenance = { ...live, state: 'simulated', seed: 7 };

type ReaderProps = { readonly onRead: (source: ReadSource<unknown>) => void };

function Reader({ onRead }: ReaderProps) {
  onRead(useRead(zeeBoundary, {}));
  return null;
}

/** Draws a reader over answers that the test gives, one after the other. */
async function reader(provenance: Provenance) {
  let isAway = false;
  let source: ReadSource<unknown> | undefined;
  const client = {
    read: async () => {
      if (isAway) throw new CallFailure('O servidor não responde.', null);
      return { data: { areas: [] }, metadata: { provenance } };
    },
    file: async () => new Blob(),
  } as unknown as Client;
  root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <ClientProvider value={client}>
        <Reader onRead={(read) => (source = read)} />
      </ClientProvider>,
    ),
  );
  return {
    shown: () => source?.sourced?.provenance,
    error: () => source?.error?.message,
    async refresh(away: boolean) {
      isAway = away;
      await act(async () => source?.refresh());
    },
  };
}

test('what could not be read again is a copy, whatever it was, and comes back to what it is with the next answer', async () => {
  for (const provenance of [live, simulated]) {
    const reading = await reader(provenance);
    expect(reading.shown()).toEqual(provenance);
    await reading.refresh(true);
    expect(reading.error()).toBe('O servidor não responde.');
    expect(reading.shown()).toMatchObject({ state: 'cached', retrievedAt: at, staleAfter: at });
    await reading.refresh(false);
    expect(reading.shown()).toEqual(provenance);
  }
});
