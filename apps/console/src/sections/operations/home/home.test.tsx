// @vitest-environment happy-dom
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { movedTo } from './components/moved.ts';
import { changeWords } from './tiles/briefing-tile.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T08:00:00.000Z';
const layout = (tiles: readonly string[], from = 'own') => ({
  json: envelope({ tiles, from, updatedAt: from === 'own' ? at : null }),
});
const species = envelope({
  species: 794,
  occurrences: 43_735,
  datasets: 12,
  threatened_species: 31,
  first_year: 1990,
  last_year: 2026,
  by_phylum: [],
  by_class: [],
  by_year: [],
  by_source: [],
  last_occurrence_at: at,
  future_occurrences: 0,
});
const known = {
  '/admin-api/home/layout': layout(['species', 'queue']),
  '/admin-api/biodiversity/summary': { json: species },
  '/admin-api/jobs/outcomes': { status: 400, json: problem('validation_failed', 400, 'A fila não responde.') },
  '/admin-api/me/settings/first-steps': {
    json: envelope({ value: { tour: 'declined', setup: 'hidden' }, updatedAt: at }),
  },
};
const boxes = () => [...page.host.querySelectorAll('li[data-tile]')].map((box) => box.getAttribute('data-tile'));

test('the console opens on the home; a tile whose data cannot be had shows — and why, and the others live', async () => {
  page.open('/', known);
  await page.says('43 735');
  await page.says('A fila não responde.');
  expect(page.host.querySelector('h1')?.textContent).toBe('Início');
  expect(page.text('[data-tile="queue"]')).toContain('—');
  expect(page.text('[data-tile="species"]')).toContain('794');
});

test.each([
  ['administrador', 'Abrir Saúde do Sistema', 'system-health'],
  ['cliente', 'Abrir Estado dos Serviços', 'services-status'],
] as const)('the condition leads %s to a section by its name', async (role, name, section) => {
  page.open('/', { ...known, '/admin-api/home/layout': layout(['condition']) }, { role });
  (await page.find(() => page.button(name))).click();
  await page.find(() => (window.location.search.includes(section) ? true : null));
});

test('of the newest data six variables are shown, and the others one press away', async () => {
  const numbers = { zeeMean: null, zeeMedian: null, zeeMin: null, zeeMax: null, coverage: 1, depthMeters: 0 };
  const slice = (variable: FieldVariable) => ({
    ...{ ...numbers, variable, dataset: 'd', provider: 'Fornecedor', unit: '', time: at },
  });
  const variables = Object.keys(fieldVariables).slice(0, 9) as FieldVariable[];
  page.open('/?section=home', {
    ...known,
    '/admin-api/home/layout': layout(['newest-data']),
    '/admin-api/ocean/fields': { json: envelope({ fields: variables.map(slice) }) },
  });
  const lists = await page.find(() => {
    const found = [...page.host.querySelectorAll('[data-tile="newest-data"] ul')];
    return found.length === 2 ? found : null;
  });
  expect(lists.map((list) => list.querySelectorAll('li').length)).toEqual([6, 3]);
  expect(lists[1]?.closest('[hidden]')).not.toBeNull();
  page.button('Ver mais 3: Dados mais recentes por variável')?.click();
  await page.find(() => (lists[1]?.closest('[hidden]') === null ? true : null));
});

test('what changed is told by kind with its count, and leads to each thing', async () => {
  const kinds = [
    {
      kind: 'vessel-alert',
      count: 7,
      newest: [
        {
          id: 'a',
          title: 'LUCIRA 3 pesca em área que a proíbe',
          at,
          target: { section: 'reports', search: { report: 'r1' } },
        },
      ],
    },
    { kind: 'report', count: 0, newest: [] },
  ];
  page.open('/?section=home', {
    ...known,
    '/admin-api/home/layout': layout(['changes']),
    '/admin-api/home/changes': { json: envelope({ lastVisitAt: at, since: at, kinds, unavailable: ['alert'] }) },
    '/admin-api/home/visit': { json: envelope({ lastVisitAt: at }) },
  });
  await page.says('7 alertas novos de embarcações');
  expect(page.text()).not.toContain('relatórios novos');
  expect(page.text()).toContain('Por ler agora: alertas da plataforma.');
  await page.find(() => page.asked.find(({ method, path }) => method === 'POST' && path === '/admin-api/home/visit'));
  const entry = [...page.host.querySelectorAll<HTMLButtonElement>('[data-tile="changes"] button')].find((button) =>
    button.textContent?.includes('LUCIRA 3'),
  );
  entry?.click();
  await page.find(() => (window.location.search.includes('report=r1') ? true : null));
  expect(window.location.search).toContain('section=reports');
});

