// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { connector, list, quality } from '../../shared/connectors/sample.testing.ts';
import { createPage } from '../../testing.tsx';
import { exampleOf } from './detail/intake/ways.tsx';
import { intakeFile, overview, preview } from './intake.testing.ts';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const base = '/admin-api/data';
const own = `${base}/connectors/angola-inipm`;
const address = '/?section=data-connectors&connector=angola-inipm&view=intake';
const national = connector({ id: 'angola-inipm', name: 'INIPM', type: 'national' });
const filesOf = (data: readonly object[]) =>
  envelope({ data, total: data.length, page: 1, pageSize: 50, hasNext: false, hasPrev: false });

function answers(change: Readonly<Record<string, Reply>> = {}): Readonly<Record<string, Reply>> {
  return {
    [`${base}/connectors`]: { json: envelope(list([national, connector()])) },
    [`${base}/processing/jobs`]: { json: envelope({ jobs: [] }) },
    [`${base}/quality/report`]: { json: envelope(quality) },
    [`${own}/intake`]: { json: envelope(overview) },
    [`${own}/uploads`]: { json: filesOf([]) },
    ...change,
  };
}

/** Puts a file where a person would choose it. */
async function choose(file: File): Promise<void> {
  const input = await page.find(() => page.host.querySelector<HTMLInputElement>('input[type=file]'));
  const files = { 0: file, length: 1, item: () => file };
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('only a national connector takes files', async () => {
  page.open('/?section=data-connectors&connector=obis&view=intake', answers());
  await page.says('Ocorrências de espécies marinhas.');
  const tabs = [...page.host.querySelectorAll('article [role=tab]')].map((tab) => tab.textContent);
  expect(tabs).not.toContain('Ficheiros');
});

test('templates, folder, and the deliveries without a person are explained', async () => {
  page.open(address, answers());
  await page.says('Entrega automática');
  expect(page.text()).toContain('entrada/angola-inipm');
  expect(page.text()).toContain('POST http');
  expect(page.button('Modelo XLSX: Capturas')).toBeDefined();
  expect(page.button('Renovar segredo')).toBeDefined();
  await page.says('Ainda nenhum ficheiro recebido');
  const example = exampleOf('https://kianda.test/push');
  expect(example).toContain('x-kianda-signature');
  expect(example).toContain('openssl dgst -sha256 -hmac');
});

test('a file is checked before anything is stored, and its bad rows are named', async () => {
  const file = intakeFile();
  page.open(
    address,
    answers({
      [`${own}/uploads`]: { json: envelope({ outcome: 'received', file, preview: preview() }) },
      [`${base}/uploads/${file.id}/confirm`]: {
        status: 409,
        json: problem('conflict', 409, 'Já foi confirmado.'),
      },
    }),
  );
  await choose(new File(['data;peso\n'], 'capturas.csv', { type: 'text/csv' }));
  await page.says('Pré-visualização · capturas.csv');
  expect(page.asked.find(({ method }) => method === 'POST')?.path).toBe(`${own}/uploads`);
  expect(page.text()).toContain('Quantidade: Número inválido');
  expect(page.text()).toContain('2 linhas serão gravadas; 1 linha com erro vai para Rejeitadas');
  const store = await page.find(() => page.button('Gravar 2\u00a0linhas'));
  expect(store.disabled).toBe(false);
  store.click();
  await page.says('Já foi confirmado.');
});

test('a column can be given another field, and the file is checked again', async () => {
  const file = intakeFile({ state: 'awaiting_mapping', rowsTotal: null, rowsRejected: null });
  const unmapped = preview({
    columns: [
      { index: 0, header: 'data', field: 'data', samples: [] },
      { index: 1, header: 'peso', field: null, samples: [] },
    ],
    missing: ['quantidade_t'],
    total: 0,
    valid: 0,
    rejected: 0,
    reasons: [],
    rejectedRows: [],
  });
  page.open(
    `${address}&file=${file.id}`,
    answers({
      [`${own}/intake`]: { json: envelope({ ...overview, waiting: [file] }) },
      [`${base}/uploads/${file.id}/preview`]: { json: envelope({ file, preview: unmapped }) },
    }),
  );
  await page.says('Falta indicar a coluna de: Quantidade');
  expect(page.button('Gravar 0\u00a0linhas')?.disabled).toBe(true);
  const select = await page.find(() =>
    page.host.querySelector<HTMLSelectElement>('select[aria-label="Campo da coluna peso"]'),
  );
  select.value = 'quantidade_t';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  const asked = await page.find(() =>
    page.asked.find(({ body }) => JSON.stringify(body)?.includes('"columns"') === true),
  );
  expect(asked.body).toEqual({ columns: ['data', 'quantidade_t'], rows: 50 });
});

test('an empty file and one too large are not sent', async () => {
  page.open(address, answers({ [`${own}/intake`]: { json: envelope({ ...overview, maxFileBytes: 4 }) } }));
  await choose(new File([], 'vazio.csv'));
  await page.says('vazio.csv está vazio.');
  await choose(new File(['data;peso'], 'grande.csv'));
  await page.says('é maior do que o permitido');
  expect(page.asked.some(({ method }) => method === 'POST')).toBe(false);
});

test('a dropped file is taken like a chosen one, one at a time', async () => {
  page.open(address, answers());
  const zone = await page.find(() => page.host.querySelector('section[aria-label="Ficheiro a enviar"]'));
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  const one = new File(['data'], 'um.csv');
  Object.defineProperty(drop, 'dataTransfer', { value: { files: { 0: one, 1: one, length: 2 } } });
  zone.dispatchEvent(drop);
  await page.says('Envie um ficheiro de cada vez.');
  expect(drop.defaultPrevented).toBe(true);
});

test('a file that was taken is in the list at once, without the page being asked for again', async () => {
  const file = intakeFile();
  let lists = 0;
  page.open(address, {
    ...answers({ [`POST ${own}/uploads`]: { json: envelope({ outcome: 'received', file, preview: preview() }) } }),
    [`GET ${own}/uploads`]: () => {
      lists += 1;
      return { json: filesOf(lists > 1 ? [file] : []) };
    },
  });
  await page.says('Ainda nenhum ficheiro recebido');
  await choose(new File(['data;peso\n'], 'capturas.csv', { type: 'text/csv' }));
  await page.find(() => (lists > 1 ? true : null));
});

test('a file is discarded only after asking, and stays where that is not wanted', async () => {
  const file = intakeFile();
  page.open(
    `${address}&file=${file.id}`,
    answers({
      [`${own}/intake`]: { json: envelope({ ...overview, waiting: [file] }) },
      [`${base}/uploads/${file.id}/preview`]: { json: envelope({ file, preview: preview() }) },
      [`DELETE ${base}/uploads/${file.id}`]: { json: envelope({ file }) },
    }),
  );
  const asking = () => document.querySelector('[aria-modal=true]');
  const inDialog = (name: string) =>
    page.find(() =>
      [...document.querySelectorAll<HTMLButtonElement>('[aria-modal=true] button')].find(
        ({ textContent }) => textContent === name,
      ),
    );
  (await page.find(() => page.button('Descartar ficheiro'))).click();
  (await inDialog('Cancelar')).click();
  await page.find(() => (asking() === null ? true : null));
  page.button('Descartar ficheiro')?.click();
  (await inDialog('Descartar ficheiro')).click();
  await page.find(() => (asking() === null ? true : null));
  expect(page.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await page.find(() => (window.location.search.includes('file=') ? null : true));
});

test('a stored file says what became of it', async () => {
  const file = intakeFile({ state: 'stored', runId: '11111111-1111-4111-8111-111111111111' });
  page.open(`${address}&file=${file.id}`, answers({ [`${base}/uploads/${file.id}`]: { json: envelope({ file }) } }));
  await page.find(() => page.button('Ver linhas rejeitadas'));
  expect(page.text()).toContain('Gravado');
  expect(page.button('Ver execução')).toBeDefined();
});

test('a file of another connector, or of none, is said to be missing', async () => {
  const file = intakeFile({ connectorId: 'angola-naf', state: 'stored' });
  page.open(`${address}&file=${file.id}`, answers({ [`${base}/uploads/${file.id}`]: { json: envelope({ file }) } }));
  await page.says('Este ficheiro não existe neste conector');
  await page.close();
  page = createPage();
  page.open(`${address}&file=${file.id}`, answers());
  await page.says('Este ficheiro não existe neste conector');
});

test('received files are found, ordered, paged and given as a file by the server', async () => {
  const queries: Record<string, string>[] = [];
  const files: Record<string, string>[] = [];
  page.open(`${address}&page=2`, {
    ...answers(),
    [`${own}/uploads`]: (query) => {
      queries.push(Object.fromEntries(query));
      const list = { data: [intakeFile({ state: 'stored' })], total: 120, page: Number(query.get('page')) };
      return { json: envelope({ ...list, pageSize: 50, hasNext: true, hasPrev: true }) };
    },
    [`${own}/uploads/export`]: (query) => {
      files.push(Object.fromEntries(query));
      return { json: {} };
    },
  });
  const asks = (wanted: Record<string, string>) =>
    page.find(() => (Object.entries(wanted).every(([name, value]) => queries.at(-1)?.[name] === value) ? true : null));
  await page.says('51–100 de 120');
  await asks({ page: '2', sort: 'received', order: 'desc' });
  const label = [...page.host.querySelectorAll('label')].find(({ textContent }) => textContent === 'Estado');
  const state = document.getElementById(label?.htmlFor ?? '') as HTMLSelectElement;
  state.value = 'stored';
  state.dispatchEvent(new Event('change', { bubbles: true }));
  await asks({ page: '1', state: 'stored' });
  const header = await page.find(() =>
    [...page.host.querySelectorAll<HTMLButtonElement>('th button')].find((one) =>
      one.textContent?.startsWith('Com erros'),
    ),
  );
  header.click();
  await asks({ sort: 'rejected', state: 'stored' });
  page.button('Página seguinte')?.click();
  await asks({ page: '2', sort: 'rejected', state: 'stored' });
  page.button('Exportar')?.click();
  const xlsx = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) =>
      textContent?.startsWith('Excel'),
    ),
  );
  xlsx.click();
  await page.find(() => (files.length > 0 ? true : null));
  expect(files[0]).toMatchObject({ sort: 'rejected', state: 'stored', format: 'xlsx' });
  expect(files[0]).not.toHaveProperty('page');
});

test('a connector that takes none says so', async () => {
  page.open(address, answers({ [`${own}/intake`]: { status: 404, json: problem('not_found', 404, 'Não existe.') } }));
  await page.says('Este conector não recebe ficheiros');
});

test('who may only read is offered no sending, no secret', async () => {
  page.open(address, answers(), { role: 'investigador' });
  await page.says('Entrega automática');
  expect(page.button('Escolher ficheiro')).toBeUndefined();
  expect(page.button('Renovar segredo')).toBeUndefined();
});
