// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { sendFile } from './api/send-file.ts';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T09:00:00.000Z';
const bucket = (name: string, kind: 'system' | 'user') => ({
  name,
  size: 2_000,
  objects: 2,
  lastModified: at,
  kind,
  description: `Área ${name}`,
  createdAt: null,
});
const info = (name: string, writable: boolean) =>
  envelope({
    ...bucket(name, writable ? 'user' : 'system'),
    writable,
    readable: true,
    lifecycle: [],
    histogram: [],
  });
const objects = {
  prefix: '',
  objects: [{ key: 'leia.csv', size: 12, lastModified: at, contentType: 'text/csv; charset=utf-8' }],
  prefixes: ['2026/'],
  next: null,
};
const answers = {
  '/admin-api/storage/buckets': { json: envelope({ buckets: [bucket('campanhas', 'user'), bucket('raw', 'system')] }) },
  '/admin-api/storage/buckets/campanhas/info': { json: info('campanhas', true) },
  '/admin-api/storage/buckets/raw/info': { json: info('raw', false) },
  '/admin-api/storage/buckets/campanhas/objects': { json: envelope(objects) },
  '/admin-api/storage/buckets/raw/objects': { json: envelope(objects) },
  '/storage/buckets/campanhas/object': { json: envelope({ key: 'leia.csv' }) },
} as const;

test('areas with their sizes; the place is in the address; a folder opens', async () => {
  page.open('/?section=storage', answers);
  await page.says('campanhas');
  expect(page.text()).toContain('Escolha uma área');
  (
    await page.find(() => [...page.host.querySelectorAll('button')].find((one) => one.textContent?.startsWith('raw')))
  ).click();
  await page.says('leia.csv');
  expect(window.location.search).toContain('bucket=raw');
  (await page.find(() => page.button('2026/'))).click();
  await page.find(() => (window.location.search.includes('prefix=2026%2F') ? true : null));
});

test('what the platform stores has no way to change it; one’s own asks before it deletes', async () => {
  page.open('/?section=storage&bucket=raw', answers);
  await page.find(() => page.button('Transferir leia.csv'));
  expect(page.button('Eliminar leia.csv')).toBeUndefined();
  await page.close();
  page = createPage();
  page.open('/?section=storage&bucket=campanhas', answers);
  (await page.find(() => page.button('Eliminar leia.csv'))).click();
  const dialog = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((one) => one.textContent?.includes('de vez')),
  );
  expect(page.asked.some(({ method }) => method === 'DELETE')).toBe(false);
  [...dialog.querySelectorAll('button')].find((button) => button.textContent === 'Eliminar')?.click();
  await page.find(() => page.asked.find(({ method }) => method === 'DELETE'));
});

test('who may only look sees no upload, share or deletion', async () => {
  page.open('/?section=storage&bucket=campanhas', answers, { role: 'investigador' });
  await page.find(() => page.button('Transferir leia.csv'));
  for (const name of ['Eliminar leia.csv', 'Partilhar leia.csv', 'Enviar ficheiro', 'Criar área']) {
    expect(page.button(name)).toBeUndefined();
  }
});

test('a large file goes in parts, and a part that a cut line loses goes again', async () => {
  const sent: string[] = [];
  let failures = 1;
  const client = {
    submit: async ({ id }: { id: string }) => {
      sent.push(id);
      return { state: 'done', envelope: { data: { id: 'u', partSize: 8_388_608 } } };
    },
    upload: async ({ id }: { id: string }, { params }: { params: { part: number } }, bytes: Blob) => {
      if (params.part === 2 && failures > 0) {
        failures -= 1;
        throw new TypeError('network error');
      }
      sent.push(`${id} ${params.part} ${bytes.size}`);
    },
  };
  const file = new File([new Uint8Array(8_388_608 + 7)], 'grande.bin');
  const told: string[] = [];
  await sendFile(client as unknown as Parameters<typeof sendFile>[0], { bucket: 'b', key: 'k' }, file, (done, total) =>
    told.push(`${done}/${total}`),
  );
  expect(sent).toEqual(['beginUpload', 'uploadPart 1 8388608', 'uploadPart 2 7', 'finishUpload']);
  expect(told).toEqual(['1/2', '2/2']);
});
