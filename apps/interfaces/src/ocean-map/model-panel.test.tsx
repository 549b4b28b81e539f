// @vitest-environment happy-dom
import type { Endpoint } from '@kianda/contract';
import { listModelMaps, type ModelMap, modelMapGrid } from '@kianda/contract/models/maps/maps.contract';
import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../client/client.ts';
import { ClientProvider } from '../client/use-read.ts';
import { ModelLegend, ModelPanel } from './model-panel.tsx';
import { modelHit, useModelMap } from './use-model-map.ts';

const at = '2026-08-30T08:00:00.000Z';
const band = { unit: null, cells: 3, min: 0.1, max: 0.9, mean: 0.5, low: 0.1, high: 0.9 };
const mapOf = (version: number, over: Partial<ModelMap> = {}): ModelMap => ({
  id: `6a3c1d10-0000-4000-8000-00000000010${version}`,
  ...{
    modelType: 'habitat_suitability',
    version,
    algorithm: 'MaxEnt',
    isInUse: true,
    madeAt: at,
    requestedBy: 'Kianda',
  },
  skill: {
    ...{ metric: 'auc', split: 'spatial_blocks', validation: 0.9, low: 0.8, high: 0.95, training: 0.96 },
    ...{ baseline: 'linear', baselineValidation: 0.7 },
  },
  ...{ seconds: 3, cellDegrees: 0.5, columns: 2, rows: 2, month: null, inputs: {}, unit: null, classes: [] },
  ...{ spreadKind: null, outside: null, without: [], sources: [], oldestInputAt: null, dataSha256: '', fileSha256: '' },
  ...{ fileBytes: 1, isSimulated: false, bands: [{ band: 'value', ...band }] },
  ...over,
});
const grid = {
  ...{ west: 12, south: -10, lonStepDegrees: 0.5, latStepDegrees: 0.5, columns: 2, rows: 2 },
  ...{ encoding: 'int16-base64' as const, scale: 0.01, offset: 0 },
  values: btoa(String.fromCharCode(...new Uint8Array(Int16Array.from([73, 20, 40, -32_768]).buffer))),
};
const maps = [
  mapOf(3, { isInUse: false }),
  mapOf(2),
  mapOf(1),
  mapOf(5, { modelType: 'species_classifier', classes: ['Sardinha', 'Carapau'], month: 5 }),
];

const provenance = { state: 'live' as const, source: 'Kianda', observedAt: at, retrievedAt: at };
const asked: string[] = [];
const read = async (endpoint: Endpoint, input: { readonly params?: { readonly id?: string } }) => {
  asked.push(`${endpoint.id} ${input.params?.id ?? ''}`.trim());
  const data = endpoint.id === listModelMaps.id ? { maps, runs: [] } : endpoint.id === modelMapGrid.id ? grid : null;
  return { data, metadata: { provenance } };
};
const client = { read, file: () => Promise.reject(new Error('no files here')) } as unknown as Client;

const chosen: (ModelType | null)[] = [];
function Page({ model, isOffered = true }: { readonly model: ModelType | null; readonly isOffered?: boolean }) {
  const models = useModelMap(model, isOffered);
  const [hit] = modelHit(models.shown, [12, -10]);
  const [beyond] = modelHit(models.shown, [20, -10]);
  return (
    <>
      <ModelPanel
        models={models}
        chosen={model}
        change={(part) => chosen.push(typeof part === 'function' ? null : (part.model ?? null))}
      />
      {models.shown === null ? null : <ModelLegend shown={models.shown} pointed={null} />}
      <output>{[hit?.title, hit?.detail, beyond?.detail].join(' | ')}</output>
    </>
  );
}

let host: HTMLElement;
let root: ReturnType<typeof createRoot>;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  asked.length = 0;
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});
const show = (page: ReactNode) =>
  act(async () => {
    root.render(<ClientProvider value={client}>{page}</ClientProvider>);
  });

test('of each model the newest map of the version in use is on offer, and the chosen one is read, with its legend', async () => {
  await show(<Page model={null} />);
  const labels = [...host.querySelectorAll('label')].map(({ textContent }) => textContent);
  expect(labels).toEqual([
    ...['Nenhum', 'Adequação de Habitat, versão 2', 'Classificador de Espécies, versão 5 · mês de maio'],
  ]);
  expect(asked).toEqual([listModelMaps.id]);
  host.querySelector<HTMLInputElement>('input[value=habitat_suitability]')?.click();
  expect(chosen).toEqual(['habitat_suitability']);
  await show(<Page model="habitat_suitability" />);
  expect(asked.at(-1)).toBe(`${modelMapGrid.id} ${maps[1]?.id}`);
  expect(host.querySelector('output')?.textContent).toBe(
    'Adequação de Habitat, versão 2 | 0,73 | sem valor neste lugar',
  );
  expect(host.textContent).toContain('sem unidade');
});

test('of a classifier the legend names the classes; a model without a map says so, and a page that offers none asks nothing', async () => {
  await show(<Page model="species_classifier" />);
  expect([...host.querySelectorAll('li')].map(({ textContent }) => textContent?.trim())).toEqual([
    'Sardinha',
    'Carapau',
  ]);
  await show(<Page model="temperature_forecaster" />);
  expect(host.textContent).toContain('Previsor de Temperatura já não tem uma versão em uso com mapa.');
  asked.length = 0;
  await show(<Page key="none" model={null} isOffered={false} />);
  expect(asked).toEqual([]);
});
