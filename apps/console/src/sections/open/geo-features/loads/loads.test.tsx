// @vitest-environment happy-dom
import type { StacLoad } from '@kianda/contract/open/catalogue/stac-loads.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, type Reply } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';

const load: StacLoad = {
  ...{ jobID: '00000000-0000-4000-8000-000000000001', type: 'process', processID: 'load-items', status: 'running' },
  ...{ progress: 40, created: '2026-08-31T09:00:00.000Z', collection: 'modelos', source: 'lote.ndjson' },
  ...{ requestedBy: 'Ana Mar', isResumable: false, format: 'ndjson', sizeBytes: 2_048 },
  ...{ rows: 400, stored: 397, unchanged: 1, refused: 2, links: [] },
};
const stopped: StacLoad = {
  ...load,
  ...{ jobID: '00000000-0000-4000-8000-000000000002', status: 'dismissed', isResumable: true, source: 'meio.ndjson' },
};
const given: StacLoad = {
  ...stopped,
  ...{ jobID: '00000000-0000-4000-8000-000000000003', isResumable: false, source: 'velho.ndjson' },
  finished: '2026-08-31T10:00:00.000Z',
};
const base = '/stac/collections/modelos/loads';
const answers: Readonly<Record<string, Reply>> = {
  'GET /stac/loads': {
    json: { jobs: [load, stopped, given], collections: [{ id: 'modelos', title: 'Modelos' }], links: [] },
  },
  [`GET ${base}/${load.jobID}`]: {
    json: { ...load, refusals: [{ row: 7, id: 'c', issues: [{ path: 'bbox', message: 'Falta.' }] }] },
  },
  [`POST ${base}/${load.jobID}/stop`]: { json: { ...load, status: 'dismissed', isResumable: true } },
  [`POST ${base}/${stopped.jobID}/resume`]: { json: { ...load, jobID: stopped.jobID } },
  [`POST ${base}`]: { status: 202, json: load },
  [`POST ${base}/object`]: { status: 202, json: load },
  'GET /admin-api/storage/buckets': {
    json: envelope({
      buckets: [
        {
          ...{ name: 'campanhas', size: 1, objects: 1, lastModified: null, kind: 'user', description: '' },
          createdAt: null,
        },
      ],
    }),
  },
  'GET /admin-api/storage/buckets/campanhas/objects': {
    json: envelope({
      prefix: '',
      objects: [{ key: 'lote.ndjson', size: 1, lastModified: '2026-08-31T09:00:00.000Z', contentType: 'text/plain' }],
      prefixes: ['2026/'],
      next: null,
    }),
  },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const open = (role: 'cientista' | 'investigador' = 'cientista') =>
  page.open('/?section=geo-features&view=loads', answers, { role });
const button = (source: string, name: string) =>
  page.find(() =>
    [...page.host.querySelectorAll<HTMLButtonElement>(`[aria-label="Ações de ${source}"] button`)].find(
      ({ textContent }) => textContent === name,
    ),
  );
const inDialog = <T extends Element>(selector: string, text = '') =>
  page.find(() =>
    [...document.querySelectorAll<T & HTMLElement>(`[role=dialog] ${selector}`)].find((one) =>
      one.textContent?.startsWith(text),
    ),
  );
const asked = (method: string, path: string) =>
  page.find(() => page.asked.find((one) => one.method === method && one.path.startsWith(path)));
const setValue = (element: HTMLInputElement | HTMLSelectElement, value: string) => {
  const prototype = element instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
};

test('each load with its figures, and only what may be done with it now', async () => {
  open();
  await page.says('lote.ndjson');
  const offered = (source: string) => page.host.querySelector(`[aria-label="Ações de ${source}"]`)?.textContent;
  expect(['lote.ndjson', 'meio.ndjson', 'velho.ndjson'].map(offered)).toEqual([
    'VerParar',
    'VerContinuarDesistir',
    'Ver',
  ]);
  for (const text of ['40', '397', 'Em curso', 'Parado', 'Abandonado']) expect(page.text()).toContain(text);
});

test('the refused rows are named with their reasons', async () => {
  open();
  (await button('lote.ndjson', 'Ver')).click();
  await inDialog('li', 'Linha 7, item c');
  expect(document.body.textContent).toContain('bbox: Falta.');
  expect(document.body.textContent).toContain('As primeiras 1 de 2.');
});

test('a load is stopped after a question', async () => {
  open();
  (await button('lote.ndjson', 'Parar')).click();
  await inDialog('p', 'O que já entrou fica.');
  expect(page.asked.some(({ method }) => method === 'POST')).toBe(false);
  (await inDialog<HTMLButtonElement>('button', 'Parar')).click();
  await asked('POST', `${base}/${load.jobID}/stop`);
});

test('a load that stands still goes on', async () => {
  open();
  (await button('meio.ndjson', 'Continuar')).click();
  (await inDialog<HTMLButtonElement>('button', 'Continuar')).click();
  await asked('POST', `${base}/${stopped.jobID}/resume`);
});

test('a load begins with a file', async () => {
  open();
  (await page.find(() => page.button('Carregar itens'))).click();
  const form = await inDialog<HTMLFormElement>('form');
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect((await inDialog('[role=alert]')).textContent).toBe('Escolha um ficheiro.');
  const input = await page.find(() => document.querySelector<HTMLInputElement>('input[type=file]'));
  Object.defineProperty(input, 'files', { value: [new File(['{}'], 'lote novo.ndjson')] });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await inDialog('[role=status]', 'lote novo.ndjson');
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await asked('POST', base);
});

test('a load begins with an object of the storage', async () => {
  open();
  (await page.find(() => page.button('Carregar itens'))).click();
  const selects = () => document.querySelectorAll<HTMLSelectElement>('[role=dialog] select');
  setValue(await page.find(() => selects()[1]), 'object');
  await page.find(() => selects()[2]?.querySelector('option[value=campanhas]'));
  setValue(await page.find(() => selects()[2]), 'campanhas');
  await page.find(() => document.querySelector('datalist option[value="lote.ndjson"]'));
  setValue(await inDialog<HTMLInputElement>('input[type=text], [role=dialog] input:not([type=file])'), 'lote.ndjson');
  const confirm = await inDialog<HTMLButtonElement>('button[type=submit]');
  await page.find(() => (confirm.disabled ? null : true));
  confirm.click();
  const sent = await asked('POST', `${base}/object`);
  expect(sent.body).toEqual({ bucket: 'campanhas', key: 'lote.ndjson' });
});

test('who publishes nothing sees no such view', async () => {
  page.open('/?section=geo-features', answers, { role: 'investigador' });
  await page.says('Camadas');
  expect(page.text()).not.toContain('Catálogo STAC');
});
