// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { temporalInteractions } from '@kianda/contract/space/temporal/interactions.contract';
import type { temporalSection } from '@kianda/contract/space/temporal/section.contract';
import type {
  TemporalRecord,
  temporalHovmoller,
  temporalPoint,
  temporalRecords,
} from '@kianda/contract/space/temporal/temporal.contract';
import { describeTemporal, temporalVariableIds } from '@kianda/contract/space/temporal/temporal-variables';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const recordOf = (id: (typeof temporalVariableIds)[number], change: Partial<TemporalRecord> = {}): TemporalRecord => {
  const { name, units, colourScheme, resolution } = describeTemporal(id);
  return {
    ...{
      variable_id: id,
      name,
      units,
      color_scheme: colourScheme,
      data_source: 'sem fonte',
      temporal_resolution: resolution,
    },
    ...{ available_dates: [], current_value: null, min_value: null, max_value: null, coverage: [], means: [] },
    reason: 'Sem fonte: nenhum conector traz esta variável.',
    ...change,
  };
};
const dates = ['2026-08-28T09:00:00Z', '2026-08-29T09:00:00Z', '2026-08-31T09:00:00Z'];
const sst = recordOf('sst', {
  ...{ data_source: 'NOAA CoastWatch', available_dates: dates, coverage: [1, 0.5, 0.9], means: [20.1, 20.4, 21.25] },
  ...{ current_value: 21.25, min_value: 15.5, max_value: 26.75, reason: null },
});
const answer: DataOf<typeof temporalRecords> = {
  variables: temporalVariableIds.map((id) => (id === 'sst' ? sst : recordOf(id))),
  tracks: [
    {
      ...{ species_name: 'Megaptera novaeangliae', track_id: 'movebank:7:argos:a', total_points: 1247 },
      ...{ start_date: '2026-06-15T00:00:00Z', end_date: '2026-08-30T00:00:00Z', distance_km: 3456.7 },
      ...{ average_speed_kmh: 4.2, habitat_types: ['talude (200–2000 m)'] },
    },
  ],
  stats: {
    ...{ total_variables: 6, active_animations: null, date_range_days: 77, total_frames: 3, data_points: 156_780 },
    last_update: '2026-08-31T09:00:00Z',
  },
};
const values = Buffer.from(Int16Array.from([20, 21, 22, 23]).buffer).toString('base64');
const gridOf = (time: string | null) => ({
  slice: {
    ...{ variable: 'analysedSst', dataset: 'mur', provider: 'NOAA CoastWatch', unit: '°C', depthMeters: 0 },
    ...{ time: time ?? dates[2], zeeMean: 21, zeeMedian: 21, zeeMin: 20, zeeMax: 23, coverage: 1 },
  },
  ...{ west: 10, south: -11, lonStepDegrees: 1, latStepDegrees: 1, columns: 2, rows: 2 },
  ...{ encoding: 'int16-base64', scale: 1, offset: 0, values },
});
const point: DataOf<typeof temporalPoint> = {
  ...{ variable: 'sst', units: '°C', cell: { lon: 10, lat: -10 } },
  points: dates.map((time, index) => ({ time, value: 20 + index })),
  climatology: {
    points: dates.map((time) => ({ time, mean: 19, p10: 18, p90: 20.5 })),
    ...{ years: 4, short: true, reason: null },
  },
  heatwaves: {
    events: [
      {
        ...{ start: '2026-08-20T00:00:00Z', end: '2026-08-28T00:00:00Z', category: 'forte', intensityMax: 2.4 },
        basis: 'região',
      },
    ],
    reason: 'O ponto tem 4 anos de temperatura diária.',
  },
  upwelling: {
    latitude: -10,
    days: dates.map((time, index) => ({ time, value: index, active: index > 1 })),
    reason: null,
  },
};
const hovmoller: DataOf<typeof temporalHovmoller> = {
  ...{ variable: 'sst', units: '°C', axis: 'coast', times: dates },
  positions: [
    { lon: 12, lat: -17.5, distanceKm: 0 },
    { lon: 13, lat: -5, distanceKm: 1400 },
  ],
  ...{ encoding: 'int16-base64', scale: 1, offset: 0 },
  values: Buffer.from(Int16Array.from([18, 22, 18, 23, 17, 24]).buffer).toString('base64'),
};

