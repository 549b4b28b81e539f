// @vitest-environment happy-dom
import type { Endpoint, Provenance } from '@kianda/contract';
import { act } from 'react';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Client } from '../client/client.ts';
import { ClientProvider } from '../client/use-read.ts';
import { HealthPage } from '../health-dashboard/health-page.tsx';
import { startPublicPage } from './start-page.tsx';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () =>
    Response.json({ consoleOrigins: ['http://consola.test'], apiBaseUrl: 'http://api.test' }),
  );
});
afterAll(() => vi.unstubAllGlobals());
afterEach(() => document.body.replaceChildren());

const at = '2026-08-31T09:00:00Z';
const simulated: Provenance = { state: 'simulated', source: 'Kianda', observedAt: at, retrievedAt: at, seed: 7 };
const configured: Provenance = { state: 'configured', source: 'Kianda', observedAt: null, retrievedAt: at };
const answers: Readonly<Record<string, unknown>> = {
  systemHealth: {
    overall_status: 'healthy',
    condition: { level: 'operational', sentence: 'Tudo responde.' },
    statistics: { online_services: 8, total_services: 8 },
    uptime: 100,
    alerts: { active: 0 },
    performance: { api_response_time: 3, cpu_usage: 10, memory_usage: 20, disk_usage: 30 },
  },
  servicesStatus: { services: [] },
  metricsHistory: { samples: [] },
};

/** Opens the page of the platform's health over answers of the given origins, in the frame of every interface. */
async function open(history: Provenance): Promise<HTMLElement> {
  const client = {
    read: async ({ id }: Endpoint) => ({
      data: answers[id],
      metadata: { provenance: id === 'metricsHistory' ? history : simulated },
    }),
    file: async () => new Blob(),
  } as unknown as Client;
  const host = document.createElement('div');
  host.id = 'root';
  // The window is shared with the tests before: only one element of a page may be its root.
  document.body.replaceChildren(host);
  const end = await act(async () =>
    startPublicPage(
      <ClientProvider value={client}>
        <HealthPage />
      </ClientProvider>,
    ),
  );
  onTestFinished(() => {
    act(end);
    host.remove();
  });
  return host;
}
/** Waits for what comes with code of its own, one piece after the other. */
const eventually = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => vi.dynamicImportSettled());
    check();
  }, 60_000);
const mark = (page: HTMLElement) =>
  page.querySelector('[data-page-origin]')?.querySelector('[aria-hidden="true"]:last-child')?.textContent;
const badges = (page: HTMLElement) =>
  [...page.querySelectorAll('section header button')].map(({ textContent }) => textContent).filter(isBadge);
const isBadge = (text: string | null) => text?.startsWith('Proveniência') === true;

test('an interface page says once where its values come from', async () => {
  const page = await open(simulated);
  await eventually(() => expect(mark(page)).toBe('Tudo simulado'));
  expect(badges(page)).toEqual([]);
});

test('only what differs wears a badge there', async () => {
  const page = await open(configured);
  await eventually(() => expect(mark(page)).toBe('Simulado, salvo o assinalado'));
  expect(badges(page)).toEqual(['Proveniência: ConfiguradoConfigurado']);
});
