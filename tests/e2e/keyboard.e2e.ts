import { type IngestJob, listIngestJobs } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { createAlertRule, deleteAlertRule } from '@kianda/contract/operations/alerts/rules.contract';
import { defaultTiles } from '@kianda/contract/operations/home/home-tiles';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi, signIn } from './testing/api.ts';
import { launchBrowser, newContext } from './testing/browser.ts';
import { titleOf, waitForShell } from './testing/console.ts';
import { type Keyboard, keyboardOf } from './testing/keyboard.ts';
import { sharedPlatform } from './testing/shared.ts';

const { url, email, password } = sharedPlatform();
const alertTitle = 'Ligações vistas do teclado';
const connector = { id: 'protected-planet', name: /^Executar Protected Planet/ };

let browser: Browser;
let api: Api;
let page: Page;
let keyboard: Keyboard;
let ruleId: string;

beforeAll(async () => {
  browser = await launchBrowser();
  api = createApi(url, (await signIn(url, email, password)).accessToken);
  // Raised while the first steps are taken.
  const rule = await api.call<{ id: string }>(createAlertRule, {
    body: {
      title: alertTitle,
      note: '',
      metric: 'platform.database_connections',
      subject: null,
      comparison: 'gt',
      thresholds: { info: null, warning: 0, error: null, critical: null },
      forSeconds: 0,
      hysteresis: 0,
      cooldownSeconds: 0,
      schedule: null,
      labels: [],
      enabled: true,
    },
  });
  ruleId = rule.id;
  page = await (await newContext(browser)).newPage();
  keyboard = keyboardOf(page);
});
afterAll(async () => {
  await api.call(deleteAlertRule, { params: { id: ruleId } });
  await browser.close();
});

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const field = (label: string | RegExp): Locator => page.getByLabel(label);
const dialog = (): Locator => page.getByRole('dialog');

/** Finds something by the search and opens it. */
async function find(words: string, option: string | RegExp): Promise<void> {
  await keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Procurar na consola' }).waitFor();
  await keyboard.type(words);
  const wanted = page.getByRole('option', { name: option });
  await wanted.first().waitFor();
  const isSelected = () => wanted.first().getAttribute('aria-selected');
  for (let presses = 0; presses < 20 && (await isSelected()) !== 'true'; presses += 1)
    await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Procurar na consola' }).waitFor({ state: 'detached' });
}

async function open(section: string): Promise<void> {
  const title = titleOf(section);
  await find(title, new RegExp(`^${title}`));
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await keyboard.focusIsSeen();
}

/** Waits until what lay over the page is gone, and the focus is on the control that opened it. */
async function backOn(opener: Locator): Promise<void> {
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => keyboard.isFocused(opener)).toBe(true);
  await keyboard.focusIsSeen();
}

test('1. signs in', async () => {
  await page.goto(`${url}/login`);
  await field('E-mail').waitFor();
  await keyboard.fill(field(/^E-mail/), email);
  await keyboard.fill(field(/^Palavra-passe/), password);
  await keyboard.choose(button('Entrar'));
  await waitForShell(page);
  await keyboard.press('Tab');
  await keyboard.focusIsSeen();
});

test('2. finds a vessel by its name and opens its card', async () => {
  await find('LUCIRA', /^LUCIRA/);
  await dialog()
    .getByRole('heading', { name: /LUCIRA/ })
    .first()
    .waitFor();
  await keyboard.focusIsSeen();
  await keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await keyboard.focusIsSeen();
});

test('3. moves a tile of the home, and puts it back', async () => {
  await open('home');
  const tiles = () =>
    page.locator('[data-tile]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.tile));
  const before = await tiles();
  await keyboard.choose(button('Organizar'));
  await keyboard.choose(button(/^Mover para a frente:/).first());
  await expect.poll(tiles).toEqual([before[1], before[0], ...before.slice(2)]);
  await keyboard.focusIsSeen();
  await keyboard.choose(button('Guardar'), 'Shift+Tab');
  await button('Organizar').waitFor();
  await keyboard.focusIsSeen();
  expect(await tiles()).toEqual([before[1], before[0], ...before.slice(2)]);
  await keyboard.choose(button('Organizar'));
  await keyboard.choose(button('Repor o do meu perfil'));
  await button('Organizar').waitFor();
  await expect.poll(tiles).toEqual(defaultTiles('administrador'));
  await keyboard.focusIsSeen();
});

test('4. takes charge of an alert', async () => {
  await open('auto-alerts');
  const acknowledge = button(`Reconhecer o alerta ${alertTitle}`);
  await acknowledge.waitFor();
  await keyboard.choose(acknowledge);
  await acknowledge.waitFor({ state: 'detached' });
  await keyboard.focusIsSeen();
});

test('5. filters the history of alerts and takes it as a file', async () => {
  await keyboard.reach(page.getByRole('tab', { name: /^Ativos/ }), 'Shift+Tab');
  await keyboard.reach(page.getByRole('tab', { name: 'Histórico' }), 'ArrowRight');
  await keyboard.fill(page.getByRole('main').getByRole('searchbox').first(), alertTitle);
  await page
    .getByRole('button', { name: new RegExp(`${alertTitle}`) })
    .first()
    .waitFor();
  await keyboard.choose(button(/^Exportar/));
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    keyboard.choose(page.getByRole('menuitem', { name: /CSV/ }), 'ArrowDown'),
  ]);
  expect(saved.suggestedFilename()).toMatch(/\.csv$/);
  await backOn(button(/^Exportar/));
});

