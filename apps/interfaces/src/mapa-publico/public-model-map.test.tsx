// @vitest-environment happy-dom
import type { Endpoint } from '@kianda/contract';
import { publicModelMap } from '@kianda/contract/models/maps/map-links.contract';
import { act } from 'react';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { CallFailure, type Client } from '../client/client.ts';
import { ClientProvider } from '../client/use-read.ts';
import { startPublicPage } from '../shared/start-page.tsx';
import type { PublicModel } from './model-map-box.tsx';
import { PublicModelMap } from './public-model-map.tsx';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () =>
    Response.json({ consoleOrigins: ['http://consola.test'], apiBaseUrl: 'http://api.test' }),
  );
});
afterAll(() => vi.unstubAllGlobals());
afterEach(() => document.body.replaceChildren());

const at = '2026-08-31T09:00:00.000Z';
const map: PublicModel = {
  ...{ modelType: 'habitat_suitability', version: 2, algorithm: 'MaxEnt (LQ)', isInUse: true, madeAt: at },
  skill: {
    ...{ metric: 'auc', split: 'spatial_blocks', validation: 0.871, low: 0.8, high: 0.9, training: 0.9 },
    ...{ baseline: 'linear', baselineValidation: 0.7 },
  },
  ...{ cellDegrees: 0.5, columns: 2, rows: 2, month: 5, inputs: {}, unit: null, classes: [], bands: [] },
  ...{ spreadKind: null, outside: 0.25, without: [], oldestInputAt: null, isSimulated: true },
  sources: [{ name: 'Temperatura: NOAA', rows: 12, licence: 'CC0', from: at, to: at }],
  ...{ operatorName: 'Instituto', expiresAt: at },
};

async function open(read: (endpoint: Endpoint) => unknown): Promise<HTMLElement> {
  const client = {
    read: async (endpoint: Endpoint) => ({
      data: read(endpoint),
      metadata: { provenance: { state: 'simulated', source: 'Kianda', observedAt: at, retrievedAt: at, seed: 7 } },
    }),
  } as unknown as Client;
  const host = document.body.appendChild(document.createElement('div'));
  host.id = 'root';
  await act(async () => {
    onTestFinished(
      startPublicPage(
        <ClientProvider value={client}>
          <PublicModelMap />
        </ClientProvider>,
      ),
    );
  });
  return host;
}

test('the page says what the map is, how it was measured, the licences, and what it cannot tell', async () => {
  const host = await open(({ id }) => {
    if (id === publicModelMap.id) return map;
    throw new CallFailure('Esta ligação já não abre nada.', 404);
  });
  const text = () => (host.textContent ?? '').replaceAll('\u00a0', ' ');
  for (const part of ['Adequação de Habitat, versão 2 · mês de maio', 'e não uma observação', 'MaxEnt (LQ)']) {
    expect(text()).toContain(part);
  }
  for (const part of [
    'AUC 0,871',
    'Temperatura: NOAA (CC0)',
    '25 %',
    'dados do simulador',
    'Partilhado por Instituto',
  ]) {
    expect(text()).toContain(part);
  }
  const band = host.querySelector('select');
  await act(async () => {
    if (band === null) return;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(band, 'uncertainty');
    band.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(host.querySelector('main')?.textContent).toContain('não mede a incerteza');
});

test('a link that is closed says so, and nothing of the map', async () => {
  const host = await open(() => {
    throw new CallFailure('Esta ligação já não abre nada: chegou ao fim, foi fechada ou nunca existiu.', 404);
  });
  expect(host.textContent).toContain('foi fechada');
  expect(host.textContent).not.toContain('Adequação');
});
