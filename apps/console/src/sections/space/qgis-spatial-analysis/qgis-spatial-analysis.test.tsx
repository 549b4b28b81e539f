// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import {
  batch,
  bufferFeatures,
  busyBatch,
  doneAnalysis,
  ids,
  listed,
  runningAnalysis,
  schedule,
  sources,
  stats,
  summary,
} from './sample.testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../../shared/spatial/analysis-form.tsx';
import '../../shared/spatial/analysis-page.tsx';
import '../../shared/spatial/qgis-dialog.tsx';
import '../../shared/spatial/result-map.tsx';
import '../../shared/spatial/schedule-dialog.tsx';
import './components/analyses-tab.tsx';
import './components/batch-page.tsx';
import './components/map-modal.tsx';
import './components/modal-map.tsx';
import './components/spatial-tab.tsx';
import './page.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const base = '/admin-api/spatial/analyses';
const section = '/?section=qgis-spatial-analysis';
type Answers = Parameters<ReturnType<typeof createPage>['open']>[1];
const answers: Answers = {
  '/admin-api/qgis/spatial-analysis': { json: envelope(summary) },
  '/admin-api/spatial/stats': { json: envelope(stats) },
  '/admin-api/spatial/sources': { json: envelope(sources) },
  '/admin-api/spatial/batches': { json: envelope([]) },
  '/admin-api/spatial/schedules': { json: envelope([]) },
  '/admin-api/spatial/chains': { json: envelope([]) },
  [base]: { json: envelope(listed(doneAnalysis)) },
  [`${base}/${ids.done}`]: { json: envelope(doneAnalysis) },
  [`${base}/${ids.running}`]: { json: envelope(runningAnalysis) },
  [`${base}/${ids.done}/layers/buffers/features`]: { json: envelope(bufferFeatures) },
};
const open = (address: string, more: Answers = {}, options = {}) =>
  page.open(`${section}${address}`, { ...answers, ...more }, options);
const press = async (name: string) => (await page.find(() => page.button(name))).click();
const inDialog = (name: string) =>
  page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('[aria-modal=true] button')].find(
      ({ textContent, disabled }) => textContent?.trim() === name && !disabled,
    ),
  );
const posted = (path: string) => page.asked.filter(({ method, path: own }) => method === 'POST' && own === path);
function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
const labelled = (label: string) =>
  page.find(() => {
    const found = [...document.querySelectorAll('[aria-modal=true] label')].find(
      ({ textContent }) => textContent === label,
    );
    return document.querySelector<HTMLInputElement | HTMLSelectElement>(`[id="${found?.getAttribute('for')}"]`);
  });

test('the panel says what there is, and the newest result of a kind with the totals', async () => {
  open('');
  await page.says('Zona tampão das áreas protegidas');
  await page.says('Quiçama');
  expect(page.text('#zonas-tampao')).toContain('157,1 km² ao todo');
  expect(page.text('#totais')).toContain('0,62');
  expect(page.host.querySelector('#elementos abbr[title="Sem valor neste elemento."]')).not.toBeNull();
});

test('while no server answers, the figures are examples and say so', async () => {
  const down: Reply = { status: 503, json: problem('unavailable', 503, 'Já volta.') };
  open('', { '/admin-api/qgis/spatial-analysis': down });
  await page.says('Usando dados de fallback');
  expect(page.text()).toContain('Erro ao carregar análises QGIS: Já volta.');
  expect(page.text('#zonas-tampao')).toContain('exemplo');
});

test('the list is empty in the specification’s words, and a kind begins at once with its parameters', async () => {
  open('&separador=analises', {
    [base]: { json: envelope(listed()) },
    'POST /admin-api/qgis/analyses': { status: 202, json: envelope(runningAnalysis) },
  });
  await page.says('Nenhuma análise QGIS encontrada. Crie sua primeira análise usando as ferramentas acima.');
  await press('Hotspots (Getis-Ord)');
  await page.find(() => posted('/admin-api/qgis/analyses')[0]);
  expect(posted('/admin-api/qgis/analyses')[0]?.body).toEqual({
    type: 'hotspots',
    parameters: { analysis_type: 'getis_ord' },
  });
});

test('whoever may not run analyses is offered none', async () => {
  open('&separador=analises', { [base]: { json: envelope(listed()) } }, { role: 'cliente' });
  await page.says('Nenhuma análise QGIS encontrada.');
  expect(page.button('Hotspots (Getis-Ord)')).toBeUndefined();
});

