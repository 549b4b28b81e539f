// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { ObjectPreview, previewLifecycle } from '@kianda/contract/open/storage/preview.contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { decodeValues } from './api/decode-values.ts';
import { readRules } from './api/lifecycle-rules.ts';

const at = '2026-08-31T09:00:00.000Z';
const values = Buffer.from(Float32Array.from([1, Number.NaN, 3.5, 4]).buffer).toString('base64');
const raster: ObjectPreview = {
  kind: 'raster',
  width: 1_200,
  height: 900,
  bands: 2,
  band: 1,
  sample: 'float32',
  crs: 'EPSG:4326',
  bbox: [11, -10, 14, -8],
  noData: null,
  overviews: 2,
  isTiled: true,
  picture: { width: 2, height: 2, min: 1, max: 4, values },
  reason: null,
};
const parquet: ObjectPreview = {
  kind: 'parquet',
  rows: 1_234,
  rowGroups: 1,
  createdBy: null,
  columns: [{ name: 'especie', type: 'STRING', isRequired: false }],
};
const found: DataOf<typeof previewLifecycle> = {
  rules: [
    {
      prefix: '2025/',
      days: 30,
      objects: 3,
      bytes: 2_000_000,
      examples: [{ key: '2025/a.csv', size: 5, lastModified: at }],
    },
  ],
  objects: 3,
  bytes: 2_000_000,
  scanned: 10,
  isWhole: true,
  nextRunAt: '2026-09-01T02:40:00.000Z',
};
const object = (key: string, contentType: string) => ({ key, size: 80_000_000, lastModified: at, contentType });
const area = { name: 'campanhas', size: 1, objects: 3, lastModified: at, kind: 'user', description: '', createdAt: at };
const base = '/storage/buckets/campanhas';
const answersWith = (preview: Reply): Readonly<Record<string, Reply>> => ({
  '/admin-api/storage/buckets': { json: envelope({ buckets: [area] }) },
  '/admin-api/storage/buckets/campanhas/info': {
    json: envelope({
      ...area,
      writable: true,
      readable: true,
      lifecycle: [{ prefix: '2025/', days: 30 }],
      histogram: [],
    }),
  },
  '/admin-api/storage/buckets/campanhas/objects': {
    json: envelope({
      prefix: '',
      objects: [
        object('campo.tif', 'image/tiff'),
        object('t.parquet', 'x/parquet'),
        object('grande.pdf', 'application/pdf'),
        { ...object('nota.txt', 'text/plain'), size: 20_002 },
        { ...object('foto.png', 'image/png'), size: 2_000 },
      ],
      prefixes: [],
      next: null,
    }),
  },
  [`${base}/preview`]: preview,
  [`${base}/lifecycle`]: { json: envelope({ rules: [] }) },
  [`${base}/lifecycle/preview`]: { json: envelope(found) },
  '/storage/lifecycle/run': { json: envelope({ id: '33333333-3333-4333-8333-333333333333' }) },
});

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const dialogWith = (text: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((one) =>
      one.textContent?.replaceAll('\u00a0', ' ').includes(text),
    ),
  );
const press = (within: HTMLElement, name: string) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
const open = (preview: Reply, role: 'operador' | 'investigador' = 'operador') =>
  page.open('/?section=storage&bucket=campanhas', answersWith(preview), { role });

describe('a file that the server describes', () => {
  test('a GeoTIFF of any size with its picture, its bands, place and scale', async () => {
    open({ json: envelope(raster) });
    (await page.find(() => page.button('Ver campo.tif'))).click();
    const dialog = await dialogWith('1 200 × 900 células');
    expect(dialog.textContent).toContain('EPSG:4326');
    expect(dialog.textContent).toContain('float32');
    expect(dialog.querySelector('canvas')?.getAttribute('aria-label')).toContain('banda 1: de 1 a 4');
    expect(dialog.querySelectorAll('select option')).toHaveLength(2);
    // A value halfway lies halfway: the scale of an unknown raster is linear.
    const two = [...dialog.querySelectorAll<HTMLElement>('figure span')].find(({ textContent }) => textContent === '2');
    expect(two?.style.left).toMatch(/^33\.3/);
    // A PDF too large for the browser's memory is only transferred.
    expect(page.button('Ver grande.pdf')).toBeUndefined();
  });

  test('without a picture says why; one that cannot be read says what the server said', async () => {
    open({ json: envelope({ ...raster, picture: null, reason: 'too-large' }) });
    (await page.find(() => page.button('Ver campo.tif'))).click();
    await dialogWith('não traz versões menores');
    await page.close();
    page = createPage();
    open({ status: 400, json: problem('validation_failed', 400, 'O ficheiro não se lê como GeoTIFF.') });
    (await page.find(() => page.button('Ver campo.tif'))).click();
    await dialogWith('O ficheiro não se lê como GeoTIFF.');
  });

  test('a Parquet with its rows and columns', async () => {
    open({ json: envelope(parquet) });
    (await page.find(() => page.button('Ver t.parquet'))).click();
    expect((await dialogWith('1 234')).textContent).toContain('especie');
  });
});

