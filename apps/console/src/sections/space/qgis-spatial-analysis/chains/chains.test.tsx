// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
import {
  busyRun,
  chain,
  chainEstimate,
  doneAnalysis,
  failedRun,
  ids,
  listed,
  sources,
  stats,
  summary,
} from '../sample.testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../components/analyses-tab.tsx';
import '../page.tsx';
import './chain-form.tsx';
import './chain-page.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const base = '/admin-api/spatial/chains';
type Answers = Parameters<ReturnType<typeof createPage>['open']>[1];
const answers: Answers = {
  '/admin-api/qgis/spatial-analysis': { json: envelope(summary) },
  '/admin-api/spatial/stats': { json: envelope(stats) },
  '/admin-api/spatial/sources': { json: envelope(sources) },
  '/admin-api/spatial/batches': { json: envelope([]) },
  '/admin-api/spatial/schedules': { json: envelope([]) },
  '/admin-api/spatial/analyses': { json: envelope(listed(doneAnalysis)) },
  [base]: { json: envelope([]) },
  [`${base}/${ids.chain}`]: { json: envelope(chain) },
  [`POST ${base}/estimate`]: { json: envelope(chainEstimate) },
};
const open = (address: string, more: Answers = {}, options = {}) =>
  page.open(`/?section=qgis-spatial-analysis&separador=analises${address}`, { ...answers, ...more }, options);
const press = async (name: string) => (await page.find(() => page.button(name))).click();
const inDialog = (name: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('[aria-modal=true] button')].find(
      ({ textContent, disabled }) => textContent?.trim() === name && !disabled,
    ),
  );
const posted = (path: string) => page.asked.filter(({ method, path: own }) => method === 'POST' && own === path);
function enter(field: HTMLInputElement | HTMLSelectElement, value: string) {
  const prototype = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
const fields = (label: string) =>
  [...document.querySelectorAll<HTMLLabelElement>('[aria-modal=true] label')]
    .filter(({ textContent }) => textContent === label)
    .flatMap(({ htmlFor }) => [
      ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`#${CSS.escape(htmlFor)}`),
    ]);

test('a chain is made of steps, and a step takes from the one before it', async () => {
  open('', { [`POST ${base}`]: { status: 201, json: envelope(chain) } });
  await press('Nova cadeia');
  enter(await page.find(() => fields('Nome da cadeia *')[0]), 'Perto das zonas');
  // The distances are taken to the zones of the first step.
  const targets = await page.find(() => fields('Alvos: de onde vem')[0]);
  expect([...targets.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Dados, e não um passo',
    'Passo «Zona tampão»: zonas tampão',
  ]);
  enter(targets, 'passo_1/buffers');
  (await inDialog('Guardar cadeia')).click();
  await page.find(() => posted(base)[0]);
  expect(posted(base)[0]?.body).toMatchObject({
    name: 'Perto das zonas',
    readers: 'private',
    steps: [
      { id: 'passo_1', type: 'buffer', inputs: { features: { kind: 'collection', collection: 'protected-areas' } } },
      {
        ...{ id: 'passo_2', type: 'proximity' },
        inputs: { targets: { kind: 'step', step: 'passo_1', layer: 'buffers' } },
      },
    ],
  });
  await page.find(() => (window.location.search.includes(ids.chain) ? true : null));
});

test('what is missing is said, and a step that is taken away leaves no link behind', async () => {
  open('');
  await press('Nova cadeia');
  await page.find(() => fields('Alvos: de onde vem')[0]);
  enter(await page.find(() => fields('Alvos: de onde vem')[0]), 'passo_1/buffers');
  (
    await page.find(() =>
      document.querySelector<HTMLButtonElement>('[aria-modal=true] fieldset button[aria-label^="Tirar passo"]'),
    )
  ).click();
  const words = () => page.text('[aria-modal=true] ul[role=status]');
  await page.find(() => (words().includes('Passo «Proximidade»: falta a entrada «Alvos».') ? true : null));
  expect(words()).toContain('Dê um nome à cadeia.');
  await expect.poll(() => fields('Alvos: de onde vem').length).toBe(0);
});