test('the form estimates before it runs, says what does not fit, and sends what was chosen', async () => {
  let isLarge = true;
  const estimate = {
    ...{ features: 3, vertices: 120, cells: 0, seconds: 0.4, basis: 'das últimas 5', stored: null, memoryBytes: null },
  };
  open('', {
    'POST /admin-api/spatial/estimate': () => ({
      json: envelope({ ...estimate, isWithinLimits: !isLarge, refusals: isLarge ? ['São elementos a mais.'] : [] }),
    }),
    [`POST ${base}`]: { status: 202, json: envelope(runningAnalysis) },
  });
  await press('Nova análise');
  await page.find(() => (page.text('[aria-modal=true]').includes('São elementos a mais.') ? true : null));
  isLarge = false;
  enter(await labelled('Coleção'), 'ports');
  await page.find(() => (page.text('[aria-modal=true]').includes('3 elementos, 120 vértices') ? true : null));
  (await inDialog('Correr análise')).click();
  await page.find(() => (window.location.search.includes(ids.running) ? true : null));
  expect(posted(base)[0]?.body).toMatchObject({
    type: 'buffer',
    parameters: { buffer_distance: 5000 },
    inputs: { features: { kind: 'collection', collection: 'ports' } },
  });
  expect(posted('/admin-api/spatial/estimate')).toHaveLength(2);
});

test('a part of a collection is taken by its attributes and by whole days, and its numbers are offered', async () => {
  open('&vista=hotspots', {
    'POST /admin-api/spatial/estimate': {
      json: envelope({
        ...{
          features: 3,
          vertices: 3,
          cells: 0,
          seconds: 0.4,
          basis: 'das últimas 5',
          stored: null,
          memoryBytes: null,
        },
        ...{ isWithinLimits: true, refusals: [] },
      }),
    },
    [`POST ${base}`]: { status: 202, json: envelope(runningAnalysis) },
  });
  await press('Nova análise');
  await page.find(() => document.querySelector('option[value="vessel-events"]'));
  enter(await labelled('Coleção'), 'vessel-events');
  expect(page.text('[aria-modal=true]')).toContain('type (Tipo), hours (Duração)');
  enter(await labelled('Filtro (CQL2)'), "type = 'fishing'");
  enter(await labelled('Desde'), '01/08/2026');
  enter(await labelled('Até'), '31/08/2026');
  enter(await labelled('Atributo numérico que se analisa; vazio: quantos pontos há em cada célula'), 'hours');
  const offered = [...document.querySelectorAll<HTMLOptionElement>('[aria-modal=true] datalist option')];
  expect(offered.map(({ value }) => value)).toEqual(['hours']);
  (await inDialog('Correr análise')).click();
  await page.find(() => posted(base)[0]);
  expect(posted(base)[0]?.body).toMatchObject({
    parameters: { value_attribute: 'hours' },
    inputs: {
      points: {
        ...{ kind: 'collection', collection: 'vessel-events', filter: "type = 'fishing'" },
        ...{ from: '2026-08-01T00:00:00.000Z', to: '2026-08-31T23:59:59.999Z' },
      },
    },
  });
});

test('a number outside its bounds is said beside it, and can’t be sent', async () => {
  open('&vista=proximity');
  await press('Nova análise');
  enter(await labelled('Distância máxima, em metros'), '50');
  await page.find(() => document.querySelector('[aria-modal=true] .mantine-InputWrapper-error'));
  const send = [...document.querySelectorAll<HTMLButtonElement>('[aria-modal=true] button[type=submit]')];
  expect(send.map(({ disabled }) => disabled)).toEqual([true]);
});

test('a result in full: figures with reasons, warnings, uncertainty, method, inputs, and a row shows its feature', async () => {
  open(`&analise=${ids.done}`);
  await page.says('Um contorno cruzava-se a si mesmo');
  for (const part of [
    '157,1',
    'geodésica (WGS84)',
    'Karney 2013',
    'Áreas protegidas, WDPA',
    'b'.repeat(64),
    'Leu 2 elementos',
  ]) {
    expect(page.text()).toContain(part);
  }
  expect(page.host.querySelector('abbr[title="Sem recorte."]')).not.toBeNull();
  await press('Iona');
  await page.find(() => (page.text('#elementos [role=status]').includes('Escolhido: Iona') ? true : null));
});

test('the three ways into QGIS, with the address of the API', async () => {
  open(`&analise=${ids.done}`);
  await press('Abrir no QGIS');
  await page.find(() => (page.text('[aria-modal=true]').includes('analise-zonas') ? true : null));
  for (const part of ['Projeto QGIS (.qgz)', 'GeoPackage', '/features']) {
    expect(page.text('[aria-modal=true]')).toContain(part);
  }
});

test('what runs says how far it is, and can be stopped', async () => {
  open(`&analise=${ids.running}`, { [`POST ${base}/${ids.running}/cancel`]: { json: envelope(runningAnalysis) } });
  await page.says('A contar os pontos');
  expect(page.host.querySelector('#analise [role=progressbar]')?.getAttribute('aria-valuenow')).toBe('40');
  await press('Cancelar análise');
  await page.find(() => posted(`${base}/${ids.running}/cancel`)[0]);
});

