import { type IngestJob, listIngestJobs } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { authLogoutAll } from '@kianda/contract/people/identity/identity.contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, createApi, newAccount, signIn } from './testing/api.ts';
import { launchBrowser, newContext, type ObservedPage, observe } from './testing/browser.ts';
import { enterWith, openSection, signInByForm, waitForShell } from './testing/console.ts';
import { sharedPlatform } from './testing/shared.ts';

const platform = sharedPlatform();
const { email, password } = platform;

let browser: Browser;
let administrator: Api;

beforeAll(async () => {
  browser = await launchBrowser();
  administrator = createApi(platform.url, (await signIn(platform.url, email, password)).accessToken);
});
afterAll(() => browser.close());

let context: BrowserContext;
let observed: ObservedPage;
let page: Page;

/** With a session that no test may end, and each browser has one: two that renew the same are taken for a theft. */
const enter = async (): Promise<void> => enterWith(page, platform.url, await signIn(platform.url, email, password));

/** With a session that the test may end. */
async function enterAs(as = email): Promise<void> {
  await page.goto(`${platform.url}/login`);
  await signInByForm(page, as, password);
  await waitForShell(page);
}

async function fresh(width: 1440 | 390 = 1440): Promise<void> {
  await context?.close();
  context = await newContext(browser, { theme: 'claro', width });
  observed = observe(await context.newPage());
  page = observed.page;
}

beforeEach(() => fresh());
afterEach(() => context.close());

const sectionOf = (target: Page = page): string | null => new URL(target.url()).searchParams.get('section');

describe('with the keyboard alone', () => {
  test('signs in, skips to the content, and finds a section in the palette', async () => {
    await page.goto(platform.url);
    await page.waitForURL(/\/login/);
    await page.getByLabel('E-mail').waitFor();
    const isOn = (label: RegExp) => page.getByLabel(label).evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 5 && !(await isOn(/^E-mail/)); presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await waitForShell(page);

    await page.reload();
    await waitForShell(page);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Saltar para o conteúdo');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('conteudo');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Procurar na consola' }).waitFor();
    await page.keyboard.type('saude do sistema');
    await page.getByRole('option', { name: 'Saúde do Sistema', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Saúde do Sistema' }).waitFor();
    expect(sectionOf()).toBe('system-health');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('conteudo');
  });

  test('Escape closes the palette and gives the focus back', async () => {
    await enter();
    const search = page.getByRole('button', { name: /^Procurar secções/ });
    await search.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Procurar na consola' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Procurar na consola' }).waitFor({ state: 'detached' });
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('on a telephone', () => {
  beforeEach(() => fresh(390));

  test('the sidebar slides in, and out again after a choice', async () => {
    await enter();
    const sections = page.getByRole('navigation', { name: 'Secções da consola' });
    const choice = sections.getByRole('link', { name: /^Tempo Real Angola/ });
    expect(await choice.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await choice.waitFor();
    await choice.click();
    await page.getByRole('heading', { level: 1, name: 'Tempo Real Angola' }).waitFor();
    await choice.waitFor({ state: 'hidden' });
  });

  test('Escape closes it', async () => {
    await enter();
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    const sections = page.getByRole('navigation', { name: 'Secções da consola' });
    await sections.waitFor();
    await page.keyboard.press('Escape');
    await sections.waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: 'Abrir o menu' }).getAttribute('aria-expanded')).toBe('false');
  });

  test('what is touched measures 44 px at least', async () => {
    await enter();
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await page.getByRole('navigation', { name: 'Secções da consola' }).waitFor();
    const small = await page.locator('aside a, aside button').evaluateAll((elements) =>
      elements
        .map((element) => ({ text: element.textContent?.trim() ?? '', box: element.getBoundingClientRect() }))
        .filter(({ box, text }) => box.height > 0 && box.height < 44 && !text.includes('@'))
        .map(({ text, box }) => `${text}: ${Math.round(box.height)} px`),
    );
    expect(small).toEqual([]);
  });
});

