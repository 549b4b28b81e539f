/**
 * Dialogs and menus above a screen, and its states when there is nothing to show: axe has no objection in either theme.
 * The sections themselves are looked at by the other journeys, with their data and nothing open.
 */
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { assistantTexts } from '../../apps/console/src/sections/people/assistente/texts.pt.ts';
import { signIn } from './testing/api.ts';
import { launchBrowser, newContext, type ObservedPage, observe } from './testing/browser.ts';
import { enterWith, openSection, signInByForm, waitForShell } from './testing/console.ts';
import { sharedPlatform } from './testing/shared.ts';
import { accessibilityInBothThemes } from './testing/visit.ts';

const { url, email, password } = sharedPlatform();

let browser: Browser;
let context: BrowserContext;
let observed: ObservedPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  context = await newContext(browser);
  observed = observe(await context.newPage());
  page = observed.page;
  await enterWith(page, url, await signIn(url, email, password));
});
afterAll(() => browser.close());

const inMain = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true }).first();
const inHeader = (name: string | RegExp) => page.getByRole('banner').getByRole('button', { name });
const onTop = () => page.getByRole('dialog').or(page.getByRole('menu')).last();

type Opened = {
  readonly name: string;
  readonly section: string;
  readonly parameters?: Record<string, string>;
  readonly open: () => Promise<void>;
};

/** The button of this name opens it. */
const by = (section: string, name: string | RegExp, parameters?: Record<string, string>): Opened => ({
  name: `${section}: ${name}`,
  section,
  ...(parameters === undefined ? {} : { parameters }),
  open: () => inMain(name).click(),
});

const ofHeader = (name: string | RegExp): Opened => ({
  name: `cabeçalho: ${name}`,
  section: 'system-config',
  open: () => inHeader(name).click(),
});

const ofAccount = (name: string): Opened => ({
  name: `conta: ${name}`,
  section: 'system-config',
  open: async () => {
    await inHeader(/^Conta de /).click();
    await onTop().getByRole('button', { name }).click();
    await page.getByRole('dialog', { name: /^Conta de / }).waitFor({ state: 'hidden' });
  },
});

const palette = (name: string, typed: string, found: string | RegExp): Opened => ({
  name: `procura: ${name}`,
  section: 'system-config',
  open: async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Procurar na consola' }).fill(typed);
    await onTop().getByText(found).first().waitFor();
  },
});

