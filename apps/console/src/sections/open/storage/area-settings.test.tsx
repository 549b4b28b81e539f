// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T09:00:00.000Z';
const policy = '{"Version":"2012-10-17","Statement":[]}';
const cors = {
  ...{ id: null, origins: ['https://mapas.example.ao'], methods: ['GET'], headers: [], exposed: [] },
  maxAgeSeconds: null,
};
const rule = {
  ...{ name: '', isEnabled: true, prefix: '', tags: [], days: null, onDate: null, expiredMarkers: true },
  ...{ noncurrentDays: 30, newerNoncurrent: 2, abortDays: null },
};
const bucket = {
  ...{ name: 'mapas', size: 10, objects: 1, lastModified: at, kind: 'user', description: '', createdAt: null },
  isPublic: true,
};
const version = { key: 'leia.csv', versionId: 'v2', size: 12, lastModified: at, isLatest: true, isDeleted: false };

function answersWith(more: object) {
  const settings = {
    ...{ versioning: 'enabled', lock: { mode: null, days: null }, cors: [cors], policy, isPublic: true },
    ...{ publicBlock: null, tags: [], rules: [rule] },
    ...{ revisions: { cors: 'c1', policy: 'p1', rules: 'r1' }, ...more },
  };
  return {
    '/admin-api/storage/buckets': { json: envelope({ buckets: [bucket] }) },
    '/admin-api/storage/buckets/mapas/info': {
      json: envelope({ ...bucket, writable: true, readable: true, lifecycle: [], histogram: [] }),
    },
    '/admin-api/storage/buckets/mapas/objects': {
      json: envelope({ prefix: '', objects: [], prefixes: [], next: null }),
    },
    '/storage/buckets/mapas/settings': { json: envelope(settings) },
    '/storage/buckets/mapas/settings/policy': { json: envelope({ name: 'mapas' }) },
    '/storage/buckets/mapas/settings/cors': { json: envelope({ name: 'mapas' }) },
    '/storage/buckets/mapas/settings/rules': { json: envelope({ name: 'mapas' }) },
    '/storage/buckets/mapas/settings/lock': { json: envelope({ name: 'mapas' }) },
    '/storage/buckets/mapas/versions/lock': { json: envelope({ name: 'mapas' }) },
    '/storage/buckets/mapas/versions': {
      json: envelope({
        ...{ versioning: 'enabled', reason: null, next: null },
        versions: [{ ...version, lock: { mode: 'GOVERNANCE', until: at, legalHold: true } }],
      }),
    },
  } as const;
}
const open = (more: object = {}) => page.open('/?section=storage&bucket=mapas', answersWith(more));
const sent = (path: string) => page.asked.filter((each) => each.method === 'PUT' && each.path.endsWith(path));
/** A button of the dialog on top; dialogs are outside the main part. */
const inDialog = (label: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].findLast(
    (one) => one.textContent?.trim() === label || one.getAttribute('aria-label')?.startsWith(label) === true,
  );
const choose = async (label: string) => (await page.find(() => inDialog(label))).click();
const dialogSays = (text: string) =>
  page.find(() =>
    [...document.querySelectorAll('[role=dialog]')].some((one) => one.textContent?.includes(text)) ? true : null,
  );
const press = async (label: string) => (await page.find(() => page.button(label))).click();

test('an open area is seen as such in the list and in its settings', async () => {
  open();
  await page.says('qualquer pessoa lê o que ela abre');
  expect(page.text()).toContain('Aberta a todos');
  expect(page.text()).toContain('https://mapas.example.ao: GET');
  expect(page.text()).toContain('versões substituídas há mais de 30 dias, menos as 2 mais novas');
});

test('a policy is sent only by who says to know what it opens', async () => {
  open({ policy: null, isPublic: false });
  await press('Mudar: Política');
  await choose('Escrever a política');
  const save = await page.find(() => inDialog('Guardar'));
  expect(save).toHaveProperty('disabled', true);
  const box = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=checkbox]')].at(-1);
  box?.click();
  await page.find(() => (inDialog('Guardar')?.hasAttribute('disabled') === false ? true : null));
  await choose('Guardar');
  const [asked] = await page.find(() => (sent('settings/policy').length === 1 ? sent('settings/policy') : null));
  expect(asked?.body).toEqual({ policy: expect.stringContaining('arn:aws:s3:::mapas/*'), revision: 'p1' });
});