describe('the address', () => {
  test('back, forward and reload keep section, tab and filter', async () => {
    await enter();
    await page.goto(`${platform.url}/?section=scientific-interfaces&tab=monitoring&q=mapa`);
    const search = page.getByRole('textbox', { name: /procurar/i });
    await search.waitFor();
    await openSection(page, 'reports');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Portal Interfaces' }).waitFor();
    await search.waitFor();
    expect(await search.inputValue()).toBe('mapa');
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Gestão de Relatórios' }).waitFor();
    await page.goBack();
    await page.reload();
    await search.waitFor();
    expect(await search.inputValue()).toBe('mapa');
    expect(new URL(page.url()).search).toBe('?section=scientific-interfaces&tab=monitoring&q=mapa');
  });

  test('a shared link opens the same after the sign-in of another person', async () => {
    await page.goto(`${platform.url}/?section=scientific-interfaces&q=mapa`);
    await page.waitForURL(/\/login/);
    await signInByForm(page, email, password);
    await page.getByRole('heading', { level: 1, name: 'Portal Interfaces' }).waitFor();
    expect(await page.getByRole('textbox', { name: /procurar/i }).inputValue()).toBe('mapa');
  });
});

describe('the session', () => {
  test('signing out in one tab signs out the other', async () => {
    await enterAs();
    const other = await context.newPage();
    await other.goto(`${platform.url}/?section=reports`);
    await waitForShell(other);
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('button', { name: 'Terminar sessão' }).click();
    await page.waitForURL(/\/login/);
    await other.waitForURL(/\/login/);
    // The token that makes this browser known opens nothing.
    expect(await other.evaluate(() => Object.keys(window.localStorage))).toEqual(['kianda.device-tokens']);
  });

  test('a session that the server has ended leads to /login, says why, and back to the same section', async () => {
    // Of one person alone: it ends every session of an account, and the administrator's serve other journeys.
    const account = { email: 'sessoes@exemplo.ao', name: 'Rosa Dala', role: 'investigador' } as const;
    await newAccount(platform.url, administrator.token, { ...account, password });
    await enterAs(account.email);
    await openSection(page, 'system-health');
    // Away from the console, which could otherwise notice by itself before the address below is asked for.
    await page.goto('about:blank');
    const { accessToken } = await signIn(platform.url, account.email, password);
    await createApi(platform.url, accessToken).call(authLogoutAll);
    await page.goto(`${platform.url}/?section=scientific-interfaces`);
    await page.waitForURL(/\/login/);
    await page.getByText('A sessão expirou. Inicie sessão de novo.').waitFor();
    await signInByForm(page, account.email, password);
    await page.getByRole('heading', { level: 1, name: 'Portal Interfaces' }).waitFor();
    expect(sectionOf()).toBe('scientific-interfaces');
  });

  test('of a cliente is offered only what a cliente may use', async () => {
    const account = { email: 'cliente@exemplo.ao', name: 'Júlia Sambo', role: 'cliente' } as const;
    await newAccount(platform.url, administrator.token, { ...account, password });
    await enterAs(account.email);
    const sections = page.getByRole('navigation', { name: 'Secções da consola' });
    await sections.getByRole('link', { name: 'Dashboard Administrativo' }).waitFor();
    await observed.settle();
    expect(await sections.getByRole('link', { name: 'Global Fishing Watch' }).count()).toBe(0);
    expect(await sections.getByRole('link', { name: 'Saúde do Sistema' }).count()).toBe(0);
    expect(await sections.getByRole('button', { name: /^Segurança e Monitorização/ }).count()).toBe(0);
    await openSection(page, 'global-fishing-watch');
    await page.getByText('Sem permissão').waitFor();
    await observed.settle();
    expect(observed.takeFaults()).toEqual([]);
  });
});