test('the page of a chain says its steps in their order, why a run failed, and runs it again', async () => {
  open(`&cadeia=${ids.chain}`, { [`POST ${base}/${ids.chain}/runs`]: { status: 202, json: envelope(busyRun) } });
  await page.says('O passo «Fora» falhou. Use menos elementos.');
  expect(page.text('#execucoes')).toContain('resultado guardado');
  expect(page.host.querySelector('#execucoes abbr[title="Use menos elementos."]')).not.toBeNull();
  const rows = [...page.host.querySelectorAll('#passos tbody tr')].map(({ textContent }) => textContent ?? '');
  expect(rows.map((row) => row.includes('Dentro'))).toEqual([true, true]);
  expect(rows[1]).toContain('Lugares: passo «Dentro», zonas tampão');
  await press('Correr cadeia');
  await page.find(() => posted(`${base}/${ids.chain}/runs`)[0]);
});

test('what a chain would take is said step by step before it runs, with what does not fit', async () => {
  open(`&cadeia=${ids.chain}`);
  const words = () => page.text('[aria-label="Tamanho e tempo"]');
  await page.find(() => (words().includes('Passo «Dentro»') ? true : null));
  expect(words()).toContain('Não cabe nos limites da plataforma');
  expect(words()).toContain('Passo «Dentro»: 1 400 elementos, 90 000 vértices');
  expect(words()).toContain('São 1 400 elementos, e o limite são 1 000: filtre as entradas.');
  expect(words()).toContain(
    'Passo «Fora»: células por saber, porque a área vem de outro passo; o que vier de «Dentro»',
  );
  expect(words()).toContain('até 270 MB de memória, com dois passos de cada vez');
  expect(words()).toContain('cerca de 12 s (Soma das medianas.)');
  // The same steps are asked about once, though the page reads the chain again and again.
  expect(posted(`${base}/estimate`)).toHaveLength(1);
});

test('the form asks for the size once its steps are whole, and may be saved though it does not fit today', async () => {
  open('', { [`POST ${base}`]: { status: 201, json: envelope(chain) } });
  await press('Nova cadeia');
  enter(await page.find(() => fields('Nome da cadeia *')[0]), 'Perto das zonas');
  const words = () => page.text('[aria-modal=true] [aria-label="Tamanho e tempo"]');
  await page.find(() => (words().includes('Passo «Dentro»') ? true : null));
  expect(posted(`${base}/estimate`)[0]?.body).toMatchObject({ steps: [{ id: 'passo_1' }, { id: 'passo_2' }] });
  (await inDialog('Guardar cadeia')).click();
  await page.find(() => posted(base)[0]);
});

test('a run under way shows how far it is, and is cancelled', async () => {
  const cancel = `/admin-api/spatial/chain-runs/${ids.chainRun}/cancel`;
  open(`&cadeia=${ids.chain}`, {
    [`${base}/${ids.chain}`]: { json: envelope({ ...chain, runs: [busyRun] }) },
    [`POST ${cancel}`]: { json: envelope({ ...failedRun, status: 'cancelled' }) },
  });
  await page.says('Passo 2 de 2, «Fora»: A calcular');
  await press('Cancelar execução');
  await page.find(() => posted(cancel)[0]);
});

test('a file of a chain opens the form with its steps; another file is refused in words', async () => {
  open('');
  const input = await page.find(() => page.host.querySelector<HTMLInputElement>('#cadeias input[type=file]'));
  const choose = (text: string) => {
    Object.defineProperty(input, 'files', { value: [new File([text], 'cadeia.json')], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose('{"kind":"outro"}');
  await page.find(() => (document.body.textContent?.includes('não é uma cadeia de análises') === true ? true : null));
  const { name, description, steps } = chain;
  choose(JSON.stringify({ kind: 'kianda-spatial-chain', edition: 1, name, description, steps }));
  await page.find(() => (page.text('[aria-modal=true]').includes('Passo 2: Fora') ? true : null));
  expect((await page.find(() => fields('Lugares: de onde vem')[0])).value).toBe('dentro/buffers');
});
