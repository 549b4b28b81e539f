import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAccount, signIn } from './testing/api.ts';
import { launchBrowser, newContext, type ObservedPage, observe } from './testing/browser.ts';
import { enterWith, openSection } from './testing/console.ts';
import { sharedPlatform } from './testing/shared.ts';

const { url, email, password } = sharedPlatform();
let browser: Browser;
let planner: ObservedPage;

beforeAll(async () => {
  browser = await launchBrowser();
  const administrator = await signIn(url, email, password);
  const account = { name: 'Carla Plano', email: 'carla@planos.test', role: 'cientista' } as const;
  const secret = 'a calema chega ao Namibe em junho';
  await newAccount(url, administrator.accessToken, { ...account, password: secret });
  planner = observe(await (await newContext(browser)).newPage());
  await enterWith(planner.page, url, await signIn(url, account.email, secret));
});
afterAll(() => browser.close());

/** Draws a rectangle by two clicks, at shares of the map's width and height. */
async function drawRectangle(map: Locator): Promise<void> {
  const box = await map.boundingBox();
  if (box === null) throw new Error('no map to draw on');
  for (const [x, y] of [
    [0.4, 0.4],
    [0.6, 0.6],
  ] as const) {
    await map.click({ position: { x: box.width * x, y: box.height * y } });
  }
}

test('an area is drawn, a buffer made of it, seen on the map and in the table, and taken along', async () => {
  const { page, settle, takeFaults } = planner;
  await openSection(page, 'qgis-spatial-analysis', { vista: 'buffer' });
  await page.getByRole('button', { name: 'Nova análise' }).click();
  const form = page.getByRole('dialog', { name: 'Nova análise: zona tampão' });
  await form.getByLabel('Nome').fill('Banco desenhado');
  await form.getByRole('combobox', { name: 'Lugares' }).selectOption({ label: 'Desenho no mapa' });
  await form.getByText('Retângulo', { exact: true }).click();
  await form.locator('[data-map-ready="true"]').waitFor();
  await drawRectangle(form.locator('canvas').first());
  await form.getByText('1 área, 0 pontos').waitFor();
  await form.getByText(/1 elementos?,/).waitFor();
  await form.getByRole('button', { name: 'Correr análise' }).click();

  await page.getByRole('heading', { name: 'Banco desenhado' }).waitFor();
  await page.locator('#analise').getByText('Concluída').waitFor();
  await page.locator('#elementos tbody button').first().click();
  await page
    .locator('#elementos')
    .getByText(/^Escolhido/)
    .waitFor();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descarregar', exact: true }).click();
  await page.getByRole('menuitem', { name: 'GeoPackage' }).click();
  const saved = await (await waiting).path();
  expect((await readFile(saved)).subarray(0, 15).toString('latin1')).toBe('SQLite format 3');
  await settle();
  expect(takeFaults()).toEqual([]);
});

/** The panel of one input of the form. */
const inputOf = (form: Locator, label: string): Locator => form.getByRole('group', { name: label, exact: true });