const opened: readonly Opened[] = [
  palette('com resultados', 'saude do sistema', 'Saúde do Sistema'),
  palette('sem resultados', 'xyzzyx', /Nada corresponde/),
  ofHeader(/^Notificações/),
  ofHeader('Definições'),
  ofHeader(/^Conta de /),
  ofAccount('Mudar a palavra-passe'),
  ofAccount('Chaves de API'),
  by('system-config', 'Mudar «Nome do operador»'),
  by('home', 'Partilhar'),
  by('dashboard', 'Opções de Disponibilidade'),
  {
    name: 'dashboard: tabela de um mosaico',
    section: 'dashboard',
    open: async () => {
      await inMain('Opções de Disponibilidade').click();
      await page.getByRole('menuitem').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  by('species', /^Colunas: /),
  by('species', /^Exportar: /),
  by('species', /^Vistas: /),
  by('species', /^Discutir: /),
  by('user-management', 'Convidar utilizador'),
  by('user-management', 'Importar CSV'),
  by('reports', 'Gerar relatório'),
  by('reports', 'Agendar relatório', { view: 'schedules' }),
  by('auto-alerts', 'Nova regra', { tab: 'rules' }),
  by('services-status', 'Abrir incidente'),
  by('services-status', 'Parar STAC API'),
  by('audit', /^Abrir o calendário: Desde/),
  by('storage', 'Nova chave'),
  by('storage', 'Criar área'),
  by('global-fishing-watch', 'Exportar mapa'),
  by('global-fishing-watch', /^Investigar: /),
];

describe('what opens', () => {
  afterEach(async () => {
    // Nothing of it may lie above the next one.
    await page.goto(`${url}/?section=system-config`);
    await waitForShell(page);
  });

  test.each(opened)('$name', async ({ section, parameters, open }) => {
    await openSection(page, section, parameters);
    await observed.settle();
    await open();
    await onTop().waitFor();
    await observed.settle();
    expect(await accessibilityInBothThemes(observed)).toEqual([]);
  });
});

describe('what stands where there is nothing', () => {
  const isAsked = (route: Route): boolean => route.request().resourceType() === 'fetch';
  const everything = '**/*';

  afterEach(async () => {
    await context.setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(`${url}/?section=system-config`);
    await waitForShell(page);
  });

  test('a list of which nothing is left by its filters', async () => {
    await openSection(page, 'species', { q: 'xyzzyx' });
    await page.getByText('Nada corresponde a estes filtros').waitFor();
    expect(await accessibilityInBothThemes(observed)).toEqual([]);
  });

  test('an address that no section has', async () => {
    await openSection(page, 'nao-existe');
    await page.getByText('Esta secção não existe').waitFor();
    expect(await accessibilityInBothThemes(observed)).toEqual([]);
  });

  test('a screen whose answers have not come yet', async () => {
    // Held for as long as it is looked at.
    await page.route(everything, (route) => (isAsked(route) ? undefined : route.continue()));
    await openSection(page, 'audit');
    await page.locator('main [aria-busy="true"]').first().waitFor();
    expect(await accessibilityInBothThemes(observed)).toEqual([]);
  });

  test('a screen whose answers are failures', async () => {
    const failure = { status: 500, contentType: 'application/json', body: '{"success":false}' };
    await page.route(everything, (route) => (isAsked(route) ? route.fulfill(failure) : route.continue()));
    await openSection(page, 'databases');
    await inMain(/^Tentar/).waitFor();
    expect(await accessibilityInBothThemes(observed)).toEqual([]);
  });

  test('a screen that was seen, without a network', async () => {
    await openSection(page, 'storage');
    await observed.settle();
    await context.setOffline(true);
    await page.getByText('Sem ligação à rede: mostram-se').waitFor();
    expect(await accessibilityInBothThemes(observed)).toEqual([]);
  });

  test('a screen whose code does not come', async () => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await openSection(page, 'mcda-analysis');
    await page.getByRole('main').getByRole('alert').waitFor();
    expect(await accessibilityInBothThemes(observed)).toEqual([]);
  });

  test('a sign-in that was refused', async () => {
    const other = await newContext(browser);
    const signedOut = observe(await other.newPage());
    await signedOut.page.goto(`${url}/login`);
    await signInByForm(signedOut.page, email, `${password} não`);
    await signedOut.page.getByRole('alert').waitFor();
    expect(await accessibilityInBothThemes(signedOut)).toEqual([]);
    await other.close();
  });
});

test('the assistant answers with figures, its query and the screen that proves them', async () => {
  await openSection(page, 'assistente');
  await page.getByLabel(assistantTexts.question).fill('Onde fica o porto do Lobito?');
  await inMain(assistantTexts.ask).click();
  const card = page.getByRole('main').getByRole('region').filter({ hasText: 'Latitude' }).last();
  await card.getByText('Latitude', { exact: true }).waitFor();
  expect(await card.textContent()).toMatch(/-?12[,.]\d+/);
  await card.getByText(`${assistantTexts.source}: `).waitFor();
  await card.getByRole('button', { name: assistantTexts.showQuery }).click();
  await card.getByText('GET /admin-api/geography/places/port/lobito').waitFor();
  await observed.settle();
  expect(await accessibilityInBothThemes(observed)).toEqual([]);
  await card.getByRole('button', { name: assistantTexts.open }).click();
  await expect.poll(() => page.url()).toMatch(/lobito/);
  expect(new URL(page.url()).searchParams.get('section')).toBe('places');
});

describe('on paper', () => {
  const paper = { width: 700, height: 1_000 };

  afterEach(async () => {
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  /** Controls that a sheet would show, but for links; what is said by a button stays, and looks like words. */
  const controls = () =>
    page.evaluate(() => {
      const all = 'button, input, select, textarea, summary, [role="tab"], [role="switch"], a[class*="-Button-root"]';
      const isClear = (colour: string) => colour === 'transparent' || colour.endsWith(', 0)');
      const isWords = (element: HTMLElement) => {
        const { backgroundColor, borderTopColor, borderTopWidth, boxShadow } = getComputedStyle(element);
        const isFlat = isClear(backgroundColor) && (borderTopWidth === '0px' || isClear(borderTopColor));
        // biome-ignore lint/performance/useDomNodeTextContent: words that are not shown are none
        return element.innerText.trim() !== '' && isFlat && boxShadow === 'none' && element.matches('button, summary');
      };
      const isOpenTab = (element: HTMLElement) => element.getAttribute('aria-selected') === 'true';
      return [...document.querySelectorAll<HTMLElement>(all)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.offsetWidth > 1)
        .filter((element) => !isWords(element) && !isOpenTab(element))
        .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`);
    });

  test.each(['dashboard', 'user-management', 'species', 'global-fishing-watch'])(
    '%s lies within the sheet, without anything to press',
    async (section) => {
      await openSection(page, section);
      await observed.settle();
      await page.setViewportSize(paper);
      await page.emulateMedia({ media: 'print' });
      await observed.settle();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(paper.width);
      expect(await controls()).toEqual([]);
      const heads = await page.locator('main th[scope="col"]').allInnerTexts();
      expect(
        heads.length > 0 && heads.every((head) => head.trim() === ''),
        'a table without the names of its columns',
      ).toBe(false);
    },
  );
});