const section: DataOf<typeof temporalSection> = {
  ...{ quantity: 'temperature', units: '°C', reachKm: 50, isCut: false, reason: null, seabedReason: null },
  period: { from: '2025-08-30T09:00:00Z', to: '2026-08-31T09:00:00Z' },
  positions: [
    { lon: 9, lat: -11, distanceKm: 0, seabedMeters: 1000 },
    { lon: 10, lat: -11, distanceKm: 109.2, seabedMeters: 90 },
    { lon: 13.9, lat: -11, distanceKm: 218.4, seabedMeters: 0 },
  ],
  depths: [0, 100],
  ...{ encoding: 'int16-base64', scale: 1, offset: 0 },
  values: Buffer.from(Int16Array.from([24, -32_768, -32_768, 18, -32_768, -32_768]).buffer).toString('base64'),
  casts: [
    {
      ...{ id: 'a_1', platform: '4902911', time: '2026-08-30T00:00:00Z', lon: 9, lat: -11 },
      ...{ distanceKm: 0, offsetKm: 3.2, deepestMeters: 203.8 },
    },
  ],
  fieldDepthsMeters: [0],
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const base = '/admin-api/qgis/temporal-visualization';
const grid = '/admin-api/ocean/fields/analysedSst/grid';
const open = (address = '') =>
  page.open(`/?section=qgis-temporal-visualization${address}`, {
    [`${base}/variables`]: { json: envelope(answer) },
    [grid]: (query: URLSearchParams) => ({
      json: envelope(gridOf(query.get('time'))),
    }),
    [`${base}/sst/point`]: { json: envelope(point) },
    [`${base}/sst/hovmoller`]: { json: envelope(hovmoller) },
    [`${base}/section`]: (query: URLSearchParams) => ({ json: envelope(sectionFor(query)) }),
  });
/** Lines that a section was asked along. */
const askedLines: (string | null)[] = [];
function sectionFor(query: URLSearchParams): typeof section {
  askedLines.push(query.get('line'));
  return query.get('quantity') === 'oxygen'
    ? { ...section, quantity: 'oxygen', casts: [], reason: 'Sem perfis de oxigénio.', fieldDepthsMeters: [0.5, 199] }
    : section;
}
const press = async (name: string) => (await page.find(() => page.button(name))).click();
const tab = async (name: string) =>
  (
    await page.find(() =>
      [...page.host.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === name),
    )
  ).click();
const card = (name: string) => page.host.querySelector(`article[aria-label="${name}"]`)?.textContent ?? '';
const inAddress = (name: string) => new URLSearchParams(window.location.search).get(name);

test('a field on its way is said to come, and only where there is none is none said', async () => {
  page.open('/?section=qgis-temporal-visualization', {
    [`${base}/variables`]: { json: envelope(answer) },
    [grid]: 'hang',
  });
  await page.says('O campo desta data está a chegar.');
  expect(card('Temperatura da superfície')).toContain('a chegar');
  expect(card('Migração animal')).toContain('sem campo nesta data');
});

test('the six variables stand in cards with what is measured, and what has no source says why', async () => {
  open();
  await page.says('Temperatura da superfície');
  expect(page.host.querySelectorAll('article')).toHaveLength(6);
  expect(card('Temperatura da superfície').replaceAll('\u00a0', ' ')).toMatch(
    /21,25 °C.*NOAA CoastWatch.*diária.*15,5 – 26,75/,
  );
  expect(card('NDVI (vegetação)')).toContain('—');
  expect(card('NDVI (vegetação)')).toContain('Sem fonte: nenhum conector traz esta variável.');
  expect(page.text()).toContain('3 456,7 km');
  expect(page.text()).not.toContain('Sem rotas de animais no período.');
  expect(page.text('dl[aria-label=Totais]')).toMatch(/Variáveis6 1 com dados.*156 ?780/);
  expect(page.sharedNames()).toEqual([]);
});

test('without dates there is nothing to play or to export, and without animals the reason stands', async () => {
  const bare = { ...answer, variables: temporalVariableIds.map((id) => recordOf(id)), tracks: [] };
  page.open('/?section=qgis-temporal-visualization', { [`${base}/variables`]: { json: envelope(bare) } });
  await page.says('Esta variável não tem datas no período.');
  expect(page.text()).toContain('Sem rotas de animais no período.');
  expect((await page.find(() => page.button('Exportar'))).disabled).toBe(true);
});

test('an earlier date stands beside the one shown, with its own legend', async () => {
  open('&at=2026-08-29T09:00:00Z&compare=side&back=1');
  const legends = () => [...page.text().matchAll(/2[89]\/08\/2026/g)].map(([day]) => day);
  await page.find(() => (legends().includes('28/08/2026') ? true : null));
  expect(page.text()).not.toContain('Não há outra data para comparar');
});

test('steps of the clock stand in the address, and the newest date is followed and not pinned', async () => {
  open();
  await press('Data anterior');
  await page.find(() => (inAddress('at') === '2026-08-29T09:00:00.000Z' ? true : null));
  await page.says('29/08/2026');
  await press('Data seguinte');
  await page.find(() => (inAddress('at') === null ? true : null));
  // A frame is asked for at the date that the clock shows.
  expect(page.asked.some(({ path }) => path === '/admin-api/ocean/fields/analysedSst/grid')).toBe(true);
});

test('playing from a card starts the one clock, and the totals count it', async () => {
  open('&at=2026-08-28T09:00:00Z');
  await press('Reproduzir: Temperatura da superfície');
  await page.find(() => page.button('Pausar: Temperatura da superfície'));
  expect(page.text('dl[aria-label=Totais]')).toMatch(/Animações ativas1/);
  await press('Pausar: Temperatura da superfície');
  await page.find(() => page.button('Reproduzir: Temperatura da superfície'));
});

test('the strip says the gap in words', async () => {
  open();
  const strip = await page.find(() => page.host.querySelector('svg[aria-label^="TSM: "]'));
  expect(strip.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe('TSM: 3 datas, 1 lacuna');
});

test('a place has its series with the usual band, the heatwave of its region and the days of upwelling', async () => {
  open('&lon=10&lat=-10');
  await page.says('linha de base curta');
  const text = page.text();
  expect(text).toContain('Climatologia dos dias guardados de 4 anos');
  expect(text).toContain('forte, de 20/08/2026 a 28/08/2026, até 2,4 °C acima do normal');
  expect(text).toContain('na região');
  expect(text).toContain('Ativo em 1 de 3 dias, na costa a 10° S');
});

test('the diagram follows the tab, and the line asks for its two ends', async () => {
  open('&tab=hovmoller');
  await page.find(() => page.host.querySelector('canvas[aria-label="Temperatura da superfície: tempo e lugar"]'));
  expect(page.text()).toContain('17,5° S');
  await tab('Transeto');
  await page.says('Desenhe uma linha');
  expect(inAddress('tab')).toContain('transect');
});

const line = '&tab=transect&line=9,-11;12,-11';

test('the line goes below the surface: values by keys and by table, the bottom, and how it was made', async () => {
  open(line);
  const below = await page.find(() => page.host.querySelector<HTMLElement>('input[type=radio][value=below]'));
  below.click();
  const picture = await page.find(() =>
    page.host.querySelector<HTMLElement>('[role=slider][aria-label="Temperatura ao longo da linha, em profundidade"]'),
  );
  expect(inAddress('below')).toBe('temperature');
  expect(askedLines).toContain('9,-11;12,-11');
  expect(page.text().replaceAll('\u00a0', ' ')).toContain(
    'Feita com 1 perfil a até 50 km da linha, de 30/08/2025 a 31/08/2026.',
  );
  const key = async (name: string, says: string) => {
    picture.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
    await page.find(() => (page.text().replaceAll('\u00a0', ' ').includes(says) ? true : null));
  };
  await key('ArrowDown', '18 °C a 100 m, 0 km do início. Fundo: 1 000 m');
  await key('ArrowRight', 'abaixo do fundo a 100 m, 109 km do início. Fundo: 90 m');
  await key('End', 'abaixo do fundo a 100 m, 218 km do início. Fundo: terra');
  // The reading under a finger stays when it is lifted.
  picture.getBoundingClientRect = () => new DOMRect(0, 0, 300, 200);
  const touch = (type: string, at: MouseEventInit) =>
    picture.dispatchEvent(Object.assign(new MouseEvent(type, { ...at, bubbles: true }), { pointerType: 'touch' }));
  touch('pointerdown', { clientX: 10, clientY: 150 });
  touch('pointerout', { relatedTarget: document.body });
  await page.says('18 °C a 100 m, 0 km do início.');
  await press('Ver tabela');
  await page.says('Perfis da secção');
  const [values, casts] = [...page.host.querySelectorAll('figure table')];
  expect([...(values?.querySelectorAll('tbody tr') ?? [])].map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^024181.?000$/),
    '109——90',
    '218——0',
  ]);
  expect(casts?.querySelector('tbody')?.textContent).toContain('4902911');
});