describe('without a network', () => {
  test('a write waits in sight, and is sent once when the network is back', async () => {
    await enter();
    await openSection(page, 'data-connectors');
    const run = page.getByRole('button', { name: /^Executar WoRMS/ });
    await run.waitFor();
    // The code that shows the waiting writes is fetched once the page is at rest.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('notifications-panel')),
    );
    await observed.settle();
    const before = await manualRuns();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/worms/')) {
        keys.push(request.headers()['idempotency-key']);
      }
    });

    await context.setOffline(true);
    await page.getByText('Sem ligação à rede: mostram-se').waitFor();
    await run.click();
    await page.getByRole('button', { name: /^Notificações: \d+ pendente/ }).click();
    await page.getByRole('region', { name: 'Pedidos em espera' }).getByText('À espera de ligação').waitFor();
    await page.reload({ waitUntil: 'commit' }).catch(() => undefined);
    await context.setOffline(false);
    await page.goto(`${platform.url}/?section=reports`);
    await waitForShell(page);
    await expect.poll(manualRuns).toBe(before + 1);
    await observed.settle();
    expect(new Set(keys).size).toBe(1);
    expect(await manualRuns()).toBe(before + 1);
    await page.getByText('Os pedidos em espera foram enviados.').waitFor();
    await page.getByRole('button', { name: /^Notificações/ }).click();
    await page.getByRole('region', { name: 'Pedidos em espera' }).waitFor({ state: 'detached' });
  });

  test('what was seen stays in sight, and says how old it is', async () => {
    await page.clock.install();
    await enter();
    await page.goto(`${platform.url}/?section=zee-angola`);
    const card = page.getByRole('region', { name: 'Biodiversidade', exact: true });
    await card.getByText('Proveniência: Simulado').first().waitFor({ state: 'attached' });
    await context.setOffline(true);
    await page.getByText('Sem ligação à rede: mostram-se').waitFor();
    await page.clock.fastForward('10:00');
    await card.getByText('Proveniência: Em cache (há').first().waitFor({ state: 'attached' });
    await context.setOffline(false);
    await page.getByText('Sem ligação à rede: mostram-se').waitFor({ state: 'detached' });
    await card.getByText('Proveniência: Simulado', { exact: true }).first().waitFor({ state: 'attached' });
    // Its other figures come with answers of their own.
    await expect.poll(() => card.getByText('Proveniência: Em cache').count()).toBe(0);
  });
});

test('a reload without a network opens the console with what was seen', async () => {
  await enterKeepingFiles();
  await page.goto(`${platform.url}/?section=zee-angola`);
  const card = page.getByRole('region', { name: 'Biodiversidade', exact: true });
  await card.getByText('Proveniência: Simulado').first().waitFor({ state: 'attached' });
  await expect.poll(() => page.evaluate(filesNotKept)).toEqual([]);
  // The copy of an answer is written while it is shown already.
  await expect.poll(() => page.evaluate(copiesKept)).toContain('/biodiversity/summary');
  await context.setOffline(true);
  await page.reload();
  // After a reload Chromium may call itself online in a network that leads nowhere: then it is the requests that tell.
  await page.getByText(/^(Sem ligação à rede|O servidor não responde): mostram-se/).waitFor();
  await card.getByText('Proveniência: Em cache (há').first().waitFor({ state: 'attached' });
});

