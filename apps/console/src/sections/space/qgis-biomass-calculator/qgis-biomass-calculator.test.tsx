// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { amountText, confidenceBadge, tonnesText } from './components/amounts.ts';
import { sampleBiomass, sampleRun, sampleZone } from './sample.testing.ts';
import './page.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const overview = '/admin-api/biomass';
const address = '/?section=qgis-biomass-calculator';
const pageOf = (data: readonly object[]) =>
  envelope({ data, total: data.length, page: 1, pageSize: 25, hasNext: false, hasPrev: false });
const answers: Readonly<Record<string, Reply>> = {
  [overview]: { json: envelope(sampleBiomass) },
  '/admin-api/biomass/zones': { json: pageOf([sampleZone]) },
  '/admin-api/biomass/runs': { json: pageOf([sampleRun]) },
};
const told = (words: string) => page.find(() => (document.body.textContent?.includes(words) ? true : null));
const sent = (method: string, path: string) =>
  page.asked.filter((request) => request.method === method && request.path === path);

test('five types: total, interval and confidence of the sea; of the land the dash, why, and the sample as an example', async () => {
  page.open(address, answers);
  await page.says('4,2 Mt');
  const shown = page.text();
  for (const part of ['1,4 Mt a 12,6 Mt', 'Confiança média (62 %)', '830 kt', 'Confiança baixa (41 %)']) {
    expect(shown).toContain(part);
  }
  for (const part of ['Sem fonte de vegetação ligada.', '—', 'exemplo', '45,7 Mt']) expect(shown).toContain(part);
  expect(shown).toContain('Cálculo n.º 7');
  await page.says('ZEE de Angola');
});

test('the arithmetic follows the type that is chosen; a type without a source says what would bring it', async () => {
  page.open(address, answers);
  await page.says('As contas: Fitoplâncton marinho');
  expect(page.text('#contas')).toContain('log-normal, 95 % entre 15 e 176');
  expect(page.text('#contas')).toContain('Confiança 0,62 × 1,00 × 1,00 = 62 %');
  // Of the terms only the result stands out.
  const strong = [...page.host.querySelectorAll('#contas tbody strong')].map(({ textContent }) => textContent);
  expect(strong.map((text) => text?.replace('\u00a0', ' '))).toEqual(['Total', '4,2 Mt']);
  (await page.find(() => page.button('Peixe marinho'))).click();
  await page.says('As contas: Peixe marinho');
  expect(window.location.search).toContain('tipo=marine_fish');
  (await page.find(() => page.button('Terrestre'))).click();
  await page.says('As contas: Terrestre');
  expect(page.text('#contas')).toContain('Como trazer: Ligar um conector de NDVI.');
});

test('series, catches, totals and inputs are read from the calculation, gaps with a dash', async () => {
  page.open(address, answers);
  await page.says('Série de três meses');
  expect(page.text('#serie')).toContain('06/2026');
  expect(page.text('#serie')).toContain('—');
  expect(page.text('#capturas')).toContain('cabem nela');
  expect(page.text('#capturas')).toContain('Sea Around Us, 2024');
  expect(page.text('#totais')).toContain('5,03 Mt');
  expect(page.text('#entradas')).toContain('NOAA CoastWatch');
});

test('the map has the colours of what its cells hold, without the fiftieth at either end', async () => {
  const grid = {
    ...{ band: 'marine_phytoplankton', unit: 't/km²', west: 12, south: -10, lonStepDegrees: 1, latStepDegrees: 1 },
    ...{ columns: 2, rows: 2, encoding: 'int16-base64', scale: 1, offset: 0 },
    values: Buffer.from(Int16Array.from([1, 10, 50, 100]).buffer).toString('base64'),
  };
  const layers: (string | null)[] = [];
  page.open(address, {
    ...answers,
    '/admin-api/biomass/grid': (query) => {
      layers.push(query.get('band'));
      return { json: envelope(grid) };
    },
  });
  await page.find(() => (page.text('#mapa').includes('Toque no mapa para ler uma célula.') ? true : null));
  const ticks = [...page.host.querySelectorAll('#mapa figure span')].map(({ textContent }) => textContent);
  expect(ticks).toEqual(expect.arrayContaining(['1', '10', '100']));
  expect(layers).toEqual(['marine_phytoplankton']);
});