test('a text is shown from its beginning, and a picture as one', async () => {
  const text = 'x'.repeat(20_000);
  page.open('/?section=storage&bucket=campanhas', {
    ...answersWith({ json: envelope(raster) }),
    [`${base}/object`]: { json: text },
  });
  (await page.find(() => page.button('Ver nota.txt'))).click();
  const shown = await dialogWith('Primeiros');
  // The quotes of JSON make it two characters longer than what is shown.
  expect(shown.querySelector('pre')?.textContent).toBe(`"${text.slice(1)}`);
  await page.close();
  page = createPage();
  page.open('/?section=storage&bucket=campanhas', {
    ...answersWith({ json: envelope(raster) }),
    [`${base}/object`]: { json: '' },
  });
  (await page.find(() => page.button('Ver foto.png'))).click();
  const picture = await page.find(() => document.querySelector<HTMLImageElement>('[role=dialog] img'));
  expect(picture.alt).toBe('foto.png');
  expect(picture.src).toMatch(/^blob:/);
});

describe('deletion by age', () => {
  test('rules are saved only after one has seen what they would delete, and said so', async () => {
    open({ json: envelope(raster) });
    await page.says('2025/: mais de 30 dias');
    (await page.find(() => page.button('Editar regras'))).click();
    const dialog = await dialogWith('Veja primeiro o que as regras eliminariam.');
    const save = dialog.querySelector<HTMLButtonElement>('button[type=submit]');
    expect(save?.disabled).toBe(true);
    press(dialog, 'Ver o que eliminaria agora');
    await dialogWith('3 objetos, 2 MB');
    expect(dialog.textContent).toContain('2025/a.csv');
    expect(save?.disabled).toBe(true);
    dialog.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
    await page.find(() => (save?.disabled === false ? true : null));
    save?.click();
    const put = await page.find(() => page.asked.find(({ method }) => method === 'PUT'));
    expect(put).toMatchObject({ path: `${base}/lifecycle`, body: { rules: [{ prefix: '2025/', days: 30 }] } });
  });

  test('is applied at once after one has seen what goes; who may not manage sees no rules to change', async () => {
    open({ json: envelope(raster) });
    (await page.find(() => page.button('Aplicar já'))).click();
    const dialog = await dialogWith('em todas as áreas');
    expect(dialog.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true);
    press(dialog, 'Ver o que eliminaria agora');
    await dialogWith('Só nesta área: 3 objetos');
    dialog.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    await page.find(() => page.asked.find(({ path }) => path === '/storage/lifecycle/run'));
    await page.close();
    page = createPage();
    open({ json: envelope(raster) }, 'investigador');
    await page.find(() => page.button('Ver campo.tif'));
    expect(page.button('Editar regras')).toBeUndefined();
  });
});

test('values come out of base64 as they went in; rules must be whole days and their beginnings differ', () => {
  expect([...decodeValues(values)]).toEqual([1, Number.NaN, 3.5, 4]);
  const draft = (id: number, prefix: string, days: string) => ({ id, prefix, days });
  expect(readRules([draft(0, '', ''), draft(1, 'a/', ' 7 ')])).toEqual({
    rules: [{ prefix: 'a/', days: 7 }],
    error: null,
  });
  expect(readRules([draft(0, 'a/', '1,5')]).error).toContain('número inteiro');
  expect(readRules([draft(0, 'a/', '')]).error).not.toBeNull();
  expect(readRules([draft(0, 'a/', '1'), draft(1, 'a/', '2')]).error).toContain('mesmo início');
});
