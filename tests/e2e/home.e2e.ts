/** The first screen of each profile. Administrators have theirs in the journey through every section. */
import type { Role } from '@kianda/contract';
import { defaultTiles } from '@kianda/contract/operations/home/home-tiles';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeTexts } from '../../apps/console/src/sections/operations/home/texts.pt.ts';
import { newAccount, signIn } from './testing/api.ts';
import { launchBrowser, newContext, observe } from './testing/browser.ts';
import { enterWith } from './testing/console.ts';
import { visibleFaults } from './testing/screen-faults.ts';
import { sharedPlatform } from './testing/shared.ts';

const { url, email: administrator, password } = sharedPlatform();
const roles = ['operador', 'cientista', 'investigador', 'cliente'] as const satisfies readonly Role[];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test.each(roles)('a %s sees the tiles of the profile, each with its content and nothing refused', async (role) => {
  const email = `inicio-${role}@exemplo.ao`;
  const { accessToken } = await signIn(url, administrator, password);
  await newAccount(url, accessToken, { email, name: `Início ${role}`, role, password });
  const context = await newContext(browser);
  const observed = observe(await context.newPage());
  await enterWith(observed.page, url, await signIn(url, email, password));
  const tiles = observed.page.getByRole('list', { name: homeTexts.tilesLabel });
  await tiles.waitFor();
  await observed.settle();
  expect(await tiles.locator('[data-tile]').evaluateAll((all) => all.map((one) => one.dataset.tile))).toEqual(
    defaultTiles(role),
  );
  for (const tile of defaultTiles(role))
    expect((await tiles.locator(`[data-tile="${tile}"]`).textContent())?.length, tile).toBeGreaterThan(20);
  expect(await tiles.getByRole('button', { name: new RegExp(`^${homeTexts.retry}`) }).count()).toBe(0);
  expect(await visibleFaults(observed.page)).toEqual([]);
  expect(observed.takeFaults()).toEqual([]);
  await context.close();
});

/** The document, scripts and styles of a first visit: each is a wait of its own on a bad line. */
const mostFiles = 14;

test('on a bad line the dashboard needs few files, and leaves what lies further down for when it is seen', async () => {
  const context = await newContext(browser, { theme: 'claro', width: 390 });
  // As on a telephone that saves data: nothing is fetched before anybody asks for it.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  const observed = observe(await context.newPage());
  const { page } = observed;
  const asked: string[] = [];
  const reads: string[] = [];
  page.on('request', (request) => {
    // The blank page on which the session is put in place.
    if (request.url().endsWith('/vazio')) return;
    const { pathname } = new URL(request.url());
    if (pathname === '/' || pathname.startsWith('/assets/')) asked.push(pathname);
    else reads.push(`${pathname} ${request.postData() ?? ''}`);
  });
  await enterWith(page, `${url}/?section=dashboard`, await signIn(url, administrator, password));
  await page.getByRole('article', { name: 'Serviços online' }).waitFor();
  await observed.settle();
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(mostFiles);
  expect(reads.filter((read) => read.includes('frames/check'))).toEqual([]);
  await page.mouse.wheel(0, 4_000);
  await page.getByRole('heading', { name: 'Informação do sistema' }).waitFor();
  expect(observed.takeFaults()).toEqual([]);
  await context.close();
});
