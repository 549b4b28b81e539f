import type { SignIn } from '@kianda/contract/people/identity/identity.contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn } from './testing/api.ts';
import { launchBrowser, newContext, type ObservedPage, observe } from './testing/browser.ts';
import { enterWith, openSection, signInByForm, waitForShell } from './testing/console.ts';
import { awaitFocus, press, tabTo, write } from './testing/keyboard.ts';
import { accessibilityFaults } from './testing/screen-faults.ts';
import { sharedPlatform } from './testing/shared.ts';

const platform = sharedPlatform();
const guest = 'sem.rato@exemplo.ao';
const rule = 'Regra feita ao teclado';

let browser: Browser;
let session: SignIn;
let observed: ObservedPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  session = await signIn(platform.url, platform.email, platform.password);
});
afterAll(() => browser.close());

beforeEach(async () => {
  observed = observe(await (await newContext(browser)).newPage());
  page = observed.page;
  await enterWith(page, platform.url, session);
});
afterEach(async () => {
  await page.context().close();
});

const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });

/** The dialog on top is free of faults that axe finds, in this state too. */
async function expectAccessible(): Promise<void> {
  await observed.settle();
  expect(await accessibilityFaults(page)).toEqual([]);
}

test('1: opens a section in the menu, and is in its content', async () => {
  const menu = page.getByRole('navigation', { name: 'Secções da consola' });
  await press(page, menu.getByRole('link', { name: /^Tempo Real Angola/ }));
  await page.getByRole('heading', { level: 1, name: 'Tempo Real Angola' }).waitFor();
  await awaitFocus(page, page.locator('#conteudo'));
});

test('2: finds a species by its name and opens it', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Procurar na consola' }).waitFor();
  await page.keyboard.type('caretta caretta');
  await page.getByRole('option', { name: /Caretta caretta/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Tartaruga-comum' }).waitFor();
});

test('3: orders a list, and opens a line of it', async () => {
  await openSection(page, 'species');
  await press(page, button('Nome científico'));
  await page.locator('th[aria-sort="ascending"]', { hasText: 'Nome científico' }).waitFor();
  await awaitFocus(page, button('Nome científico'));
  await press(page, button(/^Abrir /).first());
  await page.waitForFunction(() => new URLSearchParams(window.location.search).has('taxon'));
});

test('4: makes a rule of alerts, and removes it', async () => {
  await openSection(page, 'auto-alerts');
  await tabTo(page, page.getByRole('tab', { name: /^Ativos/ }));
  await page.keyboard.press('ArrowRight');
  await press(page, button('Nova regra'));
  const form = dialog('Nova regra de alerta');
  await write(page, form.getByLabel('Nome'), rule);
  await tabTo(page, form.getByLabel('O que vigia'));
  await page.keyboard.press('ArrowDown');
  await form.getByText('Agora:').waitFor();
  await expectAccessible();
  await write(page, form.getByLabel('Aviso', { exact: true }), '100000');
  await press(page, form.getByRole('button', { name: 'Guardar' }));
  await form.waitFor({ state: 'detached' });
  await press(page, button(`Eliminar a regra ${rule}`));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }));
  await button(`Eliminar a regra ${rule}`).waitFor({ state: 'detached' });
});

test('5: makes a report', async () => {
  await openSection(page, 'reports');
  await press(page, button('Gerar relatório').first());
  const form = dialog('Gerar um relatório');
  await tabTo(page, form.getByLabel('Modelo'));
  await expectAccessible();
  await write(page, form.getByLabel('Título (opcional)'), 'Feito ao teclado');
  await press(page, form.getByRole('button', { name: 'Gerar relatório' }));
  await form.waitFor({ state: 'detached' });
  await page.getByText('Feito ao teclado').first().waitFor();
});

test('6: invites a person', async () => {
  await openSection(page, 'user-management');
  await press(page, button('Convidar utilizador'));
  const form = dialog('Convidar um utilizador');
  await write(page, form.getByLabel('Nome'), 'Sem Rato');
  await write(page, form.getByLabel('E-mail'), guest);
  await tabTo(page, form.getByLabel('Perfil'));
  await page.keyboard.type('Cliente');
  await expectAccessible();
  await press(page, form.getByRole('button', { name: 'Convidar' }));
  await press(page, page.getByRole('button', { name: 'Já guardei' }));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('7: looks at a connector, tab by tab', async () => {
  await openSection(page, 'data-connectors');
  await press(page, button('OBIS – Ocorrências marinhas'));
  const tabs = page.getByRole('tablist').last().getByRole('tab');
  await tabTo(page, tabs.first());
  await page.keyboard.press('ArrowRight');
  await awaitFocus(page, tabs.nth(1));
  expect(await tabs.nth(1).getAttribute('aria-selected')).toBe('true');
  await expectAccessible();
});

test('8: moves the map of the fleet, and opens its layers', async () => {
  await openSection(page, 'global-fishing-watch');
  const layers = button('Camadas e filtro');
  await press(page, button('Aproximar'));
  await press(page, layers);
  await page.locator('[aria-expanded="true"]', { hasText: 'Camadas' }).waitFor();
});

test('9: changes to the dark theme and back', async () => {
  const header = page.getByRole('banner');
  await press(page, header.getByRole('button', { name: 'Mudar para o tema escuro' }), 'Space');
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await press(page, header.getByRole('button', { name: 'Mudar para o tema claro' }), 'Space');
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
});

test('10: signs in, reads the help of a screen, and signs out', async () => {
  // A session of its own: the others go on.
  await page.evaluate(() => window.localStorage.clear());
  await page.goto(`${platform.url}/login`);
  await signInByForm(page, platform.email, platform.password);
  await waitForShell(page);
  const header = page.getByRole('banner');
  const help = header.getByRole('button', { name: 'Ajuda deste ecrã' });
  await press(page, help);
  const guide = page.getByRole('complementary', { name: 'Ajuda' });
  await guide.waitFor();
  await expectAccessible();
  await page.keyboard.press('Escape');
  await guide.waitFor({ state: 'detached' });
  await awaitFocus(page, help);
  await press(page, header.getByRole('button', { name: /^Conta de / }));
  await press(page, page.getByRole('button', { name: 'Terminar sessão' }));
  await page.getByRole('heading', { level: 1, name: 'Iniciar sessão' }).waitFor();
});