test('tiles are moved with the keyboard’s buttons, removed and added, and kept on the server by Guardar', async () => {
  page.open('/?section=home', { ...known, 'PUT /admin-api/home/layout': layout(['queue', 'disk']) });
  await page.says('43 735');
  page.button('Organizar')?.click();
  const later = await page.find(() => page.button('Mover para a frente: Espécies e ocorrências'));
  later.focus();
  later.click();
  await page.find(() => (boxes().join() === 'queue,species' ? true : null));
  await page.find(() => (document.activeElement?.getAttribute('data-move') === 'later' ? true : null));
  expect(page.text('[role=status]')).toBeDefined();
  page.button('Retirar: Espécies e ocorrências')?.click();
  (await page.find(() => page.button('Acrescentar: Disco, memória e processador'))).click();
  await page.find(() => (boxes().join() === 'queue,disk' ? true : null));
  page.button('Guardar')?.click();
  const put = await page.find(() => page.asked.find(({ method }) => method === 'PUT'));
  expect(put).toMatchObject({ path: '/admin-api/home/layout', body: { tiles: ['queue', 'disk'] } });
  await page.find(() => page.button('Organizar'));
});

test('the last tile may be saved alone, and none at all may not', async () => {
  page.open('/?section=home', known);
  await page.says('43 735');
  page.button('Organizar')?.click();
  (await page.find(() => page.button('Retirar: Espécies e ocorrências'))).click();
  await page.find(() => (boxes().join() === 'queue' ? true : null));
  expect(page.button('Guardar')?.disabled).toBe(false);
  page.host.querySelector<HTMLButtonElement>('main button[aria-label^="Retirar: "]')?.click();
  await page.find(() => (boxes().length === 0 ? true : null));
  expect(page.button('Guardar')?.disabled).toBe(true);
});

test('the week is told in sentences: how far from the usual, and where it is as usual', async () => {
  const compared = (current: number | null, previous: number | null = null) => ({
    ...{ current, previous, until: '2026-08-30' },
  });
  const openWith = (anomaly: number) =>
    page.open('/?section=home', {
      ...known,
      '/admin-api/home/layout': layout(['briefing']),
      '/admin-api/home/briefing': {
        json: envelope({
          ...{ days: 7, temperature: compared(23.4, 23.1), anomaly: compared(anomaly), chlorophyll: compared(0.4) },
          ...{ vessels: compared(137), data: { current: 6, all: 18, until: '2026-08-31' } },
        }),
      },
    });
  openWith(-0.84);
  await page.says('0,8 °C abaixo do habitual');
  expect(page.text()).toContain('137 embarcações');
  for (const [anomaly, words] of [
    [1.26, '1,3 °C acima do habitual'],
    [-0.04, 'no habitual'],
  ] as const) {
    await page.close();
    page = createPage();
    openWith(anomaly);
    await page.says(words);
  }
});

test('a tile that is dragged over another takes its place', async () => {
  page.open('/?section=home', known);
  await page.says('43 735');
  page.button('Organizar')?.click();
  const box = (tile: string) => page.host.querySelector<HTMLElement>(`li[data-tile="${tile}"][draggable]`);
  await page.find(() => box('species'));
  const drag = (target: HTMLElement | null, type: string) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: { effectAllowed: '', setData: () => undefined } });
    target?.dispatchEvent(event);
  };
  drag(box('queue'), 'dragstart');
  await page.find(() => (box('queue')?.dataset.dragged === 'true' ? true : null));
  drag(box('species'), 'dragenter');
  await page.find(() => (boxes().join() === 'queue,species' ? true : null));
  drag(box('queue'), 'dragend');
  await page.find(() => (box('queue')?.dataset.dragged === 'false' ? true : null));
});

test('a shared address shows its tiles of those that the role may see, and changes nothing by itself', async () => {
  page.open('/?section=home&tiles=vessel-alerts,species,nada', known, { role: 'cliente' });
  await page.says('Está a ver uma disposição partilhada.');
  await page.says('43 735');
  expect(boxes()).toEqual(['species']);
  expect(page.asked.some(({ method }) => method === 'PUT')).toBe(false);
  page.button('Voltar à minha')?.click();
  await page.find(() => (window.location.search.includes('tiles') ? null : true));
});