test('Recalcular asks once, is busy while the run goes on, and the run can be stopped', async () => {
  const running = {
    ...sampleRun,
    id: '5a3c1d10-0000-4000-8000-000000000072',
    number: 8,
    state: 'running',
    progress: 0.4,
  };
  let isRunning = false;
  page.open(address, {
    ...answers,
    [overview]: () => ({ json: envelope({ ...sampleBiomass, newest: isRunning ? running : null }) }),
    'POST /admin-api/biomass/runs': () => {
      isRunning = true;
      return { status: 202, json: envelope(running) };
    },
    [`POST /admin-api/biomass/runs/${running.id}/cancel`]: { json: envelope({ ...running, state: 'cancelled' }) },
  });
  (await page.find(() => page.button('Recalcular'))).click();
  await told('Cálculo pedido.');
  expect(sent('POST', '/admin-api/biomass/runs').map(({ body }) => body)).toEqual([{ days: 30 }]);
  const busy = await page.find(() => page.button('A recalcular...'));
  expect(busy.disabled).toBe(true);
  (await page.find(() => page.button('Parar'))).click();
  await told('Pedido para parar enviado.');
});

test('a calculation of the history opens by its number, and says that it is not the last', async () => {
  page.open(address, answers);
  (await page.find(() => page.button('Ver o cálculo n.º 7'))).click();
  await page.says('Está a ver um cálculo anterior.');
  expect(window.location.search).toContain('calculo=7');
});

test('before the first calculation: the reason, no figure, and whoever may asks for one', async () => {
  const empty = { run: null, result: null, absence: 'Sem campos de clorofila.', newest: null };
  page.open(address, { ...answers, [overview]: { json: envelope(empty) } });
  await page.says('Sem campos de clorofila.');
  expect(page.text()).not.toContain('4,2 Mt');
  expect(page.button('Recalcular')).toBeDefined();
});

test('whoever may only read has no button that recalculates', async () => {
  page.open(address, answers, { role: 'cliente' });
  await page.says('4,2 Mt');
  expect(page.button('Recalcular')).toBeUndefined();
});

test('without a server: the notice, the message, the button that tries again, and examples alone', async () => {
  page.open(address, { [overview]: { status: 503, json: problem('unavailable', 503, 'Em baixo.') } });
  await page.says('Usando dados de fallback');
  expect(page.text()).toContain('Erro ao carregar dados de biomassa');
  expect(page.text()).toContain('Tentar Novamente');
  expect(page.text()).toContain('exemplo');
  expect(page.button('Recalcular')).toBeUndefined();
});

test('bands of confidence, and tonnes with no more digits than they have', () => {
  expect([0.81, 0.8, 0.61, 0.6, null].map((value) => confidenceBadge(value).tone)).toEqual([
    ...['good', 'info', 'info', 'caution', 'unknown'],
  ]);
  expect([0, 0.01234, 9.876, 98.76, 987.6, 123_456].map((value) => amountText(value, 'mg'))).toEqual(
    ['0', '0,012', '9,88', '98,8', '988', '123 500'].map((text) => `${text.replace(' ', '\u00a0')}\u00a0mg`),
  );
  expect(
    [123, 45_678, 456_789, 1_234_567, 45_678_900].map((tonnes) => tonnesText(tonnes).replace('\u00a0', ' ')),
  ).toEqual([...['123 t', '45,7 kt', '457 kt', '1,23 Mt', '45,7 Mt']]);
});
