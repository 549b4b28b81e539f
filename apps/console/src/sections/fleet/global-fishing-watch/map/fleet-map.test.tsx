// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { fleetAt, heatOverview } from '@kianda/contract/fleet/vessels/fleet.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../../client/testing.ts';
import { createPage } from '../../../testing.tsx';
// The parts that load when they are opened, before any clock runs.
import '../page.tsx';
import '../vessels/vessels-tab.tsx';
import './fleet-map.tsx';
import './vessels-place.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T08:00:00.000Z';
const fleet: DataOf<typeof fleetAt> = {
  at,
  windowHours: 24,
  total: 2,
  truncated: false,
  types: ['fishing', 'carrier'],
  flags: ['AGO', null],
  ids: [7, 9],
  mmsis: [603990001, 603990002],
  names: ['PALANCA', 'WELWITSCHIA'],
  typeIndex: [0, 1],
  flagIndex: [0, 1],
  lons: [12.5, 0],
  lats: [-9, 0],
  speedsKnots: [3.4, null],
  coursesDegrees: [180, null],
  headingsDegrees: [null, null],
  navigationStatuses: [7, null],
  agesSeconds: [60, 3600],
  simulated: [true, true],
};
const nobody = {
  ...fleet,
  total: 0,
  ids: [],
  mmsis: [],
  names: [],
  typeIndex: [],
  flagIndex: [],
  lons: [],
  lats: [],
  speedsKnots: [],
  coursesDegrees: [],
  headingsDegrees: [],
  navigationStatuses: [],
  agesSeconds: [],
  simulated: [],
};
const overview: DataOf<typeof heatOverview> = {
  from: at,
  to: at,
  pendingHours: 0,
  sources: [],
  flags: [{ flag: 'AGO', vessels: 3 }],
  gears: [{ gear: 'trawlers', vessels: 2 }],
  interval: 'hour',
  activity: [],
};
const paged = { data: [], total: 0, page: 1, pageSize: 200, hasNext: false, hasPrev: false };
const answers = {
  '/admin-api/vessels/fleet': { json: envelope(fleet) },
  '/admin-api/vessels/heat': { json: envelope(overview) },
  '/admin-api/vessels': {
    json: envelope({ ...paged, known: 2, active: 2, flags: [], sources: [], attribution: '' }),
  },
  '/admin-api/surveillance/areas': { json: envelope({ areas: [] }) },
  '/admin-api/surveillance/alerts': { json: envelope(paged) },
  '/admin-api/surveillance/events': { json: envelope(paged) },
} as const;
const address = '/?section=global-fishing-watch&tab=vessels&show=map';
const slider = () => document.querySelector<HTMLInputElement>('main input[type="range"]');
const inAddress = (name: string) => new URLSearchParams(window.location.search).get(name);
const write = (input: HTMLInputElement | undefined, value: string) => {
  if (input === undefined) throw new Error('no such field');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
const fieldOf = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.includes(label));
  return document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement | undefined;
};

test('list and map are two ways of the same tab, and the address keeps which', async () => {
  page.open('/?section=global-fishing-watch&tab=vessels', answers);
  const map = await page.find(() => document.querySelector<HTMLInputElement>('main input[type="radio"][value="map"]'));
  map.click();
  await page.says('Mapa da frota');
  expect(inAddress('show')).toBe('map');
  await page.says('PALANCA');
  expect(page.text()).toContain('2 embarcações às');
});

test('while the fleet is not known no vessel is counted, nor where its layer is off', async () => {
  page.open(address, { ...answers, '/admin-api/vessels/fleet': 'hang' });
  await page.says('A carregar a frota de');
  expect(page.text()).not.toContain('0 embarcações');
  await page.close();
  page = createPage();
  page.open(address, {
    ...answers,
    '/admin-api/vessels/fleet': { status: 404, json: problem('not_found', 404, 'Não.') },
  });
  await page.says('Frota por conhecer às');
  expect(page.text()).not.toContain('0 embarcações');
  await page.close();
  page = createPage();
  page.open(`${address}&layers=events`, answers);
  await page.says('A camada das embarcações está desligada.');
  expect(page.text()).not.toContain('0 embarcações');
});

test('without WebGL the fleet is still there, in words, with tracks and details by button', async () => {
  page.open(address, {
    ...answers,
    '/admin-api/vessels/7/track': { status: 503, json: problem('unavailable', 503, 'Já volta.') },
  });
  await page.says('PALANCA');
  await page.says('O mapa não pode ser desenhado');
  expect(page.text()).toContain('Transporte');
  page.button('Ver o trajeto de PALANCA')?.click();
  await page.says('O trajeto de n.º 7 não chegou.');
  expect(inAddress('tracks')).toBe('7');
  page.button('Ver detalhes de WELWITSCHIA')?.click();
  await page.find(() => (inAddress('vessel') === '603990002' ? true : null));
});

test('time by keyboard: a step back is no longer now, and «Agora» returns to it', async () => {
  page.open(address, answers);
  const bar = await page.find(slider);
  const live = page.button('Voltar a agora, em direto');
  expect(live?.getAttribute('aria-pressed')).toBe('true');
  const before = bar.getAttribute('aria-valuetext');
  bar.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
  await page.find(() => (inAddress('at') === null ? null : true));
  expect(slider()?.getAttribute('aria-valuetext')).not.toBe(before);
  expect(page.button('Voltar a agora, em direto')?.getAttribute('aria-pressed')).toBe('false');
  page.button('Voltar a agora, em direto')?.click();
  await page.find(() => (inAddress('at') === null ? true : null));
});