test('the console can be installed as an application, and says so in its own section', async () => {
  await enterKeepingFiles();
  await page.goto(`${platform.url}/?section=mobile-pwa`);
  await page.getByRole('region', { name: 'Sem rede, neste dispositivo' }).getByText('Preparado').waitFor();
  await page.getByRole('region', { name: 'Ligação' }).getByText('valor central de 5 pedidos seguidos').waitFor();
  const session = await context.newCDPSession(page);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect(url).toBe(`${platform.url}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The browser of a journey forgets everything, and such a one installs nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

/** With the worker that keeps files, as people have it. */
async function enterKeepingFiles(): Promise<void> {
  await context.close();
  context = await newContext(browser, { theme: 'claro', width: 1440 }, { keepsFiles: true });
  page = await context.newPage();
  await enter();
}

test('who signs in for the first time and then loses the network reloads the console, not an empty page', async () => {
  await context.close();
  context = await newContext(browser, { theme: 'claro', width: 1440 }, { keepsFiles: true });
  page = await context.newPage();
  await enterAs();
  await expect.poll(() => page.evaluate(listedNotKept)).toEqual([]);
  await expect.poll(() => page.evaluate(copiesKept)).toContain('/home/layout');
  await expect.poll(() => page.evaluate(copiesKept)).toContain('/auth/me');
  await context.setOffline(true);
  await page.reload();
  await waitForShell(page);
  await page.getByText(/^(Sem ligação à rede|O servidor não responde): mostram-se/).waitFor();
});

/** Files without which the console does not open, and that the browser does not keep yet. */
async function listedNotKept(): Promise<string[]> {
  if (navigator.serviceWorker.controller === null) return ['no worker'];
  const kept = new Set((await (await caches.open('kianda-files')).keys()).map(({ url }) => new URL(url).pathname));
  const { first } = (await (await fetch('/ficheiros.json')).json()) as { readonly first: readonly string[] };
  return first.filter((path) => !kept.has(path));
}

/** Files of the console that the page loaded and the browser does not keep yet. */
async function filesNotKept(): Promise<string[]> {
  const kept = new Set((await (await caches.open('kianda-files')).keys()).map(({ url }) => url));
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  return loaded.filter((name) => new URL(name).pathname.startsWith('/assets/') && !kept.has(name));
}

/** Addresses of the answers that the browser keeps. */
function copiesKept(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('kianda-answers');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asked = opening.result.transaction('entries').objectStore('entries').getAllKeys();
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => {
        opening.result.close();
        resolve(asked.result.map(String).join('\n'));
      };
    };
  });
}

/** Runs of the WoRMS connector, which no other journey starts, that a person asked for. */
async function manualRuns(): Promise<number> {
  const { jobs } = await administrator.call<{ jobs: IngestJob[] }>(listIngestJobs, {
    query: { connector: 'worms', limit: '500' },
  });
  return jobs.filter(({ trigger }) => trigger !== 'conductor' && trigger !== 'schedule').length;
}

describe('embedded interfaces', () => {
  test('the realtime map loads in its own origin and shows «Online»', async () => {
    await enter();
    await openSection(page, 'realtime-angola');
    await page.getByText('Online', { exact: true }).waitFor();
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('sandbox')).toContain('allow-scripts');
    const source = new URL((await frame.getAttribute('src')) ?? '');
    expect(source.origin).not.toBe(new URL(platform.url).origin);
    await page.frameLocator('iframe').locator('canvas').first().waitFor();
    await page.frameLocator('iframe').getByText('Temperatura da superfície').first().waitFor();
    await observed.settle();
    expect(observed.takeFaults()).toEqual([]);
  });

  test('an interface at the console itself is not shown inside it', async () => {
    // No interface of the catalogue is at the console: one is made to be.
    await page.route(/\/admin-api\/(?:interfaces|batch)$/, async (route) => {
      const answer = await route.fetch();
      const body = await answer.text();
      const changed = body.replaceAll(/"url":"[^"]*realtime[^"]*"/g, '"url":"http://localhost:3000/"');
      await route.fulfill({ response: answer, body: changed });
    });
    await enter();
    await page.goto(`${platform.url}/?section=scientific-interfaces&interface=realtime_angola`);
    await page.getByRole('alert').getByText('Navegação Circular Detectada').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('a screen that can not be drawn', () => {
  /** A section whose code comes, and breaks while it draws until it is repaired. */
  const broken = `export default function Broken() {
    if (globalThis.repaired !== true) throw new Error('avaria de ensaio');
    return 'Desenhado por fim.';
  }`;

  test('is replaced by a card, reported, and drawn when tried again', async () => {
    await enter();
    await observed.settle();
    await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: broken }));
    const reported = page.waitForResponse((response) => response.url().endsWith('/admin-api/api/errors'));
    reported.catch(() => undefined);
    await openSection(page, 'system-health');
    const card = page.getByRole('alert').filter({ hasText: 'Erro de Aplicação Detectado' });
    await card.waitFor();
    expect((await reported).ok()).toBe(true);
    await card.getByText('Detalhes técnicos').click();
    await card.getByText('avaria de ensaio').first().waitFor();
    await page.evaluate('globalThis.repaired = true');
    await card.getByRole('button', { name: 'Tentar Novamente' }).click();
    await page.getByText('Desenhado por fim.').waitFor();
    expect(await card.count()).toBe(0);
  });

  test('whose code does not arrive says so, and comes once the page is loaded anew', async () => {
    await enter();
    await observed.settle();
    await page.route('**/assets/*.js', (route) => route.abort());
    await openSection(page, 'system-health');
    const reload = page.getByRole('alert').getByRole('button', { name: 'Recarregar página' });
    await reload.waitFor();
    await page.unroute('**/assets/*.js');
    await reload.click();
    await page.getByRole('main').getByRole('region').first().waitFor();
    expect(await reload.count()).toBe(0);
  });
});