test('a variable without depth says so, and a section without casts says what is missing', async () => {
  open(`${line}&below=oxygen&variable=wind`);
  await page.says('Sem perfis de oxigénio.');
  const text = page.text().replaceAll('\u00a0', ' ');
  expect(text).toContain('Vento a 10 m não tem profundidade');
  expect(text).toContain('níveis soltos (1 m, 199 m)');
});

type Interactions = DataOf<typeof temporalInteractions>;
const fishingOf = (source: 'own' | 'gfw', lon: number) => ({
  ...{ id: `${source}-1`, source, start: '2026-08-28T04:00:00Z', end: null, lon, lat: -11 },
});
const contact: Interactions['contacts'][number] = {
  ...{ track_id: 'movebank:7:gps:a', species_name: 'Dermochelys coriacea', time: '2026-08-28T05:30:00.000Z' },
  ...{ lon: 9.5, lat: -11, points: 3, distance_km: 4.9, hours_apart: 0, fishing: fishingOf('own', 9.545) },
};
const interactions: Interactions = {
  ...{ period: { from: '2025-08-30T09:00:00Z', to: '2026-08-31T09:00:00Z' }, km: 5, hours: 6, total: 2, points: 3 },
  contacts: [{ ...contact, hours_apart: 5.5, fishing: fishingOf('gfw', 9.46) }, contact],
  ...{ animals: 1, animals_cut: false, fixes: 800, fixes_stored: 1247, reason: null },
  fishing: [
    { source: 'own', events: 12, is_cut: false, reason: null },
    { source: 'gfw', events: 1, is_cut: false, reason: null },
  ],
};
const seen = recordOf('migration', {
  available_dates: ['2026-08-27T00:00:00Z', '2026-08-28T00:00:00Z', '2026-08-29T00:00:00Z'],
  ...{ coverage: [1, 1, 1], means: [null, null, null] },
});
const askedLimits: string[] = [];
/** The page at the animals, with an answer about fishing near them. */
const openAnimals = (reply: Reply, role?: 'cliente' | 'investigador') =>
  page.open(
    '/?section=qgis-temporal-visualization&variable=migration',
    {
      [`${base}/variables`]: { json: envelope({ ...answer, variables: [...answer.variables.slice(0, -1), seen] }) },
      [`${base}/interactions`]: (query: URLSearchParams) => {
        askedLimits.push(`${query.get('km')} km ${query.get('hours')} h`);
        return reply;
      },
    },
    role === undefined ? {} : { role },
  );
