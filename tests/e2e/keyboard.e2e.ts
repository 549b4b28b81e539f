/** The ten main tasks by the keyboard alone: Tab leads to each control, its focus is seen, and its key does the act. */
import { randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import { search } from '@kianda/contract/operations/search/search.contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, createApi, signIn } from './testing/api.ts';
import { launchBrowser, newContext, type ObservedPage, observe } from './testing/browser.ts';
import { enterWith, openSection, signInByForm, waitForShell } from './testing/console.ts';
import { awaitFocus, choose, press, tabTo, write } from './testing/keyboard.ts';
import { sharedPlatform } from './testing/shared.ts';

const platform = sharedPlatform();
/** Of this run: what another left on the platform has other names. */
const run = randomUUID().slice(0, 8);
const rule = `Regra feita ao teclado ${run}`;
const report = `Relatório feito ao teclado ${run}`;

let browser: Browser;
let api: Api;
let observed: ObservedPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  observed = observe(await (await newContext(browser)).newPage());
  page = observed.page;
  const session = await signIn(platform.url, platform.email, platform.password);
  api = createApi(platform.url, session.accessToken);
  await enterWith(page, platform.url, session);
});
afterAll(() => browser.close());

// A dialog that a failed test left open must not fail the next one too.
afterEach(async ({ task }) => {
  if ((task.result?.errors ?? []).length === 0) return;
  await page.goto(platform.url);
  await waitForShell(page);
});

const main = () => page.getByRole('main');
const button = (name: string | RegExp) => main().getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const gone = (target: Locator) => target.waitFor({ state: 'detached' });

/** A section, its data there and the focus in it, as after its entry in the menu was pressed. */
async function enter(section: string): Promise<void> {
  await openSection(page, section);
  await awaitFocus(page, page.locator('#conteudo'));
  await observed.settle();
}

test('1: opens a section in the menu, and is in its content', async () => {
  const menu = page.getByRole('navigation', { name: 'Secções da consola' });
  await press(page, menu.getByRole('link', { name: /^Tempo Real Angola/ }));
  await page.getByRole('heading', { level: 1, name: 'Tempo Real Angola' }).waitFor();
  await awaitFocus(page, page.locator('#conteudo'));
});

const titlesFor = async (q: string) => {
  const { hits } = await api.call<DataOf<typeof search>>(search, { query: { q } });
  return hits.map(({ title }) => title).join(' · ');
};

test('2: finds a species by its name and opens it', async () => {
  // The palette does not ask again by itself for something that the platform does not find yet.
  await expect.poll(() => titlesFor('caretta caretta')).toMatch(/Caretta caretta|Tartaruga-comum/);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Procurar na consola' });
  await awaitFocus(page, field);
  await field.pressSequentially('caretta caretta');
  await page.getByRole('option', { name: /Caretta caretta/, selected: true }).waitFor();
  await field.press('Enter');
  // Its Portuguese name comes with the register, which a young platform may still be reading.
  await page.getByRole('heading', { name: /^(?:Tartaruga-comum|Caretta caretta)$/ }).waitFor();
});

test('3: orders a list, and opens a line of it', async () => {
  await enter('species');
  const order = button('Nome científico');
  await press(page, order);
  await page.locator('th[aria-sort="ascending"]', { hasText: 'Nome científico' }).waitFor();
  await awaitFocus(page, order);
  await observed.settle();
  await press(page, button(/^Abrir /).first());
  await page.waitForFunction(() => new URLSearchParams(window.location.search).has('taxon'));
});

test('4: makes a rule of alerts, and removes it', async () => {
  await enter('auto-alerts');
  await press(page, main().getByRole('tab', { name: /^Ativos/ }), 'ArrowRight');
  await press(page, button('Nova regra'));
  const form = dialog('Nova regra de alerta');
  await write(page, form.getByLabel('Nome'), rule);
  await choose(page, form.getByLabel('O que vigia'), 'Ligações à base de dados');
  await form.getByText('Agora:').waitFor();
  await write(page, form.getByLabel('Aviso', { exact: true }), '100000');
  await press(page, form.getByRole('button', { name: 'Guardar' }));
  await gone(form);
  await press(page, button(`Eliminar a regra ${rule}`));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }));
  await gone(button(`Eliminar a regra ${rule}`));
});

test('5: makes a report', async () => {
  await enter('reports');
  await press(page, button('Gerar relatório').first());
  const form = dialog('Gerar um relatório');
  await tabTo(page, form.getByLabel('Modelo'));
  await write(page, form.getByLabel('Título (opcional)'), report);
  await press(page, form.getByRole('button', { name: 'Gerar relatório' }));
  await gone(form);
  await main().getByText(report).first().waitFor();
});

test('6: invites a person', async () => {
  await enter('user-management');
  await press(page, button('Convidar utilizador'));
  const form = dialog('Convidar um utilizador');
  await write(page, form.getByLabel('Nome'), 'Sem Rato');
  await write(page, form.getByLabel('E-mail'), `sem.rato.${run}@exemplo.ao`);
  await choose(page, form.getByLabel('Perfil'), 'Cliente');
  await press(page, form.getByRole('button', { name: 'Convidar' }));
  await press(page, page.getByRole('button', { name: 'Já guardei' }));
  await gone(page.getByRole('dialog'));
});

test('7: looks at a connector, tab by tab', async () => {
  await enter('data-connectors');
  await press(page, button('OBIS – Ocorrências marinhas'));
  const tabs = page.getByRole('tablist').last().getByRole('tab');
  await press(page, tabs.first(), 'ArrowRight');
  await awaitFocus(page, tabs.nth(1));
  expect(await tabs.nth(1).getAttribute('aria-selected')).toBe('true');
});

test('8: moves the map of the fleet, and opens its layers', async () => {
  await enter('global-fishing-watch');
  await press(page, button('Aproximar'));
  await press(page, button('Camadas e filtro'));
  await page.locator('[aria-expanded="true"]', { hasText: 'Camadas' }).waitFor();
});

test('9: changes to the dark theme and back', async () => {
  await enter('system-config');
  const header = page.getByRole('banner');
  await press(page, header.getByRole('button', { name: 'Mudar para o tema escuro' }), 'Space');
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await press(page, header.getByRole('button', { name: 'Mudar para o tema claro' }), 'Space');
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
});

test('10: signs in, reads the help of a screen, and signs out', async () => {
  await page.evaluate(() => window.localStorage.clear());
  await page.goto(`${platform.url}/login`);
  await signInByForm(page, platform.email, platform.password);
  await waitForShell(page);
  await observed.settle();
  const header = page.getByRole('banner');
  const help = header.getByRole('button', { name: 'Ajuda deste ecrã' });
  await press(page, help);
  const guide = page.getByRole('complementary', { name: 'Ajuda' });
  await guide.waitFor();
  await page.keyboard.press('Escape');
  await gone(guide);
  await awaitFocus(page, help);
  await press(page, header.getByRole('button', { name: /^Conta de / }));
  await press(page, page.getByRole('button', { name: 'Terminar sessão' }));
  await page.getByRole('heading', { level: 1, name: 'Iniciar sessão' }).waitFor();
});
