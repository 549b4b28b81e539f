import { listInterfaces, type ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from './testing/api.ts';
import { launchBrowser, newContext, views, type WatchedPage, watch } from './testing/browser.ts';
import { choosePassword, openSection, signInByForm, waitForShell } from './testing/console.ts';
import { newFolder, type Platform, removeFolder, startPlatform } from './testing/platform.ts';
import { judge, signedIn, visitEverySection } from './testing/visit.ts';

const password = 'cacimbo sobre a Baía Farta';

let dataDir: string;
let platform: Platform;
let browser: Browser;
const setting = () => ({ browser, platform: { url: platform.url, email: platform.email ?? '', password } });

beforeAll(async () => {
  browser = await launchBrowser();
  dataDir = await newFolder('percurso');
  platform = await startPlatform({ dataDir });
});
afterAll(async () => {
  await browser.close();
  await removeFolder(dataDir);
});

describe('the first sign-in', () => {
  const view = { theme: 'claro', width: 1440 } as const;
  let context: BrowserContext;
  let watched: WatchedPage;

  beforeAll(async () => {
    context = await newContext(browser, view);
    watched = watch(await context.newPage());
  });
  afterAll(() => context.close());

  test('the console sends a newcomer to /login', async () => {
    await watched.page.goto(platform.url);
    await watched.page.waitForURL(/\/login/);
    expect(await judge(watched, 'entrada', view)).toEqual([]);
  });

  test('the one-time password opens nothing but the choice of another', async () => {
    const { page } = watched;
    await signInByForm(page, platform.email ?? '', platform.oneTimePassword ?? '');
    await page.getByRole('heading', { name: 'Escolha a sua palavra-passe' }).waitFor();
    expect(await judge(watched, 'palavra-passe', view)).toEqual([]);
  });

  test('the new password opens the dashboard', async () => {
    const { page } = watched;
    await choosePassword(page, password);
    await waitForShell(page);
    await page.getByRole('heading', { level: 1, name: 'Dashboard Administrativo' }).waitFor();
    await watched.settle();
    expect(watched.takeFaults()).toEqual([]);
  });
});

visitEverySection(
  setting,
  views.filter(({ width }) => width === 1440),
);

// Maps are slow to draw without a graphics card: two views, with everything of a view that can differ.
describe.each(views.filter(({ theme, width }) => (theme === 'claro') === (width === 1440)))(
  'every interface that has a page, $theme, $width px',
  (view) => {
    const current = signedIn(setting, view);

    /** What is wrong with one interface inside the console. */
    async function faultsOf({ id, name }: ScientificInterface): Promise<readonly string[]> {
      const watched = current();
      const { page } = watched;
      watched.takeFaults();
      await openSection(page, 'scientific-interfaces', { interface: id });
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
      const online = page.getByText('Online', { exact: true });
      const retry = page.getByRole('button', { name: 'Tentar Novamente' });
      await online.or(retry).first().waitFor();
      // A busy machine may take longer than the page is given; it is then asked once more, as a person would.
      if (await retry.isVisible()) {
        await retry.click();
        await online.or(retry).first().waitFor();
        if (await retry.isVisible())
          return [`is not online: ${(await page.getByRole('main').allInnerTexts()).join(' ')}`];
      }
      await page.frameLocator('iframe').locator('h1, h2, canvas').first().waitFor();
      return judge(watched, `interface-${id}`, view);
    }

    test('opens in its frame', async () => {
      const token = await current().page.evaluate(() => window.localStorage.getItem('kianda.access-token'));
      const api = createApi(platform.url, token ?? '');
      const { interfaces } = await api.call<{ interfaces: ScientificInterface[] }>(listInterfaces);
      const served = interfaces.filter(({ isActive }) => isActive);
      expect(served.map(({ id }) => id)).toContain('realtime_angola');
      const faults: Record<string, readonly string[]> = {};
      for (const entry of served) {
        const found = await faultsOf(entry);
        if (found.length > 0) faults[entry.id] = found;
      }
      expect(faults).toEqual({});
    });
  },
);