const panel = () =>
  [...page.host.querySelectorAll<HTMLElement>('section')].find(
    (one) => one.querySelector('h2')?.textContent === 'Interação com a pesca',
  );
const panelSays = (text: string) =>
  page.find(() => (panel()?.textContent?.replaceAll('\u00a0', ' ').includes(text) ? true : null));
const saving = 'Guardar CSV: Interação com a pesca';

test('contacts with fishing are counted and listed, and one that is pressed is marked on the map at its day', async () => {
  openAnimals({ json: envelope(interactions) });
  await panelSays('Comparam-se 800 de 1 247 posições');
  expect(panel()?.textContent?.replaceAll('\u00a0', ' ')).toMatch(/Encontros2.*Deteção própria12 eventos/);
  const rows = [...(panel()?.querySelectorAll('tbody tr') ?? [])];
  expect(rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/^Dermochelys coriacea.*4,9 km5,5 h3Global Fishing Watch/),
    expect.stringMatching(/4,9 kmdurante a pesca3Deteção própria/),
  ]);
  expect(page.sharedNames()).toEqual([]);
  const name = [...page.host.querySelectorAll('tbody button')].at(-1)?.getAttribute('aria-label') ?? '';
  expect(name).toMatch(/^Ver no mapa: Dermochelys coriacea, .*, Deteção própria$/);
  await press(name);
  await page.find(() => (inAddress('at') === '2026-08-28T00:00:00.000Z' ? true : null));
  expect([inAddress('lon'), inAddress('lat')]).toEqual(['9.5', '-11']);
  // Both contacts are at one place of the animal.
  await page.find(() => (page.host.querySelectorAll('tr[aria-current=true]').length === 2 ? true : null));
  expect(page.button(saving)).toBeDefined();
  const far = await page.find(() =>
    [...(panel()?.querySelectorAll('select') ?? [])].find((one) => one.labels?.[0]?.textContent === 'Distância até'),
  );
  far.value = '30';
  far.dispatchEvent(new Event('change', { bubbles: true }));
  await page.find(() => (askedLimits.includes('30 km 6 h') ? true : null));
});