test('the tour is offered once: whoever declines is not asked again', async () => {
  const settings = '/admin-api/me/settings/first-steps';
  page.open(
    '/',
    {
      ...known,
      [`GET ${settings}`]: { json: envelope({ value: null, updatedAt: null }) },
      [`PUT ${settings}`]: { json: envelope({ value: { tour: 'declined', setup: 'shown' }, updatedAt: at }) },
    },
    // Of this account the browser has no copy of an earlier answer.
    { me: { id: '00000000-0000-4000-8000-000000000002' } },
  );
  (await page.find(() => page.button('Agora não'))).click();
  const put = await page.find(() => page.asked.find(({ method, path }) => method === 'PUT' && path === settings));
  expect(put.body).toEqual({
    value: { tour: 'declined', setup: 'shown' },
    base: { tour: 'new', setup: 'shown' },
  });
  await page.find(() => (page.button('Agora não') === undefined ? true : null));
});

test('an administrator sees what is still to be set up, as the platform has it, and may put it away', async () => {
  const settings = '/admin-api/me/settings/first-steps';
  page.open('/', {
    ...known,
    [`GET ${settings}`]: { json: envelope({ value: { tour: 'taken', setup: 'shown' }, updatedAt: at }) },
    [`PUT ${settings}`]: { json: envelope({ value: { tour: 'taken', setup: 'hidden' }, updatedAt: at }) },
    '/admin-api/connectors': { status: 400, json: problem('validation_failed', 400, 'Conectores por ler.') },
  });
  await page.says('Por configurar nesta instalação');
  await page.says('apoio@kianda.test');
  await page.says('Conectores por ler.');
  expect(page.text()).toContain('Quem souber a sua palavra-passe entra.');
  page.button('Ocultar')?.click();
  await page.find(() => (page.text().includes('Por configurar') ? null : true));
});

test('another role has no such list', async () => {
  page.open(
    '/',
    {
      ...known,
      '/admin-api/me/settings/first-steps': {
        json: envelope({ value: { tour: 'taken', setup: 'shown' }, updatedAt: at }),
      },
    },
    { role: 'operador' },
  );
  await page.says('43 735');
  expect(page.text()).not.toContain('Por configurar');
});

test('the call for the second step can be put away for a day', async () => {
  const settings = '/admin-api/me/settings/two-step-notice';
  page.open(
    '/',
    {
      ...known,
      [`GET ${settings}`]: { json: envelope({ value: null, updatedAt: null }) },
      [`PUT ${settings}`]: { json: envelope({ value: { hiddenUntil: '2026-09-01T09:00:00.000Z' }, updatedAt: at }) },
    },
    // The page remembers beyond this test that an account has put it away.
    { me: { id: '00000000-0000-4000-8000-000000000002', twoStepDueAt: '2026-09-10T09:00:00.000Z' } },
  );
  const later = await page.find(() =>
    [...page.host.querySelectorAll('button')].find(({ textContent }) => textContent === 'Lembrar amanhã'),
  );
  later.click();
  const put = await page.find(() => page.asked.find(({ method, path }) => method === 'PUT' && path === settings));
  const { value } = put.body as { value: { hiddenUntil: string } };
  expect(Date.parse(value.hiddenUntil)).toBeGreaterThan(Date.parse(at));
  await page.find(() => (page.host.textContent?.includes('Lembrar amanhã') === true ? null : true));
});

test('the briefing names the days of each figure, and counts variables of the sea beside all of them', async () => {
  const compared = { current: 0.61, previous: 0.49, until: '2026-11-29' };
  const none = { current: null, previous: null, until: null };
  page.open('/', {
    ...known,
    '/admin-api/home/layout': layout(['briefing']),
    '/admin-api/home/briefing': {
      json: envelope({
        days: 7,
        temperature: none,
        anomaly: none,
        chlorophyll: compared,
        vessels: none,
        data: { current: 14, all: 18, until: '2026-11-30' },
      }),
    },
  });
  await page.says('teve, nos 7 dias até 29/11/2026, uma mediana diária de 0,61 mg/m³ em média: mais 0,12 mg/m³');
  await page.says('Há dados, nos 7 dias até 30/11/2026, de 14 variáveis do mar: das 18 que se guardam');
});

test('a difference is told as large as it is written; one that rounds to nothing is none', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');
  expect(plain(changeWords('temperature', 23.46, 23.1))).toBe('mais 0,4 °C do que nos dias anteriores');
  expect(plain(changeWords('temperature', 23.1, 23.46))).toBe('menos 0,4 °C do que nos dias anteriores');
  expect(changeWords('temperature', 23.12, 23.1)).toBe('como nos dias anteriores');
  expect(changeWords('vessels', 12, null)).toBe('sem valor anterior para comparar');
});

test('a tile moved beyond an end stays at that end', () => {
  expect(movedTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(movedTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
  expect(movedTo(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b']);
});