const runs = async (): Promise<number> =>
  (
    await api.call<{ jobs: IngestJob[] }>(listIngestJobs, { query: { connector: connector.id, limit: '500' } })
  ).jobs.filter(({ trigger }) => trigger !== 'conductor' && trigger !== 'schedule').length;

test('6. starts a connector', async () => {
  const before = await runs();
  await open('data-connectors');
  await button(connector.name).waitFor();
  await keyboard.choose(button(connector.name));
  await expect.poll(runs).toBe(before + 1);
  // While it runs its button cannot be pressed: the next press of Tab goes on from there, not from the top.
  await keyboard.press('Tab');
  await keyboard.focusIsSeen();
  const isPast = await page.locator(`[data-connector="${connector.id}"]`).evaluate((card) => {
    const focused = document.activeElement;
    const where = focused === null ? 0 : card.compareDocumentPosition(focused);
    return (where & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  expect(isPast).toBe(true);
});

test('7. invites a person, and is asked before what was written is lost', async () => {
  await open('user-management');
  const invite = button('Convidar utilizador');
  await keyboard.choose(invite);
  await dialog().waitFor();
  await keyboard.fill(dialog().getByLabel('Nome'), 'Ana do Teclado');
  await keyboard.press('Escape');
  await keyboard.choose(button('Descartar alterações'));
  await backOn(invite);

  await keyboard.press('Enter');
  await keyboard.fill(dialog().getByLabel('Nome'), 'Ana do Teclado');
  await keyboard.fill(dialog().getByLabel('E-mail'), `teclado-${Date.now()}@exemplo.ao`);
  await keyboard.press('Enter');
  await keyboard.choose(button('Já guardei'));
  await backOn(invite);
});

test('8. makes a report, and deletes it', async () => {
  const title = `Relatório do teclado ${Date.now()}`;
  await open('reports');
  const generate = button('Gerar relatório');
  await keyboard.choose(generate);
  await keyboard.fill(dialog().getByLabel(/^Título/), title);
  await keyboard.press('Enter');
  await backOn(generate);
  const remove = button(`Eliminar ${title}`);
  await remove.waitFor();
  await keyboard.choose(remove);
  await keyboard.choose(dialog().getByRole('button', { name: 'Eliminar' }));
  await remove.waitFor({ state: 'detached' });
  await keyboard.focusIsSeen();
});

test('9. changes a setting, and puts it back', async () => {
  await open('system-config');
  const change = button('Mudar «Execuções dos conectores»');
  const row = page.getByRole('row').filter({ has: change });
  const write = async (days: string, shown: string): Promise<void> => {
    await keyboard.fill(dialog().getByLabel(/^Valor/), days);
    await keyboard.choose(dialog().getByRole('button', { name: 'Guardar' }));
    await backOn(change);
    await row.getByText(shown).waitFor();
  };
  await keyboard.choose(change);
  await write('181', '181');
  await keyboard.press('Enter');
  // Empty is what the setting was before: nobody had changed it.
  await write('', '180');
});

test('10. asks the help, comes back, and signs out', async () => {
  await open('species');
  await keyboard.press('?');
  const help = page.getByRole('complementary', { name: 'Ajuda' });
  await help.waitFor();
  await keyboard.reach(page.getByRole('tab', { name: 'Esta página' }));
  await keyboard.reach(page.getByRole('tab', { name: 'Atalhos' }), 'ArrowRight');
  await help.getByText('Procurar em tudo').waitFor();
  await keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await keyboard.focusIsSeen();
  await keyboard.choose(button(/^Conta de/), 'Shift+Tab');
  await keyboard.choose(button('Terminar sessão'));
  await page.waitForURL(/\/login/);
  await field('E-mail').waitFor();
});
