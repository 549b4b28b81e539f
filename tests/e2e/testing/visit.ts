/** Checks of every screen, in whichever journey. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allSections } from '../../../apps/console/src/sections/sections.ts';
import { signIn } from './api.ts';
import { newContext, type ObservedPage, type Theme, type View, watch } from './browser.ts';
import { enterWith, openSection } from './console.ts';
import { accessibilityFaults, visibleFaults } from './judge.ts';
import type { SharedPlatform } from './shared.ts';

const pictures = join(import.meta.dirname, '../../../build/capturas');
mkdirSync(pictures, { recursive: true });

/** Every place of the tree, those reached otherwise, and one that does not exist. */
const sections = [...allSections.map(({ id }) => id), 'nao-existe'];

export type Setting = { readonly browser: Browser; readonly platform: SharedPlatform };

/** Everything wrong with the page as it is now; where there is anything, its picture is kept. */
export async function judge(watched: ObservedPage, name: string, { theme, width }: View): Promise<readonly string[]> {
  const { page } = watched;
  await watched.settle();
  const faults = [...(await visibleFaults(page)), ...(await accessibilityFaults(page)), ...watched.takeFaults()];
  if (faults.length > 0) {
    await page.screenshot({ path: join(pictures, `${name}-${theme}-${width}.png`), fullPage: true });
  }
  return faults;
}

const schemes = { claro: 'light', escuro: 'dark' } as const;

/** Changes the theme of the page as the system does, and waits until nothing is on its way from one colour to another. */
async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: schemes[theme] });
  await page.waitForFunction(
    (scheme) =>
      document.documentElement.getAttribute('data-mantine-color-scheme') === scheme &&
      document.getAnimations().every(({ playState, effect }) => {
        const isEndless = effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
        return playState !== 'running' || isEndless;
      }),
    schemes[theme],
  );
}

/** Everything wrong with the page in either theme: what depends on the theme is drawn anew, the rest is not asked for twice. */
export async function faultsInBothThemes(
  watched: ObservedPage,
  name: string,
  width: View['width'],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const theme of ['claro', 'escuro'] as const) {
    // Late content arrives before the colours change.
    await watched.settle();
    await turn(watched.page, theme);
    const found = await judge(watched, name, { theme, width });
    faults.push(...found.map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}

/** A page of a view, signed in before the tests of the suite. */
export function signedIn(setting: () => Setting, view: View): () => ObservedPage {
  let context: BrowserContext;
  let watched: ObservedPage;
  beforeAll(async () => {
    const { browser, platform } = setting();
    context = await newContext(browser, view);
    watched = watch(await context.newPage());
    await enterWith(watched.page, platform.url, await signIn(platform.url, platform.email, platform.password));
  });
  afterAll(() => context.close());
  return () => watched;
}

/** Every section, in both themes: nothing goes wrong, nothing is cut off, and axe has no objection. */
export function visitEverySection(setting: () => Setting, width: View['width']): void {
  describe(`every section, ${width} px`, () => {
    const current = signedIn(setting, { theme: 'claro', width });

    test.each(sections)('%s', async (section) => {
      const watched = current();
      watched.takeFaults();
      await openSection(watched.page, section);
      expect(await faultsInBothThemes(watched, section, width)).toEqual([]);
    });
  });
}
