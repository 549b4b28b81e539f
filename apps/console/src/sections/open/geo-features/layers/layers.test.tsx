// @vitest-environment happy-dom
import type { Layer, LayerFile } from '@kianda/contract/open/layers/layers.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, type Reply } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import { sentFile } from './use-layer-file.ts';

const layer: Layer = {
  ...{ id: 'recifes', title: 'Recifes', description: '', licence: 'CC BY 4.0', citation: 'INIPM', readers: 'staff' },
  ...{ ownerName: 'Ana Mar', isManageable: true, isReadable: true, geometryType: 'point' },
  columns: [
    { name: 'nome', type: 'string' },
    { name: 'visto', type: 'timestamp' },
    { name: 'dia', type: 'date' },
  ],
  timeColumn: 'dia',
  style: { colour: '#0b7285', widthPixels: 1.5, fillOpacity: 0.25, radiusPixels: 3 },
  ...{ bbox: [11, -10, 12, -9], features: 12, source: null },
  createdAt: '2026-08-31T09:00:00.000Z',
  updatedAt: '2026-08-31T09:00:00.000Z',
  lastImport: {
    ...{ id: '00000000-0000-4000-8000-000000000009', kind: 'replace', state: 'failed', fileName: 'novos.csv' },
    ...{ table: 'novos', rowsRead: 3, rowsStored: 0, rowsRefused: 1, rowsDoubtful: 0, doubtful: [] },
    refused: [{ row: 2, reason: 'a posição 912, -5 está fora do mundo' }],
    ...{ error: '1 linha não se guarda', requestedBy: 'Ana Mar', endedAt: null },
    requestedAt: '2026-08-31T09:00:00.000Z',
  },
};
const other: Layer = { ...layer, id: 'de-outrem', title: 'De outrem', isManageable: false, lastImport: null };
const file: LayerFile = {
  ...{ id: '00000000-0000-4000-8000-000000000007', name: 'recifes.gpkg', sizeBytes: 10, sha256: 'aa' },
  ...{ format: 'geopackage', receivedAt: '2026-08-31T09:00:00.000Z' },
  tables: [{ name: 'pontos', features: 3, crs: 'Camacupa', columns: [], refusal: 'Converta para EPSG:4326.' }],
};
const answers: Readonly<Record<string, Reply>> = {
  'GET /admin-api/layers': { json: envelope({ layers: [layer, other], maxFileBytes: 1_048_576 }) },
  'POST /admin-api/layers/files': { status: 201, json: envelope(file) },
  'DELETE /admin-api/layers/recifes': { json: envelope({ id: 'recifes', features: 12 }) },
  'PATCH /admin-api/layers/recifes': { json: envelope(layer) },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const inDialog = <T extends Element>(selector: string, text = '') =>
  page.find(() =>
    [...document.querySelectorAll<T & HTMLElement>(`[role=dialog] ${selector}`)].find((one) =>
      one.textContent?.startsWith(text),
    ),
  );
const open = (role: 'cientista' | 'investigador' = 'cientista') =>
  page.open('/?section=geo-features&view=layers', answers, { role });
const button = (title: string, name: string) =>
  page.find(() =>
    [...page.host.querySelectorAll<HTMLButtonElement>(`[aria-label="Ações de ${title}"] button`)].find(
      ({ textContent }) => textContent === name,
    ),
  );

test('each layer with its state and the rows at fault; one of others offers nothing but to be opened', async () => {
  open();
  await page.says('Linha 2: a posição 912, -5 está fora do mundo');
  expect(page.text()).toContain('Falhou');
  await button('Recifes', 'Remover');
  const group = page.host.querySelector('[aria-label="Ações de De outrem"]');
  expect(group?.textContent).toBe('Abrir coleção');
});

test('who may only look adds nothing', async () => {
  open('investigador');
  await page.says('Recifes');
  expect(page.button('Acrescentar camada')).toBeUndefined();
  expect(page.host.querySelector('[aria-label="Ações de Recifes"]')?.textContent).toBe('Abrir coleção');
});

test('a file gives its names to the layer, and one that can not be taken says why before anything is sent', async () => {
  open();
  (await page.find(() => page.button('Acrescentar camada'))).click();
  await inDialog('form');
  const input = await page.find(() => document.querySelector<HTMLInputElement>('input[type=file]'));
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'Recifes do Súl_2026.shp.zip')] });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  expect((await inDialog('[role=alert]')).textContent).toBe('Converta para EPSG:4326.');
  const fields = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[required]')];
  expect(fields.slice(0, 2).map(({ value }) => value)).toEqual(['recifes-do-sul_2026', 'Recifes do Súl 2026']);
  expect(page.asked.some(({ method, path }) => method === 'POST' && path === '/admin-api/layers')).toBe(false);
});

test('the column of time is one of those of dates, or none', async () => {
  open();
  (await button('Recifes', 'Alterar')).click();
  const form = await inDialog<HTMLFormElement>('form');
  const choice = await page.find(() =>
    [...document.querySelectorAll<HTMLSelectElement>('[role=dialog] select')].find((one) => one.value === 'dia'),
  );
  expect([...choice.options].map(({ textContent }) => textContent)).toEqual(['Nenhuma', 'visto', 'dia']);
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(choice, 'visto');
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  const sent = await page.find(() => page.asked.find(({ method }) => method === 'PATCH'));
  expect(sent.body).toMatchObject({ timeColumn: 'visto' });
});

test('a style is changed with the rest', async () => {
  open();
  (await button('Recifes', 'Alterar')).click();
  const form = await inDialog<HTMLFormElement>('form');
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  const sent = await page.find(() => page.asked.find(({ method }) => method === 'PATCH'));
  expect(sent.body).toMatchObject({ title: 'Recifes', readers: 'staff', style: layer.style });
});

test('a large file goes in parts, and of one that was half sent only the rest', async () => {
  const sent: string[] = [];
  let failures = 1;
  const client = {
    call: async ({ id }: { id: string }, { body }: { body?: { fileName: string; sizeBytes: number } }) => {
      sent.push(body === undefined ? id : `${id} ${body.fileName} ${body.sizeBytes}`);
      return { data: id === 'finishLayerUpload' ? file : { id: 'u', partBytes: 8_388_608, parts: [1] } };
    },
    upload: async ({ id }: { id: string }, { params }: { params: { part: number } }, bytes: Blob) => {
      if (failures > 0) {
        failures -= 1;
        throw new TypeError('network error');
      }
      sent.push(`${id} ${params.part} ${bytes.size}`);
    },
  };
  const chosen = new File([new Uint8Array(8_388_608 + 7)], 'grande.gpkg');
  const told: string[] = [];
  const found = await sentFile(client as unknown as Parameters<typeof sentFile>[0], chosen, (part, total) =>
    told.push(`${part}/${total}`),
  );
  expect(found).toBe(file);
  expect(told).toEqual(['2/2']);
  expect(sent).toEqual(['beginLayerUpload grande.gpkg 8388615', 'sendLayerPart 2 7', 'finishLayerUpload']);
});

test('removal asks for the id', async () => {
  open();
  (await button('Recifes', 'Remover')).click();
  const confirm = await inDialog<HTMLButtonElement>('button', 'Remover');
  expect(confirm.disabled).toBe(true);
  const input = await inDialog<HTMLInputElement>('input');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'recifes');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await page.find(() => (confirm.disabled ? null : true));
  confirm.click();
  await page.find(() => page.asked.find(({ method }) => method === 'DELETE'));
});
