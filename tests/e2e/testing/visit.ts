/** What every screen is asked, whichever journey comes by. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allSections } from '../../../apps/console/src/sections/sections.ts';
import { newContext, type View, type WatchedPage, watch } from './browser.ts';
import { openSection, signInByForm, waitForShell } from './console.ts';
import { accessibilityFaults, visibleFaults } from './judge.ts';
import type { SharedPlatform } from './shared.ts';

const pictures = join(import.meta.dirname, '../../../build/capturas');
mkdirSync(pictures, { recursive: true });

/** Every place of the tree, those reached otherwise, and one that does not exist. */
const sections = [...allSections.map(({ id }) => id), 'nao-existe'];

export type Setting = { readonly browser: Browser; readonly platform: SharedPlatform };

/** Everything wrong with the page as it is now; where there is anything, its picture is kept. */
export async function judge(watched: WatchedPage, name: string, { theme, width }: View): Promise<readonly string[]> {
  const { page } = watched;
  await watched.settle();
  const faults = [...(await visibleFaults(page)), ...(await accessibilityFaults(page)), ...watched.takeFaults()];
  if (faults.length > 0) {
    await page.screenshot({ path: join(pictures, `${name}-${theme}-${width}.png`), fullPage: true });
  }
  return faults;
}

/** A page of a view, signed in before the tests of the suite. */
export function signedIn(setting: () => Setting, view: View): () => WatchedPage {
  let context: BrowserContext;
  let watched: WatchedPage;
  beforeAll(async () => {
    const { browser, platform } = setting();
    context = await newContext(browser, view);
    watched = watch(await context.newPage());
    await watched.page.goto(`${platform.url}/login`);
    await signInByForm(watched.page, platform.email, platform.password);
    await waitForShell(watched.page);
  });
  afterAll(() => context.close());
  return () => watched;
}

/** Every section once in each view: nothing goes wrong, nothing is cut off, and axe has no objection. */
export function visitEverySection(setting: () => Setting, views: readonly View[]): void {
  describe.each(views)('every section, $theme, $width px', (view) => {
    const current = signedIn(setting, view);

    test.each(sections)('%s', async (section) => {
      const watched = current();
      watched.takeFaults();
      await openSection(watched.page, section);
      expect(await judge(watched, section, view)).toEqual([]);
    });
  });
}
