// @vitest-environment happy-dom
import type { Endpoint } from '@kianda/contract';
import { systemHealth } from '@kianda/contract/operations/health/health.contract';
import { act } from 'react';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Client } from '../client/client.ts';
import { ClientProvider, useRead } from '../client/use-read.ts';
import { SessionProvider } from '../shared/session-context.ts';
import { startPublicPage } from '../shared/start-page.tsx';
import { numberIn } from './address.ts';
import { PageFrame } from './page-frame.tsx';
import { embedCode } from './share-pane.tsx';
import { useAddress } from './use-address.ts';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () =>
    Response.json({ consoleOrigins: ['http://consola.test'], apiBaseUrl: 'http://api.test' }),
  );
});
afterAll(() => vi.unstubAllGlobals());

const fields = { dias: numberIn(1, 366, 30) };

function Page() {
  const [state, change, fragment] = useAddress(fields);
  useRead(systemHealth, {});
  return (
    <PageFrame title="Ensaio" purpose="Mostra um valor." help={['Um.', 'Dois.', 'Três.']} fragment={fragment}>
      <button type="button" onClick={() => change({ dias: 7 })}>
        {state.dias}
      </button>
    </PageFrame>
  );
}

test('the frame says where its figures come from, asks all of them again, and shares its state', async () => {
  let asked = 0;
  const observed = '2026-08-31T09:00:00Z';
  const client = {
    read: async (_endpoint: Endpoint) => {
      asked += 1;
      const provenance = { state: 'live', source: 'OBIS + GBIF', observedAt: observed, retrievedAt: observed };
      return { data: {}, metadata: { provenance } };
    },
  } as unknown as Client;
  const session = {
    credential: () => Promise.reject(new Error('none')),
    shareState: () => undefined,
    sectionLink: () => '',
    openSection: () => undefined,
    linkTo: (hash: string) => `https://consola.test/?section=scientific-interfaces&interface=x#${hash}`,
    isTitled: true,
    onAppearance: () => () => undefined,
  };
  const host = document.createElement('div');
  host.id = 'root';
  // The window is shared with the tests before: only one element of a page may be its root.
  document.body.replaceChildren(host);
  const end = await act(async () =>
    startPublicPage(
      <SessionProvider value={session}>
        <ClientProvider value={client}>
          <Page />
        </ClientProvider>
      </SessionProvider>,
    ),
  );
  onTestFinished(() => {
    act(end);
    host.remove();
  });
  // Its parts come with code of their own, one after the other.
  const eventually = (check: () => void) =>
    vi.waitFor(async () => {
      await act(() => vi.dynamicImportSettled());
      check();
    }, 60_000);
  await eventually(() => expect(host.textContent).toContain('Fonte: OBIS, GBIF'));
  expect(host.querySelector('[data-titled]')?.getAttribute('data-titled')).toBe('true');
  expect(host.querySelector('time')?.getAttribute('datetime')).toBe('2026-08-31T09:00:00.000Z');

  const before = asked;
  const press = async (label: string) => {
    await act(async () => host.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)?.click());
    await act(() => vi.dynamicImportSettled());
  };
  await press('Atualizar');
  expect(asked).toBe(before + 1);

  await act(async () => host.querySelector<HTMLButtonElement>('main button')?.click());
  await press('Partilhar');
  const shared = () =>
    [...document.querySelectorAll('textarea')].map(({ value }) => value).filter((value) => value !== '');
  await eventually(() =>
    expect(shared()[0]).toBe('https://consola.test/?section=scientific-interfaces&interface=x#dias=7'),
  );

  const scheme = document.documentElement.getAttribute('data-mantine-color-scheme');
  await press(scheme === 'dark' ? 'Mudar para o tema claro' : 'Mudar para o tema escuro');
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).not.toBe(scheme);
});

test('the code to embed is whole HTML, whatever the state holds', () => {
  expect(embedCode('Mapa "A"', 'https://c.test/?section=s#nome="<b>')).toBe(
    '<iframe src="https://c.test/?section=s&amp;view=full#nome=%22%3Cb%3E" title="Mapa &quot;A&quot;" width="100%" height="800" loading="lazy"></iframe>',
  );
});