test('every step by keyboard, and playing: it goes on by itself until it is paused', async () => {
  page.open(`${address}&span=7d`, answers);
  // The instant alone: how much there is in a step arrives later.
  const said = () => slider()?.getAttribute('aria-valuetext')?.split(' (')[0] ?? '';
  await page.find(slider);
  const now = said();
  const press = async (key: string) => {
    const before = said();
    slider()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await page.find(() => (said() === before ? null : true));
    return said();
  };
  const first = await press('Home');
  const second = await press('ArrowRight');
  await press('PageUp');
  expect(await press('End')).toBe(now);
  await press('Home');
  expect(said()).toBe(first);
  // Playing is a button like any other: Enter and space press it.
  page.button('Reproduzir')?.click();
  await page.find(() => (said() === second ? true : null));
  await page.find(() => (said() === first || said() === second ? null : true));
  page.button('Pausa')?.click();
  await page.find(() => page.button('Reproduzir'));
  const paused = said();
  await page.find(() => (inAddress('at') === null ? null : true));
  expect(said()).toBe(paused);
  page.button('Passo anterior')?.click();
  await page.find(() => (said() === paused ? null : true));
});

test('period and step: what does not fit is not offered', async () => {
  page.open(`${address}&span=90d`, answers);
  await page.find(slider);
  expect(page.button('Hora')?.disabled).toBe(true);
  expect(page.button('Mês')?.disabled).toBe(false);
  page.button('7 d')?.click();
  await page.find(() => (inAddress('span') === '7d' ? true : null));
  await page.find(() => (page.button('Hora')?.disabled === false ? true : null));
});

test('measuring without a pointer: two typed places, and one that is none', async () => {
  page.open(address, answers);
  await page.says('PALANCA');
  page.button('Medir')?.click();
  await page.says('Clique no mapa');
  const add = (lat: string, lon: string) => {
    write(fieldOf('Latitude (−90 a 90)'), lat);
    write(fieldOf('Longitude (−180 a 180)'), lon);
    page.button('Acrescentar ponto')?.click();
  };
  add('95', '0');
  await page.says('Escreva uma latitude entre');
  add('0', '0');
  await page.says('Marque outro ponto para medir.');
  add('0', '1');
  await page.says('Total: 60,11 mn (111,32 km)');
});

test('events and areas that do not arrive say so; the rest stays', async () => {
  const broken = { status: 503, json: problem('unavailable', 503, 'Já volta.') };
  page.open(`${address}&layers=fleet,areas,gap`, {
    ...answers,
    '/admin-api/surveillance/areas': broken,
    '/admin-api/surveillance/events': broken,
  });
  await page.says('As áreas vigiadas não chegaram.');
  await page.says('Os acontecimentos não chegaram.');
  expect(page.text()).toContain('PALANCA');
});

test('nobody heard at the moment shown, and a fleet that fails with the way to ask again', async () => {
  page.open(address, { ...answers, '/admin-api/vessels/fleet': { json: envelope(nobody) } });
  await page.says('Nenhuma embarcação transmitiu nas 24 horas antes deste momento.');
  await page.close();
  page = createPage();
  page.open(address, {
    ...answers,
    '/admin-api/vessels/fleet': { status: 503, json: problem('unavailable', 503, 'A base de dados não responde.') },
  });
  await page.says('A base de dados não responde.');
  expect(page.button('Tentar Novamente')).toBeDefined();
});

test('flags and gears are offered by their names, in the order of names, and the address keeps their codes', async () => {
  const named = {
    ...overview,
    flags: [
      { flag: null, vessels: 9 },
      { flag: 'NAM', vessels: 5 },
      { flag: 'AGO', vessels: 3 },
    ],
    gears: [
      { gear: 'set_longlines', vessels: 4 },
      { gear: 'trawlers', vessels: 2 },
    ],
  };
  page.open(`${address}&heat=hours&flags=ZAF`, { ...answers, '/admin-api/vessels/heat': { json: envelope(named) } });
  await page.says('PALANCA');
  page.button('Camadas e filtro')?.click();
  const ofHeat = await page.find(() =>
    [...document.querySelectorAll<HTMLSelectElement>('select')].find(({ textContent }) =>
      textContent?.includes('As do filtro'),
    ),
  );
  expect([...ofHeat.options].map(({ value, text }) => [value, text])).toEqual([
    ['', 'As do filtro'],
    ['AGO', 'Angola (3)'],
    ['NAM', 'Namíbia (5)'],
    ['none', 'desconhecida (9)'],
  ]);
  const offered = async (label: string) => {
    const field = await page.find(() => fieldOf(label));
    field.click();
    const list = await page.find(() => document.getElementById(field.getAttribute('aria-controls') ?? ''));
    return [...list.querySelectorAll<HTMLElement>('[role=option]')];
  };
  const texts = (options: readonly HTMLElement[]) => options.map(({ textContent }) => textContent);
  expect(texts(await offered('Bandeiras'))).toEqual(['África do Sul', 'Angola (3)', 'Namíbia (5)']);
  const gears = await offered('Artes');
  expect(texts(gears)).toEqual(['Arrasto (2)', 'Palangre fixo (4)']);
  gears[0]?.click();
  await page.find(() => (inAddress('gears') === 'trawlers' ? true : null));
});
