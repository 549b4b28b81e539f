// @vitest-environment happy-dom
import type { Provenance } from '@kianda/contract';
import { MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ClockProvider } from '../time/now.tsx';
import { PageMark, PageProvenance } from './page-mark.tsx';
import { ProvenanceBadge } from './provenance-badge.tsx';
import { useDiffersFromPage } from './use-differs-from-page.ts';

const at = '2026-08-31T09:00:00Z';
const now = Date.parse(at) + 8_000;
const measured = { source: 'NOAA CoastWatch', observedAt: at, retrievedAt: at };
const simulated: Provenance = { state: 'simulated', ...measured, seed: 1 };
const live: Provenance = { state: 'live', ...measured };
const configured: Provenance = { state: 'configured', ...measured };
const fallback: Provenance = { state: 'fallback', reason: 'Sem servidor.' };

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterAll(() => vi.unstubAllGlobals());
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

async function draw(provenances: readonly Provenance[], frame: (children: ReactNode) => ReactNode = inPage) {
  const badges = provenances.map((provenance, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same badge with another value, as on a page that is renewed
    <p key={index}>
      <ProvenanceBadge provenance={provenance} />
    </p>
  ));
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <ClockProvider clock={() => now}>{frame(badges)}</ClockProvider>
      </MantineProvider>,
    ),
  );
  await act(() => vi.dynamicImportSettled());
}
const inPage = (children: ReactNode) => (
  <PageProvenance>
    <PageMark />
    {children}
  </PageProvenance>
);
const mark = () =>
  host.querySelector('[data-page-origin]')?.querySelector('[aria-hidden="true"]:last-child')?.textContent;
const drawn = () => [...host.querySelectorAll('p button')].map((button) => button.textContent);
const heard = () => [...host.querySelectorAll('p')].map((one) => one.textContent);
const seen = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

test('values of one origin share one mark of the page; each is still heard', async () => {
  await draw([simulated, simulated, simulated]);
  expect(mark()).toBe('Tudo simulado');
  expect(drawn()).toEqual([]);
  expect(heard()).toEqual(['Proveniência: Simulado', 'Proveniência: Simulado', 'Proveniência: Simulado']);
});

test('only what differs wears a badge, and constants and stand-ins always do', async () => {
  await draw([live, live, simulated, configured, fallback]);
  expect(seen(mark())).toBe('Em direto há 8 s, salvo o assinalado');
  expect(drawn()).toHaveLength(3);
  await draw([configured, fallback]);
  expect(mark()).toBeUndefined();
  expect(drawn()).toHaveLength(2);
});

test('the mark follows the page: other values, another mark; no values, none', async () => {
  await draw([live, live]);
  expect(seen(mark())).toBe('Em direto há 8 s');
  await draw([simulated, simulated]);
  expect(mark()).toBe('Tudo simulado');
  await draw([]);
  expect(mark()).toBeUndefined();
});

test('outside of a page every badge is drawn', async () => {
  await draw([live, simulated], (children) => children);
  expect(drawn()).toHaveLength(2);
});

function Row({ isSimulated }: { readonly isSimulated: boolean }) {
  return useDiffersFromPage(isSimulated) ? <i>{isSimulated ? 'simulado' : 'real'}</i> : null;
}
const rows = () => [...host.querySelectorAll('i')].map(({ textContent }) => textContent);
const withRows = (children: ReactNode) =>
  inPage(
    <>
      <Row isSimulated />
      <Row isSimulated={false} />
      {children}
    </>,
  );

test('of rows that are simulated or not, those that the mark speaks of are not marked again', async () => {
  await draw([simulated, simulated], withRows);
  expect(rows()).toEqual(['real']);
  expect(mark()).toBe('Simulado, salvo o assinalado');
  await draw([live, live], withRows);
  expect(rows()).toEqual(['simulado']);
  expect(seen(mark())).toBe('Em direto há 8 s, salvo o assinalado');
  await draw([simulated], () => (
    <>
      <Row isSimulated />
      <Row isSimulated={false} />
    </>
  ));
  expect(rows()).toEqual(['simulado']);
});