test('hot spots of fishing are looked for inside what was drawn, and a way over the sea between the reserves', async () => {
  const { page, settle, takeFaults } = planner;
  await openSection(page, 'qgis-spatial-analysis', { vista: 'hotspots' });
  await page.getByRole('button', { name: 'Nova análise' }).click();
  const form = page.getByRole('dialog', { name: 'Nova análise: hotspots' });
  await form.getByLabel('Nome').fill('Pesca no banco');
  const points = inputOf(form, 'Pontos');
  await points.getByLabel('Coleção', { exact: true }).selectOption({ label: 'Eventos de embarcações' });
  await points.getByText('Só uma parte da coleção').click();
  await points.getByLabel('Filtro (CQL2)').fill("type = 'fishing'");
  const area = inputOf(form, 'Área em que se calcula (a ZEE, por omissão)');
  await area.getByRole('combobox').first().selectOption({ label: 'Resultado de outra análise' });
  await area.getByLabel('Análise', { exact: true }).selectOption({ label: 'Banco desenhado' });
  await form.getByLabel(/^Atributo numérico/).fill('hours');
  await form.getByText(/elementos, .* células/).waitFor();
  await form.getByRole('button', { name: 'Correr análise' }).click();
  await page.getByRole('heading', { name: 'Pesca no banco' }).waitFor();
  await page.locator('#analise').getByText('Concluída').waitFor();

  await openSection(page, 'qgis-spatial-analysis', { vista: 'corridors' });
  await page.getByRole('button', { name: 'Nova análise' }).click();
  const corridors = page.getByRole('dialog', { name: 'Nova análise: corredores ecológicos' });
  await corridors.getByLabel('Nome').fill('Entre reservas');
  const friction = inputOf(corridors, 'Campo que facilita ou dificulta');
  await friction.getByRole('combobox').selectOption({ label: 'Campo do mar' });
  await friction.getByLabel('Campo', { exact: true }).selectOption({ index: 1 });
  await corridors.getByText(/elementos, .* células/).waitFor();
  await corridors.getByRole('button', { name: 'Correr análise' }).click();
  await page.getByRole('heading', { name: 'Entre reservas' }).waitFor();
  await page.locator('#analise').getByText('Concluída').waitFor();
  await page.locator('#elementos tbody button').first().click();
  await page
    .locator('#elementos')
    .getByText(/^Escolhido/)
    .waitFor();
  await settle();
  expect(takeFaults()).toEqual([]);
});

const criteria = ['Temperatura da superfície (TSM)', 'Clorofila-a', 'Salinidade'] as const;
type Pair = readonly [row: 0 | 1 | 2, column: 0 | 1 | 2, step: string];

/** Says how many times the criterion of a row matters more than that of a column. */
async function compare(pairs: readonly Pair[]): Promise<void> {
  for (const [row, column, step] of pairs) {
    const name = `${criteria[row]} face a ${criteria[column]}`;
    await planner.page.getByRole('combobox', { name, exact: true }).selectOption(step);
  }
}

test('two people weigh criteria of the sea; what their group wants is computed and taken along to QGIS', async () => {
  const { page, settle, takeFaults } = planner;
  await openSection(page, 'mcda-analysis');
  for (const label of criteria) {
    await page.getByRole('combobox', { name: 'Acrescentar critério' }).selectOption({ label });
    await page.getByRole('button', { name: `Retirar critério: ${label}` }).waitFor();
  }

  await page.getByRole('tab', { name: 'Juízos' }).click();
  await compare([
    [0, 1, '9'],
    [0, 2, '1/9'],
    [1, 2, '9'],
  ]);
  await page.getByText(/Reveja os juízos/).waitFor();
  await page.getByText(/O par que mais destoa/).waitFor();
  await compare([
    [0, 1, '3'],
    [0, 2, '6'],
    [1, 2, '2'],
  ]);
  await page.getByText(/: coerente \(até/).waitFor();
  await page.getByRole('button', { name: 'Acrescentar avaliador' }).click();
  await page.getByLabel('Nome do avaliador').fill('Rui Pescas');
  await compare([
    [0, 1, '1/3'],
    [0, 2, '1'],
    [1, 2, '3'],
  ]);
  await page
    .locator('#grupo')
    .getByText(/^Consenso \d/)
    .waitFor();

  await page.getByRole('tab', { name: 'Cenários' }).click();
  for (const name of ['Combinação linear ponderada (WLC)', 'TOPSIS']) {
    await page
      .getByRole('region', { name, exact: true })
      .getByText(/^Média \d/)
      .waitFor();
  }
  await page.getByRole('button', { name: 'Correr análise' }).click();
  await page.locator('#analise').getByText('Concluída').waitFor();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descarregar', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Projeto QGIS/ }).click();
  const saved = await (await waiting).path();
  expect((await readFile(saved)).subarray(0, 2).toString('latin1')).toBe('PK');
  await settle();
  expect(takeFaults()).toEqual([]);
});