test('what runs is asked for until it has ended, and then shows its result', async () => {
  let analysis = runningAnalysis;
  open(`&analise=${ids.running}`, { [`${base}/${ids.running}`]: () => ({ json: envelope(analysis) }) });
  await page.says('A contar os pontos');
  analysis = { ...doneAnalysis, id: ids.running };
  await page.says('Um contorno cruzava-se a si mesmo');
  expect(page.button('Cancelar análise')).toBeUndefined();
});

test('one that failed says why, and is run again as a new one', async () => {
  const failed = { ...runningAnalysis, status: 'failed', error: 'Faltam correntes: execute o conector CMEMS.' };
  open(`&analise=${ids.running}`, {
    [`${base}/${ids.running}`]: { json: envelope(failed) },
    [`POST ${base}/${ids.running}/rerun`]: { status: 202, json: envelope({ ...doneAnalysis }) },
  });
  await page.says('execute o conector CMEMS');
  await press('Repetir com os dados de agora');
  await page.find(() => (window.location.search.includes(ids.done) ? true : null));
});

test('it goes only when its name is repeated', async () => {
  open(`&analise=${ids.done}`, { [`DELETE ${base}/${ids.done}`]: { json: envelope({ id: ids.done }) } });
  await press('Eliminar');
  enter(await labelled(`Escreva «${doneAnalysis.name}» para confirmar *`), doneAnalysis.name);
  (await inDialog('Eliminar')).click();
  await page.find(() => (window.location.search.includes(ids.done) ? null : true));
});

test('two of one kind side by side: what differs and what they have in common', async () => {
  const other = { ...doneAnalysis, id: ids.other, name: 'Zona de 10 km' };
  open(`&analise=${ids.done}&comparar=${ids.other}`, {
    [base]: { json: envelope(listed(doneAnalysis, other)) },
    [`${base}/${ids.done}/compare/${ids.other}`]: {
      json: envelope({
        parameters: [{ name: 'buffer_distance', first: 5000, second: 10_000 }],
        inputs: [],
        statistics: [{ id: 'area', label: 'Área total', unit: 'km²', first: 157.1, second: 628.3, difference: 471.2 }],
        layers: [
          {
            ...{ id: 'buffers', title: 'Zonas', cells: null, reason: null },
            areas: { first: 157.1, second: 628.3, common: 157.1, either: 628.3, share: 0.25 },
          },
        ],
      }),
    },
  });
  await page.find(() => (page.text('#comparacao').includes('25 % do total das duas') ? true : null));
  expect(page.text('#comparacao')).toContain('10 000');
  expect(page.text('#comparacao')).toContain('471,2 km²');
});

test('the map in a dialog: kinds, layers, and the first two properties of a buffer', async () => {
  open('', { '/admin-api/geography/protected-areas': { json: envelope({ type: 'FeatureCollection', features: [] }) } });
  await press('Mapa espacial');
  const layer = await inDialog(doneAnalysis.name);
  layer.click();
  await page.find(() => (page.text('[aria-modal=true] dl').includes('Zonas') ? true : null));
  expect(document.querySelectorAll('[aria-modal=true] dl dt')).toHaveLength(2);
});

test('one analysis for each area of a collection is one order, without the area that each takes', async () => {
  const batches = '/admin-api/spatial/batches';
  open('&vista=proximity', {
    'POST /admin-api/spatial/estimate': {
      json: envelope({
        ...{
          features: 3,
          vertices: 120,
          cells: 0,
          seconds: 0.4,
          basis: 'das últimas 5',
          stored: null,
          memoryBytes: null,
        },
        ...{ isWithinLimits: true, refusals: [] },
      }),
    },
    [`POST ${batches}/estimate`]: {
      json: envelope({
        ...{
          areas: 2,
          features: 3,
          vertices: 120,
          cells: 0,
          seconds: 0.8,
          basis: 'das últimas 5',
          stored: null,
          memoryBytes: null,
        },
        ...{ isWithinLimits: true, refusals: [] },
      }),
    },
    [`POST ${batches}`]: { status: 202, json: envelope(busyBatch) },
    [`${batches}/${ids.batch}`]: { json: envelope(busyBatch) },
    [`POST ${batches}/${ids.batch}/cancel`]: { json: envelope(busyBatch) },
  });
  await press('Nova análise');
  const check = await page.find(() =>
    [...document.querySelectorAll<HTMLInputElement>('[aria-modal=true] input[type=checkbox]')].find(({ id }) =>
      document.querySelector(`label[for="${id}"]`)?.textContent?.includes('Uma análise por cada área'),
    ),
  );
  check.click();
  const kind = await page.find(() =>
    document.querySelector<HTMLSelectElement>('[aria-modal=true] select[aria-label="Áreas do lote"]'),
  );
  enter(kind, 'collection');
  const part = await page.find(() => kind.closest('fieldset'));
  // The collections come after the form.
  const offered = await page.find(() => part.querySelector('option[value="protected-areas"]'));
  const collection = await page.find(() => offered.closest('select'));
  enter(collection, 'protected-areas');
  await page.find(() => (page.text('[aria-modal=true]').includes('2 áreas; o tamanho é o da maior') ? true : null));
  (await inDialog('Correr lote')).click();
  await page.find(() => posted(batches)[0]);
  expect(posted(batches)[0]?.body).toMatchObject({
    request: { type: 'proximity', inputs: { targets: { kind: 'collection' } } },
    areas: { kind: 'collection', collection: 'protected-areas' },
  });
  expect(posted(batches)[0]?.body).not.toHaveProperty('request.inputs.area');
  await page.says('0 de 2 concluídas');
  await press('Cancelar todas');
  await page.find(() => posted(`${batches}/${ids.batch}/cancel`)[0]);
});