test('a policy that the block of public access takes the effect from says so', async () => {
  const publicBlock = {
    ...{ blockPublicAcls: true, ignorePublicAcls: true, blockPublicPolicy: false, restrictPublicBuckets: true },
  };
  open({ isPublic: false, publicBlock });
  await page.says('O bloqueio de acesso público da área tira efeito à política.');
  expect(page.text()).not.toContain('não abre nada a todos');
});

test('a lock is turned on only by who says to know that it stays', async () => {
  open({ lock: null });
  await press('Mudar: Bloqueio de objetos');
  const sure = await page.find(() => document.querySelector<HTMLInputElement>('[role=dialog] input[type=checkbox]'));
  expect(await page.find(() => inDialog('Guardar'))).toHaveProperty('disabled', true);
  sure.click();
  await page.find(() => (inDialog('Guardar')?.hasAttribute('disabled') === false ? true : null));
  await choose('Guardar');
  await page.find(() => (document.body.textContent?.includes('Bloqueio guardado.') ? true : null));
  expect(page.asked.filter(({ path, method }) => method === 'PUT' && path.endsWith('/lock'))).toMatchObject([
    { body: { mode: null, days: null } },
  ]);
});

test('a rule of deletion is added to those there are, in force, by who knows that nothing comes back', async () => {
  open();
  await press('Acrescentar: Outras regras de eliminação');
  const boxes = await page.find(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=checkbox]')];
    return found.length === 2 ? found : null;
  });
  for (const box of boxes) box.click();
  await page.find(() => (inDialog('Guardar')?.hasAttribute('disabled') === false ? true : null));
  await choose('Guardar');
  const [asked] = await page.find(() => (sent('settings/rules').length === 1 ? sent('settings/rules') : null));
  const added = {
    ...{ name: '', isEnabled: true, prefix: '', tags: [], days: null, onDate: null, expiredMarkers: true },
    ...{ noncurrentDays: null, newerNoncurrent: null, abortDays: null },
  };
  expect(asked?.body).toEqual({ rules: [rule, added], revision: 'r1' });
});

test('a rule goes only after it was asked about', async () => {
  open();
  await press('Retirar a regra de https://mapas.example.ao');
  await dialogSays('deixam de ler os objetos');
  expect(sent('settings/cors')).toEqual([]);
  await choose('Retirar');
  const [asked] = await page.find(() => (sent('settings/cors').length === 1 ? sent('settings/cors') : null));
  expect(asked?.body).toEqual({ rules: [], revision: 'c1' });
});

test('a change that another was quicker with is told, and the settings are read again', async () => {
  const detail = 'Outra pessoa mudou estas definições entretanto.';
  page.open('/?section=storage&bucket=mapas', {
    ...answersWith({}),
    '/storage/buckets/mapas/settings/cors': { status: 412, json: problem('precondition_failed', 412, detail) },
  });
  await press('Retirar a regra de https://mapas.example.ao');
  await dialogSays('deixam de ler os objetos');
  const reads = () =>
    page.asked.filter(({ method, path }) => method === 'GET' && path.endsWith('/mapas/settings')).length;
  const before = reads();
  await choose('Retirar');
  await dialogSays(detail);
  await page.find(() => (reads() > before ? true : null));
});

test('a version shows its lock, and who manages the storage changes it', async () => {
  open();
  await press('Versões e eliminados');
  await dialogSays('Ordem legal');
  await choose('Bloqueio de leia.csv');
  await dialogSays('Um bloqueio de conformidade só se prolonga');
  await choose('Guardar');
  const [asked] = await page.find(() => (sent('versions/lock').length === 1 ? sent('versions/lock') : null));
  // The retention was not touched, and is not sent.
  expect(asked?.body).toEqual({ key: 'leia.csv', versionId: 'v2', legalHold: true });
});
