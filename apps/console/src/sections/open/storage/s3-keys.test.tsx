// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T09:00:00.000Z';
const key = {
  accessKey: 'KNDABCDEFGHIJKLMNOPQ',
  name: 'Campanha de agosto',
  write: true,
  buckets: ['campanhas'],
  createdAt: at,
  expiresAt: '2026-11-29T09:00:00.000Z',
  lastUsedAt: null,
  lastUsedAddress: null,
  revokedAt: null,
  state: 'active',
  ownerId: 'a',
  ownerName: 'Ana Kiala',
};
const place = { endpoint: 'https://kianda.test/storage/s3', host: 'kianda.test', reason: null };
const bucket = {
  ...{ name: 'campanhas', size: 2_000, objects: 2, lastModified: at, kind: 'user', description: '', createdAt: null },
};
const answers = {
  '/admin-api/storage/buckets': { json: envelope({ buckets: [bucket] }) },
  '/storage/s3-keys': { json: envelope({ keys: [key], ...place }) },
} as const;
const dialog = (says: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find((one) => one.textContent?.includes(says)),
  );
const press = (host: HTMLElement, name: string) =>
  [...host.querySelectorAll('button')].find((button) => button.textContent === name)?.click();

test('keys tell what they open, and how a client is set up; one is revoked only when confirmed', async () => {
  page.open('/?section=storage', {
    ...answers,
    '/storage/s3-keys/KNDABCDEFGHIJKLMNOPQ': { json: envelope({ accessKey: key.accessKey }) },
  });
  await page.says('Campanha de agosto');
  expect(page.text()).toContain('Lê e grava: campanhas');
  expect(page.text()).toContain('endpoint=https://kianda.test/storage/s3');
  expect(page.text()).toContain('AWS_S3_ENDPOINT=kianda.test');
  (await page.find(() => page.button('Revogar a chave Campanha de agosto'))).click();
  const asked = await dialog('Não se desfaz');
  expect(page.asked.some(({ method }) => method === 'DELETE')).toBe(false);
  press(asked, 'Revogar');
  await page.find(() => page.asked.find(({ method }) => method === 'DELETE'));
});

test('where the areas are in an S3 of their own, that is said and no key is made here', async () => {
  const reason = 'As áreas estão num S3 próprio: ligue-se a s3.exemplo.ao, com as chaves dele.';
  page.open('/?section=storage', {
    ...answers,
    '/storage/s3-keys': { json: envelope({ keys: [], ...place, reason }) },
  });
  await page.says(reason);
  expect(page.button('Nova chave')).toBeUndefined();
});

const object = { key: 'leia.csv', size: 12, lastModified: at, contentType: 'text/csv; charset=utf-8' };
const area = (versions: object) => ({
  ...answers,
  '/admin-api/storage/buckets/campanhas/info': {
    json: envelope({ ...bucket, writable: true, readable: true, lifecycle: [], histogram: [] }),
  },
  '/admin-api/storage/buckets/campanhas/objects': {
    json: envelope({ prefix: '', objects: [object], prefixes: [], next: null }),
  },
  '/storage/buckets/campanhas/versions': { json: envelope(versions) },
  '/storage/buckets/campanhas/versions/restore': { json: envelope({ key: 'leia.csv' }) },
});
const version = (versionId: string, over: object = {}) => ({
  ...{ key: 'leia.csv', versionId, size: 12, lastModified: at, isLatest: false, isDeleted: false },
  ...over,
});

test('versions of an object are restored, and deleted for good only when confirmed', async () => {
  const versions = [version('m3', { isLatest: true, isDeleted: true, size: 0 }), version('v1')];
  page.open('/?section=storage&bucket=campanhas', area({ versioning: 'enabled', reason: null, versions, next: null }));
  (await page.find(() => page.button('Versões de leia.csv'))).click();
  const shown = await dialog('Versões guardadas');
  await page.find(() => (shown.textContent?.includes('Eliminado') === true ? shown : null));
  const acts = [...shown.querySelectorAll('button')].map((button) => button.textContent);
  expect(acts.filter((text) => text === 'Repor')).toHaveLength(2);
  expect(acts.filter((text) => text === 'Transferir')).toHaveLength(1);
  press(shown, 'Repor');
  press(await dialog('O objeto volta com o último conteúdo'), 'Repor');
  await page.find(() => page.asked.find(({ method, path }) => method === 'POST' && path.endsWith('/versions/restore')));
  await page.find(() => (document.body.textContent?.includes('último conteúdo') === true ? null : true));
  [...shown.querySelectorAll('button')].findLast((button) => button.textContent === 'Eliminar')?.click();
  const sure = await dialog('desaparece de vez');
  expect(page.asked.some(({ method }) => method === 'DELETE')).toBe(false);
  press(sure, 'Eliminar');
  const sent = await page.find(() => page.asked.find(({ method }) => method === 'DELETE'));
  expect(sent.path).toBe('/storage/buckets/campanhas/versions');
});

test('where the storage keeps none, it says so', async () => {
  const reason = 'O armazenamento em pasta não guarda versões.';
  page.open(
    '/?section=storage&bucket=campanhas',
    area({ versioning: 'unsupported', reason, versions: [], next: null }),
  );
  (await page.find(() => page.button('Versões e eliminados'))).click();
  await page.find(() => (document.body.textContent?.includes(reason) === true ? true : null));
});

test('what an object is now cannot be restored; more versions come page by page, and back', async () => {
  const asked: (string | null)[] = [];
  const first = { versioning: 'enabled', reason: null, versions: [version('m2', { isLatest: true }), version('v1')] };
  page.open('/?section=storage&bucket=campanhas', {
    ...area({}),
    '/storage/buckets/campanhas/versions': (query) => {
      asked.push(query.get('after'));
      return {
        json: envelope(
          query.get('after') === null
            ? { ...first, next: 'leia.csv v1' }
            : { ...first, versions: [version('v0', { key: 'antigo.csv' })], next: null },
        ),
      };
    },
  });
  (await page.find(() => page.button('Versões de leia.csv'))).click();
  const shown = await dialog('Versões guardadas');
  const rows = () => [...shown.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  await page.find(() => (rows().length === 2 ? true : null));
  expect(rows().map((row) => row?.includes('Repor'))).toEqual([false, true]);
  const buttons = () => [...shown.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(buttons()).not.toContain('Página anterior');
  press(shown, 'Mostrar mais');
  await page.find(() => (rows()[0]?.includes('antigo.csv') === true ? true : null));
  expect(asked.at(-1)).toBe('leia.csv v1');
  expect(buttons()).not.toContain('Mostrar mais');
  press(shown, 'Página anterior');
  await page.find(() => (rows().length === 2 ? true : null));
});