test('while contacts are on their way the limits stand, and nothing is counted', async () => {
  openAnimals('hang');
  await panelSays('Distância até');
  expect(panel()?.getAttribute('aria-busy')).toBe('true');
  expect(panel()?.textContent).not.toContain('Encontros');
});

test('without fishing there is no count but the reason, and the rest of the page goes on', async () => {
  const reason = 'Sem pesca no período com que comparar.';
  openAnimals({ json: envelope({ ...interactions, contacts: [], total: null, points: null, reason }) });
  await panelSays(reason);
  expect(panel()?.textContent).toMatch(/Encontros—Posições perto de pesca—/);
  expect(page.button(saving)).toBeUndefined();
});

test('a failure of the comparison stays in its panel', async () => {
  openAnimals({ status: 400, json: problem('validation_failed', 400, 'Pedido inválido.') });
  await page.find(() => panel()?.querySelector('[role=alert]'));
  expect(page.text()).toContain('Megaptera novaeangliae');
  expect(page.button('Data anterior')).toBeDefined();
});

test('who may not see vessels sees the animals and why the fishing is missing, and who may not export them saves nothing', async () => {
  askedLimits.length = 0;
  openAnimals({ json: envelope(interactions) }, 'cliente');
  await panelSays('As posições da pesca são da vigilância, e a sua conta não as vê.');
  expect(page.text()).toContain('Megaptera novaeangliae');
  expect(askedLimits).toEqual([]);
  await page.close();
  page = createPage();
  openAnimals({ json: envelope(interactions) }, 'investigador');
  await panelSays('durante a pesca');
  expect(page.button(saving)).toBeUndefined();
});

test('an anomaly that the platform does not compute says so, in place of a map', async () => {
  open('&variable=npp&compare=anomaly');
  await page.says('A plataforma não calcula climatologia de Produção primária líquida');
});

test('a failure has the words of the specification and a way to try again', async () => {
  page.open('/?section=qgis-temporal-visualization', {
    [`${base}/variables`]: { status: 400, json: problem('validation_failed', 400, 'Pedido inválido.') },
  });
  await page.says('Erro ao carregar dados temporais');
  expect(page.button('Tentar Novamente')).toBeDefined();
});