test('a batch shows the figures of its areas, and why one has none', async () => {
  open(`&separador=analises&lote=${ids.batch}`, {
    [`/admin-api/spatial/batches/${ids.batch}`]: { json: envelope(batch) },
  });
  await page.says('1 de 2 concluídas · 1 com falha');
  expect(page.text('#areas')).toContain('21,5');
  expect(page.host.querySelector('#areas abbr[title="Área vazia."]')).not.toBeNull();
  await page.find(() => page.button('Eliminar'));
});

test('schedules say when they run, and that nothing was made because nothing changed', async () => {
  const base = '/admin-api/spatial/schedules';
  open('&separador=analises', {
    [base]: { json: envelope([schedule]) },
    [`PATCH ${base}/${ids.schedule}`]: { json: envelope({ ...schedule, enabled: false }) },
  });
  await page.says('Nada mudou · As entradas são as mesmas de 29/08/2026: não se fez outra.');
  expect(page.text('#agendas')).toContain('Todos os dias, às 8 h');
  // A schedule that is on says its next run.
  expect(page.text('#agendas dl')).toMatch(/Zona tampão.*30\/08\/2026/s);
  expect(page.text('#agendas dl')).not.toContain('Desligada');
  (
    await page.find(() =>
      [...page.host.querySelectorAll<HTMLButtonElement>('#agendas button')].find(
        ({ textContent }) => textContent === 'Desligar',
      ),
    )
  ).click();
  const sent = await page.find(() => page.asked.find(({ method }) => method === 'PATCH'));
  expect(sent.body).toEqual({ enabled: false });
});

test('an analysis is put into the calendar from its page', async () => {
  const base = '/admin-api/spatial/schedules';
  open(`&analise=${ids.done}`, { [`POST ${base}`]: { status: 201, json: envelope(schedule) } });
  await press('Agendar');
  (await inDialog('Agendar')).click();
  await page.find(() => posted(base)[0]);
  expect(posted(base)[0]?.body).toEqual({ analysisId: ids.done, cron: '0 8 * * *' });
});

test('a field may be a file, which is a GeoTIFF, and its bands are chosen by name', async () => {
  const sent = {
    ...{ fileId: ids.batch, name: 'campo.tif', sizeBytes: 900, sha256: 'd'.repeat(64), format: 'geotiff' },
    receivedAt: '2026-08-30T09:00:00Z',
    tables: ['Temperatura', 'Clorofila'].map((title, place) => ({
      ...{ name: `banda-${place + 1}`, title, features: 12, crs: 'EPSG:4326', refusal: null, columns: [] },
    })),
  };
  open('&separador=analises', { 'POST /admin-api/spatial/files': { json: envelope(sent) } });
  const kinds = await page.find(() =>
    page.host.querySelector<HTMLSelectElement>('select[aria-label="Outro tipo de análise"]'),
  );
  enter(kinds, 'contours');
  const from = await page.find(() =>
    document.querySelector<HTMLSelectElement>('[aria-modal=true] select[aria-label="Campo"]'),
  );
  enter(from, 'upload');
  const input = await page.find(() =>
    document.querySelector<HTMLInputElement>('[aria-modal=true] input[type=file][accept=".tif,.tiff"]'),
  );
  expect(page.text('[aria-modal=true]')).toContain('GeoTIFF em graus (EPSG:4326)');
  Object.defineProperty(input, 'files', { value: [new File(['II*'], 'campo.tif')] });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  const band = await labelled('Banda');
  expect([...band.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Temperatura',
    'Clorofila',
  ]);
});
